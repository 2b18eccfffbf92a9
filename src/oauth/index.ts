/**
 * The OAuth 2.0 and OpenID Connect door: how applications get tokens, and what tokens are worth. The composition root
 * mounts its endpoints before anything that parses bodies, and the other doors ask `authenticate` who a request is from.
 * The pages a user sees on the way are the interaction's; users, sessions, clients and keys are their modules'.
 */
export { mountOAuth } from './mount.ts';
export { type Authenticate, authenticate } from './tokens/authenticate.ts';
