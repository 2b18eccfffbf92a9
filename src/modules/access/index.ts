/**
 * The decision who may do what at an API: of facts that statements read, by pure functions. Tokens, introspection, the
 * authorization API and explanations all ask here, so that they cannot disagree. It has no tables of its own.
 */
export { ask, factsOf } from './ask.ts';
export { allowedScopes, decide, entitlementsAt, possibleScopes } from './decision.ts';
export { rolesOf } from './decision-facts.hot.sql.ts';
export { searchActions, searchResources, searchSubjects, type Found, type Page } from './search.ts';
export { apiFacts, type ApiFacts } from './api-facts.hot.sql.ts';
export {
  effectiveGroupNames,
  effectiveGroups,
  effectiveGroupsWith,
  innerGroups,
  outerGroups,
} from './effective-groups.hot.sql.ts';
export {
  NODE_KINDS,
  PERMITTED,
  REFUSED,
  SUBJECT_KINDS,
  type Decision,
  type NodeKind,
  type Question,
  type Resource,
  type Subject,
  type SubjectKind,
} from './question.ts';
