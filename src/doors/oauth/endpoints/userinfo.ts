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
import { TOKEN_TYPES } from '../vocabulary.ts';
import { presentedToken } from './bearer.ts';
import { claimsOf } from './userinfo-claims.ts';

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

/**
 * `GET` and `POST /oauth2/userinfo` (OIDC Core §5.3). One query reads the token's grant, if it still exists, with the user
 * and the user's groups. The answer is signed if the client is registered for that.
 */
export function userinfoEndpoint(runtime: Runtime): Handler {
  return endpoint(runtime, async (request, response) => {
    const { claims, user } = await beforeClient(runtime, request, () => findUser(runtime, request));
    letPageRead(request, user);
    const granted = claims.scope.split(' ');
    const scopes = granted.filter((scope) => user.clientScopes.includes(scope));
    if (!scopes.includes('openid')) throw needsOpenid();
    const told = {
      ...claimsOf(user, scopes),
      ...(claims.shown && { sub: claims.shown.sub }),
      ...(claims.act && { act: claims.act }),
    };
    if (user.signedResponseAlg === null) return answer(response, 200, told);
    const keyring = runtime.get(Keyring);
    await keyring.fresh();
    // OIDC Core §5.3.2: a signed answer has iss and aud.
    const signed = { iss: runtime.settings.server.baseUrl, aud: claims.client_id, ...told };
    return answerJwt(response, await keyring.sign(user.signedResponseAlg, TOKEN_TYPES.userinfo, signed));
  });
}
