import { raw, sql, type Raw } from '@mikro-orm/postgresql';
import {
  Filter,
  keyOf,
  Listing,
  many,
  number,
  partsIn,
  RANKS,
  reference,
  rowId,
  text,
  time,
  type Link,
  type Test,
} from '../../ground/lists/filter/index.ts';
import { attributesOf } from '../attributes/index.ts';
import { userFilter } from '../users/index.ts';
import { Group } from './group.entity.ts';
import { groupPolicy } from './group.policy.ts';

const keys = {
  name: keyOf(Group, 'name', { letters: 'folded' }),
  createdAt: keyOf(Group, 'createdAt'),
  updatedAt: keyOf(Group, 'updatedAt'),
};
const search = partsIn();

/** What groups are filtered by. Other modules add what they know of groups. */
export const groupFilter = new Filter(
  Group,
  'Group',
  { noun: 'groups', read: groupPolicy.read },
  {
    id: rowId('uuid', { description: 'The group’s id.' }),
    name: text(keys.name, { description: 'The name.' }, { search }),
    description: text(
      keyOf(Group, 'description', { letters: 'folded', isIndexed: false }),
      { description: 'What the group is for.' },
      { search },
    ),
    organizationId: reference(keyOf(Group, 'organizationId'), {
      description: 'The organization that the group belongs to.',
    }),
    memberCount: number(keyOf(Group, 'memberCount', { isIndexed: false }), {
      description: 'How many members the group has.',
    }),
    createdAt: time(keys.createdAt, { description: 'When the group was created.' }),
    updatedAt: time(keys.updatedAt, { description: 'When the name, description or organization last changed.' }),
    attributes: attributesOf('group'),
  },
);

/** The customer's groups as a list, oldest first. */
export const groupListing = new Listing(Group, 'Group', groupFilter, {
  CREATED_AT: { key: keys.createdAt, description: 'When the group was created.' },
  UPDATED_AT: { key: keys.updatedAt, description: 'When the name, description or organization last changed.' },
  NAME: { key: keys.name, description: 'The name, in any case and without accents.' },
});

/**
 * How memberships link rows `e` to others. `isFew`: a row is linked to few others, as a user to at most 1,000 groups. Ids
 * that a caller gave can be another customer's.
 */
const memberships = (own: 'user_id' | 'group_id', isFew: boolean): Link => {
  const other = own === 'user_id' ? 'group_id' : 'user_id';
  const linkedTo = (id: Raw): Raw => sql`${raw(`select m.${own} as id from memberships m where m.${other} =`)} ${id}`;
  const linkedToEach = (ids: readonly string[], slice = raw('')): Raw => sql`
    select f.id from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) v(value)
    cross join lateral (${linkedTo(raw('v.value::uuid'))} ${slice}) f`;
  const check = (ids: readonly string[] | null): Raw => {
    if (ids === null) return raw(`exists (select from memberships m where m.${own} = e.id offset 0)`);
    if (ids.length === 1)
      return sql`exists (${linkedTo(raw('?::uuid', [ids[0]]))} ${raw(`and m.${own} = e.id offset 0`)})`;
    if (!isFew) return sql`e.id in (${linkedToEach(ids)})`;
    return sql`exists (
      select from (${raw(`select m.${other} as id from memberships m where m.${own} = e.id offset 0`)}) m
      where m.id in (select v.value::uuid from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) v(value)))`;
  };
  const find =
    (ids: readonly string[]): NonNullable<Test['find']> =>
    ({ customerId }, limit) => ({
      ids: sql`
      ${linkedToEach(ids, sql`and m.customer_id is not distinct from ${customerId}::uuid ${raw(`order by m.${own}`)} limit ${limit}`)}
      limit ${limit}`,
      isFew: false,
    });
  const walk =
    (id: string): NonNullable<Test['walk']> =>
    ({ table, customerId }, between, direction, slice) =>
      sql`
      select e.* from (
        ${linkedTo(raw('?::uuid', [id]))} and m.customer_id is not distinct from ${customerId}::uuid
        ${between(`m.${own}`)} ${raw(`order by m.${own} ${direction}`)} ${slice}
      ) m cross join lateral (${raw(`select * from ${table} where id = m.id limit 1`)}) e ${raw(`order by e.id ${direction}`)}`;
  return {
    to: (ids) => ({
      check: check(ids),
      ...(ids && { find: find(ids) }),
      ...(ids?.length === 1 && { walk: walk(ids[0]!) }),
    }),
  };
};

const ofUsers = memberships('user_id', true);

/** The condition that a user is in a group with many members. */
export const memberOf = (groupId: string): Test => ({ path: 'id', rank: RANKS.choice, ...ofUsers.to([groupId]) });

userFilter.add({
  groups: many('UserGroups', () => groupFilter, ofUsers, { description: 'The groups that the user is in.' }),
});
groupFilter.add({
  members: many('GroupMembers', () => userFilter, memberships('group_id', false), {
    description: 'The members of the group.',
  }),
});
