import { byKey, sql } from '../../ground/kernel/database.ts';
import { columnsOf, type Columns, type OrNull } from '../../ground/kernel/entity.ts';
import { effectiveGroupsWith } from '../access/index.ts';
import { trailOfEach, trailOfNestings, trailOfUsers, type AuditRow } from '../audit/index.ts';
import { User, type UserColumns } from '../users/index.ts';
import { Group } from './group.entity.ts';
import { hasRole, isNamed, lends, reachedGroup, type Reaching } from './lending.hot.sql.ts';

/** The page of one owner, or one of the entities that the pages lead to; the columns of the other are null. */
export interface PageRow {
  readonly ownerId: string | null;
  /** Ids of what the memberships lead to, with commas between them: 9,350 in rows of their own take four times as long. */
  readonly keys: string | null;
  /** When each membership began, in milliseconds since 1970, with commas between them. */
  readonly joinedAt: string | null;
}

/** Which pages are read. */
export interface PageParameters {
  readonly customerId: string;
  readonly ownerIds: readonly string[];
  /** The page is between these ids. */
  readonly start: string;
  readonly end: string;
  /** Whether the rows nearest to the end are wanted. */
  readonly isBackward: boolean;
  /** Rows of each owner. */
  readonly limit: number;
}

const pagesOf = (owner: 'group_id' | 'user_id', key: 'group_id' | 'user_id', entity: typeof User | typeof Group) => {
  const table = key === 'user_id' ? 'users' : 'groups';
  const found = `select ${owner} as owner, ${key} as key, joined_at from memberships
       where ${owner} = wanted and ${key} > :start and ${key} < :end and customer_id is not distinct from :customerId`;
  return `with page as materialized (
     select m.* from unnest(:ownerIds::uuid[]) wanted
     cross join lateral (
       (${found} and not :isBackward order by ${key} limit :limit)
       union all
       (${found} and :isBackward order by ${key} desc limit :limit)
     ) m
   )
   select owner as "ownerId", string_agg(key::text, ',' order by key) as keys,
     string_agg((extract(epoch from joined_at) * 1000)::bigint::text, ',' order by key) as "joinedAt",
     ${columnsOf<User | Group>(entity, `(null::${table})`)}
   from page group by owner
   union all
   select null, null, null, ${columnsOf<User | Group>(entity, 'node')}
   from (select distinct key from page) wanted ${byKey(table, 'node', 'wanted.key')}`;
};

/** Many rows at once: pages of the members of many groups, each user once. */
export const memberPages = sql<PageRow & OrNull<UserColumns>, PageParameters>(
  'groups.member-pages',
  pagesOf('group_id', 'user_id', User),
);

/** Many rows at once: pages of the groups of many users, each group once. */
export const groupPages = sql<
  PageRow & OrNull<Omit<Columns<Group>, 'attributes' | 'searchText' | 'formerSearchText'>>,
  PageParameters
>('groups.pages-of-users', pagesOf('user_id', 'group_id', Group));

/** Which memberships of a group change. `event` is the audit row, which is written for each user whose membership changes. */
interface Change {
  readonly customerId: string;
  readonly groupId: string;
  readonly userIds: readonly string[];
  readonly event: AuditRow;
}

/** What happened to one user who was added or removed. There is no row if the group does not exist. */
export interface MembershipOutcome {
  readonly userId: string;
  /** Whether the permit reaches the group. If not, nothing has changed. */
  readonly reached: boolean;
  /** Whether the user exists in the customer. */
  readonly known: boolean;
  /** Whether the statement added or removed the membership. */
  readonly changed: boolean;
  /** Whether the user was not added because of too many groups. */
  readonly full: boolean;
}

/**
 * Many rows at once: adds up to ten thousand users to a group, with an audit event each. `most` is how many groups a user may
 * be in, counting also those through other groups. `full_of_groups` locks the users and the nestings before it counts, so that
 * simultaneous requests cannot pass the limit.
 */
export const addMembers = sql<MembershipOutcome, Change & Reaching & { now: Date; most: number }>(
  'groups.add-members',
  `with ${reachedGroup}, too_full as materialized (
     select user_id from target, full_of_groups(:customerId, :userIds::uuid[], :groupId::uuid, :most::int) user_id where target.reached
   ), found as (
     select id, id in (select user_id from too_full) as full,
       exists (select from memberships m where m.group_id = :groupId and m.user_id = id offset 0) as joined_before
     from users where customer_id is not distinct from :customerId and id = any(:userIds::uuid[])
   ), joined as (
     insert into memberships (group_id, user_id, customer_id, joined_at)
     select target.id, found.id, :customerId, :now from target, found where target.reached and not found.full
     on conflict do nothing returning user_id
   ), trail as (
     ${trailOfUsers(':event', 'joined')}
   )
   select wanted as "userId", target.reached, found.id is not null as known, joined.user_id is not null as changed,
     coalesce(found.full and not found.joined_before, false) as full
   from target, unnest(:userIds::uuid[]) wanted
   left join found on found.id = wanted
   left join joined on joined.user_id = wanted`,
);

