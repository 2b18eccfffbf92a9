import { expandScopes } from '../../ground/kernel/access.ts';
import { OWN_API_ID } from '../../ground/kernel/own-api.ts';
import type { ApiFacts } from './api-facts.hot.sql.ts';
import type { DecisionFacts } from './decision-facts.hot.sql.ts';
import type { Decision, Question } from './question.ts';

/** Whether the API gives a scope to a user whose roles allow these. */
export const userMay = (
  { requiresRole }: Pick<ApiFacts, 'requiresRole'>,
  ofRoles: ReadonlySet<string>,
  scope: string,
) => !requiresRole || ofRoles.has(scope);

/** The scopes that the subject's roles allow at the API. */
export const scopesOfRoles = ({ roles }: Pick<ApiFacts, 'roles'>): ReadonlySet<string> =>
  new Set(roles.flatMap(({ scopes }) => scopes));

/**
 * The scopes of the API that the client can ask for: for itself, those that it was given; for a user, those of them that the user
 * may have.
 */
export function possibleScopes(api: ApiFacts, subject: 'user' | 'client'): ReadonlySet<string> {
  if (subject === 'client') return new Set(api.given);
  const ofRoles = scopesOfRoles(api);
  return new Set(api.given.filter((scope) => userMay(api, ofRoles, scope)));
}

/** The scopes of the API that a token of the client can have: the possible ones, but for those that the user has left out. */
export const allowedScopes = (api: ApiFacts, subject: 'user' | 'client'): ReadonlySet<string> =>
  new Set(possibleScopes(api, subject)).difference(new Set(api.declined));

/** All scopes of the API that the subject may have, whichever of them the client has. */
export function entitlementsAt(api: ApiFacts, subject: 'user' | 'client'): string[] {
  if (subject === 'client') return [...api.given];
  const ofRoles = scopesOfRoles(api);
  return api.names.filter((scope) => userMay(api, ofRoles, scope));
}

/** Decides from facts. Everything that decides elsewhere asks `userMay` too. */
export function decide({ subject, organizationId }: Question, facts: DecisionFacts): Decision {
  const no = (reason: Decision['reason']): Decision => ({ allowed: false, reason, roles: [] });
  if (facts.subjectId === null) return no('unknown_subject');
  if (!facts.isActive) return no('inactive_subject');
  if (organizationId !== null && facts.organizationId === null) return no('unknown_organization');
  if (facts.apiId === null) return no('unknown_resource');
  if (facts.scopes.length === 0) return no('unknown_action');
  if (facts.apiId === OWN_API_ID) {
    // No role gives scopes to administer: whoever has them administers the whole customer.
    const has: ReadonlySet<string> = expandScopes(facts.ownScopes);
    const isAdministrator = facts.scopes.some((scope) => has.has(scope));
    return isAdministrator ? { allowed: true, reason: 'administrator', roles: [] } : no('not_administrator');
  }
  if (!facts.isInOrganization) return no('not_in_organization');
  if (facts.roles.length > 0) return { allowed: true, reason: 'role', roles: inOrder(facts.roles) };
  if (subject.kind === 'client')
    return facts.given?.length ? { allowed: true, reason: 'given', roles: [] } : no('no_role');
  const mayWithoutRole = facts.scopes.some((scope) => userMay(facts, NO_SCOPES, scope));
  return mayWithoutRole ? { allowed: true, reason: 'everybody', roles: [] } : no('no_role');
}

/** Each name once. */
const inOrder = (names: readonly string[]): readonly string[] =>
  names.length === 1 ? names : [...new Set(names)].toSorted();

const NO_SCOPES: ReadonlySet<string> = new Set();
