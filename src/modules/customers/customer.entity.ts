import { defineEntity, p } from '@mikro-orm/core';
import { version } from '../../kernel/version.ts';

const CustomerSchema = defineEntity({
  name: 'Customer',
  tableName: 'customers',
  properties: {
    id: p.uuid().primary(),
    /** Unique, so that the command line can name a customer. */
    name: p.text().unique('customers_name_key'),
    /** Triggers on users keep it exact, in the same transaction. */
    userCount: p.integer().default(0),
    /** How many of the users have a verified address. */
    verifiedUserCount: p.integer().default(0),
    /** Whether users may delete their own accounts. */
    selfDeletion: p.boolean().default(false),
    /** What users who sign up accept: the address of a page, a text, or both. Null: nothing. */
    termsUrl: p.text().nullable(),
    termsText: p.text().nullable(),
    version: version(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});

/** A tenant. Everything else belongs to exactly one customer, and no customer sees another's. */
export class Customer extends CustomerSchema.class {}
CustomerSchema.setClass(Customer);
