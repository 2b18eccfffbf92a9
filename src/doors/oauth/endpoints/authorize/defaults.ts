import { listedAs } from '../../../../ground/kernel/resource-uri.ts';
import { isAdministration } from '../../../../modules/clients/index.ts';
import type { LoginClient } from '../../../../modules/logins/index.ts';
import { registeredResources } from '../../resources.ts';
import type { AuthorizationInput } from './attempt.ts';
import { BETWEEN_RESOURCES } from './checks/resource.check.ts';

type Registered = Pick<LoginClient, 'defaultAcrValues' | 'defaultMaxAge' | 'scopes' | 'source' | 'resources' | 'apis'>;

/**
 * The request with what the client is registered to ask for where the request does not say (OpenID Connect Registration §2, RFC
 * 6749 §3.3), and with resources as they are registered. A flow has had it since it began.
 */
export function withDefaults(asked: AuthorizationInput, client: Registered): AuthorizationInput {
  if (asked.flow) return asked;
  const { defaultAcrValues, defaultMaxAge } = client;
  const parameters = new Map(asked.parameters);
  if (defaultMaxAge !== null && !parameters.has('max_age')) parameters.set('max_age', String(defaultMaxAge));
  if (defaultAcrValues.length > 0 && !parameters.has('acr_values'))
    parameters.set('acr_values', defaultAcrValues.join(' '));
  if (!parameters.has('scope')) parameters.set('scope', defaultScopes(client).join(' '));
  const resources = parameters.get('resource')?.split(BETWEEN_RESOURCES);
  if (resources) parameters.set('resource', resources.map(registered(client)).join(BETWEEN_RESOURCES));
  return { ...asked, parameters };
}

const registered =
  (client: Registered) =>
  (resource: string): string =>
    listedAs(resource, registeredResources(client)) ?? resource;

/** What is only given to clients that ask for it: use while the user is away (OpenID Connect Core §11), and an organization. */
const BY_NAME = ['offline_access', 'organization'];

/** What a client that describes itself needs to know its user. Its document may say nothing of scopes, and then it has all. */
const BASIC = ['openid', 'profile', 'email'];

function defaultScopes({ scopes, source }: Registered): string[] {
  const usual = scopes.filter((scope) => !isAdministration(scope) && !BY_NAME.includes(scope));
  const basic = usual.filter((scope) => BASIC.includes(scope));
  return source === 'document' && basic.length > 0 ? basic : usual;
}
