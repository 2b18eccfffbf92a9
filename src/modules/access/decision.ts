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
 * The scopes of the API that a token of the client can have: for a user, those that both the client and the user may have; for
 * the client itself, those that it was given and those of its roles.
 */
export function allowedScopes(api: ApiFacts, subject: 'user' | 'client'): ReadonlySet<string> {
  const ofRoles = scopesOfRoles(api);
  if (subject === 'client') return new Set([...api.given, ...ofRoles]);
  return new Set(api.given.filter((scope) => userMay(api, ofRoles, scope)));
}
