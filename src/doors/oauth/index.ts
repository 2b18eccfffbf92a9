/**
 * The OAuth 2.0 and OpenID Connect door: issues, verifies and revokes tokens. `server/app.ts` mounts its endpoints for tokens.
 * `server/late-routes.ts` mounts the others, and gives the other doors the function that authenticates requests. The interaction owns
 * the pages; the modules own users, sessions, clients, grants and keys.
 */
export { ClientCertificates } from './mtls/client-certificates.ts';
export { mountOauth } from './mount.ts';
export { tokenRoutes } from './routes.ts';
export { createAuthenticate } from './tokens/authenticate.ts';
