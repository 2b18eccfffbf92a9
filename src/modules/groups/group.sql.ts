import { sql } from '../../kernel/database.ts';
import { trailOf, trailOfUsers } from '../audit/index.ts';
import type { Group } from './group.entity.ts';

/** A group as every read returns it. */
export type GroupRow = Pick<
  Group,
  'id' | 'customerId' | 'organizationId' | 'name' | 'description' | 'memberCount' | 'createdAt' | 'updatedAt'
>;

const columns = (table: string): string =>
  `${table}.id, ${table}.customer_id as "customerId", ${table}.organization_id as "organizationId", ${table}.name,
   ${table}.description, ${table}.member_count as "memberCount", ${table}.created_at as "createdAt",
   ${table}.updated_at as "updatedAt"`;

/** How many groups a user (a column) is in, counted up to `most` (a parameter). */
export const groupsOf = (user: string, most: string): string =>
  `(select count(*) from (select from memberships m where m.user_id = ${user} limit ${most}) few)`;

/** $1 customer, $2 ids. */
export const groupsById = sql<GroupRow>(
  'groups.by-id',
  `select ${columns('g')} from groups g where g.customer_id is not distinct from $1 and g.id = any($2::uuid[])`,
);

/** $1 customer, $2 behind this id, $3 rows; oldest first. */
export const groupPage = sql<GroupRow>(
  'groups.page',
  `select ${columns('g')} from groups g where g.customer_id = $1 and g.id > $2 order by g.id limit $3`,
);

/** $1 customer, $2 behind this id, $3 rows, $4 pattern, $5 organization or null. */
export const groupSearch = sql<GroupRow>(
  'groups.search',
  `select ${columns('g')} from groups g
   where g.customer_id = $1 and g.id > $2 and lower(g.name || chr(10) || g.description) like $4
     and ($5::uuid is null or g.organization_id = $5)
   order by g.id limit $3`,
);

/** $1 customer. */
export const groupCount = sql<{ count: number }>('groups.count', 'select count(*) from groups where customer_id = $1');

/** $1 customer, $2 pattern, $3 organization or null. */
export const groupSearchCount = sql<{ count: number }>(
  'groups.search-count',
  `select count(*) from groups g
   where g.customer_id = $1 and lower(g.name || chr(10) || g.description) like $2
     and ($3::uuid is null or g.organization_id = $3)`,
);

/**
 * $1 id, $2 customer, $3 organization, $4 name, $5 description, $6 now, $7 members, $8 audit row, $9 audit row for each
 * member, $10 the most groups of a user. No row where a member is in so many already.
 */
export const insertGroup = sql<GroupRow>(
  'groups.insert',
  `with made as (
     insert into groups (id, customer_id, organization_id, name, description, created_at, updated_at)
     select $1, $2, $3, $4, $5, $6, $6
     where not exists (select from unnest($7::uuid[]) member where ${groupsOf('member', '$10::int')} >= $10::int)
     returning *
   ), joined as (
     insert into memberships (group_id, user_id, customer_id, joined_at)
     select made.id, member, $2, $6 from made, unnest($7::uuid[]) member returning user_id
   ), trail as (
     ${trailOf('$8', 'made')}
   ), trail_of_members as (
     ${trailOfUsers('$9', 'joined')}
   )
   select id, customer_id as "customerId", organization_id as "organizationId", name, description,
     cardinality($7::uuid[]) as "memberCount", created_at as "createdAt", updated_at as "updatedAt" from made`,
);

/** $1 customer, $2 id, $3 name or null, $4 description or null, $5 whether $6 (organization or null) applies, $7 now, $8 audit row. */
export const updateGroup = sql<GroupRow>(
  'groups.update',
  `with changed as (
     update groups set name = coalesce($3, name), description = coalesce($4, description),
       organization_id = case when $5::boolean then $6::uuid else organization_id end, updated_at = $7
     where id = $2 and customer_id is not distinct from $1 returning *
   ), trail as (
     ${trailOf('$8', 'changed')}
   )
   select ${columns('changed')} from changed`,
);

/**
 * $1 customer, $2 id, $3 audit row, which gets name and size, $4 audit row for each member, $5 the most members who get one:
 * of a larger group its own event tells enough.
 */
export const deleteGroup = sql<GroupRow>(
  'groups.delete',
  `with gone as (
     delete from groups where id = $2 and customer_id is not distinct from $1 returning *
   ), left_over as (
     select user_id from memberships where group_id = $2 and exists (select from gone where member_count <= $5)
   ), trail as (
     ${trailOf("($3::jsonb || jsonb_build_object('details', jsonb_build_object('name', gone.name, 'memberCount', gone.member_count)))", 'gone')}
   ), trail_of_members as (
     ${trailOfUsers('$4', 'left_over')}
   )
   select ${columns('gone')} from gone`,
);
