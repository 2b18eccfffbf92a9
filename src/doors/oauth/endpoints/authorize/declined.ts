import { possibleScopes, type ApiFacts } from '../../../../modules/access/index.ts';
import { isAdministration } from '../../../../modules/clients/index.ts';
import { wordsOf, type Attempt } from './attempt.ts';
import { grantedResources, requestedApis } from './checks/resource.check.ts';
import { grantedScopes } from './checks/scope.check.ts';
import { narrowed } from './open-flow.ts';

type Asked = Pick<Attempt, 'parameters' | 'client' | 'session' | 'flow'>;

/** Whether the request asks the user, whatever was allowed before. */
export const asksAnew = (asked: Asked): boolean =>
  wordsOf(asked.parameters, 'prompt').has('consent') ||
  grantedScopes(asked).some(isAdministration) ||
  asked.flow?.device != null ||
  asked.client.source === 'document';

/** Those of the granted scopes that `isSo` at each of the requested APIs that may give them. */
const scopesThat = (asked: Asked, isSo: (api: ApiFacts, scope: string) => boolean): string[] => {
  const apis = requestedApis(asked);
  // Few users have left anything out.
  if (apis.every(({ declined }) => declined.length === 0)) return [];
  return grantedScopes(asked).filter((scope) => {
    const having = apis.filter((api) => possibleScopes(api, 'user').has(scope));
    return having.length > 0 && having.every((api) => isSo(api, scope));
  });
};

/** The granted scopes that the user has left out before. No token has them until the user allows them. */
export const declinedAmong = (asked: Asked): readonly string[] =>
  scopesThat(asked, ({ declined }, scope) => declined.includes(scope));

/**
 * The request without the scopes that the user has left out before, if they can still be left out. All of it if the user is asked
 * anyhow, or nothing would be left.
 */
export function withoutDeclined(attempt: Attempt): Attempt {
  const left = scopesThat(attempt, ({ declined, optional }, scope) =>
    [declined, optional].every((names) => names.includes(scope)),
  );
  if (left.length === 0 || asksAnew(attempt)) return attempt;
  const scopes = grantedScopes(attempt).filter((scope) => !left.includes(scope));
  if (scopes.length === 0) return attempt;
  return { ...attempt, parameters: narrowed({ ...attempt, resources: grantedResources(attempt) }, scopes) };
}
