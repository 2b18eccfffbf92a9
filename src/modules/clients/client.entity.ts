import { defineEntity, p } from '@mikro-orm/core';
import { listIndex } from '../../ground/lists/list-index.ts';
import { toOne } from '../../ground/kernel/entity.ts';
import { formerSearchText, searchIndexes, searchText } from '../../ground/lists/search-text.ts';
import { SIGNING_ALGS, type SigningAlg } from '../../ground/kernel/signing-alg.ts';
import { version } from '../../ground/kernel/version.ts';
import type { StoredAttributes } from '../attributes/attribute-vocabulary.ts';
import type { Customer } from '../customers/customer.entity.ts';
import type { User } from '../users/user.entity.ts';

export const CLIENT_TYPES = ['confidential', 'public'] as const;
export type ClientKind = (typeof CLIENT_TYPES)[number];

/** Whether a refresh token may be used again if the response was lost. */
export type RefreshTokenPolicy = 'retry' | 'strict';

/** Whether a client knows users by their ids, or by identifiers that only its sector has (OIDC Core §8). */
export const SUBJECT_TYPES = ['public', 'pairwise'] as const;
export type SubjectKind = (typeof SUBJECT_TYPES)[number];

/** Who made a client: a user or service account, or the client itself (RFC 7591), or its own document. */
export const CLIENT_SOURCES = ['created', 'registered', 'document'] as const;
export type ClientSource = (typeof CLIENT_SOURCES)[number];

/** Public keys (RFC 7517 §5), as a client registers them. */
export interface JwkSet {
  readonly keys: readonly Readonly<Record<string, unknown>>[];
}

/** Who may vouch for a workload that acts as the client (RFC 7523 §3), and with which keys. */
export interface TrustedIssuer {
  /** The `iss` of its assertions. */
  readonly issuer: string;
  /** Their `sub`: the workload. */
  readonly subject: string;
  /** Their only `aud`; null for this server's issuer or token endpoint. */
  readonly audience: string | null;
  readonly jwks: JwkSet | null;
  readonly jwksUri: string | null;
}

const alg = p.text().$type<SigningAlg>();
const ALGS = SIGNING_ALGS.map((name) => `'${name}'`).join(', ');

