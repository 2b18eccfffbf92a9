import type { Runtime } from '../kernel/runtime.ts';
import type { Handler } from './endpoint.ts';
import { discoveryEndpoint } from './endpoints/discovery.ts';
import { introspectionEndpoint } from './endpoints/introspection.ts';
import { jwksEndpoint } from './endpoints/jwks.ts';
import { parEndpoint } from './endpoints/par.ts';
import { revocationEndpoint } from './endpoints/revocation.ts';
import { tokenEndpoint } from './endpoints/token.ts';
import { userinfoEndpoint } from './endpoints/userinfo.ts';
import { PATHS } from './paths.ts';

interface OAuthRoute {
  /** Below the issuer. */
  readonly path: string;
  readonly methods: readonly ('GET' | 'HEAD' | 'POST')[];
  readonly handler: Handler;
}

/** The endpoints that clients speak to. */
export const oauthRoutes = (runtime: Runtime): OAuthRoute[] => [
  { path: PATHS.par, methods: ['POST'], handler: parEndpoint(runtime) },
  { path: PATHS.token, methods: ['POST'], handler: tokenEndpoint(runtime) },
  { path: PATHS.userinfo, methods: ['GET', 'HEAD', 'POST'], handler: userinfoEndpoint(runtime) },
  { path: PATHS.introspect, methods: ['POST'], handler: introspectionEndpoint(runtime) },
  { path: PATHS.revoke, methods: ['POST'], handler: revocationEndpoint(runtime) },
  { path: PATHS.jwks, methods: ['GET', 'HEAD'], handler: jwksEndpoint(runtime) },
  { path: PATHS.openidConfiguration, methods: ['GET', 'HEAD'], handler: discoveryEndpoint(runtime) },
  { path: PATHS.authorizationServer, methods: ['GET', 'HEAD'], handler: discoveryEndpoint(runtime) },
];
