import { SCOPES } from '../kernel/access.ts';

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

/** How a client may prove itself at the token endpoint (OIDC Core §9). */
export const CLIENT_AUTH_METHODS = ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'] as const;
export type ClientAuthMethod = (typeof CLIENT_AUTH_METHODS)[number];

/** How clients sign their assertions: with keys of their own, and no symmetric ones (RFC 8725 §3.1). */
export const ASSERTION_ALGORITHMS = ['ES256', 'RS256', 'PS256', 'EdDSA', 'Ed25519'];

/**
 * The `typ` of what we sign: RFC 9068 §2.1 keeps access tokens apart from all others. What ID tokens and answers of
 * userinfo have is what their readers know; their claims tell them apart.
 */
export const TOKEN_TYPES = { access: 'at+jwt', id: 'JWT', userinfo: 'JWT' } as const;

/** How sure a login is of its user (`acr`): by one factor, or by two. */
export const ACR = { oneFactor: 'urn:guildhall:acr:1', twoFactors: 'urn:guildhall:acr:2' } as const;

/** The `acr` of a login by these methods; RFC 8176 §2 calls more than one factor `mfa`. */
export const acrOf = (amr: readonly string[]): string => (amr.includes('mfa') ? ACR.twoFactors : ACR.oneFactor);
