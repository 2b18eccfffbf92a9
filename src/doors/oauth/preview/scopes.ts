import { AUTHZ, isOwnScope, scopesOf as scopesToAdminister } from '../../../ground/kernel/access.ts';
import { possibleScopes, type ApiFacts } from '../../../modules/access/index.ts';
import { isAdministration } from '../../../modules/clients/index.ts';
import type { PreviewedScope } from '../../../modules/previews/index.ts';
import type { Attempt } from '../endpoints/authorize/attempt.ts';
import { grantedScopes } from '../endpoints/authorize/checks/scope.check.ts';
import { requestedApis } from '../endpoints/authorize/checks/resource.check.ts';

type Outcome = PreviewedScope['outcome'];

/**
 * What has become of each scope that was asked for, and of the default ones of the API. `api` has the user's roles where the
 * token is for.
 */
export function scopesOf(
  attempt: Attempt,
  asked: readonly string[],
  granted: readonly string[],
  api: ApiFacts | undefined = requestedApis(attempt)[0],
): readonly PreviewedScope[] {
  return [...new Set([...asked, ...granted])].map((name) => {
    const isGranted = granted.includes(name);
    const roles = api?.requiresRole ? rolesFor(api, name) : [];
    const outcome = isGranted ? (roles.length > 0 ? 'role' : 'granted') : missing(attempt, api, name);
    return { name, isGranted, outcome, roles };
  });
}

const rolesFor = ({ roles }: ApiFacts, scope: string): readonly string[] =>
  roles.filter(({ scopes }) => scopes.includes(scope)).map(({ name }) => name);

/** Why a scope is not granted. */
function missing(attempt: Attempt, api: ApiFacts | undefined, name: string): Outcome {
  const { client, session } = attempt;
  if (name === AUTHZ) return 'not_for_users';
  if (isOwnScope(name)) {
    if (!client.scopes.includes(name)) return 'not_allowed';
    // A token for an API administers nothing here.
    return grantedScopes(attempt).includes(name) ||
      !isAdministration(name) ||
      (session && scopesToAdminister(session).some((each) => each === name))
      ? 'not_at_api'
      : 'administrators_only';
  }
  if (!api?.names.includes(name))
    return client.apis?.some(({ names }) => names.includes(name)) ? 'other_api' : 'unknown';
  if (!api.given.includes(name)) return 'not_allowed';
  return possibleScopes(api, 'user').has(name) ? 'declined' : 'no_role';
}
