import { sql } from '../../ground/kernel/database.ts';
import { effectiveGroupsWith, innerGroups } from '../access/index.ts';
import { trailOfNestings, type AuditRow } from '../audit/index.ts';
import { NESTED_MAX } from './group-nesting.entity.ts';
import { reachedGroup, type Reaching } from './lending.hot.sql.ts';

/** Which groups are put into a group, or taken out of it. `event` is the audit row, which is written for each of them. */
interface Change extends Reaching {
  readonly customerId: string;
  readonly groupId: string;
  readonly memberIds: readonly string[];
  readonly event: AuditRow;
}

/** What happened to one group of the list. There is no row if the outer group does not exist. */
export interface NestingOutcome {
  readonly memberId: string;
  /** Whether the permit reaches the outer group. If not, nothing has changed. */
  readonly reached: boolean;
  /** Whether the inner group exists in the customer. */
  readonly known: boolean;
  /** Whether the statement put it in or took it out. */
  readonly changed: boolean;
  /** Why it was not put in. */
  readonly obstacle: 'circle' | 'depth' | 'crowd' | 'limit' | null;
}

/**
 * Claims the customer's nestings: lets one transaction nest groups at a time, while none adds users to groups. The next statement sees what others
 * have changed until then. The trigger of the table takes the same lock, and `full_of_groups` a shared one.
 */
export const lockNestings = sql<Record<string, never>, { customerId: string }>(
  'groups.lock-nestings',
  "select from pg_advisory_xact_lock(hashtextextended('group_nestings ' || :customerId::uuid, 0))",
);

/** How many nestings are above or below group `from` at the most. */
const depth = (from: string, own: 'group_id' | 'member_id'): string => {
  const other = own === 'group_id' ? 'member_id' : 'group_id';
  return `(
     with recursive walk as (
       select ${from} as id, 0 as depth
       union
       select n.id, walk.depth + 1 from walk
       cross join lateral (select g.${other} as id from group_nestings g where g.${own} = walk.id offset 0) n
       where walk.depth <= ${NESTED_MAX}
     ) select max(walk.depth) from walk)`;
};

/** The ids of the users who are in group `group`, directly or through groups in it. */
const usersIn = (group: string): string => `(
     select distinct m.user_id from ${innerGroups(group)} i
     cross join lateral (select ms.user_id from memberships ms where ms.group_id = i.group_id offset 0) m)`;

const isCrowded = (groups: string): string =>
  `(select count(*) from (select from ${groups} e limit :most::int + 1) few) > :most::int`;

/**
 * Many rows at once: puts groups into a group, with an audit event each, while the customer's nestings are locked. `most` is
 * how many groups a user may be in, `room` how many groups may be in a group.
 */
export const addNestings = sql<NestingOutcome, Change & { now: Date; most: number; room: number }>(
  'groups.add-nestings',
  `with recursive ${reachedGroup}, above as materialized (
     select target.id from target
     union
     select n.id from above cross join lateral (select g.group_id as id from group_nestings g where g.member_id = above.id offset 0) n
   ), height as materialized (
     select ${depth('target.id', 'member_id')} as depth, (select count(*) from group_nestings g where g.group_id = target.id) as taken
     from target
   ), found as materialized (
     select g.id, exists (select from group_nestings n where n.group_id = :groupId and n.member_id = g.id offset 0) as nested_before
     from groups g, target where g.customer_id is not distinct from :customerId and g.id = any(:memberIds::uuid[]) and target.reached
   ), judged as materialized (
     select found.id, case
       when found.id in (select above.id from above) then 'circle'
       when ${depth('found.id', 'group_id')} + height.depth + 1 > ${NESTED_MAX} then 'depth'
       when exists (
         select from ${usersIn('found.id')} u where ${isCrowded(effectiveGroupsWith('u.user_id', 'select :groupId::uuid'))}
       ) then 'crowd'
     end as obstacle, height.taken
     from found, height where not found.nested_before
   ), allowed as materialized (
     select judged.id, judged.taken + row_number() over (order by judged.id) <= :room::int as fits from judged where judged.obstacle is null
   ), nested as (
     insert into group_nestings (group_id, member_id, customer_id, joined_at)
     select :groupId, allowed.id, :customerId, :now from allowed where allowed.fits
     on conflict do nothing returning group_id, member_id
   ), trail as (
     ${trailOfNestings(':event', 'nested')}
   )
   select wanted as "memberId", target.reached, found.id is not null as known, nested.member_id is not null as changed,
     coalesce(judged.obstacle, case when not allowed.fits then 'limit' end) as obstacle
   from target, unnest(:memberIds::uuid[]) wanted
   left join found on found.id = wanted
   left join judged on judged.id = wanted
   left join allowed on allowed.id = wanted
   left join nested on nested.member_id = wanted`,
);

/** Many rows at once: takes groups out of a group, with an audit event each. */
export const removeNestings = sql<NestingOutcome, Change>(
  'groups.remove-nestings',
  `with ${reachedGroup}, found as (
     select id from groups where customer_id is not distinct from :customerId and id = any(:memberIds::uuid[])
   ), gone as (
     delete from group_nestings
     where group_id is not distinct from (select id from target where reached) and member_id = any(:memberIds::uuid[])
     returning group_id, member_id
   ), trail as (
     ${trailOfNestings(':event', 'gone')}
   )
   select wanted as "memberId", target.reached, found.id is not null as known, gone.member_id is not null as changed,
     null as obstacle
   from target, unnest(:memberIds::uuid[]) wanted
   left join found on found.id = wanted
   left join gone on gone.member_id = wanted`,
);
