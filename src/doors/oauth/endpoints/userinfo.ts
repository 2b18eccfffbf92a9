import type { Request } from 'express';
import type { Runtime } from '../../../ground/kernel/runtime.ts';
import { userinfo, userinfoWithProof, type UserinfoRow } from '../../../modules/grants/index.ts';
import { Keyring } from '../../../modules/keys/index.ts';
import { mayAct } from '../../../modules/registrations/index.ts';
import { beforeClient, letPageRead } from '../cors.ts';
import { fresh, possessionOf } from '../dpop/possession.ts';
import { answer, answerJwt, endpoint, type Handler } from '../endpoint.ts';
import { OAuthError } from '../errors.ts';
import { invalidToken, readAccessToken, type UserTokenClaims } from '../tokens/access-token.ts';
import { sign, type UnsignedToken } from '../tokens/unsigned.ts';
import { TOKEN_TYPES } from '../vocabulary.ts';
import { presentedToken } from './bearer.ts';
import { userinfoFor } from './userinfo-claims.ts';

const needsOpenid = (): OAuthError =>
  new OAuthError('insufficient_scope', 'Userinfo requires the scope openid.', {
    headers: { 'www-authenticate': 'Bearer error="insufficient_scope", scope="openid"' },
  });

/** The claims of the request's token, with the user and the client of its grant. */
async function findUser(runtime: Runtime, request: Request): Promise<{ claims: UserTokenClaims; user: UserinfoRow }> {
  const presented = await presentedToken(request);
  const claims = await readAccessToken(runtime, presented.token);
  const proof = possessionOf(runtime, request, presented, claims);
  // A client's own token has no user, and never this scope.
  if (claims.sid === undefined || !claims.scope.split(' ').includes('openid')) throw needsOpenid();
  const { gid: grantId, sub: userId, sid: sessionId } = claims;
  const key = { grantId, userId, sessionId };
  const user = proof
    ? fresh(await runtime.db.lookUp(userinfoWithProof, { ...key, ...proof.spentBy(claims.client_id) }))
    : await runtime.db.lookUp(userinfo, key);
  if (!user || !mayAct(runtime, { ...user, id: claims.client_id })) throw invalidToken();
  return { claims, user };
}

/** The answer that the client wants signed; null if it wants plain JSON. */
export function signedUserinfo(
  { settings }: Runtime,
  { client_id: clientId }: UserTokenClaims,
  { signedResponseAlg }: UserinfoRow,
  told: object,
): UnsignedToken | null {
  if (signedResponseAlg === null) return null;
  // OIDC Core §5.3.2: a signed answer has iss and aud.
  const claims = { iss: settings.server.baseUrl, aud: clientId, ...told };
  return { algorithm: signedResponseAlg, typ: TOKEN_TYPES.userinfo, claims };
}

/**
 * `GET` and `POST /oauth2/userinfo` (OIDC Core §5.3). One query reads the token's grant, if it still exists, with the user
 * and the user's groups. The answer is signed if the client is registered for that.
 */
export function userinfoEndpoint(runtime: Runtime): Handler {
  return endpoint(runtime, async (request, response) => {
    const { claims, user } = await beforeClient(runtime, request, () => findUser(runtime, request));
    letPageRead(request, user);
    const told = userinfoFor(claims, user);
    if (!told) throw needsOpenid();
    const unsigned = signedUserinfo(runtime, claims, user, told);
    if (!unsigned) return answer(response, 200, told);
    await runtime.get(Keyring).fresh();
    return answerJwt(response, await sign(runtime, unsigned));
  });
}
