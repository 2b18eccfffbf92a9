/**
 * The OAuth 2.0 and OpenID Connect door: how applications get tokens, and what tokens are worth. The composition root
 * mounts its endpoints, and gives the other doors the function that tells who a request is from. The pages a user sees on
 * the way are the interaction's; users, sessions, clients and keys are their modules'.
 */
export { mountOauth } from './mount.ts';
export { createAuthenticate } from './tokens/authenticate.ts';