const ClientSchema = defineEntity({
  name: 'Client',
  tableName: 'clients',
  properties: {
    /** The OAuth client_id, unique across customers: a token request names no customer. */
    id: p.text().primary(),
    customerId: p.uuid(),
    customer: () => toOne<Customer>('Customer', 'customer_id'),
    /** The member who owns the client; null if the customer owns it. */
    ownerId: p.uuid().nullable(),
    owner: () => toOne<User>('User', 'owner_id').nullable(),
    name: p.text(),
    type: p.text().$type<ClientKind>().check("type in ('confidential', 'public')"),
    source: p
      .text()
      .$type<ClientSource>()
      .default('created')
      .check(`source in (${CLIENT_SOURCES.map((source) => `'${source}'`).join(', ')})`),
    /** When a client that registered itself ends. Null if it does not. */
    expiresAt: p.datetime().nullable(),
    /** `sha256:…` for a secret that the server generated, argon2id in PHC form for one that an operator chose. */
    secretHash: p.text().nullable().lazy().hidden(),
    /** The secret before the last rotation, during its grace period. */
    previousSecretHash: p.text().nullable().lazy().hidden(),
    previousSecretExpiresAt: p.datetime().nullable(),
    redirectUris: p.array().columnType('text[]').default([]),
    postLogoutRedirectUris: p.array().columnType('text[]').default([]),
    grantTypes: p.array().columnType('text[]').default([]),
    scopes: p.array().columnType('text[]').default([]),
    tokenEndpointAuthMethod: p.text(),
    /** Whether every login needs PKCE (RFC 7636). */
    requirePkce: p.boolean().default(true),
    /** Whether a login without PKCE needs a nonce (RFC 9700 §2.1.1). */
    requireNonce: p.boolean().default(true),
    /** Whether users are asked for consent before the client gets their data. */
    requireConsent: p.boolean().default(true),
    logoUri: p.text().nullable(),
    tosUri: p.text().nullable(),
    policyUri: p.text().nullable(),
    jwksUri: p.text().nullable(),
    jwks: p.json().$type<JwkSet>().nullable(),
    trustedIssuers: p.json().$type<readonly TrustedIssuer[]>().defaultRaw("'[]'::jsonb"),
    idTokenSignedResponseAlg: alg.default('RS256').check(`id_token_signed_response_alg in (${ALGS})`),
    /** Whether ID tokens contain the claims of the granted scopes, as userinfo does. */
    idTokenClaims: p.boolean().default(false),
    userinfoSignedResponseAlg: alg.nullable().check(`userinfo_signed_response_alg in (${ALGS})`),
    /** What signs authorization responses, for requests that ask for signed ones (JARM §3). */
    authorizationSignedResponseAlg: alg.default('RS256').check(`authorization_signed_response_alg in (${ALGS})`),
    /** RFC 8707: the resource servers that the client may request access tokens for. */
    resources: p.array().columnType('text[]').default([]),
    /** Those that the client serves itself. It may exchange users' access tokens for them (RFC 8693). */
    servedResources: p.array().columnType('text[]').default([]),
    /** The trusted documents that the client's tokens may run, by id or name; null for any. */
    documents: p.array().columnType('text[]').nullable(),
    refreshTokenPolicy: p
      .text()
      .$type<RefreshTokenPolicy>()
      .default('retry')
      .check("refresh_token_policy in ('retry', 'strict')"),
    /** RFC 9126 §6. */
    requirePushedAuthorizationRequests: p.boolean().default(false),
    /** RFC 9449 §5.2: whether every token request needs a proof of possession. */
    dpopBoundAccessTokens: p.boolean().default(false),
    /** RFC 8705 §2.1.2: what its certificates are for, such as `dns:client.example`. */
    tlsClientSubject: p.text().nullable(),
    /** RFC 8705 §3.4: whether tokens are bound to the certificate of the request. */
    tlsClientCertificateBoundAccessTokens: p.boolean().default(false),
    /** RFC 9101 §10.5. */
    requireSignedRequestObject: p.boolean().default(false),
    /** Whether the FAPI 2.0 Security Profile binds the client, whatever else it is registered with. */
    fapi2: p.boolean().default(false),
    /** Whether administrators may act as users through it, if the customer lets them. */
    allowsImpersonation: p.boolean().default(false),
    backchannelLogoutUri: p.text().nullable(),
    /** What the browser loads in a frame when the user signs out (OpenID Connect Front-Channel Logout §2). */
    frontchannelLogoutUri: p.text().nullable(),
    /** Whether that address gets the issuer and the id of the session. */
    frontchannelLogoutSessionRequired: p.boolean().default(false),
    subjectType: p
      .text()
      .$type<SubjectKind>()
      .default('public')
      .check(`subject_type in (${SUBJECT_TYPES.map((type) => `'${type}'`).join(', ')})`),
    /** The types of `authorization_details` that it may ask for (RFC 9396 §10). */
    authorizationDetailsTypes: p.array().columnType('text[]').default([]),
    /** The levels of authentication that logins ask for by themselves, best first (OIDC Registration §2). */
    defaultAcrValues: p.array().columnType('text[]').default([]),
    /** How old a login may be, in seconds, where the request does not say. Null for any age. */
    defaultMaxAge: p.integer().nullable().check('default_max_age >= 0'),
    /** The address whose host is the sector (OIDC Core §8.1). Null for that of the redirect URIs. */
    sectorIdentifierUri: p.text().nullable(),
    /** The host that the client's pairwise subjects belong to. Null for public subjects. */
    sector: p
      .text()
      .nullable()
      .generated('client_sector(subject_type, sector_identifier_uri, redirect_uris) stored')
      .lazy()
      .hidden(),
    /** Values of attributes that the customer has defined, by the definitions' ids. */
    attributes: p.json().$type<StoredAttributes>().defaultRaw("'{}'::jsonb").lazy().hidden(),
    /** What administrators have set of a client that registered itself, so that it cannot undo it. */
    heldMetadata: p.json().$type<HeldMetadata>().defaultRaw("'{}'::jsonb").hidden(),
    rotatedAt: p.datetime().nullable(),
    searchText: searchText(),
    formerSearchText: formerSearchText('name'),
    version: version(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
  checks: [{ name: 'clients_sector_check', expression: "subject_type = 'public' or sector is not null" }],
  uniques: [{ name: 'clients_customer_id_id_key', properties: ['customerId', 'id'] }],
  indexes: [
    // For nodes of the version before, while they are replaced.
    listIndex('clients', 'name', 'lower("name") collate "C"'),
    listIndex('clients', 'folded_name', 'search_folded("name") collate "C"'),
    listIndex('clients', 'owner', `coalesce("owner_id", '00000000-0000-0000-0000-000000000000'::uuid)`),
    listIndex('clients', 'created_at', '"created_at"'),
    listIndex('clients', 'updated_at', '"updated_at"'),
    listIndex('clients', 'rotated_at', `coalesce("rotated_at", timestamptz '0001-01-01 00:00:00+00')`),
    ...searchIndexes('clients'),
    {
      name: 'clients_expires_at_index',
      expression: 'create index "clients_expires_at_index" on "clients" ("expires_at") where "expires_at" is not null',
    },
    {
      name: 'clients_owner_id_index',
      expression:
        'create index "clients_owner_id_index" on "clients" ("customer_id", "owner_id") where "owner_id" is not null',
    },
    {
      name: 'clients_web_origins_index',
      expression: 'create index "clients_web_origins_index" on "clients" using gin (web_origins("redirect_uris"))',
    },
  ],
});

/** An OAuth client: an application that signs users in, a service account, or both. */
export class Client extends ClientSchema.class {}
ClientSchema.setClass(Client);

/** What a client is registered with, besides its type and secret (RFC 7591 §2 calls it client metadata). */
export type ClientMetadata = Pick<
  Client,
  | 'name'
  | 'redirectUris'
  | 'postLogoutRedirectUris'
  | 'grantTypes'
  | 'scopes'
  | 'tokenEndpointAuthMethod'
  | 'requirePkce'
  | 'requireNonce'
  | 'requireConsent'
  | 'logoUri'
  | 'tosUri'
  | 'policyUri'
  | 'jwksUri'
  | 'jwks'
  | 'trustedIssuers'
  | 'idTokenSignedResponseAlg'
  | 'idTokenClaims'
  | 'userinfoSignedResponseAlg'
  | 'authorizationSignedResponseAlg'
  | 'resources'
  | 'servedResources'
  | 'refreshTokenPolicy'
  | 'requirePushedAuthorizationRequests'
  | 'fapi2'
  | 'dpopBoundAccessTokens'
  | 'tlsClientSubject'
  | 'tlsClientCertificateBoundAccessTokens'
  | 'requireSignedRequestObject'
  | 'allowsImpersonation'
  | 'backchannelLogoutUri'
  | 'frontchannelLogoutUri'
  | 'frontchannelLogoutSessionRequired'
  | 'subjectType'
  | 'sectorIdentifierUri'
  | 'authorizationDetailsTypes'
  | 'defaultAcrValues'
  | 'defaultMaxAge'
  | 'documents'
>;

/** What administrators have set of a client that registered itself, or describes itself; `apiScopes` if they gave it scopes of APIs. */
export type HeldMetadata = Partial<ClientMetadata> & { readonly apiScopes?: true };
