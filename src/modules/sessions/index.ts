/**
 * Login sessions: one login in one browser. Deleting a session's row ends all that hangs below it at once. Login and
 * logout pages start and end sessions, their users and administrators list and end them; what clients get of them is
 * left to `grants`, telling clients of their end to `logouts`.
 */
export { Session } from './session.entity.ts';
export { deviceName } from './device-name.ts';
export { Locations } from './location.ts';
export { sessionCookie } from './session.cookie.ts';
export { endSessionsOf } from './session-end.service.ts';
export { SessionListService } from './session-list.service.ts';
export { SessionResolver, UserSessionsResolver } from './session.resolver.ts';
export { placeOf } from './session.place.ts';
export { idleSince, notedBefore, SessionService, type Login } from './session.service.ts';
export { factorAt, noteAccess, sessionAlive, startingSession, type CurrentSession } from './session.hot.sql.ts';
export { sweepSessions } from './session.sweep.ts';