/**
 * Many rows at once: adds users to groups, in the transaction that creates or locks the users. Each user joins the group at
 * the same place of `groupIds`. `events` is a JSON list of audit rows, one for each membership.
 */
export const joinGroups = sql<
  Record<string, never>,
  { customerId: string; groupIds: readonly string[]; userIds: readonly string[]; now: Date; events: string }
>(
  'groups.join-groups',
  `with joined as (
     insert into memberships (group_id, user_id, customer_id, joined_at)
     select wanted.group_id, wanted.user_id, :customerId, :now
     from unnest(:groupIds::uuid[], :userIds::uuid[]) as wanted (group_id, user_id)
     on conflict do nothing returning group_id, user_id
   )
   ${trailOfEach(
     ':events',
     'joined',
     "joined.user_id::text = e.details ->> 'userId' and joined.group_id::text = e.subject_id",
   )}`,
);

/** Claims the customer's nestings as they are: no other transaction nests groups until this one ends. The next statement sees all. */
export const keepNestings = sql<Record<string, never>, { customerId: string }>(
  'groups.keep-nestings',
  "select from pg_advisory_xact_lock_shared(hashtextextended('group_nestings ' || :customerId::uuid, 0))",
);

/**
 * Many rows at once: which users would be in more than `most` groups after joining groups. Each user is to join the group at
 * the same place of `groupIds`.
 */
export const crowdedJoiners = sql<
  { userId: string },
  { userIds: readonly string[]; groupIds: readonly string[]; most: number }
>(
  'groups.crowded-joiners',
  `select j.user_id as "userId"
   from (
     select user_id, array_agg(group_id) as group_ids
     from unnest(:userIds::uuid[], :groupIds::uuid[]) as wanted (user_id, group_id) group by user_id
   ) j
   where (
     select count(*) from (
       select from ${effectiveGroupsWith('j.user_id', 'select unnest(j.group_ids)')} e limit :most::int + 1) few) > :most::int`,
);

/** Many rows at once: removes up to ten thousand users from a group, with an audit event each. */
export const removeMembers = sql<MembershipOutcome, Change & Reaching>(
  'groups.remove-members',
  `with ${reachedGroup}, found as (
     select id from users where customer_id is not distinct from :customerId and id = any(:userIds::uuid[])
   ), gone as (
     delete from memberships
     where group_id is not distinct from (select id from target where reached) and user_id = any(:userIds::uuid[]) returning user_id
   ), trail as (
     ${trailOfUsers(':event', 'gone')}
   )
   select wanted as "userId", target.reached, found.id is not null as known, gone.user_id is not null as changed, false as full
   from target, unnest(:userIds::uuid[]) wanted
   left join found on found.id = wanted
   left join gone on gone.user_id = wanted`,
);

/** What ends with a group. `nestingEvent` is the audit row of each group that was inside it, or that it was inside of. */
interface End extends Omit<Change, 'userIds'>, Reaching {
  readonly nestingEvent: AuditRow;
  readonly most: number;
}

/**
 * Many rows at once: writes an audit event for each member of a group that is about to be deleted, and for each group that was
 * inside it or around it. A group of more than `most` members gets none of its members: its own event says enough. The group
 * is locked. Says what it lends, and whether the second-factor policy names it; nobody deletes it then.
 */
export const endMemberships = sql<{ isNamed: boolean; lends: boolean; hasRole: boolean }, End>(
  'groups.end-memberships',
  `with target as materialized (
     select g.member_count, ${isNamed('g', ':customerId')} as named, ${lends('g', ':customerId')} as lends, ${hasRole('g')} as has_role
     from groups g where g.id = :groupId and g.customer_id is not distinct from :customerId
   ), ending as materialized (
     select member_count from target where (:reachesLending or not lends) and (:reachesRoles or not has_role) and not named
   ), leaving as (
     select user_id from memberships
     where group_id = :groupId and exists (select from ending where member_count <= :most)
   ), apart as (
     select n.group_id, n.member_id from group_nestings n where n.group_id = :groupId and exists (select from ending)
     union all
     select n.group_id, n.member_id from group_nestings n where n.member_id = :groupId and exists (select from ending)
   ), trail as (
     ${trailOfUsers(':event', 'leaving')}
   ), nesting_trail as (
     ${trailOfNestings(':nestingEvent', 'apart')}
   )
   select named as "isNamed", lends, has_role as "hasRole" from target`,
);
