import { defineEntity, p } from '@mikro-orm/core';
import { toOne } from '../../ground/kernel/entity.ts';
import { version } from '../../ground/kernel/version.ts';
import type { Customer } from '../customers/customer.entity.ts';
import {
  AUDIENCES,
  SUBJECTS,
  TYPES,
  type AttributeAudience,
  type AttributeConstraints,
  type AttributeSubject,
  type AttributeType,
  type ClaimScope,
  type StoredValue,
} from './attribute-vocabulary.ts';

const among = (column: string, words: readonly string[]): string =>
  `${column} in (${words.map((word) => `'${word}'`).join(', ')})`;

const AttributeDefinitionSchema = defineEntity({
  name: 'AttributeDefinition',
  tableName: 'attribute_definitions',
  properties: {
    id: p.uuid().primary(),
    customerId: p.uuid(),
    customer: () => toOne<Customer>('Customer', 'customer_id'),
    subject: p.text().$type<AttributeSubject>().check(among('subject', SUBJECTS)),
    /** Unique among the attributes of the same subject, in any case. It never changes. */
    name: p.text(),
    description: p.text().default(''),
    type: p.text().$type<AttributeType>().check(among('type', TYPES)),
    isList: p.boolean().default(false),
    isRequired: p.boolean().default(false),
    constraints: p.json().$type<AttributeConstraints>().defaultRaw("'{}'::jsonb"),
    /** The value of new objects for which none is given. */
    defaultValue: p.json().$type<StoredValue>().nullable(),
    visibleTo: p.text().$type<AttributeAudience>().check(among('visible_to', AUDIENCES)),
    editableBy: p.text().$type<AttributeAudience>().check(among('editable_by', AUDIENCES)),
    isUnique: p.boolean().default(false),
    isSearchable: p.boolean().default(false),
    /** The claim that applications get the value as, under `scope`. */
    claim: p.text().nullable(),
    scope: p.text().$type<ClaimScope>().nullable(),
    /** Since when more applications get the value under the scope than before. Null for no claim, or for one from before this was stored. */
    claimSince: p.datetime().nullable(),
    /** Whether it is a standard claim of OpenID Connect, which every customer has. */
    isStandard: p.boolean().default(false),
    version: version(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
  indexes: [
    {
      name: 'attribute_definitions_claim_since_index',
      expression:
        'create index "attribute_definitions_claim_since_index" on "attribute_definitions" ("customer_id", "claim_since") where "claim_since" is not null',
    },
  ],
  uniques: [
    { name: 'attribute_definitions_customer_id_id_key', properties: ['customerId', 'id'] },
    {
      name: 'attribute_definitions_name_key',
      expression:
        'create unique index "attribute_definitions_name_key" on "attribute_definitions" ("customer_id", "subject", lower("name"))',
    },
    {
      name: 'attribute_definitions_claim_key',
      expression:
        'create unique index "attribute_definitions_claim_key" on "attribute_definitions" ("customer_id", "claim") where "claim" is not null',
    },
  ],
});

/** An attribute that a customer's users, groups or clients have besides their own fields. */
export class AttributeDefinition extends AttributeDefinitionSchema.class {}
AttributeDefinitionSchema.setClass(AttributeDefinition);
