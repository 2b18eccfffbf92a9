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
  type Test,
} from '../../lists/filter/index.ts';
import { attributesOf } from '../attributes/index.ts';
import { emailKey, shownAddress } from './user-email.ts';
import { User } from './user.entity.ts';
import { userPolicy } from './user.policy.ts';
import { SearchSample } from './user-search.ts';

const verified = keyOf(User, 'emailVerified');
const keys = {
  name: keyOf(User, 'name', { letters: 'folded' }),
  email: keyOf(User, 'emailKey', { letters: 'folded', fold: 'search_address' }),
  createdAt: keyOf(User, 'createdAt'),
  updatedAt: keyOf(User, 'updatedAt'),
  lastLoginAt: keyOf(User, 'lastLoginAt'),
};

// One index has the parts of names and of addresses.
const search = partsIn((parts, { runtime }) => runtime.get(SearchSample).partsToLookUp(parts));

/** Triggers count all users of a customer, and those with a verified address. */
function count(customerId: string, [test, ...others]: readonly Test[]): Raw | null {
  if (others.length > 0 || (test && (test.key !== verified || !test.value))) return null;
  const [isVerified] = test?.value?.params ?? [];
  const column = test
    ? isVerified === true
      ? 'verified_user_count'
      : 'user_count - verified_user_count'
    : 'user_count';
  return sql`select ${raw(column)} as count from customers where id = ${customerId}::uuid`;
}

/** Refuses viewers who may not see all of every user. */
const permit = userPolicy.read;
const NOT_INDEXED = { isIndexed: false } as const;
const FOLDED = { letters: 'folded', isIndexed: false } as const;

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
    emailVerified: flag(verified, { description: 'Whether the address is verified.' }),
    username: text(keyOf(User, 'username'), { description: 'The short name.' }),
    name: text(keys.name, { description: 'The full name.' }, { search }),
    givenName: text(keyOf(User, 'givenName', FOLDED), { description: 'The given (first) name.' }),
    familyName: text(keyOf(User, 'familyName', FOLDED), { description: 'The family (last) name.' }),
    phoneNumber: text(keyOf(User, 'phoneNumber', NOT_INDEXED), { description: 'The phone number.', permit }),
    role: choice(keyOf(User, 'role', { letters: 'exact' }), 'Role', { description: 'The role.' }),
    isActive: flag(keyOf(User, 'isActive'), { description: 'False for users who cannot sign in.' }),
    organizationId: reference(keyOf(User, 'organizationId'), {
      description: 'The organization that the user belongs to.',
    }),
    lastLoginAt: time(keys.lastLoginAt, { description: 'When the user last signed in.', permit }),
    createdAt: time(keys.createdAt, { description: 'When the user was created.' }),
    updatedAt: time(keys.updatedAt, { description: 'When the user last changed.' }),
    attributes: attributesOf('user'),
  },
);

/** The customer's users as a list, oldest first. */
export const userListing = new Listing(
  User,
  'User',
  userFilter,
  {
    CREATED_AT: { key: keys.createdAt, description: 'When the user was created.' },
    UPDATED_AT: { key: keys.updatedAt, description: 'When the user last changed.' },
    NAME: { key: keys.name, description: 'The full name, in any case and without accents.' },
    EMAIL: { key: keys.email, description: 'The address, without accents.' },
    LAST_LOGIN_AT: { key: keys.lastLoginAt, description: 'When the user last signed in.', permit },
  },
  { isNumbered: true },
);
