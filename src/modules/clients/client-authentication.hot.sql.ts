import { lookup, sql } from '../../kernel/database.ts';
import type { ClientType, JwkSet, RefreshTokenPolicy, SigningAlg } from './client.entity.ts';
import type { StoredSecrets } from './client-secret.service.ts';

/** What a token request needs to know of its client. */
export interface ClientRegistration extends StoredSecrets {
  readonly id: string;
  readonly customerId: string;
  readonly type: ClientType;
  readonly tokenEndpointAuthMethod: string;
  readonly grantTypes: readonly string[];
  readonly scopes: readonly string[];
  readonly requirePkce: boolean;
  readonly refreshTokenPolicy: RefreshTokenPolicy;
  readonly resources: readonly string[];
  readonly idTokenSignedResponseAlg: SigningAlg;
  readonly idTokenClaims: boolean;
  readonly jwks: JwkSet | null;
  readonly jwksUri: string | null;
}

/** The columns of a ClientRegistration, for statements that find out more on their way. */
export const registrationColumns = `id, customer_id as "customerId", type,
  token_endpoint_auth_method as "tokenEndpointAuthMethod", grant_types as "grantTypes", scopes,
  require_pkce as "requirePkce", refresh_token_policy as "refreshTokenPolicy", resources,
  id_token_signed_response_alg as "idTokenSignedResponseAlg", id_token_claims as "idTokenClaims", jwks, jwks_uri as "jwksUri", secret_hash as "secretHash",
  previous_secret_hash as "previousSecretHash", previous_secret_expires_at as "previousSecretExpiresAt"`;

/** Hot path: a token request authenticates its client. By client. */
export const clientRegistration = lookup<ClientRegistration>(
  'clients.registration',
  ['text'],
  (client) => `select ${registrationColumns} from clients where id = ${client}`,
);

/** Whether client `c` has not revoked the access token of this `jti` (a parameter). */
export const notRevoked = (jti: string): string =>
  `not exists (select from revoked_tokens r where r.jti = ${jti} and r.client_id = c.id offset 0)`;

/**
 * Hot path: what the client of a token may still ask for in its own name, unless the token was revoked. By client, customer
 * and jti.
 */
export const clientScopes = lookup<{ grantTypes: readonly string[]; scopes: readonly string[] }>(
  'clients.scopes',
  ['text', 'uuid', 'uuid'],
  (client, customer, jti) =>
    `select c.grant_types as "grantTypes", c.scopes from clients c
     where c.id = ${client} and c.customer_id is not distinct from ${customer} and ${notRevoked(jti)}`,
);

/**
 * Redeems an assertion that a client proves itself with; no row where it was used before. $1 customer, $2 client, $3 hash of
 * the assertion's jti, $4 its end.
 */
export const useAssertion = sql<{ fresh: true }>(
  'clients.use-assertion',
  `insert into used_assertions (customer_id, client_id, jti_hash, expires_at)
   values ($1, $2, $3, $4) on conflict do nothing returning true as fresh`,
);
