import { ALL_SCOPES } from '../../ground/kernel/access.ts';
import { OAuthError } from './errors.ts';

/** The distinct scopes of a `scope` parameter, in its order; `invalid_scope` for an unknown scope. */
export function parseScopes(text: string): string[] {
  // RFC 6749 §3.3: scopes are separated by spaces.
  const scopes = [...new Set(text.split(' ').filter((scope) => scope !== ''))];
  const unknown = scopes.find((scope) => !(ALL_SCOPES as readonly string[]).includes(scope));
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
