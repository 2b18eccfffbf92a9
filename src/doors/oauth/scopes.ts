import { isOwnScope } from '../../ground/kernel/access.ts';
import type { ApiFacts } from '../../modules/access/index.ts';
import { OAuthError } from './errors.ts';

/** Whether the scope is one of this server or of one of the APIs. */
export const isKnownScope = (scope: string, apis: readonly ApiFacts[] | null): boolean =>
  isOwnScope(scope) || apis?.some(({ names }) => names.includes(scope)) === true;

/** The distinct scopes of a `scope` parameter, in its order; `invalid_scope` for one that is unknown here and at the APIs. */
export function parseScopes(text: string, apis: readonly ApiFacts[] | null = null): string[] {
  // RFC 6749 §3.3: scopes are separated by spaces.
  const scopes = [...new Set(text.split(' ').filter((scope) => scope !== ''))];
  const unknown = scopes.find((scope) => !isKnownScope(scope, apis));
  if (unknown !== undefined) throw new OAuthError('invalid_scope', `The scope ${unknown} does not exist.`);
  return scopes;
}

/** `wanted`; `invalid_scope` if one of them is not among `allowed`. */
export function onlyAllowed(wanted: readonly string[], allowed: ReadonlySet<string>): readonly string[] {
  const excess = wanted.find((scope) => !allowed.has(scope));
  if (excess !== undefined) throw new OAuthError('invalid_scope', `The client may not request the scope ${excess}.`);
  if (wanted.length === 0) throw new OAuthError('invalid_scope', 'No scope can be granted.');
  return wanted;
}
