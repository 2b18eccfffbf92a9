import { createHash } from 'node:crypto';
import { digest } from '../../../ground/kernel/secret.ts';
import { notNamed, onlyApi } from '../apis.ts';
import { detailsNotAuthorized } from '../authorization-details.ts';
import { OAuthError } from '../errors.ts';
import { parameter, requiredParameter } from '../parameters.ts';
import { endReusedCode, redeemCode } from '../../../modules/grants/index.ts';
import { firstRefreshToken } from './first-refresh-token.ts';
import type { Grant, TokenRequest } from './grant.ts';
import { isRegisteredRedirect } from '../redirect-uris.ts';
import { notAuthorized } from '../resources.ts';
import { grantResultOfUser, storedToken } from './user-result.ts';
import { grantEvent } from '../client-auth/client-event.ts';

// RFC 7636 §4.1
const CODE_VERIFIER = /^[A-Za-z0-9\-._~]{43,128}$/;

/** RFC 6749 §4.1.3 with PKCE: redeems an authorization code. */
export const authorizationCode: Grant = {
  required: ['code', 'redirect_uri'],
  mayAskFor: () => null,
  async redeem(request) {
    const { runtime, client, form, resources, details, jkt, now } = request;
    onlyApi(client.apis, resources ?? []);
    const presented = {
      codeHash: digest(requiredParameter(form, 'code')),
      customerId: client.customerId,
      clientId: client.id,
      redirectUri: requiredParameter(form, 'redirect_uri'),
      codeChallenge: challengeOf(request),
      jkt,
      resources,
      details: details && JSON.stringify(details),
    };
    const { refreshToken, stored } = firstRefreshToken(request);
    // Whoever has the address that the client has lost since may have got the code.
    const isLost = !isRegisteredRedirect(client, presented.redirectUri);
    const login = isLost ? undefined : await runtime.db.first(redeemCode, { ...presented, now, ...stored });
    if (login)
      return grantResultOfUser(request, login, { nonce: login.nonce, refreshToken: storedToken(refreshToken, login) });
    // RFC 6749 §4.1.2: a code that is used twice may be stolen, and so may the tokens that it was redeemed for.
    const event = grantEvent(request, 'authorization_code.reused');
    const outcome = await runtime.db.first(endReusedCode, { ...presented, event });
    if (outcome?.resourcesExceeded) throw resources === null ? notNamed() : notAuthorized();
    if (outcome?.detailsExceeded) throw detailsNotAuthorized();
    throw new OAuthError(
      'invalid_grant',
      'The code is unknown, expired or used, was issued for another client, redirect_uri, code_verifier or DPoP key, or the client has lost its redirect_uri.',
    );
  },
};

// RFC 7636 §4.6 and RFC 9700 §4.8.2: the code's challenge must be the verifier's. Without a verifier there must be no
// challenge, so that neither request can omit PKCE alone.
function challengeOf({ client, form }: TokenRequest): string | null {
  const verifier = parameter(form, 'code_verifier');
  if (verifier === undefined) {
    if (client.requirePkce || client.fapi2) throw new OAuthError('invalid_grant', 'code_verifier is missing.');
    return null;
  }
  if (!CODE_VERIFIER.test(verifier)) throw new OAuthError('invalid_request', 'code_verifier is malformed.');
  return createHash('sha256').update(verifier, 'ascii').digest('base64url');
}
