import { raw, sql, type Raw } from '@mikro-orm/postgresql';
import {
  choice,
  Filter,
  flag,
  keyOf,
  Listing,
  partsIn,
  reference,
  rowId,
  text,
  time,
  words,
  type Key,
  type Test,
} from '../../ground/lists/filter/index.ts';
import { columnName } from '../../ground/kernel/entity.ts';
import { attributesOf } from '../attributes/index.ts';
import { emailKey, shownAddress } from './user-email.ts';
import { User } from './user.entity.ts';
import { fieldsHaving, USER_FIELDS, type UserFieldRow } from './user.fields.ts';
import { userPolicy } from './user.policy.ts';
import { SearchSample } from './user-search.ts';

const keysOf = <Field extends keyof typeof USER_FIELDS>(fields: readonly Field[]) =>
  Object.fromEntries(
    fields.map((field) => [field, keyOf(User, field, (USER_FIELDS[field] as UserFieldRow).filter)]),
  ) as Record<Field, Key>;

const keys = {
  email: keyOf(User, 'emailKey', { letters: 'folded', fold: 'search_address' }),
  ...keysOf(fieldsHaving('filter')),
};

// One index has the parts of names and of addresses.
const search = partsIn((parts, { runtime }) => runtime.get(SearchSample).partsToLookUp(parts));

/** Triggers count all users of a customer, and those with a verified address. */
function count(customerId: string, [test, ...others]: readonly Test[]): Raw | null {
  if (others.length > 0 || (test && (test.key !== keys.emailVerified || !test.value))) return null;
  const [isVerified] = test?.value?.params ?? [];
  const column = test
    ? isVerified === true
      ? 'verified_user_count'
      : 'user_count - verified_user_count'
    : 'user_count';
  return sql`select ${raw(column)} as count from customers where id = ${customerId}::uuid`;
}

/** What a field is called, and the refusal of viewers who may not see it of every user. */
const described = (field: keyof typeof USER_FIELDS, description: string = USER_FIELDS[field].description) => ({
  description,
  ...('isPrivate' in USER_FIELDS[field] && { permit: userPolicy.read }),
});

const BY_TYPE = { text, boolean: flag, time };

/** Users are filtered by these as their columns are. */
const filtered = Object.fromEntries(
  fieldsHaving('filter').map((field) => [
    field,
    BY_TYPE[keys[field].type as keyof typeof BY_TYPE](keys[field], described(field)),
  ]),
);

/** What users are filtered by. Other modules add what they know of users. */
export const userFilter = new Filter(
  User,
  'User',
  { noun: 'users', read: userPolicy.read, count },
  {
    id: rowId('uuid', { description: 'The user’s id.' }),
    email: text(
      keys.email,
      { description: 'The address, in any spelling.' },
      { normalize: emailKey, search, shown: shownAddress },
    ),
    search: words(
      // Most addresses are ASCII, which is compared faster.
      [keys.email, keys.name],
      { description: 'Words in any order, each a part of the name or the address, in any case and without accents.' },
      search,
    ),
    ...filtered,
    name: text(keys.name, described('name'), { search }),
    role: choice(keyOf(User, 'role', { letters: 'exact' }), 'Role', { description: 'The role.' }),
    administration: choice(keyOf(User, 'administration', { letters: 'exact' }), 'Administration', {
      description: 'What users administer without being administrators.',
    }),
    organizationId: reference(keyOf(User, 'organizationId'), {
      description: 'The organization that the user belongs to.',
    }),
    attributes: attributesOf('user'),
  },
);

/** The customer's users as a list, oldest first. */
export const userListing = new Listing(
  User,
  'User',
  userFilter,
  Object.fromEntries(
    fieldsHaving('order').map((field) => [
      columnName(field).toUpperCase(),
      { key: keys[field], ...described(field, USER_FIELDS[field].order) },
    ]),
  ),
  { isNumbered: true },
);
