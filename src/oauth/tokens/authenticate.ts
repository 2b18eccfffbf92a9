import { anonymous, expandScopes, type Authenticate, type Scope, type Viewer } from '../../kernel/access.ts';
import { originOf } from '../../http/origin.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Runtime } from '../../kernel/runtime.ts';
import { Refusals } from '../../modules/audit/index.ts';
import { clientScopes as scopesOfClient } from '../../modules/clients/index.ts';
import { liveGrant } from '../../modules/grants/index.ts';
import { oauthErrors } from '../errors.ts';
import {
  type AccessTokenClaims,
  type ClientTokenClaims,
  invalidToken,
  readAccessToken,
  type UserTokenClaims,
} from './access-token.ts';
import { bearerToken } from './bearer-header.ts';

/**
 * Makes the function that turns access tokens into viewers, with one query each. An invalid token, or one whose grant or
 * client is gone, is `unauthenticated` with the code INVALID_TOKEN. Tokens of clients that users registered for themselves
 * work only at userinfo: here they are `forbidden` with CLIENT_FOR_LOGINS_ONLY.
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

/** The audit event of a token that this server issued and now refuses. */
const tokenRefused = (claims: AccessTokenClaims, reason: string) => ({
  action: 'token.refused',
  subjectType: 'client',
  subjectId: claims.client_id,
  customerId: claims.customer_id,
  details: { reason, ...(claims.sid !== undefined && { userId: claims.sub, sessionId: claims.sid }) },
});

// Scopes that the client has lost since the token was issued do not count.
async function clientViewer(runtime: Runtime, claims: ClientTokenClaims): Promise<Viewer> {
  const { client_id: clientId, customer_id: customerId } = claims;
  const client = await runtime.db.lookUp(scopesOfClient, { clientId, customerId, jti: claims.jti });
  if (!client?.grantTypes.includes('client_credentials')) throw invalidToken();
  const { documents } = client;
  return { kind: 'client', customerId, clientId, scopes: scopesLeft(claims.scope, client.scopes), documents };
}

async function userViewer(runtime: Runtime, claims: UserTokenClaims): Promise<Viewer> {
  const { gid: grantId, sub: userId, sid: sessionId } = claims;
  const found = await runtime.db.lookUp(liveGrant, { grantId, userId, sessionId });
  if (!found) throw invalidToken();
  const { isMembers, clientScopes, ...grant } = found;
  if (isMembers) throw oauthErrors.CLIENT_FOR_LOGINS_ONLY();
  return { kind: 'user', userId, sessionId, ...grant, scopes: scopesLeft(claims.scope, clientScopes) };
}

/** The granted scopes that the client is still registered for. */
const scopesLeft = (granted: string, registered: readonly string[]): ReadonlySet<Scope> =>
  expandScopes(granted.split(' ')).intersection(expandScopes(registered));
