import type { Client } from '#product';
import type { BuiltUser } from './builders.ts';
import type { Prover } from './dpop.ts';

/** What the login grants. */
export const SCOPE = 'openid profile email offline_access';
/** What a token of an administrator who acts as the user has of it. */
export const ACTING = 'email openid profile';

/** One login, with everything that can come of it still unused. */
export interface Held {
  readonly client: Client;
  readonly user: BuiltUser;
  readonly code: string;
  readonly accessToken: string;
  readonly refreshToken: string;
  /** An allowed code of a device, and the access token for another one. */
  readonly deviceCode: string;
  readonly deviceToken: string;
  /** The access token that is bound to the key, by another code. */
  readonly prover: Prover;
  readonly boundToken: string;
  /** The access token that has the claim `email` by name, without the scope. */
  readonly namedToken: string;
  /** An administrator, the administrator’s token, and the one of acting as the user. */
  readonly admin: BuiltUser;
  readonly adminToken: string;
  readonly actingToken: string;
  /** The client's own. */
  readonly ownToken: string;
  /** That of a workload of the client. */
  readonly assertion: string;
}

/** Everything a client can do with what it holds, and how each ends. */
export type Uses = Readonly<Record<string, unknown>>;

/** If nothing has changed. */
export const GOOD: Uses = {
  introspected: SCOPE,
  'of a device introspected': SCOPE,
  'own introspected': 'read',
  'refresh token introspected': SCOPE,
  userinfo: true,
  'claim by name': true,
  'acting introspected': ACTING,
  'acting REST': 200,
  'bound introspected': SCOPE,
  'bound REST': 200,
  REST: 200,
  GraphQL: 200,
  'own REST': 200,
  client_credentials: 'read',
  'jwt-bearer': 'read',
  'acting as the user': ACTING,
  authorization_code: SCOPE,
  refresh_token: SCOPE,
  device_code: SCOPE,
};

/** Nobody acts as the user any more. */
export const NO_ACTING = {
  'acting introspected': 'inactive',
  'acting REST': 401,
  'acting as the user': 'access_denied',
} as const;

/** The administrator acts as the user, as before. */
export const STILL_ACTING = {
  'acting introspected': ACTING,
  'acting REST': 200,
  'acting as the user': ACTING,
} as const;

/** Nothing in the user's name any more. */
export const NO_USER: Uses = {
  ...GOOD,
  introspected: 'inactive',
  'of a device introspected': 'inactive',
  'refresh token introspected': 'inactive',
  userinfo: 'invalid_token',
  ...NO_ACTING,
  'claim by name': 'invalid_token',
  'bound introspected': 'inactive',
  'bound REST': 401,
  REST: 401,
  GraphQL: 401,
  authorization_code: 'invalid_grant',
  refresh_token: 'invalid_grant',
  device_code: 'invalid_grant',
};

/** Nothing of the client any more. */
export const NO_CLIENT: Uses = {
  ...NO_USER,
  'own introspected': 'inactive',
  'refresh token introspected': 'invalid_client',
  'own REST': 401,
  client_credentials: 'invalid_client',
  'jwt-bearer': 'invalid_client',
  'acting as the user': 'invalid_client',
  authorization_code: 'invalid_client',
  refresh_token: 'invalid_client',
  device_code: 'invalid_client',
};
