import { defineEntity, p } from '@mikro-orm/core';
import type { AuthorizationDetail } from '../../ground/kernel/authorization-details.ts';
import { toOne } from '../../ground/kernel/entity.ts';
import type { Client } from '../clients/client.entity.ts';
import type { Customer } from '../customers/customer.entity.ts';
import type { Organization } from '../organizations/organization.entity.ts';
import type { User } from '../users/user.entity.ts';
import type { Session } from '../sessions/session.entity.ts';

const GrantSchema = defineEntity({
  name: 'Grant',
  tableName: 'grants',
  properties: {
    id: p.uuid().primary(),
    customerId: p.uuid(),
    customer: () => toOne<Customer>('Customer', 'customer_id'),
    userId: p.uuid(),
    user: () => toOne<User>('User', 'user_id'),
    sessionId: p.uuid(),
    session: () => toOne<Session>('Session', 'session_id'),
    clientId: p.text(),
    client: () => toOne<Client>('Client', 'client_id'),
    /** The grant of the token that the client exchanged for this one; null otherwise. It ends together with that grant. */
    parentId: p.uuid().nullable(),
    parent: () => toOne<Grant>('Grant', 'parent_id').nullable(),
    /** The administrator who acts as the user; null for the user in person. */
    impersonatorId: p.uuid().nullable(),
    impersonator: () => toOne<User>('User', 'impersonator_id').nullable(),
    /** The organization that the user acts for, as long as the user belongs to it; null for none. */
    organizationId: p.uuid().nullable(),
    organization: () => toOne<Organization>('Organization', 'organization_id').nullable(),
    /** How the client got it. The grant is over when the client loses this grant type. */
    grantType: p.text().default('authorization_code'),
    scopes: p.array().columnType('text[]'),
    /** RFC 8707: the resources that its access tokens are for; empty for this server. */
    resources: p.array().columnType('text[]').default([]),
    /** OIDC Core §5.5: the claims that the client gets by name, beyond the scopes. */
    claims: p.array().columnType('text[]').default([]),
    /** The claims that its ID tokens have by name, whether beyond the scopes or not. */
    idTokenClaims: p.array().columnType('text[]').default([]),
    /** RFC 9396: what it authorizes in detail. */
    authorizationDetails: p.json().$type<readonly AuthorizationDetail[]>().defaultRaw("'[]'::jsonb"),
    /** When the login of this grant was proved. The session may have had another login since. */
    authTime: p.datetime(),
    factorAt: p.datetime().nullable(),
    amr: p.array().columnType('text[]'),
    /** The level of authentication that the client asked for and got; null if it is the highest that the login reaches. */
    acr: p.text().nullable(),
    createdAt: p.datetime(),
  },
  uniques: [{ name: 'grants_customer_id_id_key', properties: ['id', 'customerId'] }],
  indexes: [
    {
      name: 'grants_session_id_index',
      expression:
        'create index "grants_session_id_index" on "grants" ("session_id", "customer_id", ("client_id" collate "C"))',
    },
    { name: 'grants_client_id_index', properties: ['clientId', 'customerId'] },
    {
      name: 'grants_parent_id_index',
      expression:
        'create index "grants_parent_id_index" on "grants" ("parent_id", "customer_id") where "parent_id" is not null',
    },
    {
      name: 'grants_impersonator_id_index',
      expression:
        'create index "grants_impersonator_id_index" on "grants" ("impersonator_id", "customer_id") where "impersonator_id" is not null',
    },
    {
      name: 'grants_organization_id_index',
      expression:
        'create index "grants_organization_id_index" on "grants" ("organization_id", "customer_id") where "organization_id" is not null',
    },
    { name: 'grants_user_id_index', properties: ['userId', 'customerId', 'clientId'] },
  ],
});

/**
 * What one authorization gave one client. Its code, refresh tokens and access tokens refer to it. It is deleted with its
 * session, user or client, so all three exist while the grant exists.
 */
export class Grant extends GrantSchema.class {}
GrantSchema.setClass(Grant);

const AuthorizationCodeSchema = defineEntity({
  name: 'AuthorizationCode',
  tableName: 'authorization_codes',
  properties: {
    codeHash: p.blob().primary(),
    customerId: p.uuid(),
    customer: () => toOne<Customer>('Customer', 'customer_id'),
    grantId: p.uuid(),
    grant: () => toOne<Grant>('Grant', 'grant_id'),
    clientId: p.text(),
    redirectUri: p.text(),
    /** S256 (RFC 7636 §4.2); null if the client sent none. */
    codeChallenge: p.text().nullable(),
    nonce: p.text().nullable(),
    /** RFC 9449 §10: the thumbprint of the key that has to redeem it; null for any, or none. */
    dpopJkt: p.text().nullable(),
    expiresAt: p.datetime(),
    consumedAt: p.datetime().nullable(),
  },
  indexes: [
    { name: 'authorization_codes_grant_id_index', properties: ['grantId', 'customerId'] },
    { name: 'authorization_codes_expires_at_index', properties: ['expiresAt'] },
  ],
});

/** A one-time authorization code, redeemed by one UPDATE. */
export class AuthorizationCode extends AuthorizationCodeSchema.class {}
AuthorizationCodeSchema.setClass(AuthorizationCode);

const RefreshTokenSchema = defineEntity({
  name: 'RefreshToken',
  tableName: 'refresh_tokens',
  properties: {
    tokenHash: p.blob().primary(),
    customerId: p.uuid(),
    customer: () => toOne<Customer>('Customer', 'customer_id'),
    grantId: p.uuid(),
    grant: () => toOne<Grant>('Grant', 'grant_id'),
    clientId: p.text(),
    scopes: p.array().columnType('text[]'),
    /** RFC 9449 §5: the thumbprint of the key that it is bound to; null if it is not. */
    dpopJkt: p.text().nullable(),
    /** The end of the whole family, the same for every successor. */
    expiresAt: p.datetime(),
    consumedAt: p.datetime().nullable(),
    /** The successor's hash, so that a client can retry if the answer was lost. */
    successorHash: p.blob().nullable(),
    /** The hash of the token before it, if that one is deleted when this one is used. */
    predecessorHash: p.blob().nullable(),
    /** When it was last presented again, on the database's clock. */
    retriedAt: p.datetime().nullable(),
    createdAt: p.datetime(),
  },
  indexes: [
    { name: 'refresh_tokens_grant_id_index', properties: ['grantId', 'customerId'] },
    { name: 'refresh_tokens_expires_at_index', properties: ['expiresAt'] },
  ],
});

/** A refresh token. Using it redeems it and creates its successor. */
export class RefreshToken extends RefreshTokenSchema.class {}
RefreshTokenSchema.setClass(RefreshToken);
