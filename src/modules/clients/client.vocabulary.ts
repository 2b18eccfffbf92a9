import { SCOPES } from '../../kernel/access.ts';

/** What a client may do at the token endpoint. */
export const GRANT_TYPES = ['authorization_code', 'refresh_token', 'client_credentials'] as const;
export type GrantType = (typeof GRANT_TYPES)[number];

/** What a client may ask any user for. */
const USER_SCOPES = ['openid', 'profile', 'email', 'phone', 'groups', 'offline_access'] as const;
export type UserScope = (typeof USER_SCOPES)[number];

/** Every scope there is: those of users, and what administers, in a client's own name or an administrator's. */
export const ALL_SCOPES: readonly string[] = [...USER_SCOPES, ...SCOPES];

/** Whether a scope administers the customer: nobody is granted it unasked, and members not at all. */
export const isAdministration = (scope: string): boolean => (SCOPES as readonly string[]).includes(scope);

/** How a confidential client may prove who it is (OIDC Core §9): with a secret, or a key of its own. */
export const CONFIDENTIAL_AUTH_METHODS = ['client_secret_basic', 'client_secret_post', 'private_key_jwt'] as const;

/** How any client may present itself at the token endpoint; `none` is for public clients. */
export const CLIENT_AUTH_METHODS = [...CONFIDENTIAL_AUTH_METHODS, 'none'] as const;
export type ClientAuthMethod = (typeof CLIENT_AUTH_METHODS)[number];
