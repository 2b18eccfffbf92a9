/**
 * The decision who may do what at an API: of facts that statements read, by pure functions. Tokens, introspection, the
 * authorization API and explanations all ask here, so that they cannot disagree. It has no tables of its own.
 */
export { allowedScopes, entitlementsAt, scopesOfRoles, userMay } from './decision.ts';
export { apiFacts, type ApiFacts, type HeldRole } from './api-facts.hot.sql.ts';
export { effectiveGroupNames, effectiveGroups } from './effective-groups.hot.sql.ts';
