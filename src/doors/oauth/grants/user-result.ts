import { isOwnScope } from '../../../ground/kernel/access.ts';
import type { FirstRedeemed, RedeemedGrant } from '../../../modules/grants/index.ts';
import { allowedScopes } from '../../../modules/access/index.ts';
import { isAdministration } from '../../../modules/clients/index.ts';
import { stillRegistered } from '../resources.ts';
import { onlyAllowed } from '../scopes.ts';
import type { GrantResult, TokenRequest, UserLogin } from './grant.ts';

/** What the request adds to the grant. */
type Given = Pick<UserLogin, 'nonce' | 'refreshToken'>;

/**
 * What the tokens of a user are for: of what the grant and the request allow, what the client is still registered for, and the
 * user's roles still allow. A token for an API administers nothing here.
 */
export function grantResultOfUser(
  {
    client,
    scopes: asked,
    resources: wanted,
    details,
  }: Pick<TokenRequest, 'client' | 'scopes' | 'resources' | 'details'>,
  login: RedeemedGrant,
  given: Given,
): GrantResult {
  const resources = wanted ?? stillRegistered(login.resources, client, login.apis);
  const api = login.apis?.find(({ identifier }) => resources.includes(identifier));
  const ofApi = api && allowedScopes(api, 'user');
  const granted = asked ?? login.scopes;
  const left = granted.filter((scope) =>
    isOwnScope(scope) ? client.scopes.includes(scope) && !(api && isAdministration(scope)) : ofApi?.has(scope),
  );
  return {
    scopes: onlyAllowed(left, new Set(granted)),
    resources,
    details: details ?? login.authorizationDetails,
    login: { ...login, ...given },
    ...(api && { api }),
  };
}

/** The first refresh token, if it was stored. */
export const storedToken = (refreshToken: string | null, { isRefreshable }: FirstRedeemed): string | null =>
  isRefreshable ? refreshToken : null;
