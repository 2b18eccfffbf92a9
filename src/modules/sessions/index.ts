/**
 * Login sessions and what hangs below them: grants, authorization codes, refresh tokens. Deleting a session's row ends
 * all of it at once.
 */
export { Session } from './session.entity.ts';
export { AuthorizationCode, Grant, RefreshToken } from './grant.entity.ts';
