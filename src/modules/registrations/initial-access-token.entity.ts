import { defineEntity, p } from '@mikro-orm/core';
import { toOne } from '../../ground/kernel/entity.ts';
import type { ClientAuthMethod, GrantType } from '../clients/client-vocabulary.ts';
import type { JwkSet } from '../clients/client.entity.ts';
import type { Customer } from '../customers/customer.entity.ts';

const words = <Word extends string>() => p.array().columnType('text[]').$type<Word[]>();

const InitialAccessTokenSchema = defineEntity({
  name: 'InitialAccessToken',
  tableName: 'initial_access_tokens',
  properties: {
    id: p.uuid().primary(),
    customerId: p.uuid(),
    customer: () => toOne<Customer>('Customer', 'customer_id'),
    /** What administrators call it. */
    name: p.text(),
    tokenHash: p.blob().lazy().hidden(),
    /** What the clients may be registered with, at most. */
    grantTypes: words<GrantType>(),
    scopes: words<string>(),
    redirectHosts: words<string>(),
    tokenEndpointAuthMethods: words<ClientAuthMethod>(),
    /** The resource servers that every client is registered for (RFC 8707). */
    resources: words<string>(),
    /** The types of `authorization_details` that clients may be registered for (RFC 9396 §10). */
    authorizationDetailsTypes: words<string>().default([]),
    /** Whether logins of the clients need a nonce if they have no PKCE. */
    requireNonce: p.boolean().default(true),
    clientsMax: p.integer(),
    /** How many clients it has registered, those deleted since included. */
    clientsRegistered: p.integer().default(0),
    /** How many seconds a client lives. Null: until it is deleted. */
    clientLifetime: p.integer().nullable(),
    /** Who has to sign a statement about the software of each client (RFC 7591 §2.3). Null: nobody. */
    statementIssuer: p.text().nullable(),
    statementJwks: p.json().$type<JwkSet>().nullable(),
    /** Who made it. Null for one that is older than this column. */
    makerType: p.text().$type<'user' | 'client'>().nullable(),
    makerId: p.text().nullable(),
    createdAt: p.datetime(),
    expiresAt: p.datetime(),
    revokedAt: p.datetime().nullable(),
  },
  uniques: [
    { name: 'initial_access_tokens_token_hash_key', properties: ['tokenHash'] },
    { name: 'initial_access_tokens_customer_id_id_key', properties: ['customerId', 'id'] },
  ],
  checks: [
    {
      name: 'initial_access_tokens_clients_registered_check',
      expression: 'clients_registered <= clients_max',
    },
  ],
});

/** A token with which clients register themselves (RFC 7591 §3), and what they may be registered with. */
export class InitialAccessToken extends InitialAccessTokenSchema.class {}
InitialAccessTokenSchema.setClass(InitialAccessToken);
