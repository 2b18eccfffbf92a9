import { SCOPES } from '../../ground/kernel/access.ts';
import type { Settings } from '../../ground/kernel/runtime.ts';

/** The device authorization grant (RFC 8628 §3.4). */
export const DEVICE_CODE = 'urn:ietf:params:oauth:grant-type:device_code';

/** The JWT bearer grant (RFC 7523 §2.1). */
export const JWT_BEARER = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

/** Token exchange (RFC 8693 §2.1). */
export const TOKEN_EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange';

/** The grant types of the token endpoint. */
export const GRANT_TYPES = [
  'authorization_code',
  'refresh_token',
  'client_credentials',
  DEVICE_CODE,
  JWT_BEARER,
  TOKEN_EXCHANGE,
] as const;
export type GrantType = (typeof GRANT_TYPES)[number];

/** The grant types by which users sign in. */
const OF_USERS: readonly string[] = ['authorization_code', DEVICE_CODE] satisfies GrantType[];

/** Whether users sign in to a client of these grant types. */
export const signsUsersIn = (grantTypes: readonly string[]): boolean =>
  grantTypes.some((grantType) => OF_USERS.includes(grantType));

/** The grant types by which a client gets tokens for itself. */
export const OF_CLIENTS = ['client_credentials', JWT_BEARER] as const satisfies GrantType[];

/** Whether a client of these grant types acts for itself: a service account. */
export const actsForItself = (grantTypes: readonly string[]): boolean =>
  OF_CLIENTS.some((grantType) => grantTypes.includes(grantType));

/** Whether the scope is for administering the customer. It is granted only with consent, and never to members. */
export const isAdministration = (scope: string): boolean => (SCOPES as readonly string[]).includes(scope);

/** How a client authenticates with the certificate of its connection (RFC 8705 §2): by a name in it, or as registered. */
export const TLS_AUTH_METHODS = ['tls_client_auth', 'self_signed_tls_client_auth'] as const;
export type TlsAuthMethod = (typeof TLS_AUTH_METHODS)[number];

/** Whether a client that is registered with this method authenticates with a certificate. */
export const isTlsAuthMethod = (method: string): method is TlsAuthMethod =>
  (TLS_AUTH_METHODS as readonly string[]).includes(method);

/** Whether a client that is registered with this method has no secret, but a key of its own. */
export const isKeyAuthMethod = (method: string): boolean => method === 'private_key_jwt' || isTlsAuthMethod(method);

/** How a confidential client can authenticate (OIDC Core §9, RFC 8705): with a secret, its own key, or a certificate. */
export const CONFIDENTIAL_AUTH_METHODS = [
  'client_secret_basic',
  'client_secret_post',
  'private_key_jwt',
  ...TLS_AUTH_METHODS,
] as const;

/** How any client can authenticate at the token endpoint. `none` is for public clients. */
export const CLIENT_AUTH_METHODS = [...CONFIDENTIAL_AUTH_METHODS, 'none'] as const;
export type ClientAuthMethod = (typeof CLIENT_AUTH_METHODS)[number];

/** The methods that this server offers. Certificates have to reach it, and need an authority to be trusted by name. */
export const offeredAuthMethods = ({ mutualTls: { header, authorities } }: Settings): ClientAuthMethod[] =>
  CLIENT_AUTH_METHODS.filter((method) => {
    if (method === 'tls_client_auth') return authorities !== undefined;
    return method !== 'self_signed_tls_client_auth' || header !== undefined;
  });

/** What of a client is on or off. */
export const CLIENT_FLAGS = [
  'requirePkce',
  'requireNonce',
  'requireConsent',
  'idTokenClaims',
  'requirePushedAuthorizationRequests',
  'requireSignedRequestObject',
  'fapi2',
  'allowsImpersonation',
  'dpopBoundAccessTokens',
  'frontchannelLogoutSessionRequired',
] as const;
