import { defineEntity, p } from '@mikro-orm/core';
import { listIndex } from '../../ground/lists/list-index.ts';
import { toOne } from '../../ground/kernel/entity.ts';
import { formerSearchText, searchIndexes, searchText } from '../../ground/lists/search-text.ts';
import { version } from '../../ground/kernel/version.ts';
import type { Customer } from '../customers/customer.entity.ts';

const OrganizationSchema = defineEntity({
  name: 'Organization',
  tableName: 'organizations',
  properties: {
    id: p.uuid().primary(),
    customerId: p.uuid(),
    customer: () => toOne<Customer>('Customer', 'customer_id'),
    /** Unique within the customer. */
    name: p.text(),
    searchText: searchText(),
    formerSearchText: formerSearchText('name'),
    version: version(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
  indexes: [
    // For nodes of the version before, while they are replaced.
    listIndex('organizations', 'name', 'lower("name") collate "C"'),
    listIndex('organizations', 'folded_name', 'search_folded("name") collate "C"'),
    listIndex('organizations', 'created_at', '"created_at"'),
    listIndex('organizations', 'updated_at', '"updated_at"'),
    ...searchIndexes('organizations'),
  ],
  uniques: [
    { name: 'organizations_customer_id_id_key', properties: ['customerId', 'id'] },
    { name: 'organizations_customer_id_name_key', properties: ['name', 'customerId'] },
  ],
});

/** A named part of a customer, such as a company or a department. Groups and users can belong to it. */
export class Organization extends OrganizationSchema.class {}
OrganizationSchema.setClass(Organization);
