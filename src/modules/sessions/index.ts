/**
 * Login sessions and what hangs below them: grants, authorization codes, refresh tokens. Deleting a session's row ends
 * all of it at once. Login and logout pages start and end sessions, their users and administrators list and end them, the
 * authorize endpoint issues codes; redeeming codes and refresh tokens is left to the grants of the token endpoint.
 */
export { Session } from './session.entity.ts';
export { AuthorizationCode, Grant, RefreshToken } from './grant.entity.ts';
export { issueCode } from './grant.service.ts';
export { Locations } from './location.ts';
export { sessionCookie } from './session.cookie.ts';
export { endGrantsOf, endSessionsOf } from './session-end.service.ts';
export { SessionListService } from './session-list.service.ts';
export { SessionResolver, UserSessionsResolver } from './session.resolver.ts';
export { placeOf } from './session.place.ts';
export { idleSince, notedBefore, SessionService } from './session.service.ts';
export { sessionAlive, type CurrentSession } from './session.sql.ts';
