/**
 * Sessions: one login in one browser. Deleting a session's row also deletes its grants and tokens. Login and logout pages
 * start and end sessions; users and administrators list and end them. Remembered devices are browsers in which a session
 * starts without the second factor of its user, and browsers know the accounts that stay signed in with them. `grants` owns what clients get from a session, and
 * `logouts` notifies clients when it ends.
 */
export { sessionFilter } from './session.filter.ts';
export { RememberedDevice } from './remembered-device.entity.ts';
export { limitDevices, RememberedDeviceService } from './remembered-device.service.ts';
export { REMEMBERED_DEVICE } from './remembered-device.hot.sql.ts';
export { rememberedCookies, rememberedSecretOf } from './remembered-cookie.ts';
export { Session } from './session.entity.ts';
export { BrowserAccounts } from './browser-accounts.ts';
export { deviceOf } from './device-name.ts';
export { Locations } from './location.ts';
export { authenticateBySession } from './session-authenticate.ts';
export { sessionCookie } from './session-cookie.ts';
export { endSessionsOf, endSessionsOfMany, endSessionsWithoutFactor } from './session-end.service.ts';
export { SessionListService } from './session-list.service.ts';
export { placeOf } from './session-place.ts';
export { SessionService, type Login } from './session.service.ts';
export { idleSince, notedBefore } from './session-times.ts';
export {
  factorAt,
  noteAccess,
  provedAt,
  sessionAlive,
  startSession,
  type CurrentSession,
  type SessionStart,
} from './session.hot.sql.ts';
