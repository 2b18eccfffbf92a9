import { byKey, sql } from '../../ground/kernel/database.ts';
import { columnsOf } from '../../ground/kernel/entity.ts';
import { innerGroups } from '../access/index.ts';
import { User, type UserColumns } from '../users/index.ts';
import type { PageParameters } from './membership.hot.sql.ts';

/** The ids of the users of a page: those of each group in the group, at most as many as the page has. */
const usersBetween = (order: 'asc' | 'desc'): string => `
       select distinct m.user_id from ${innerGroups('wanted')} i
       cross join lateral (
         select user_id from memberships
         where group_id = i.group_id and user_id > :start and user_id < :end and customer_id is not distinct from :customerId
         order by user_id ${order} limit :limit) m`;

/** Many rows at once: pages of the effective members of many groups, each user once in a page. */
export const effectiveMemberPages = sql<UserColumns & { ownerId: string }, PageParameters>(
  'groups.effective-member-pages',
  `select wanted as "ownerId", ${columnsOf(User, 'node')} from unnest(:ownerIds::uuid[]) wanted
   cross join lateral (
     (select user_id from (${usersBetween('asc')}) u where not :isBackward order by user_id limit :limit)
     union all
     (select user_id from (${usersBetween('desc')}) u where :isBackward order by user_id desc limit :limit)
   ) page ${byKey('users', 'node', 'page.user_id')}
   order by page.user_id`,
);

/** Many rows at once: how many effective members each group has. */
export const effectiveMemberCounts = sql<{ groupId: string; total: number }, { groupIds: readonly string[] }>(
  'groups.effective-member-counts',
  `select wanted as "groupId", (
     select count(distinct m.user_id)::int from ${innerGroups('wanted')} i
     cross join lateral (select user_id from memberships where group_id = i.group_id offset 0) m) as total
   from unnest(:groupIds::uuid[]) wanted`,
);

/** How a user is in a group: the ids of the groups between, from the one that the user is directly in. */
export interface Chain {
  readonly userId: string;
  readonly groupId: string;
  readonly via: readonly string[];
}

/**
 * Many rows at once: the shortest chain from each user to the group at the same place of `groupIds`, if the user is in it. Of
 * several, it is always the same one. Each group that a user is in is looked at once a level, however many chains there are.
 */
export const chains = sql<Chain, { userIds: readonly string[]; groupIds: readonly string[] }>(
  'groups.chains',
  `select asked.user_id as "userId", found.group_id as "groupId", found.via
   from (
     select user_id, array_agg(group_id) as group_ids
     from unnest(:userIds::uuid[], :groupIds::uuid[]) as wanted (user_id, group_id) group by user_id
   ) asked
   cross join lateral (
     with recursive walk as (
       select m.group_id as id, 0 as depth from memberships m where m.user_id = asked.user_id
       union
       select n.id, walk.depth + 1 from walk
       cross join lateral (select g.group_id as id from group_nestings g where g.member_id = walk.id offset 0) n
     ), level as materialized (
       select id, min(depth) as depth from walk group by id
     ), edge as materialized (
       select n.id, level.id as inner_id, level.depth + 1 as depth
       from level cross join lateral (select g.group_id as id from group_nestings g where g.member_id = level.id offset 0) n
     ), step as materialized (
       select distinct on (edge.id) edge.id, edge.inner_id
       from edge join level on level.id = edge.id and level.depth = edge.depth
       order by edge.id, edge.inner_id
     ), chain as (
       select level.id as group_id, level.id as innermost, '{}'::uuid[] as via from level where level.id = any(asked.group_ids)
       union all
       select chain.group_id, step.inner_id, step.inner_id || chain.via from chain join step on step.id = chain.innermost
     )
     select distinct on (group_id) group_id, via from chain order by group_id, cardinality(via) desc
   ) found`,
);
