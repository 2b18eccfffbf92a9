import { fault } from '../../ground/kernel/errors.ts';
import { readItems } from '../../ground/kernel/input.ts';

/** The most hosts of an initial access token. */
export const HOSTS_MAX = 50;
export const HOST_MAX = 255;

const NAME = /^(?:\*\.)?(?<host>[a-z\d.-]+|\[[\da-f:.]+\])$/;
// RFC 8252 §7.1
const SCHEME = /^[a-z][a-z\d+-]*(?:\.[a-z\d+-]+)+:$/;
const ANY = '*';

/**
 * Reads where clients may send browsers: host names, `*.` and a name for everything below it, `*` for any host with https,
 * and private-use schemes with their colon.
 */
export function readRedirectHosts(given: readonly string[]): string[] {
  if (given.length > HOSTS_MAX) throw fault('redirectHosts', 'too_many', { max: HOSTS_MAX });
  return [
    ...new Set(
      readItems(given, (host, index) => {
        if (isHost(host)) return host;
        throw fault(`redirectHosts.${index}`, 'redirect_host');
      }),
    ),
  ];
}

function isHost(text: string): boolean {
  if (text.length > HOST_MAX) return false;
  if (text === ANY || SCHEME.test(text)) return true;
  const host = NAME.exec(text)?.groups?.['host'];
  return host !== undefined && URL.parse(`https://${host}/`)?.hostname === host;
}

/** Whether the address is at one of the hosts. Only https is at `*` and below `*.`. */
export function isAtHosts(address: string, hosts: readonly string[]): boolean {
  if (isNamed(address, hosts)) return true;
  const { protocol, hostname } = URL.parse(address) ?? {};
  return (
    protocol === 'https:' &&
    hosts.some((host) => host === ANY || (host.startsWith('*.') && hostname?.endsWith(host.slice(1))))
  );
}

/** Whether the very host of the address, or its private-use scheme, is one of the hosts. */
export function isNamed(address: string, hosts: readonly string[]): boolean {
  const url = URL.parse(address);
  return url !== null && hosts.includes(/^https?:$/.test(url.protocol) ? url.hostname : url.protocol);
}
