/**
 * The authorization endpoint (RFC 6749 §3.1, OpenID Connect Core §3.1.2). A request becomes an `Attempt`: its parameters
 * and, from one query, its client, session and consent. `pipeline.ts` lists the checks, one file each in `checks/`. If all
 * pass, one write issues the code. If the user has to be asked, the request becomes a sealed `Flow`, which goes through the
 * interaction's pages and comes back to `/oauth2/authorize/continue`, where the same checks run. The interaction owns the
 * pages: it uses `Interactions`, and provides the pages that the endpoint sends itself.
 */
export { mountAuthorize, readParameters } from './authorize.route.ts';
export { requestDevice } from './device.ts';
export { pushRequest } from './push.ts';
export { Interactions, type FlowStep, type OwnParameter } from './interactions.ts';
export type { OpenFlow } from './open-flow.ts';
export type { PostedAnswer } from './authorize.route.ts';
