import type { ClientRegistration } from '../modules/clients/index.ts';
import { OAuthError } from './errors.ts';

/** `wanted`, or `invalid_target` when one of them is none of the client's. */
export function onlyRegistered(wanted: readonly string[], { resources }: ClientRegistration): readonly string[] {
  // RFC 8707 §2: absolute URIs without a fragment, which is what registered ones are; compared as they are.
  if (wanted.every((resource) => resources.includes(resource))) return wanted;
  throw new OAuthError('invalid_target', 'The client is not registered for a resource that it asks for.');
}

/** What is left of the resources that were authorized; never nothing of something, which would mean this server. */
export function stillRegistered(authorized: readonly string[], { resources }: ClientRegistration): readonly string[] {
  const left = authorized.filter((resource) => resources.includes(resource));
  if (left.length === 0 && authorized.length > 0) throw notAuthorized();
  return left;
}

/** RFC 8707 §2.2: a token is for nothing that was not authorized with its grant. */
export const notAuthorized = (): OAuthError =>
  new OAuthError('invalid_target', 'A resource that is asked for was not authorized.');
