import { defineEntity, p } from '@mikro-orm/core';
import { toOne } from '../../ground/kernel/entity.ts';
import type { Customer } from '../customers/customer.entity.ts';
import type { Client } from './client.entity.ts';

const RevokedTokenSchema = defineEntity({
  name: 'RevokedToken',
  tableName: 'revoked_tokens',
  properties: {
    /** The access token's `jti`. */
    jti: p.uuid().primary(),
    customerId: p.uuid(),
    customer: () => toOne<Customer>('Customer', 'customer_id'),
    clientId: p.text(),
    client: () => toOne<Client>('Client', 'client_id'),
    /** When the token would have expired. */
    expiresAt: p.datetime(),
  },
  indexes: [
    { name: 'revoked_tokens_client_id_index', properties: ['customerId', 'clientId'] },
    { name: 'revoked_tokens_expires_at_index', properties: ['expiresAt'] },
  ],
});

/** An access token of a client's own that the client revoked. A user's token ends with its grant instead. */
export class RevokedToken extends RevokedTokenSchema.class {}
RevokedTokenSchema.setClass(RevokedToken);

const UsedAssertionSchema = defineEntity({
  name: 'UsedAssertion',
  tableName: 'used_assertions',
  properties: {
    customerId: p.uuid().primary(),
    customer: () => toOne<Customer>('Customer', 'customer_id'),
    clientId: p.text().primary(),
    client: () => toOne<Client>('Client', 'client_id'),
    /** SHA-256 of the assertion's `jti`. */
    jtiHash: p.blob().primary(),
    /** When the assertion expires. */
    expiresAt: p.datetime(),
  },
  indexes: [{ name: 'used_assertions_expires_at_index', properties: ['expiresAt'] }],
});

/** A signed assertion that a client has authenticated with. It cannot be used again. */
export class UsedAssertion extends UsedAssertionSchema.class {}
UsedAssertionSchema.setClass(UsedAssertion);
