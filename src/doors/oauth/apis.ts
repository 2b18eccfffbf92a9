import { isOwnScope } from '../../ground/kernel/access.ts';
import { allowedScopes, type ApiFacts } from '../../modules/access/index.ts';
import { OAuthError } from './errors.ts';

/** What a request names, all registered; null for what it does not name. */
interface Named {
  readonly resources: readonly string[] | null;
  readonly scopes: readonly string[] | null;
}

/** The APIs that have all of the scopes that are not of this server; none if there are no such scopes. */
export function apisHaving(apis: readonly ApiFacts[] | null, scopes: readonly string[]): readonly ApiFacts[] {
  const asked = scopes.filter((scope) => !isOwnScope(scope));
  return asked.length === 0 ? [] : (apis ?? []).filter(({ names }) => asked.every((scope) => names.includes(scope)));
}

/**
 * The API that a token is requested for: the resource, or the only API that has all the scopes. Undefined for this server and for
 * resources that are no registered API. `invalid_target` where it is not one API, because a token is for one.
 */
export function apiOf(apis: readonly ApiFacts[] | null, { resources, scopes }: Named): ApiFacts | undefined {
  if (apis === null) return undefined;
  if (resources !== null) return onlyApi(apis, resources);
  if ((scopes ?? []).every(isOwnScope)) return undefined;
  const having = apisHaving(apis, scopes!);
  if (having.length === 1) return having[0];
  throw notOneApi(NOT_ONE_API);
}

export const NOT_ONE_API = 'The scopes are not those of exactly one API: name it as the resource.';

const notOneApi = (description: string): OAuthError => new OAuthError('invalid_target', description);

/** The API among the resources of one token, if there is one; `invalid_target` if it is not the only resource. */
export function onlyApi(apis: readonly ApiFacts[] | null, resources: readonly string[]): ApiFacts | undefined {
  const named = apis?.find(({ identifier }) => resources.includes(identifier));
  if (named && resources.length > 1) throw notNamed();
  return named;
}

/** RFC 8707 §2.2: a token is for one API, and the request names more, or none of several. */
export const notNamed = (): OAuthError => notOneApi('A token is for one API: name one resource.');

/** The scopes of APIs that a client was given. */
export const givenScopes = (apis: readonly ApiFacts[] | null): readonly string[] =>
  (apis ?? []).flatMap(({ given }) => given);

/** The scopes that a token for the API has: of those asked for, or else of the default ones, those that are allowed. */
export function scopesAt(
  api: ApiFacts,
  subject: 'user' | 'client',
  scopes: readonly string[] | null,
  allowed = allowedScopes(api, subject),
): string[] {
  const asked = (scopes ?? []).filter((scope) => api.names.includes(scope));
  return (asked.length > 0 ? asked : api.defaults).filter((scope) => allowed.has(scope));
}
