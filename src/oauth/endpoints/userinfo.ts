import type { Request } from 'express';
import type { Runtime } from '../../kernel/runtime.ts';
import { Keyring } from '../../modules/keys/index.ts';
import { letPageRead } from '../cors.ts';
import { answer, answerJwt, endpoint, type Handler } from '../endpoint.ts';
import { OAuthError } from '../errors.ts';
import { type AccessTokenClaims, invalidToken, readAccessToken } from '../tokens/access-token.ts';
import { TOKEN_TYPES } from '../vocabulary.ts';
import { presentedToken } from './bearer.ts';
import { claimsOf } from './userinfo-claims.ts';
import { userinfo } from './userinfo.sql.ts';

const needsOpenid = (): OAuthError =>
  new OAuthError('insufficient_scope', 'Userinfo needs the scope openid.', {
    headers: { 'www-authenticate': 'Bearer error="insufficient_scope", scope="openid"' },
  });

async function claimsFor(runtime: Runtime, request: Request): Promise<AccessTokenClaims> {
  try {
    const claims = await readAccessToken(runtime, await presentedToken(request));
    await letPageRead(runtime, request, claims.client_id);
    return claims;
  } catch (fault) {
    // A page whose token has expired is to see that.
    await letPageRead(runtime, request, null);
    throw fault;
  }
}

/**
 * `GET` and `POST /oauth2/userinfo` (OIDC Core §5.3): one query, made at every request, says whether the token's grant
 * still exists, who the user is, and which groups they are in. The answer is signed for clients registered so.
 */
export function userinfoEndpoint(runtime: Runtime): Handler {
  return endpoint(runtime, async (request, response) => {
    const claims = await claimsFor(runtime, request);
    const granted = claims.scope.split(' ');
    // A client's own token has no user and never this scope.
    if (claims.sid === undefined || !granted.includes('openid')) throw needsOpenid();
    const user = await runtime.db.lookUp(userinfo, claims.gid, claims.sub, claims.sid);
    if (!user) throw invalidToken();
    const scopes = granted.filter((scope) => user.clientScopes.includes(scope));
    if (!scopes.includes('openid')) throw needsOpenid();
    const told = claimsOf(user, scopes);
    if (user.signedResponseAlg === null) return answer(response, 200, told);
    const keyring = runtime.get(Keyring);
    await keyring.fresh();
    // OIDC Core §5.3.2: a signed answer says whose it is and whom it is for.
    const signed = { iss: runtime.settings.server.baseUrl, aud: claims.client_id, ...told };
    return answerJwt(response, keyring.sign(user.signedResponseAlg, TOKEN_TYPES.userinfo, signed));
  });
}
