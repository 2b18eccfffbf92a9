import { expandScopes } from '../../../ground/kernel/access.ts';
import type { ClientRegistration } from '../../../modules/clients/index.ts';
import { locationsOf } from '../authorization-details.ts';
import { OAuthError } from '../errors.ts';
import { onlyAllowed } from '../scopes.ts';
import type { GrantResult, Grant, TokenRequest } from './grant.ts';

/** The scopes that a client may ask for when it acts for itself. */
export const scopesOfClient = (client: ClientRegistration): ReadonlySet<string> => expandScopes(client.scopes);

/** What the token of a client that acts for itself is for. Without `scope` it has all scopes of the registration. */
export function grantResultOfClient({ client, scopes, resources, details }: TokenRequest): GrantResult {
  const own = scopesOfClient(client);
  return {
    scopes: onlyAllowed(scopes ?? client.scopes.filter((scope) => own.has(scope)), own),
    resources: [...new Set([...(resources ?? []), ...locationsOf(details ?? [])])],
    details: details ?? [],
  };
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
