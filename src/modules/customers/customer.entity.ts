import { defineEntity, p } from '@mikro-orm/core';

const CustomerSchema = defineEntity({
  name: 'Customer',
  tableName: 'customers',
  properties: {
    id: p.uuid().primary(),
    /** Unique, so that the command line can name a customer. */
    name: p.text().unique('customers_name_key'),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});

/** A tenant: everything else belongs to exactly one, and nothing of another is ever visible. */
export class Customer extends CustomerSchema.class {}
CustomerSchema.setClass(Customer);
