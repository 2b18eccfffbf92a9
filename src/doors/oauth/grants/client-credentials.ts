import { expandScopes } from '../../../ground/kernel/access.ts';
import type { ClientRegistration } from '../../../modules/clients/index.ts';
import { apiOf, givenScopes, scopesAt } from '../apis.ts';
import { locationsOf } from '../authorization-details.ts';
import { OAuthError } from '../errors.ts';
import { onlyAllowed } from '../scopes.ts';
import type { GrantResult, Grant, TokenRequest } from './grant.ts';

/** The scopes of this server that a client may have when it acts for itself. */
const ownScopesOf = (client: ClientRegistration): ReadonlySet<string> => expandScopes(client.scopes);

/** Those that it may ask for: also those of APIs. */
export const scopesOfClient = (client: ClientRegistration): ReadonlySet<string> =>
  new Set([...ownScopesOf(client), ...givenScopes(client.apis)]);

/**
 * What the token of a client that acts for itself is for. Without `scope` it has all scopes of the registration, or the default
 * ones of the API that `resource` names.
 */
export function grantResultOfClient(request: TokenRequest): GrantResult {
  const { client, scopes, resources, details } = request;
  const api = apiOf(client.apis, request);
  const all = {
    resources: [...new Set([...(resources ?? []), ...locationsOf(details ?? [])])],
    details: details ?? [],
  };
  if (api) {
    const granted = scopesAt(api, 'client', scopes);
    return { ...all, scopes: onlyAllowed(granted, new Set(granted)), resources: [api.identifier], api };
  }
  const own = ownScopesOf(client);
  return { ...all, scopes: onlyAllowed(scopes ?? client.scopes.filter((scope) => own.has(scope)), own) };
}

/** RFC 6749 §4.4: a client acts for itself. Writes nothing. */
export const clientCredentials: Grant = {
  required: [],
  mayAskFor: scopesOfClient,
  redeem(request) {
    const { client } = request;
    // RFC 6749 §4.4: the client credentials grant is for confidential clients only.
    if (client.type === 'public' || client.tokenEndpointAuthMethod === 'none')
      throw new OAuthError('unauthorized_client', 'Public clients cannot use client_credentials.');
    return grantResultOfClient(request);
  },
};
