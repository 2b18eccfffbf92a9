import { lookup, sql } from '../../ground/kernel/database.ts';
import { apiFacts, type ApiFacts } from '../access/index.ts';
import { columnsOf, type Columns, type Selected } from '../../ground/kernel/entity.ts';
import {
  isUnused,
  ownerIsActive,
  PROOF_PARTS,
  spendingProof,
  standingOf,
  type ClientStanding,
  type ProofUse,
  type SpentProof,
} from '../grants/index.ts';
import { Client } from './client.entity.ts';

const REGISTRATION = [
  'id',
  'customerId',
  'ownerId',
  'type',
  'tokenEndpointAuthMethod',
  'grantTypes',
  'scopes',
  'requirePkce',
  'fapi2',
  'dpopBoundAccessTokens',
  'tlsClientSubject',
  'tlsClientCertificateBoundAccessTokens',
  'refreshTokenPolicy',
  'resources',
  'servedResources',
  'authorizationDetailsTypes',
  'sector',
  'redirectUris',
  'idTokenSignedResponseAlg',
  'idTokenClaims',
  'jwks',
  'jwksUri',
  'trustedIssuers',
  'secretHash',
  'previousSecretHash',
  'previousSecretExpiresAt',
  'source',
  'expiresAt',
] as const satisfies (keyof Columns<Client>)[];

/** What a token request needs to know of its client. */
export type ClientRegistration = Selected<Client, (typeof REGISTRATION)[number]> &
  Pick<ClientStanding, 'ownerIsActive'> & {
    /** The APIs for which it may get tokens for itself; null if there are none. */
    readonly apis: readonly ApiFacts[] | null;
  };

/** The APIs of client `c` that acts for itself, as JSON. */
export function apisOfItself(c: string): string {
  return apiFacts({ client: `${c}.id`, user: null, organization: 'null', now: 'now()' });
}

/** The columns of a ClientRegistration, from the table `clients`. */
export const registrationColumns = `${columnsOf(Client, 'clients', REGISTRATION)}, ${ownerIsActive('clients')} as "ownerIsActive",
  ${apisOfItself('clients')} as apis`;

/** Hot path: a token request authenticates its client. */
export const clientRegistration = lookup<ClientRegistration, 'clientId'>(
  'clients.registration',
  { clientId: 'text' },
  registration,
);

/** Hot path: the same with a proof of possession, which it redeems: for a client that the caller knows to be genuine. */
export const clientRegistrationWithProof = lookup<ClientRegistration & ProofUse, keyof SpentProof>(
  'clients.registration-with-proof',
  PROOF_PARTS,
  registration,
  spendingProof,
);

/** Hot path: the same with a proof of possession that is only looked up, because its request has proved nothing yet. */
export const clientRegistrationBesideProof = lookup<ClientRegistration & ProofUse, 'clientId' | 'proofHash'>(
  'clients.registration-beside-proof',
  { clientId: 'text', proofHash: 'text' },
  ({ clientId, proofHash }) =>
    `select ${registrationColumns}, ${isUnused(proofHash)} as "isFresh" from clients where id = ${clientId}`,
);

function registration({ clientId }: { readonly clientId: string }): string {
  return `select ${registrationColumns} from clients where id = ${clientId}`;
}

const OWN_TOKEN_PARTS = { clientId: 'text', customerId: 'uuid', jti: 'uuid' } as const;

/** What a client may do with its own token. */
interface ClientScopes extends ClientStanding {
  readonly grantTypes: readonly string[];
  readonly scopes: readonly string[];
  readonly documents: readonly string[] | null;
}

/** Whether client `c` has not revoked the access token of this `jti` (a parameter). */
export const notRevoked = (jti: string): string =>
  `not exists (select from revoked_tokens r where r.jti = ${jti} and r.client_id = c.id offset 0)`;

/**
 * Hot path: a client's own access token is authenticated. Reads what the client may still do, unless the token was revoked.
 */
export const clientScopes = lookup<ClientScopes, keyof typeof OWN_TOKEN_PARTS>(
  'clients.scopes',
  OWN_TOKEN_PARTS,
  scopesLeft,
);

/** Hot path: the same with a proof of possession, which it redeems. */
export const clientScopesWithProof = lookup<ClientScopes & ProofUse, keyof typeof OWN_TOKEN_PARTS | keyof SpentProof>(
  'clients.scopes-with-proof',
  { ...OWN_TOKEN_PARTS, ...PROOF_PARTS },
  scopesLeft,
  spendingProof,
);

function scopesLeft({ clientId, customerId, jti }: Readonly<Record<keyof typeof OWN_TOKEN_PARTS, string>>): string {
  return `select c.grant_types as "grantTypes", c.scopes, c.documents, ${standingOf('c')} from clients c
     where c.id = ${clientId} and c.customer_id is not distinct from ${customerId} and ${notRevoked(jti)}`;
}

/** Redeems an assertion that a client authenticates with. No row where it was used before. */
export const useAssertion = sql<
  { fresh: true },
  { customerId: string; clientId: string; jtiHash: Buffer; expiresAt: Date }
>(
  'clients.use-assertion',
  `insert into used_assertions (customer_id, client_id, jti_hash, expires_at)
   values (:customerId, :clientId, :jtiHash, :expiresAt) on conflict do nothing returning true as fresh`,
);
