import { defineEntity, p } from '@mikro-orm/core';
import { toOne } from '../../kernel/entity.ts';
import type { Customer } from '../customers/index.ts';

const OrganizationSchema = defineEntity({
  name: 'Organization',
  tableName: 'organizations',
  properties: {
    id: p.uuid().primary(),
    customerId: p.uuid(),
    customer: () => toOne<Customer>('Customer', 'customer_id'),
    /** Unique within the customer. */
    name: p.text(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
  uniques: [
    { name: 'organizations_customer_id_id_key', properties: ['customerId', 'id'] },
    { name: 'organizations_customer_id_name_key', properties: ['name', 'customerId'] },
  ],
});

/** A part of a customer (a company, a department) that groups and users can be scoped to. */
export class Organization extends OrganizationSchema.class {}
OrganizationSchema.setClass(Organization);
