import { sql } from '../../kernel/database.ts';
import type { Columns } from '../../kernel/entity.ts';
import type { Client } from './client.entity.ts';

/** A client as every read returns it: all but the secrets. */
export type ClientRow = Omit<Columns<Client>, 'secretHash' | 'previousSecretHash'>;

const COLUMNS = `id, customer_id as "customerId", owner_id as "ownerId", name, type,
  previous_secret_expires_at as "previousSecretExpiresAt", redirect_uris as "redirectUris",
  post_logout_redirect_uris as "postLogoutRedirectUris", grant_types as "grantTypes", scopes,
  token_endpoint_auth_method as "tokenEndpointAuthMethod", require_pkce as "requirePkce",
  require_consent as "requireConsent", logo_uri as "logoUri", tos_uri as "tosUri", policy_uri as "policyUri",
  jwks_uri as "jwksUri", jwks, id_token_signed_response_alg as "idTokenSignedResponseAlg",
  id_token_claims as "idTokenClaims", userinfo_signed_response_alg as "userinfoSignedResponseAlg", resources, refresh_token_policy as "refreshTokenPolicy",
  require_pushed_authorization_requests as "requirePushedAuthorizationRequests",
  backchannel_logout_uri as "backchannelLogoutUri", rotated_at as "rotatedAt", created_at as "createdAt", updated_at as "updatedAt"`;

/** $1 customer. */
export const customerName = sql<{ name: string }>('clients.customer-name', 'select name from customers where id = $1');

/** $1 customer, $2 ids, $3 owner, or null for whoever's. */
export const clientsById = sql<ClientRow>(
  'clients.by-id',
  `select ${COLUMNS} from clients
   where customer_id is not distinct from $1 and id = any($2::text[]) and ($3::uuid is null or owner_id = $3)`,
);

const page = (from: string): string =>
  `select ${COLUMNS} from clients where ${from} and id > $3 and lower(name) like $2 order by id limit $4`;
const count = (from: string): string => `select count(*) from clients where ${from} and lower(name) like $2`;

/** $1 customer, $2 pattern, $3 behind this id, $4 rows; ids made here sort by age. */
export const clientPage = sql<ClientRow>('clients.page', page('customer_id = $1'));

/** $1 customer, $2 pattern. */
export const clientCount = sql<{ count: number }>('clients.count', count('customer_id = $1'));

/** As clientPage, $5 owner. */
export const ownClientPage = sql<ClientRow>('clients.own-page', page('customer_id = $1 and owner_id = $5'));

/** As clientCount, $3 owner. */
export const ownClientCount = sql<{ count: number }>('clients.own-count', count('customer_id = $1 and owner_id = $3'));
