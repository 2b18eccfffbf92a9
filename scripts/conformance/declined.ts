import type { Declined, Spec } from './specs.ts';

const declined = (name: string, title: string, why: Declined): Spec => ({
  name,
  title,
  url: `https://www.rfc-editor.org/rfc/${name.toLowerCase().replace(' ', '')}`,
  musts: [],
  declined: [why],
});

/** Specifications of which nothing is offered. */
export const notOffered: readonly Spec[] = [
  declined('RFC 7591', 'OAuth 2.0 Dynamic Client Registration', {
    clause: '3',
    what: 'Clients that register themselves',
    why: 'Not built: clients belong to a customer, whose users and service accounts register them over REST and GraphQL',
  }),
  declined('RFC 8628', 'OAuth 2.0 Device Authorization Grant', {
    clause: '3',
    what: 'Logins on devices without a browser',
    why: 'Not built',
  }),
  declined('RFC 8705', 'OAuth 2.0 Mutual-TLS Client Authentication and Certificate-Bound Access Tokens', {
    clause: '2',
    what: 'Clients that prove themselves by their certificates',
    why: 'Not built: TLS ends at a proxy in front of this server; a key of the client’s own (RFC 7523) does the same',
  }),
  declined('RFC 9449', 'OAuth 2.0 Demonstrating Proof of Possession (DPoP)', {
    clause: '5',
    what: 'Tokens bound to a key of the client',
    why: 'Not built: access tokens live a quarter of an hour, and every use here is checked against the grant',
  }),
];
