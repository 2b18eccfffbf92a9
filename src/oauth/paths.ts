/** Where the endpoints are, below the issuer. */
export const PATHS = {
  authorize: '/oauth2/authorize',
  token: '/oauth2/token',
  userinfo: '/oauth2/userinfo',
  jwks: '/oauth2/jwks',
  openidConfiguration: '/.well-known/openid-configuration',
} as const;

const AUTHORIZATION_SERVER = '/.well-known/oauth-authorization-server';

/** The path of the issuer itself: empty, or what all of its paths start with. */
export const issuerPath = (issuer: string): string => new URL(issuer).pathname.replace(/\/$/, '');

/** RFC 8414 §3.1: the well-known name goes between the host and the issuer's path, not behind it. */
export const authorizationServerPath = (issuer: string): string => AUTHORIZATION_SERVER + issuerPath(issuer);
