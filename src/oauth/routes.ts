import type { OAuthRoute, Surroundings } from './endpoint.ts';
import { discoveryEndpoint } from './endpoints/discovery.ts';
import { jwksEndpoint } from './endpoints/jwks.ts';
import { tokenEndpoint } from './endpoints/token.ts';
import { userinfoEndpoint } from './endpoints/userinfo.ts';
import { authorizationServerPath, issuerPath, PATHS } from './paths.ts';

/** The endpoints that clients speak to, under their full paths. */
export function oauthRoutes(surroundings: Surroundings): OAuthRoute[] {
  const issuer = surroundings.runtime.settings.server.baseUrl;
  const base = issuerPath(issuer);
  const userinfo = userinfoEndpoint(surroundings);
  const discovery = discoveryEndpoint(surroundings);
  return [
    { method: 'POST', path: base + PATHS.token, handler: tokenEndpoint(surroundings) },
    { method: 'GET', path: base + PATHS.userinfo, handler: userinfo },
    { method: 'POST', path: base + PATHS.userinfo, handler: userinfo },
    { method: 'GET', path: base + PATHS.jwks, handler: jwksEndpoint(surroundings) },
    { method: 'GET', path: base + PATHS.openidConfiguration, handler: discovery },
    { method: 'GET', path: authorizationServerPath(issuer), handler: discovery },
  ];
}
