/**
 * The logout endpoint (OpenID Connect RP-Initiated Logout 1.0). A client whose ID token is of the very session that the
 * browser has ends it at once; for anybody else the interaction's page asks, with the same parameters, and reads them by
 * the same `LogoutRequests`. Ending a session, and telling other clients of it, is the sessions' and the logouts' business.
 */
import type { Router } from 'express';
import type { Runtime } from '../../../kernel/runtime.ts';
import { EndSessionRoute, type ShowError } from './end-session.route.ts';

export { LogoutRequests } from './logout-requests.ts';

/** Puts the endpoint on a router that stands at the issuer's path. */
export function mountEndSession(router: Router, runtime: Runtime, showError: ShowError): void {
  new EndSessionRoute(runtime, showError).mount(router);
}
