import type { ClientRegistration } from '../../../modules/clients/index.ts';
import type { UserinfoRow } from '../../../modules/grants/index.ts';
import type { SubjectView } from '../../../modules/subjects/index.ts';
import type { Runtime } from '../../../ground/kernel/runtime.ts';
import { detailsFor } from '../authorization-details.ts';
import type { GrantResult, UserLogin } from '../grants/grant.ts';
import type { Bearer } from '../tokens/access-token.ts';
import type { IdTokenContents } from '../tokens/id-token.ts';
import { idTokenClaimsOf } from './userinfo-claims.ts';

/** What the access token of an award is issued for, as long as nothing binds it. */
export function bearerOf(
  { settings }: Runtime,
  client: ClientRegistration,
  { scopes, resources, api, details, login, exchange }: GrantResult,
  view: SubjectView,
): Bearer {
  const { id: clientId, customerId, fapi2 } = client;
  return {
    clientId,
    customerId,
    fapi2,
    scopes,
    resources,
    details: detailsFor(settings, client, details, resources),
    view,
    ...(api && { api }),
    ...(login && { login }),
    ...(exchange && { exchange }),
  };
}

/** Whether ID tokens of the login say more of the user than the login itself tells. */
export const needsUser = (
  { idTokenClaims }: ClientRegistration,
  { idTokenClaims: named }: Pick<UserLogin, 'idTokenClaims'>,
): boolean => idTokenClaims || named.length > 0;

/** What the ID token of a login says. `user` is null if the login needs none. */
export function idTokenContents(
  client: ClientRegistration,
  login: UserLogin,
  { scopes, view }: Pick<Bearer, 'scopes'> & { readonly view: SubjectView },
  user: UserinfoRow | null,
): IdTokenContents {
  const { id: clientId, idTokenSignedResponseAlg: algorithm } = client;
  const { nonce } = login;
  const { groups: named = null, ...claims } = user ? idTokenClaimsOf(client, login.idTokenClaims, user, scopes) : {};
  const groups = scopes.includes('groups') ? login.groups : named;
  const organization = scopes.includes('organization') ? login.organization : null;
  return { clientId, view, algorithm, nonce, groups, organization, claims };
}
