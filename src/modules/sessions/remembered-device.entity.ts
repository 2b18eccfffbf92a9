import { defineEntity, p } from '@mikro-orm/core';
import { toOne } from '../../ground/kernel/entity.ts';
import type { Customer } from '../customers/customer.entity.ts';
import type { User } from '../users/user.entity.ts';

const RememberedDeviceSchema = defineEntity({
  name: 'RememberedDevice',
  tableName: 'remembered_devices',
  properties: {
    customerId: p.uuid().primary(),
    customer: () => toOne<Customer>('Customer', 'customer_id'),
    id: p.uuid().primary(),
    userId: p.uuid(),
    user: () => toOne<User>('User', 'user_id'),
    /** SHA-256 of the secret in the cookie. Each use replaces it. */
    secretHash: p.blob().$type<Buffer>().lazy().hidden(),
    /** The names of browser and system, as the request told them. The secret counts in no other. */
    browser: p.text().nullable(),
    system: p.text().nullable(),
    /** The IP address of the last use. */
    ipAddress: p.text().name('ip'),
    /** When the second factor was given. */
    createdAt: p.datetime(),
    lastUsedAt: p.datetime(),
    expiresAt: p.datetime(),
  },
  uniques: [{ name: 'remembered_devices_secret_hash_key', properties: ['secretHash'] }],
  indexes: [
    { name: 'remembered_devices_user_id_index', properties: ['userId', 'customerId'] },
    { name: 'remembered_devices_expires_at_index', properties: ['expiresAt'] },
  ],
});

/** A browser in which a user need not give the second factor again until it expires. */
export class RememberedDevice extends RememberedDeviceSchema.class {}
RememberedDeviceSchema.setClass(RememberedDevice);
