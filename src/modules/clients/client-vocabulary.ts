import { SCOPES } from '../../kernel/access.ts';

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

/** How a confidential client can authenticate (OIDC Core §9): with a secret, or with its own key. */
export const CONFIDENTIAL_AUTH_METHODS = ['client_secret_basic', 'client_secret_post', 'private_key_jwt'] as const;

/** How any client can authenticate at the token endpoint. `none` is for public clients. */
export const CLIENT_AUTH_METHODS = [...CONFIDENTIAL_AUTH_METHODS, 'none'] as const;
export type ClientAuthMethod = (typeof CLIENT_AUTH_METHODS)[number];
