/** What somebody would write who has nothing but these routes to serve: SQL by hand, a statement each. */
import type { Statement } from '../../src/ground/kernel/database.ts';

const AUDIT = (event: string, from: string): string =>
  `insert into audit_events select e.* from ${from}, jsonb_populate_record(null::audit_events, ${event}::jsonb) e`;

const statement = (name: string, text: string): Statement<unknown, unknown> => ({ name, text, parameters: [] });

/** $1 customer, $2 ids. */
export const groupsById = statement(
  'bare.group',
  `select id, customer_id as "customerId", organization_id as "organizationId", name, description,
     created_at as "createdAt", updated_at as "updatedAt"
   from groups where customer_id = $1 and id = any($2::uuid[])`,
);

/** $1 customer, $2 groups, $3 behind this user, $4 rows a group. */
export const memberPages = statement(
  'bare.members',
  `select u.id, u.email, u.name, m.joined_at as "joinedAt"
   from unnest($2::uuid[]) wanted
   cross join lateral (
     select user_id, joined_at from memberships
     where group_id = wanted and user_id > $3 and customer_id = $1 order by user_id limit $4
   ) m
   join users u on u.id = m.user_id
   order by m.user_id`,
);

/** $1 id, $2 customer, $3 organization, $4 name, $5 description, $6 now, $7 audit row. */
export const insertGroup = statement(
  'bare.create',
  `with made as (
     insert into groups (id, customer_id, organization_id, name, description, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $6) returning *
   ), trail as (${AUDIT('$7', 'made')})
   select id, customer_id as "customerId", organization_id as "organizationId", name, description,
     created_at as "createdAt", updated_at as "updatedAt" from made`,
);

/** $1 customer, $2 group, $3 users, $4 now, $5 audit row. A user is in at most 1,000 groups here, too. */
export const addMembers = statement(
  'bare.add',
  `with found as (
     select u.id from users u, groups g where g.id = $2 and g.customer_id = $1 and u.customer_id = $1 and u.id = any($3::uuid[])
   ), joined as (
     insert into memberships (group_id, user_id, customer_id, joined_at)
     select $2, id, $1, $4 from found where id not in (select full_of_groups($1, $3::uuid[], 1000))
     on conflict do nothing returning user_id
   ), trail as (${AUDIT('$5', 'joined')})
   select id is not null as known from found`,
);

/** $1 customer, $2 group, $3 users, $4 audit row. */
export const removeMembers = statement(
  'bare.remove',
  `with found as (
     select id from users where customer_id = $1 and id = any($3::uuid[])
   ), gone as (
     delete from memberships where group_id = $2 and customer_id = $1 and user_id = any($3::uuid[]) returning user_id
   ), trail as (${AUDIT('$4', 'gone')})
   select id is not null as known from found`,
);
