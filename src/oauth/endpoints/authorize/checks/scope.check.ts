import { USER_SCOPES } from '../../../vocabulary.ts';
import { refuse, wordsOf, type Attempt, type Check } from '../attempt.ts';

// The scopes of clients acting for themselves mean nothing in a user's name.
const ofUsers: ReadonlySet<string> = new Set(USER_SCOPES);

/**
 * The scopes the client gets: those it asks for and is registered for. Others are ignored (OpenID Connect Core
 * §3.1.2.1), and the token response tells what was granted (RFC 6749 §3.3).
 */
export const grantedScopes = ({ parameters, client }: Pick<Attempt, 'parameters' | 'client'>): string[] =>
  [...wordsOf(parameters, 'scope')].filter((scope) => ofUsers.has(scope) && client.scopes.includes(scope));

/** A request from which nothing would be granted is one (RFC 6749 §3.3). */
export const checkScope: Check = (attempt) =>
  grantedScopes(attempt).length > 0
    ? undefined
    : refuse('invalid_scope', 'scope names nothing that the client may have in the name of a user.');
