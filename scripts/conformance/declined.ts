import type { Declined, Spec } from './specs.ts';

const declined = (name: string, title: string, why: Declined): Spec => ({
  name,
  title,
  url: `https://www.rfc-editor.org/rfc/${name.toLowerCase().replace(' ', '')}`,
  musts: [],
  declined: [why],
});

/** Specifications that this server does not implement. */
export const notOffered: readonly Spec[] = [
  declined('RFC 7591', 'OAuth 2.0 Dynamic Client Registration', {
    clause: '3',
    what: 'Clients that register themselves',
    why: 'Not built. Clients belong to a customer, whose users and service accounts register them over REST and GraphQL',
  }),
  declined('RFC 8705', 'OAuth 2.0 Mutual-TLS Client Authentication and Certificate-Bound Access Tokens', {
    clause: '2',
    what: 'Client authentication by certificate',
    why: 'Not built. TLS ends at a proxy in front of this server. A key of the client (RFC 7523) does the same',
  }),
  declined('RFC 9449', 'OAuth 2.0 Demonstrating Proof of Possession (DPoP)', {
    clause: '5',
    what: 'Tokens bound to a key of the client',
    why: 'Not built. Access tokens are valid for 15 minutes, and this server checks the grant at every use',
  }),
];
