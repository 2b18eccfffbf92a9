import { defineEntity, p } from '@mikro-orm/core';
import { toOne } from '../../ground/kernel/entity.ts';
import { searchIndex, searchText } from '../../ground/lists/search-text.ts';
import type { Customer } from '../customers/customer.entity.ts';

const KeptNameSchema = defineEntity({
  name: 'KeptName',
  tableName: 'kept_names',
  properties: {
    customerId: p.uuid().primary(),
    objectId: p.text().primary(),
    /** When it was the name of the object for the last time. */
    until: p.datetime().primary(),
    customer: () => toOne<Customer>('Customer', 'customer_id'),
    name: p.text(),
    searchText: searchText(),
  },
  indexes: [{ name: 'kept_names_until_index', properties: ['until'] }, searchIndex('kept_names')],
});

/**
 * A name that a user, group, client, organization, API or role had before it was renamed or deleted, for the audit trail.
 * Triggers keep it, whoever writes the change.
 */
export class KeptName extends KeptNameSchema.class {}
KeptNameSchema.setClass(KeptName);
