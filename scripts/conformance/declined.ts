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
  declined('RFC 8705', 'OAuth 2.0 Mutual-TLS Client Authentication and Certificate-Bound Access Tokens', {
    clause: '2',
    what: 'Client authentication by certificate',
    why: 'Not built. TLS ends at a proxy in front of this server. A key of the client (RFC 7523) does the same',
  }),
];
