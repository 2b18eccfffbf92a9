import { listedAs } from '../../ground/kernel/resource-uri.ts';
import type { ApiFacts } from '../../modules/access/index.ts';
import type { ClientRegistration } from '../../modules/clients/index.ts';
import { OAuthError } from './errors.ts';

/** What tokens may be for: the resources of a client's registration, and the APIs of which it has scopes. */
export const registeredResources = ({ resources, apis }: Pick<ClientRegistration, 'resources' | 'apis'>): string[] => [
  ...resources,
  ...(apis ?? []).map(({ identifier }) => identifier),
];

/** `wanted`, as the client is registered for them; `invalid_target` if it is not registered for one of them. */
export function onlyRegistered(wanted: readonly string[], client: ClientRegistration): readonly string[] {
  const registered = registeredResources(client);
  const found = wanted.map((resource) => listedAs(resource, registered));
  if (found.every((resource) => resource !== undefined)) return [...new Set(found)];
  throw new OAuthError('invalid_target', 'The client is not registered for a requested resource.');
}

/**
 * The authorized resources that are still registered, or APIs of which the client has scopes; `invalid_target` if none is left, since
 * no resource means this server.
 */
export function stillRegistered(
  authorized: readonly string[],
  { resources }: ClientRegistration,
  apis: readonly ApiFacts[] | null,
): readonly string[] {
  const registered = registeredResources({ resources, apis });
  const left = authorized.filter((resource) => registered.includes(resource));
  if (left.length === 0 && authorized.length > 0) throw notAuthorized();
  return left;
}

/** RFC 8707 §2.2: a token is only for resources that its grant authorizes. */
export const notAuthorized = (): OAuthError =>
  new OAuthError('invalid_target', 'A requested resource was not authorized.');
