import { metadataPath, publishedApis } from '../../ground/http/protected-resource.ts';
import type { Runtime } from '../../ground/kernel/runtime.ts';
import type { Readers } from './cors.ts';
import type { Handler } from './endpoint.ts';
import { discoveryEndpoint } from './endpoints/discovery.ts';
import { introspectionEndpoint } from './endpoints/introspection.ts';
import { jwksEndpoint } from './endpoints/jwks.ts';
import { protectedResourceEndpoint } from './endpoints/protected-resource.ts';
import { revocationEndpoint } from './endpoints/revocation.ts';
import { tokenEndpoint } from './endpoints/token.ts';
import { userinfoEndpoint } from './endpoints/userinfo.ts';
import { PATHS } from './paths.ts';

export interface OAuthRoute {
  /** Below the issuer. */
  readonly path: string;
  readonly methods: readonly ('GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE')[];
  readonly handler: Handler;
  /** Whether the path is that of the host, not below the issuer. */
  readonly ofHost?: true;
  /** Which web pages may read the answers; without it, only pages of this server. */
  readonly readers?: Readers;
}

/** The metadata of this server's APIs, and of the server as a whole. */
const resourceRoutes = (runtime: Runtime): OAuthRoute[] => {
  const apis = publishedApis(runtime.settings);
  return (apis.length > 0 ? ['', ...apis] : []).map((api) => ({
    path: metadataPath(runtime.settings, api),
    methods: ['GET', 'HEAD'],
    handler: protectedResourceEndpoint(runtime, api),
    readers: 'everybody',
    ofHost: true,
  }));
};

/** The endpoints that clients call with tokens and for them, and the metadata. */
export const tokenRoutes = (runtime: Runtime): OAuthRoute[] => [
  { path: PATHS.token, methods: ['POST'], handler: tokenEndpoint(runtime), readers: 'clients' },
  { path: PATHS.userinfo, methods: ['GET', 'HEAD', 'POST'], handler: userinfoEndpoint(runtime), readers: 'clients' },
  { path: PATHS.introspect, methods: ['POST'], handler: introspectionEndpoint(runtime) },
  { path: PATHS.revoke, methods: ['POST'], handler: revocationEndpoint(runtime), readers: 'clients' },
  ...resourceRoutes(runtime),
  { path: PATHS.jwks, methods: ['GET', 'HEAD'], handler: jwksEndpoint(runtime), readers: 'everybody' },
  {
    path: PATHS.openidConfiguration,
    methods: ['GET', 'HEAD'],
    handler: discoveryEndpoint(runtime),
    readers: 'everybody',
  },
  {
    path: PATHS.authorizationServer,
    methods: ['GET', 'HEAD'],
    handler: discoveryEndpoint(runtime),
    readers: 'everybody',
  },
];
