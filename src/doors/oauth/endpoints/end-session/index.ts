/**
 * The logout endpoint (OpenID Connect RP-Initiated Logout 1.0). A client with an ID token of the browser's session ends the
 * session at once. Otherwise the interaction's page asks the user; it gets the same parameters, and reads them with the same
 * `LogoutRequests`. `sessions` ends the session, and `logouts` notifies the other clients. Those that want to be told by the
 * browser are told by a page of the interaction, in frames.
 */
export { mountEndSession } from './end-session.route.ts';
export type { LoggedOut } from './end-session.route.ts';
export { LogoutRequests } from './logout-requests.ts';
