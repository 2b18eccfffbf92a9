import { AUTHZ, ALL_SCOPES } from '../../../../../ground/kernel/access.ts';
import { isAdministration } from '../../../../../modules/clients/index.ts';
import { refuse, wordsOf, type Attempt, type Check } from '../attempt.ts';

/**
 * The scopes that the client gets: those it requests and is registered for. Others are ignored (OpenID Connect Core
 * §3.1.2.1), and the token response has the granted ones (RFC 6749 §3.3). Only administrators can grant scopes to
 * administer. A member who becomes an administrator has not granted them, and is asked.
 */
export function grantedScopes({
  parameters,
  client,
  session,
}: Pick<Attempt, 'parameters' | 'client' | 'session'>): string[] {
  const isMember = session !== null && session.role !== 'admin';
  return [...wordsOf(parameters, 'scope')].filter(
    (scope) =>
      (ALL_SCOPES as readonly string[]).includes(scope) &&
      scope !== AUTHZ &&
      client.scopes.includes(scope) &&
      !(isMember && isAdministration(scope)),
  );
}

/** A request that would get no scope is refused (RFC 6749 §3.3). */
export const checkScope: Check = (attempt) =>
  grantedScopes(attempt).length > 0
    ? undefined
    : refuse('invalid_scope', 'scope has no scope that the client may get for a user.');
