import { defineEntity, p } from '@mikro-orm/core';
import { toOne } from '../../ground/kernel/entity.ts';
import type { Client } from '../clients/client.entity.ts';
import type { Customer } from '../customers/customer.entity.ts';
import type { Group } from '../groups/group.entity.ts';
import type { User } from '../users/user.entity.ts';
import type { AttributeDefinition } from './attribute-definition.entity.ts';

const AttributeValueSchema = defineEntity({
  name: 'AttributeValue',
  tableName: 'attribute_values',
  properties: {
    id: p.uuid().primary().defaultRaw('gen_random_uuid()'),
    customerId: p.uuid(),
    customer: () => toOne<Customer>('Customer', 'customer_id'),
    definitionId: p.uuid(),
    definition: () => toOne<AttributeDefinition>('AttributeDefinition', 'definition_id'),
    /** The user, group or client with the value: one of them. */
    userId: p.uuid().nullable(),
    user: () => toOne<User>('User', 'user_id').nullable(),
    groupId: p.uuid().nullable(),
    group: () => toOne<Group>('Group', 'group_id').nullable(),
    clientId: p.text().nullable(),
    client: () => toOne<Client>('Client', 'client_id').nullable(),
    /** The value as text, or one item of a list. */
    value: p.text(),
    /** The value of a number. */
    number: p.double().nullable(),
    /** Whether no other object may have the value. */
    isUnique: p.boolean(),
  },
  checks: [{ name: 'attribute_values_subject_check', expression: 'num_nonnulls(user_id, group_id, client_id) = 1' }],
  uniques: [
    {
      name: 'attribute_values_unique_key',
      expression:
        'create unique index "attribute_values_unique_key" on "attribute_values" ("definition_id", "value") where "is_unique"',
    },
  ],
  indexes: [
    {
      name: 'attribute_values_definition_id_index',
      expression:
        'create index "attribute_values_definition_id_index" on "attribute_values" ("definition_id", "customer_id", ("value" collate "C"))',
    },
    {
      name: 'attribute_values_number_index',
      expression:
        'create index "attribute_values_number_index" on "attribute_values" ("definition_id", "number") where "number" is not null',
    },
    ...['user_id', 'group_id', 'client_id'].map((key) => ({
      name: `attribute_values_${key}_index`,
      expression: `create index "attribute_values_${key}_index" on "attribute_values" ("${key}", "customer_id") where "${key}" is not null`,
    })),
  ],
});

/**
 * A value of an attribute that is unique or searchable: an index that triggers keep. The values are in the objects' own
 * rows.
 */
export class AttributeValue extends AttributeValueSchema.class {}
AttributeValueSchema.setClass(AttributeValue);
