import type { Cases } from './case.ts';

/** What the servers say of themselves. */
export const metadataCases: Cases = {
  discovery: (party) => party.send(`${party.issuer}/.well-known/openid-configuration`),
  'RFC 8414 metadata': (party) => party.send(`${party.issuer}/.well-known/oauth-authorization-server`),
  JWKS: (party) => party.send(party.url('jwks_uri')),
};
