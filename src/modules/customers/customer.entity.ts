import { defineEntity, p } from '@mikro-orm/core';

const CustomerSchema = defineEntity({
  name: 'Customer',
  tableName: 'customers',
  properties: {
    id: p.uuid().primary(),
    /** Unique, so that the command line can name a customer. */
    name: p.text().unique('customers_name_key'),
    /** Kept by triggers on users, in the same transaction: exact, and never counted. */
    userCount: p.integer().default(0),
    /** How many of them have proved their address. */
    verifiedUserCount: p.integer().default(0),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});

/** A tenant: everything else belongs to exactly one, and nothing of another is ever visible. */
export class Customer extends CustomerSchema.class {}
CustomerSchema.setClass(Customer);
