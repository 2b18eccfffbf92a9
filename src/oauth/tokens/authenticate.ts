import { anonymous, expandScopes, type Authenticate, type Scope, type Viewer } from '../../kernel/access.ts';
import { originOf } from '../../http/origin.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Runtime } from '../../kernel/runtime.ts';
import { Refusals } from '../../modules/audit/index.ts';
import { clientScopes as scopesOfClient } from '../../modules/clients/index.ts';
import { oauthErrors } from '../errors.ts';
import {
  type AccessTokenClaims,
  type ClientTokenClaims,
  invalidToken,
  readAccessToken,
  type UserTokenClaims,
} from './access-token.ts';
import { liveGrant } from './authenticate.sql.ts';
import { bearerToken } from './bearer-header.ts';

/**
 * Makes the function that turns access tokens into viewers, by one query a use. Whatever is wrong with a token, or gone
 * of what it stands on, is `unauthenticated` with the code INVALID_TOKEN. A client that a user registered for themself is
 * for logins: its tokens are good for userinfo, and `forbidden` with CLIENT_FOR_LOGINS_ONLY here.
 */
export function createAuthenticate(runtime: Runtime): Authenticate {
  return async (request) => {
    const { authorization } = request.headers;
    if (authorization === undefined) return anonymous;
    const token = bearerToken(authorization);
    if (token === null) throw invalidToken();
    const claims = await readAccessToken(runtime, token);
    try {
      return await (claims.sid === undefined ? clientViewer(runtime, claims) : userViewer(runtime, claims));
    } catch (fault) {
      if (fault instanceof AppError) runtime.get(Refusals).note(originOf(request), tokenRefused(claims, fault.code));
      throw fault;
    }
  };
}

/** What the trail has of a token that this server issued and that is no good, or not for this. */
const tokenRefused = (claims: AccessTokenClaims, reason: string) => ({
  action: 'token.refused',
  subjectType: 'client',
  subjectId: claims.client_id,
  customerId: claims.customer_id,
  details: { reason, ...(claims.sid !== undefined && { userId: claims.sub, sessionId: claims.sid }) },
});

// What the client has lost since the token was issued is gone from the token too.
async function clientViewer(runtime: Runtime, claims: ClientTokenClaims): Promise<Viewer> {
  const { client_id: clientId, customer_id: customerId } = claims;
  const client = await runtime.db.lookUp(scopesOfClient, clientId, customerId, claims.jti);
  if (!client?.grantTypes.includes('client_credentials')) throw invalidToken();
  return { kind: 'client', customerId, clientId, scopes: scopesLeft(claims.scope, client.scopes) };
}

async function userViewer(runtime: Runtime, claims: UserTokenClaims): Promise<Viewer> {
  const { gid, sub: userId, sid: sessionId } = claims;
  const found = await runtime.db.lookUp(liveGrant, gid, userId, sessionId);
  if (!found) throw invalidToken();
  const { isMembers, clientScopes, ...grant } = found;
  if (isMembers) throw oauthErrors.CLIENT_FOR_LOGINS_ONLY();
  return { kind: 'user', userId, sessionId, ...grant, scopes: scopesLeft(claims.scope, clientScopes) };
}

/** What a token may be used for of what was granted, as far as its client is still registered for it. */
const scopesLeft = (granted: string, registered: readonly string[]): ReadonlySet<Scope> =>
  expandScopes(granted.split(' ')).intersection(expandScopes(registered));
