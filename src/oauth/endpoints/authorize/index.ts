/**
 * The authorization endpoint (RFC 6749 §3.1, OpenID Connect Core §3.1.2). A request becomes an `Attempt`: its parameters
 * and, from one read, its client, session and consent. `pipeline.ts` has the table of checks it must pass, one file each
 * in `checks/`; then one write issues the code. Where a person has to be asked, the request travels as a sealed `Flow`
 * through the pages of the interaction and comes back to `/oauth2/authorize/continue`, which runs the same checks. How
 * pages look is the interaction's business: it is handed `Interactions`, and hands in the pages that
 * the endpoint sends itself.
 */
import type { Router } from 'express';
import type { Runtime } from '../../../kernel/runtime.ts';
import { AuthorizeRoute, type AuthorizePages } from './authorize.route.ts';

export { readParameters } from './authorize.route.ts';

export { pushRequest } from './push.ts';
export { Interactions, type OpenFlow } from './interactions.ts';
export type { AuthorizePages, PostedAnswer } from './authorize.route.ts';

/** Puts the endpoint on a router that stands at the issuer's path. */
export function mountAuthorize(router: Router, runtime: Runtime, pages: AuthorizePages): void {
  new AuthorizeRoute(runtime, pages).mount(router);
}
