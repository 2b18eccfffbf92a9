import type { ApiFacts } from './api-facts.hot.sql.ts';

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
 * The scopes of the API that a token of the client can have: for the client itself, those that it was given; for a user, those
 * of them that the user may have.
 */
export function allowedScopes(api: ApiFacts, subject: 'user' | 'client'): ReadonlySet<string> {
  if (subject === 'client') return new Set(api.given);
  const ofRoles = scopesOfRoles(api);
  return new Set(api.given.filter((scope) => userMay(api, ofRoles, scope)));
}

/** All scopes of the API that the subject may have, whichever of them the client has. */
export function entitlementsAt(api: ApiFacts, subject: 'user' | 'client'): string[] {
  if (subject === 'client') return [...api.given];
  const ofRoles = scopesOfRoles(api);
  return api.names.filter((scope) => userMay(api, ofRoles, scope));
}
