import { defineEntity, p } from '@mikro-orm/core';
import type { Administration, Role } from '../../ground/kernel/access.ts';
import { listIndex } from '../../ground/lists/list-index.ts';
import { toOne, type Columns } from '../../ground/kernel/entity.ts';
import { formerSearchText, searchIndexes, searchText } from '../../ground/lists/search-text.ts';
import { version } from '../../ground/kernel/version.ts';
import type { StoredAttributes } from '../attributes/attribute-vocabulary.ts';
import type { Customer } from '../customers/customer.entity.ts';
import type { Organization } from '../organizations/organization.entity.ts';

/** A kind of second factor. */
export type MfaMethod = 'totp' | 'passkey';

const UserSchema = defineEntity({
  name: 'User',
  tableName: 'users',
  properties: {
    id: p.uuid().primary(),
    customerId: p.uuid(),
    customer: () => toOne<Customer>('Customer', 'customer_id'),
    /** As it was given. Addresses are compared by `emailKey`. */
    email: p.text(),
    /** Unique within the customer. */
    emailKey: p.text(),
    emailVerified: p.boolean().default(false),
    /** Unique within the customer, in any case. */
    username: p.text().nullable(),
    name: p.text(),
    givenName: p.text().nullable(),
    familyName: p.text().nullable(),
    picture: p.text().nullable(),
    phoneNumber: p.text().nullable(),
    phoneVerified: p.boolean().default(false),
    role: p.text().$type<Role>().default('member').check("role in ('member', 'admin')"),
    /** What the user administers without being an administrator. Without effect for one. */
    administration: p.text().$type<Administration>().nullable().check("administration in ('auditor', 'help_desk')"),
    isActive: p.boolean().default(true),
    /** Null for a user who is external to all organizations. */
    organizationId: p.uuid().nullable(),
    organization: () => toOne<Organization>('Organization', 'organization_id').nullable(),
    /** argon2id in PHC form, or as another system made it, until the next login. Null: no password matches. */
    passwordHash: p.text().nullable().lazy().hidden(),
    /** When the password was last changed. Browsers known before that are unknown again. */
    passwordChangedAt: p.datetime().nullable().lazy().hidden(),
    /** When a temporary password was set. The password is that one as long as it has not changed since. */
    temporaryPasswordAt: p.datetime().nullable().lazy().hidden(),
    /** Whether the user signed up. Then nobody at the customer has confirmed who they are. */
    selfRegistered: p.boolean().default(false).lazy().hidden(),
    /** Whether the user signs in with a second factor. A trigger keeps it. */
    mfaEnabled: p.boolean().name('mfa_enrolled').default(false).hidden(),
    /** The kinds of second factors that the user has. A trigger keeps them. */
    mfaMethods: p.array().$type<MfaMethod[]>().columnType('text[]').defaultRaw("'{}'").lazy().hidden(),
    /** Values of attributes that the customer has defined, by the definitions' ids. */
    attributes: p.json().$type<StoredAttributes>().defaultRaw("'{}'::jsonb").lazy().hidden(),
    /** The attributes `locale` and `zoneinfo`. Triggers keep them. */
    locale: p.text().nullable().lazy().hidden(),
    timeZone: p.text().nullable().lazy().hidden(),
    lastLoginAt: p.datetime().name('last_login').nullable(),
    loginCount: p.integer().default(0),
    /** When the user, who signed up, accepted the customer's terms. Null if there were none. */
    termsAcceptedAt: p.datetime().nullable(),
    /** Also has the address in the letters of its domain. */
    searchText: searchText(),
    formerSearchText: formerSearchText(
      'name',
      'email',
      `coalesce(given_name, '')`,
      `coalesce(family_name, '')`,
      `coalesce(username, '')`,
      // Only the digits.
      `translate(coalesce(phone_number, ''), ' +-./()', '')`,
    ),
    version: version(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
  uniques: [
    { name: 'users_customer_id_id_key', properties: ['customerId', 'id'] },
    { name: 'users_customer_id_email_key_key', properties: ['emailKey', 'customerId'] },
    {
      name: 'users_customer_id_username_key',
      expression: 'create unique index "users_customer_id_username_key" on "users" (lower("username"), "customer_id")',
    },
  ],
  indexes: [
    {
      name: 'users_organization_id_index',
      expression:
        'create index "users_organization_id_index" on "users" ("customer_id", "organization_id", "id") where "organization_id" is not null',
    },
    {
      name: 'users_email_verified_index',
      expression: 'create index "users_email_verified_index" on "users" ("customer_id", "id") where "email_verified"',
    },
    {
      name: 'users_email_unverified_index',
      expression:
        'create index "users_email_unverified_index" on "users" ("customer_id", "id") where not "email_verified"',
    },
    {
      name: 'users_inactive_index',
      expression: 'create index "users_inactive_index" on "users" ("customer_id", "id") where not "is_active"',
    },
    {
      name: 'users_administrators_index',
      expression: `create index "users_administrators_index" on "users" ("customer_id", "id") where "role" = 'admin' and "is_active"`,
    },
    {
      name: 'users_administration_index',
      expression: `create index "users_administration_index" on "users" ("customer_id", "id") where "administration" is not null`,
    },
    // These two are for nodes of the version before, while they are replaced.
    listIndex('users', 'name', 'lower("name") collate "C"'),
    listIndex('users', 'email', '"email_key" collate "C"'),
    listIndex('users', 'folded_name', 'search_folded("name") collate "C"'),
    listIndex('users', 'folded_email', 'search_address("email_key") collate "C"'),
    listIndex('users', 'username', `lower(coalesce("username", '')) collate "C"`),
    listIndex('users', 'verified', '"email_verified"'),
    listIndex('users', 'active', '"is_active"'),
    listIndex('users', 'role', '"role" collate "C"'),
    listIndex('users', 'administration', `coalesce("administration", '') collate "C"`),
    listIndex('users', 'organization', `coalesce("organization_id", '00000000-0000-0000-0000-000000000000'::uuid)`),
    listIndex('users', 'mfa', '"mfa_enrolled"'),
    listIndex('users', 'last_login', `coalesce("last_login", timestamptz '0001-01-01 00:00:00+00')`),
    listIndex('users', 'created_at', '"created_at"'),
    listIndex('users', 'updated_at', '"updated_at"'),
    ...searchIndexes('users'),
  ],
});

/** A person who signs in, within one customer. */
export class User extends UserSchema.class {}
UserSchema.setClass(User);

/** What is read of a user: all columns but the lazy ones. */
export type UserColumns = Omit<
  Columns<User>,
  | 'passwordHash'
  | 'passwordChangedAt'
  | 'temporaryPasswordAt'
  | 'selfRegistered'
  | 'mfaMethods'
  | 'locale'
  | 'timeZone'
  | 'attributes'
  | 'searchText'
  | 'formerSearchText'
>;
