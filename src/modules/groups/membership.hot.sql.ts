import { sql } from '../../kernel/database.ts';
import { columnsOf, type Columns } from '../../kernel/entity.ts';
import { trailOfEach, trailOfUsers } from '../audit/index.ts';
import { User } from '../users/index.ts';
import { Group } from './group.entity.ts';

/** A membership of a page. What it leads to comes with the first row that does: `id` is null in the others. */
export interface PageRow {
  readonly groupId: string;
  readonly userId: string;
  readonly joinedAt: Date;
  readonly id: string | null;
}

const pagesOf = (owner: 'group_id' | 'user_id', key: 'group_id' | 'user_id', table: string, columns: string): string =>
  `with page as materialized (
     select m.group_id, m.user_id, m.joined_at, row_number() over (partition by m.${key}) = 1 as is_first
     from unnest($2::uuid[]) wanted
     cross join lateral (
       select group_id, user_id, joined_at from memberships
       where ${owner} = wanted and ${key} > $3 and customer_id is not distinct from $1 order by ${key} limit $4
     ) m
   )
   select page.group_id as "groupId", page.user_id as "userId", page.joined_at as "joinedAt", ${columns}
   from page left join lateral (select * from ${table} where id = page.${key} and page.is_first limit 1) node on true
   order by page.${owner}, page.${key}`;

/**
 * Many rows at once: pages of the members of many groups, each user once. As entities, 9,350 members of 55 groups take
 * eight times as long. $1 customer, $2 groups, $3 behind this user, $4 rows a group.
 */
export const memberPages = sql<
  PageRow & Omit<Columns<User>, 'id' | 'passwordHash' | 'passwordChangedAt' | 'selfRegistered'>
>('groups.member-pages', pagesOf('group_id', 'user_id', 'users', columnsOf(User, 'node')));

/** Many rows at once, as memberPages: pages of the groups of users. $1 customer, $2 users, $3 behind this group, $4 rows a user. */
export const groupPages = sql<PageRow & Omit<Columns<Group>, 'id'>>(
  'groups.pages-of-users',
  pagesOf('user_id', 'group_id', 'groups', columnsOf(Group, 'node')),
);

/** What became of one user of an addition or removal; no row at all when the group does not exist. */
export interface MembershipOutcome {
  readonly userId: string;
  /** Whether the user exists in the customer. */
  readonly known: boolean;
  /** Whether the membership was made, or ended, just now. */
  readonly changed: boolean;
  /** Whether it was not made because the user is in too many groups. */
  readonly full: boolean;
}

/**
 * Many rows at once: up to ten thousand memberships, with an event each. $1 customer, $2 group, $3 users, $4 now, $5 audit
 * row, written for each user who joins, $6 the most groups of a user. `full_of_groups` locks the users before it counts, so
 * that of requests that arrive at once none passes the limit.
 */
export const addMembers = sql<MembershipOutcome>(
  'groups.add-members',
  `with target as (
     select id from groups where id = $2 and customer_id is not distinct from $1
   ), too_full as materialized (
     select user_id from target, full_of_groups($1, $3::uuid[], $6::int) user_id
   ), found as (
     select id, id in (select user_id from too_full) as full,
       exists (select from memberships m where m.group_id = $2 and m.user_id = id offset 0) as joined_before
     from users where customer_id is not distinct from $1 and id = any($3::uuid[])
   ), joined as (
     insert into memberships (group_id, user_id, customer_id, joined_at)
     select target.id, found.id, $1, $4 from target, found where not found.full
     on conflict do nothing returning user_id
   ), trail as (
     ${trailOfUsers('$5', 'joined')}
   )
   select wanted as "userId", found.id is not null as known, joined.user_id is not null as changed,
     coalesce(found.full and not found.joined_before, false) as full
   from target, unnest($3::uuid[]) wanted
   left join found on found.id = wanted
   left join joined on joined.user_id = wanted`,
);

/**
 * Many rows at once, in the transaction of those that make users. $1 customer, $2 groups, $3 users just made, each for the
 * group in the same place, $4 now, $5 audit rows, one a user.
 */
export const addNewMembers = sql(
  'groups.add-new-members',
  `with joined as (
     insert into memberships (group_id, user_id, customer_id, joined_at)
     select wanted.group_id, wanted.user_id, $1, $4 from unnest($2::uuid[], $3::uuid[]) as wanted (group_id, user_id)
     returning user_id
   )
   ${trailOfEach('$5', 'joined', "joined.user_id::text = e.details ->> 'userId'")}`,
);

/** Many rows at once, as addMembers. $1 customer, $2 group, $3 users, $4 audit row, written for each user who leaves. */
export const removeMembers = sql<MembershipOutcome>(
  'groups.remove-members',
  `with target as (
     select id from groups where id = $2 and customer_id is not distinct from $1
   ), found as (
     select id from users where customer_id is not distinct from $1 and id = any($3::uuid[])
   ), gone as (
     delete from memberships
     where group_id is not distinct from (select id from target) and user_id = any($3::uuid[]) returning user_id
   ), trail as (
     ${trailOfUsers('$4', 'gone')}
   )
   select wanted as "userId", found.id is not null as known, gone.user_id is not null as changed, false as full
   from target, unnest($3::uuid[]) wanted
   left join found on found.id = wanted
   left join gone on gone.user_id = wanted`,
);

/**
 * Many rows at once: an event for each member of a group that is about to be deleted, which ends their memberships. $1
 * customer, $2 group, $3 audit row for each member, $4 the most members who get one: of a larger group its own event tells
 * enough. The group, locked, as its table has it.
 */
export const endMemberships = sql<object>(
  'groups.end-memberships',
  `with target as (
     select * from groups where id = $2 and customer_id is not distinct from $1 for update
   ), leaving as (
     select user_id from memberships where group_id = $2 and exists (select from target where member_count <= $4)
   ), trail as (
     ${trailOfUsers('$3', 'leaving')}
   )
   select * from target`,
);
