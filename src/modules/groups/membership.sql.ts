import { byKey, sql } from '../../kernel/database.ts';
import { trailOfEach, trailOfUsers } from '../audit/index.ts';
import { userColumns, type UserRow } from '../users/index.ts';
import { groupsOf, type GroupRow } from './group.sql.ts';

/** A member of a group, with the moment they joined. */
export interface MemberRow extends UserRow {
  readonly groupId: string;
  readonly joinedAt: Date;
}

/**
 * $1 customer, $2 groups, $3 behind this user, $4 rows a group. The limit applies before the join, so a page of a
 * group of a million costs what a page of a small one does.
 */
export const memberPages = sql<MemberRow>(
  'groups.members',
  `select m.group_id as "groupId", m.joined_at as "joinedAt", ${userColumns('u')}
   from unnest($2::uuid[]) wanted
   cross join lateral (
     select group_id, user_id, joined_at from memberships
     where group_id = wanted and user_id > $3 and customer_id is not distinct from $1 order by user_id limit $4
   ) m
   ${byKey('users', 'u', 'm.user_id')}
   order by m.group_id, m.user_id`,
);

/** $1 customer, $2 users, $3 behind this group, $4 rows a user. */
export const groupPagesOfUsers = sql<GroupRow & { userId: string; joinedAt: Date }>(
  'groups.of-users',
  `select m.user_id as "userId", m.joined_at as "joinedAt", g.id, g.customer_id as "customerId",
     g.organization_id as "organizationId", g.name, g.description, g.member_count as "memberCount",
     g.created_at as "createdAt", g.updated_at as "updatedAt"
   from unnest($2::uuid[]) wanted
   cross join lateral (
     select user_id, group_id, joined_at from memberships
     where user_id = wanted and customer_id is not distinct from $1 and group_id > $3 order by group_id limit $4
   ) m
   ${byKey('groups', 'g', 'm.group_id')}
   order by m.user_id, m.group_id`,
);

/** $1 customer, $2 users. */
export const groupCountsOfUsers = sql<{ userId: string; count: number }>(
  'groups.count-of-users',
  `select user_id as "userId", count(*) from memberships
   where user_id = any($2::uuid[]) and customer_id is not distinct from $1 group by user_id`,
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
 * $1 customer, $2 group, $3 users, $4 now, $5 audit row, written for each user who joins, $6 the most groups of a user.
 */
export const addMembers = sql<MembershipOutcome>(
  'groups.add-members',
  `with target as (
     select id from groups where id = $2 and customer_id is not distinct from $1
   ), found as (
     select id, ${groupsOf('id', '$6::int')} >= $6::int as full,
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

/** $1 customer, $2 groups, $3 users just made, each for the group in the same place, $4 now, $5 audit rows, one a user. */
export const addNewMembers = sql(
  'groups.add-new-members',
  `with joined as (
     insert into memberships (group_id, user_id, customer_id, joined_at)
     select wanted.group_id, wanted.user_id, $1, $4 from unnest($2::uuid[], $3::uuid[]) as wanted (group_id, user_id)
     returning user_id
   )
   ${trailOfEach('$5', 'joined', "joined.user_id::text = e.details ->> 'userId'")}`,
);

/** $1 customer, $2 group, $3 users, $4 audit row as in addMembers. */
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
