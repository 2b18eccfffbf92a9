import { anonymous, expandScopes, type Viewer } from '../../kernel/access.ts';
import type { Runtime } from '../../kernel/runtime.ts';
import { clientScopes } from '../../modules/clients/index.ts';
import { type ClientTokenClaims, invalidToken, readAccessToken, type UserTokenClaims } from './access-token.ts';
import { liveGrant } from './authenticate.sql.ts';
import { bearerToken } from './bearer-header.ts';

/** Who asks, by the value of the Authorization header; without one, anonymous. */
export type Authenticate = (authorization: string | undefined) => Promise<Viewer>;

/**
 * Makes the function that turns access tokens into viewers, by one query a use. Whatever is wrong with a token, or gone
 * of what it stands on, is `unauthenticated` with the code INVALID_TOKEN.
 */
export function createAuthenticate(runtime: Runtime): Authenticate {
  return async (authorization) => {
    if (authorization === undefined) return anonymous;
    const token = bearerToken(authorization);
    if (token === null) throw invalidToken();
    const claims = await readAccessToken(runtime, token);
    return claims.sid === undefined ? clientViewer(runtime, claims) : userViewer(runtime, claims);
  };
}

// What the client has lost since the token was issued is gone from the token too.
async function clientViewer(runtime: Runtime, claims: ClientTokenClaims): Promise<Viewer> {
  const { client_id: clientId, customer_id: customerId } = claims;
  const client = await runtime.db.lookUp(clientScopes, clientId, customerId, claims.jti);
  if (!client?.grantTypes.includes('client_credentials')) throw invalidToken();
  const scopes = expandScopes(claims.scope.split(' ')).intersection(expandScopes(client.scopes));
  return { kind: 'client', customerId, clientId, scopes };
}

async function userViewer(runtime: Runtime, claims: UserTokenClaims): Promise<Viewer> {
  const { gid, sub: userId, sid: sessionId } = claims;
  const grant = await runtime.db.lookUp(liveGrant, gid, userId, sessionId);
  if (!grant) throw invalidToken();
  return { kind: 'user', userId, sessionId, ...grant };
}
