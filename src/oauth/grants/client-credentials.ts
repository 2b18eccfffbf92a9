import { expandScopes } from '../../kernel/access.ts';
import type { ClientRegistration } from '../../modules/clients/index.ts';
import { OAuthError } from '../errors.ts';
import { onlyAllowed } from '../scopes.ts';
import type { Grant } from './grant.ts';

const apiScopes = (client: ClientRegistration): ReadonlySet<string> => expandScopes(client.scopes);

/** RFC 6749 §4.4: a client acts for itself. Without `scope` it gets all its registered scopes. Writes nothing. */
export const clientCredentials: Grant = {
  required: [],
  mayAskFor: apiScopes,
  redeem({ client, scopes, resources }) {
    // RFC 6749 §4.4: the client credentials grant is for confidential clients only.
    if (client.type === 'public' || client.tokenEndpointAuthMethod === 'none')
      throw new OAuthError('unauthorized_client', 'Public clients cannot use client_credentials.');
    const own = apiScopes(client);
    return {
      scopes: onlyAllowed(scopes ?? client.scopes.filter((scope) => own.has(scope)), own),
      resources: resources ?? [],
    };
  },
};
