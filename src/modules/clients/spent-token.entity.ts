import { defineEntity, p } from '@mikro-orm/core';
import { toOne } from '../../kernel/entity.ts';
import type { Customer } from '../customers/index.ts';
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
    /** When the token would have ended anyway. */
    expiresAt: p.datetime(),
  },
  indexes: [
    { name: 'revoked_tokens_client_id_index', properties: ['customerId', 'clientId'] },
    { name: 'revoked_tokens_expires_at_index', properties: ['expiresAt'] },
  ],
});

/** An access token that a client acting for itself has taken back; those of users end with their grant instead. */
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
    /** When the assertion would have ended anyway. */
    expiresAt: p.datetime(),
  },
  indexes: [{ name: 'used_assertions_expires_at_index', properties: ['expiresAt'] }],
});

/** A signed assertion that a client has proved itself with; it proves nothing a second time. */
export class UsedAssertion extends UsedAssertionSchema.class {}
UsedAssertionSchema.setClass(UsedAssertion);
