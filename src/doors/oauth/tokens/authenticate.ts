import {
  anonymous,
  expandScopes,
  scopesOf,
  type Authenticate,
  type OwnScope,
  type Viewer,
} from '../../../ground/kernel/access.ts';
import { originOf } from '../../../ground/http/origin.ts';
import { AppError } from '../../../ground/kernel/errors.ts';
import type { Runtime } from '../../../ground/kernel/runtime.ts';
import { Refusals } from '../../../modules/audit/index.ts';
import {
  actsForItself,
  clientScopes as scopesOfClient,
  clientScopesWithProof,
} from '../../../modules/clients/index.ts';
import { liveGrant, liveGrantWithProof } from '../../../modules/grants/index.ts';
import { mayAct } from '../../../modules/registrations/index.ts';
import { fresh, possessionOf } from '../dpop/possession.ts';
import type { PresentedProof } from '../dpop/presented.ts';
import { oauthErrors } from '../errors.ts';
import {
  type AccessTokenClaims,
  type ClientTokenClaims,
  invalidToken,
  readAccessToken,
  revocableId,
  type UserTokenClaims,
} from './access-token.ts';
import { tokenIn } from './authorization.ts';

/**
 * Makes the function that turns access tokens into viewers, with one query each. An invalid token, or one whose grant or
 * client is gone, is `unauthenticated` with the code INVALID_TOKEN. A bound token needs its proof of possession. Tokens of
 * clients that users registered for themselves work only at userinfo: here they are `forbidden` with CLIENT_FOR_LOGINS_ONLY.
 * So are those of clients with pairwise subjects, with CLIENT_PAIRWISE, unless they administer.
 */
export function createAuthenticate(runtime: Runtime): Authenticate {
  return async (request) => {
    const { authorization } = request.headers;
    if (authorization === undefined) return anonymous;
    const presented = tokenIn(authorization);
    if (presented === null) throw invalidToken();
    const claims = await readAccessToken(runtime, presented.token);
    try {
      const proof = possessionOf(runtime, request, presented, claims);
      return await (claims.sid === undefined
        ? clientViewer(runtime, claims, proof)
        : userViewer(runtime, claims, proof));
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
async function clientViewer(
  runtime: Runtime,
  claims: ClientTokenClaims,
  proof: PresentedProof | null,
): Promise<Viewer> {
  const { db } = runtime;
  const { client_id: clientId, customer_id: customerId } = claims;
  const key = { clientId, customerId, jti: revocableId(claims) };
  const client = proof
    ? fresh(await db.lookUp(clientScopesWithProof, { ...key, ...proof.spentBy(clientId) }))
    : await db.lookUp(scopesOfClient, key);
  if (!client || !actsForItself(client.grantTypes) || !mayAct(runtime, { ...client, id: clientId }))
    throw invalidToken();
  const { documents } = client;
  return { kind: 'client', customerId, clientId, scopes: scopesLeft(claims.scope, client.scopes), documents };
}

/** The user of an access token whose possession has been proved, if it needed that. */
export const viewerOf = (runtime: Runtime, claims: UserTokenClaims): Promise<Viewer> =>
  userViewer(runtime, claims, null);

async function userViewer(runtime: Runtime, claims: UserTokenClaims, proof: PresentedProof | null): Promise<Viewer> {
  const { db } = runtime;
  const { gid: grantId, sub: userId, sid: sessionId } = claims;
  const key = { grantId, userId, sessionId };
  const found = proof
    ? fresh(await db.lookUp(liveGrantWithProof, { ...key, ...proof.spentBy(claims.client_id) }))
    : await db.lookUp(liveGrant, key);
  if (!found || !mayAct(runtime, { ...found, id: claims.client_id })) throw invalidToken();
  const { isMembers, clientScopes, customerId, clientId, documents, impersonatorId } = found;
  const { role, administration, authTime, factorAt } = found;
  if (isMembers) throw oauthErrors.CLIENT_FOR_LOGINS_ONLY();
  const grant = { customerId, clientId, role, administration, authTime, factorAt, documents, impersonatorId };
  const scopes = scopesLeft(claims.scope, clientScopes);
  // Otherwise the client would learn here who its users are.
  if (claims.sector !== undefined && !scopesOf(found).some((scope) => scopes.has(scope)))
    throw oauthErrors.CLIENT_PAIRWISE();
  return { kind: 'user', userId, sessionId, ...grant, scopes };
}

/** The granted scopes that the client is still registered for. */
const scopesLeft = (granted: string, registered: readonly string[]): ReadonlySet<OwnScope> =>
  expandScopes(granted.split(' ')).intersection(expandScopes(registered));
