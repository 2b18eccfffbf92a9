import { AUTHZ, isOwnScope, scopesOf } from '../../../../../ground/kernel/access.ts';
import { possibleScopes } from '../../../../../modules/access/index.ts';
import { isAdministration } from '../../../../../modules/clients/index.ts';
import { scopesAt } from '../../../apis.ts';
import { isKnownScope } from '../../../scopes.ts';
import { refuse, wordsOf, type Attempt, type Check } from '../attempt.ts';
import { namesNoApi, requestedApis } from './resource.check.ts';

/**
 * The scopes that the client gets: those it requests and is registered for. Others are ignored (OpenID Connect Core
 * §3.1.2.1), and the token response has the granted ones (RFC 6749 §3.3). Users grant the scopes to
 * administer that what they are allows. A member who becomes an administrator has not granted them, and is asked. Scopes of an API are those that the client was
 * given and, as soon as somebody is signed in, the user may have in any organization; tokens have those of the organization
 * that the user acts for. Those that the user has left out before are among them: see `declined.ts`.
 */
export function grantedScopes({
  parameters,
  client,
  session,
}: Pick<Attempt, 'parameters' | 'client' | 'session'>): string[] {
  const beyond = (scope: string): boolean =>
    session !== null && isAdministration(scope) && !scopesOf(session).some((each) => each === scope);
  const words = [...wordsOf(parameters, 'scope')];
  const own = words.filter(
    (scope) => isOwnScope(scope) && scope !== AUTHZ && client.scopes.includes(scope) && !beyond(scope),
  );
  const subject = session ? 'user' : 'client';
  return [
    ...new Set([
      ...own,
      ...requestedApis({ parameters, client }).flatMap((api) =>
        scopesAt(api, subject, words, possibleScopes(api, subject)),
      ),
    ]),
  ];
}

/**
 * A request that would get no scope is refused (RFC 6749 §3.3). So is one with a scope that no API of the client has, if the client
 * has scopes of APIs.
 */
export const checkScope: Check = (attempt) => {
  const { apis } = attempt.client;
  if (apis !== null && [...wordsOf(attempt.parameters, 'scope')].some((scope) => !isKnownScope(scope, apis)))
    return refuse('invalid_scope', 'scope has a scope that does not exist.');
  // That is another error.
  return grantedScopes(attempt).length > 0 || namesNoApi(attempt)
    ? undefined
    : refuse('invalid_scope', 'scope has no scope that the client may get for a user.');
};
