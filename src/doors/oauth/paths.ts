/** The paths of the endpoints, below the issuer. */
export const PATHS = {
  authorize: '/oauth2/authorize',
  par: '/oauth2/par',
  deviceAuthorization: '/oauth2/device_authorization',
  token: '/oauth2/token',
  register: '/oauth2/register',
  userinfo: '/oauth2/userinfo',
  introspect: '/oauth2/introspect',
  revoke: '/oauth2/revoke',
  endSession: '/oauth2/logout',
  jwks: '/oauth2/jwks',
  openidConfiguration: '/.well-known/openid-configuration',
  authorizationServer: '/.well-known/oauth-authorization-server',
} as const;
