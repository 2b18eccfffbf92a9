import { defineEntity, p } from '@mikro-orm/core';
import { listIndex } from '../../ground/lists/list-index.ts';
import { toOne } from '../../ground/kernel/entity.ts';
import { formerSearchText, searchIndexes, searchText } from '../../ground/lists/search-text.ts';
import { version } from '../../ground/kernel/version.ts';
import type { StoredAttributes } from '../attributes/attribute-vocabulary.ts';
import type { Customer } from '../customers/customer.entity.ts';
import type { Organization } from '../organizations/organization.entity.ts';
import type { User } from '../users/user.entity.ts';

const GroupSchema = defineEntity({
  name: 'Group',
  tableName: 'groups',
  properties: {
    id: p.uuid().primary(),
    customerId: p.uuid(),
    customer: () => toOne<Customer>('Customer', 'customer_id'),
    /** Null if the group belongs to no organization. */
    organizationId: p.uuid().nullable(),
    organization: () => toOne<Organization>('Organization', 'organization_id').nullable(),
    /** The user who created it. Null if it was a client or the operator, or if the user is gone. */
    creatorId: p.uuid().nullable(),
    creator: () => toOne<User>('User', 'creator_id').nullable(),
    /** Unique within the customer. Upper and lower case differ. */
    name: p.text(),
    description: p.text().default(''),
    /** Triggers on memberships keep it exact, in the same transaction. */
    memberCount: p.integer().default(0),
    searchText: searchText(),
    formerSearchText: formerSearchText('name', 'description'),
    version: version(),
    /** Values of attributes that the customer has defined, by the definitions' ids. */
    attributes: p.json().$type<StoredAttributes>().defaultRaw("'{}'::jsonb").lazy().hidden(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
  uniques: [
    { name: 'groups_customer_id_id_key', properties: ['customerId', 'id'] },
    { name: 'groups_customer_id_name_key', properties: ['name', 'customerId'] },
  ],
  indexes: [
    {
      name: 'groups_organization_id_index',
      expression:
        'create index "groups_organization_id_index" on "groups" ("customer_id", "organization_id") where "organization_id" is not null',
    },
    {
      name: 'groups_creator_id_index',
      expression:
        'create index "groups_creator_id_index" on "groups" ("creator_id", "customer_id") where "creator_id" is not null',
    },
    // For nodes of the version before, while they are replaced.
    listIndex('groups', 'name', 'lower("name") collate "C"'),
    listIndex('groups', 'folded_name', 'search_folded("name") collate "C"'),
    listIndex('groups', 'organization', `coalesce("organization_id", '00000000-0000-0000-0000-000000000000'::uuid)`),
    listIndex('groups', 'created_at', '"created_at"'),
    listIndex('groups', 'updated_at', '"updated_at"'),
    ...searchIndexes('groups'),
  ],
});

/** A named set of users of a customer. */
export class Group extends GroupSchema.class {}
GroupSchema.setClass(Group);
