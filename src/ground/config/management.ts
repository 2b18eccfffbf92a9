import * as format from './format.ts';
import { optional, type Section, variable } from './variable.ts';

/** Where the operator's tools look: metrics and health. */
export const management = {
  title: 'Management',
  variables: {
    port: optional('MANAGEMENT_PORT', format.wholeNumber(0, 65_535), {
      about:
        'The TCP port of `/metrics` and `/health/started`, `/health/live` and `/health/ready`. Whoever reaches it may read ' +
        'them, so it is not for the public. 0 picks any free one.',
      format: 'a whole number from 0 to 65535, another than PORT',
      unset: { text: 'there is no such port, and nothing is measured', generated: () => false },
    }),
    host: variable('MANAGEMENT_HOST', format.host, {
      about: 'The address to listen on for management. The default is this machine only.',
      format: 'an IP address or a host name',
      fallback: '127.0.0.1',
    }),
    allowedHosts: optional('MANAGEMENT_ALLOWED_HOSTS', format.hostPatterns, {
      about:
        'Further names by which the management port may be asked. IP addresses, localhost, names without a dot or in ' +
        '.local, .internal, .svc and .home.arpa, the name of the machine and the host of BASE_URL always may.',
      format: 'hosts separated by commas, without ports; `*.` before a host stands for all below it, and `*` for any',
      unset: { text: 'no further names', generated: () => false },
    }),
  },
} satisfies Section;
