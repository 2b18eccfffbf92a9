import { defineEntity, p } from '@mikro-orm/core';
import { toOne } from '../../ground/kernel/entity.ts';
import type { Customer } from '../customers/customer.entity.ts';
import type { User } from '../users/user.entity.ts';

const SessionSchema = defineEntity({
  name: 'Session',
  tableName: 'sessions',
  properties: {
    /** Public: the `sid` claim, and the id in the session list. */
    id: p.uuid().primary(),
    customerId: p.uuid(),
    customer: () => toOne<Customer>('Customer', 'customer_id'),
    userId: p.uuid(),
    user: () => toOne<User>('User', 'user_id'),
    /** SHA-256 of the secret in the cookie. */
    secretHash: p.blob().lazy().hidden(),
    /** When the user last gave the password. */
    authTime: p.datetime(),
    /** When the user last proved the second factor, if at all. */
    factorAt: p.datetime().nullable(),
    /** RFC 8176 names of what was proved. */
    amr: p.array().columnType('text[]'),
    ipAddress: p.text().name('ip').default(''),
    userAgent: p.text().default(''),
    lastAccessedAt: p.datetime(),
    /** The latest end. An idle session ends earlier, as lastAccessedAt tells. */
    expiresAt: p.datetime(),
    createdAt: p.datetime(),
  },
  uniques: [
    { name: 'sessions_customer_id_id_key', properties: ['id', 'customerId'] },
    { name: 'sessions_secret_hash_key', properties: ['secretHash'] },
  ],
  indexes: [
    { name: 'sessions_user_id_index', properties: ['userId', 'customerId'] },
    { name: 'sessions_expires_at_index', properties: ['expiresAt'] },
  ],
});

/** A login of a user in one browser. Deleting the row ends the session and all its tokens. */
export class Session extends SessionSchema.class {}
SessionSchema.setClass(Session);
