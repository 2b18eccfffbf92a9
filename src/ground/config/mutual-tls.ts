import * as z from 'zod';
import * as format from './format.ts';
import { optional, type Section, variable } from './variable.ts';

/** Headers that mean something else, so that a certificate in one of them would be a mistake. */
const OTHER_HEADERS = /^(?:authorization|cookie|dpop|host|forwarded|x-forwarded-(?:for|proto|host|port)|content-.*)$/;

/** How a client’s certificate reaches the server. */
export const mutualTls = {
  title: 'Mutual TLS',
  variables: {
    header: optional(
      'CLIENT_CERTIFICATE_HEADER',
      z
        .string()
        .toLowerCase()
        .regex(/^[a-z0-9-]{1,64}$/)
        .refine((name) => !OTHER_HEADERS.test(name)),
      {
        about:
          'The header in which a proxy sends the certificate of the client (RFC 8705). It counts only from the proxies of ' +
          'TRUST_PROXY, which must set or remove it in every request.',
        format: 'the name of a header that has no other meaning, such as Client-Cert',
        unset: { text: 'the server knows no certificates', generated: () => false },
      },
    ),
    format: variable('CLIENT_CERTIFICATE_FORMAT', format.oneOf('rfc9440', 'nginx', 'apache', 'haproxy', 'envoy'), {
      about:
        'How the proxy writes the certificate: as RFC 9440 says, as `$ssl_client_escaped_cert` of nginx, as ' +
        '`%{SSL_CLIENT_CERT}s` of Apache, as `%[ssl_c_der,base64]` of HAProxy, or as `x-forwarded-client-cert` of Envoy.',
      format: 'rfc9440, nginx, apache, haproxy or envoy',
      fallback: 'rfc9440',
    }),
    authorities: optional('CLIENT_CERTIFICATE_AUTHORITIES', format.filePath, {
      about:
        'The certificate authorities whose certificates authenticate clients by a name (`tls_client_auth`), intermediate ' +
        'ones included. Read at start, which fails for one with name constraints.',
      format: 'the path of a file with certificates in PEM',
      unset: {
        text: 'only registered certificates authenticate clients (`self_signed_tls_client_auth`)',
        generated: () => false,
      },
    }),
    baseUrl: optional('MTLS_BASE_URL', format.issuer, {
      about:
        'The address at which the proxy asks clients for certificates, if it is not BASE_URL. The metadata has it as ' +
        '`mtls_endpoint_aliases`.',
      format: 'an https URL with the path of BASE_URL',
      unset: { text: 'BASE_URL is for all', generated: () => false },
    }),
  },
} satisfies Section;
