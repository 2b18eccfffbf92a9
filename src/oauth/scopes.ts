import { ALL_SCOPES } from '../modules/clients/index.ts';
import { OAuthError } from './errors.ts';

/** The scopes of a `scope` parameter, each once and in the order given; unknown ones are `invalid_scope`. */
export function parseScopes(text: string): string[] {
  // RFC 6749 §3.3: scopes stand between spaces.
  const scopes = [...new Set(text.split(' ').filter((scope) => scope !== ''))];
  const unknown = scopes.find((scope) => !ALL_SCOPES.includes(scope));
  if (unknown !== undefined) throw new OAuthError('invalid_scope', `There is no scope ${unknown}.`);
  return scopes;
}

/** `wanted`, or `invalid_scope` when one of them is not among `allowed`. */
export function onlyAllowed(wanted: readonly string[], allowed: ReadonlySet<string>): readonly string[] {
  const excess = wanted.find((scope) => !allowed.has(scope));
  if (excess !== undefined) throw new OAuthError('invalid_scope', `The scope ${excess} is more than may be asked for.`);
  if (wanted.length === 0) throw new OAuthError('invalid_scope', 'No scope is left to grant.');
  return wanted;
}
