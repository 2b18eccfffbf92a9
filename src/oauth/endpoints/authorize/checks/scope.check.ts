import { ALL_SCOPES, isAdministration } from '../../../../modules/clients/index.ts';
import { refuse, wordsOf, type Attempt, type Check } from '../attempt.ts';

/**
 * The scopes the client gets: those it asks for and is registered for. Others are ignored (OpenID Connect Core
 * §3.1.2.1), and the token response tells what was granted (RFC 6749 §3.3). Nobody but an administrator can let a client
 * administer, and a member who becomes one has been asked nothing yet: what they once granted holds nothing of it.
 */
export function grantedScopes({
  parameters,
  client,
  session,
}: Pick<Attempt, 'parameters' | 'client' | 'session'>): string[] {
  const isMember = session !== null && session.role !== 'admin';
  return [...wordsOf(parameters, 'scope')].filter(
    (scope) => ALL_SCOPES.includes(scope) && client.scopes.includes(scope) && !(isMember && isAdministration(scope)),
  );
}

/** A request from which nothing would be granted is one (RFC 6749 §3.3). */
export const checkScope: Check = (attempt) =>
  grantedScopes(attempt).length > 0
    ? undefined
    : refuse('invalid_scope', 'scope names nothing that the client may have in the name of a user.');
