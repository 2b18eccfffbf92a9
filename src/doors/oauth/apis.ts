import { allowedScopes, type ApiFacts } from '../../modules/access/index.ts';
import { OAuthError } from './errors.ts';
import { isOwnScope } from './scopes.ts';

/** What a request names, all registered; null for what it does not name. */
interface Named {
  readonly resources: readonly string[] | null;
  readonly scopes: readonly string[] | null;
}

/**
 * The API that a token is requested for: the resource, or the only API that has all the scopes. Undefined for this server and for
 * resources that are no registered API. `invalid_target` where it is not one API, because a token is for one.
 */
export function apiOf(apis: readonly ApiFacts[] | null, { resources, scopes }: Named): ApiFacts | undefined {
  if (apis === null) return undefined;
  if (resources !== null) {
    const named = apis.filter(({ identifier }) => resources.includes(identifier));
    if (named.length > 0 && resources.length > 1) throw notOneApi('A token is for one API: name one resource.');
    return named[0];
  }
  const asked = (scopes ?? []).filter((scope) => !isOwnScope(scope));
  if (asked.length === 0) return undefined;
  const having = apis.filter(({ names }) => asked.every((scope) => names.includes(scope)));
  if (having.length === 1) return having[0];
  throw notOneApi('The scopes are not those of exactly one API: name it as the resource.');
}

const notOneApi = (description: string): OAuthError => new OAuthError('invalid_target', description);

/** The scopes that a token for the API has: of those asked for, or else of the default ones, those that are allowed. */
export function scopesAt(api: ApiFacts, subject: 'user' | 'client', scopes: readonly string[] | null): string[] {
  const allowed = allowedScopes(api, subject);
  const asked = (scopes ?? []).filter((scope) => api.names.includes(scope));
  return (asked.length > 0 ? asked : api.defaults).filter((scope) => allowed.has(scope));
}
