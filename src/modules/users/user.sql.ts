import { sql } from '../../kernel/database.ts';
import { trailOfEach } from '../audit/index.ts';
import type { User } from './user.entity.ts';

const userColumns = (table: string): string =>
  `${table}.id, ${table}.customer_id as "customerId", ${table}.email, ${table}.email_verified as "emailVerified",
   ${table}.username, ${table}.name, ${table}.given_name as "givenName", ${table}.family_name as "familyName",
   ${table}.picture, ${table}.phone_number as "phoneNumber", ${table}.phone_verified as "phoneVerified", ${table}.role,
   ${table}.is_active as "isActive", ${table}.organization_id as "organizationId", ${table}.last_login as "lastLogin",
   ${table}.login_count as "loginCount", ${table}.created_at as "createdAt", ${table}.updated_at as "updatedAt"`;

// Whoever adds or removes users takes the customer's row before anything else: its counters change with them, and two
// who took the same rows in another order would wait for each other for ever.
const tenant = 'tenant as materialized (select id from customers where id = $1 for no key update)';

const NEW_USER = `(id uuid, email text, "emailKey" text, "emailVerified" boolean, username text, name text,
  "givenName" text, "familyName" text, picture text, "phoneNumber" text, role text, "isActive" boolean,
  "organizationId" uuid, "groupId" uuid)`;

/**
 * $1 customer, $2 users to be made with their ids, $3 now, $4 audit rows, whose subject is the user. No row for those who
 * cannot be made, be it that their group is not there; `obstacles` says why.
 */
export const insertUsers = sql<User>(
  'users.insert',
  `with ${tenant}, wanted as (
     select * from jsonb_to_recordset($2::jsonb) as w ${NEW_USER}
   ), made as (
     insert into users (id, customer_id, email, email_key, email_verified, username, name, given_name, family_name,
       picture, phone_number, role, is_active, organization_id, created_at, updated_at)
     select w.id, tenant.id, w.email, w."emailKey", w."emailVerified", w.username, w.name, w."givenName", w."familyName",
       w.picture, w."phoneNumber", w.role, w."isActive", w."organizationId", $3, $3
     from tenant, wanted w
     where (w."organizationId" is null
         or exists (select from organizations o where o.customer_id = $1 and o.id = w."organizationId"))
       and (w."groupId" is null or exists (select from groups g where g.customer_id = $1 and g.id = w."groupId"))
     on conflict do nothing returning *
   ), trail as (
     ${trailOfEach('$4', 'made', 'made.id::text = e.subject_id')}
   )
   select ${userColumns('made')} from made`,
);

/** Why a user cannot be made. */
export interface Obstacle {
  readonly id: string;
  readonly emailTaken: boolean;
  readonly usernameTaken: boolean;
  readonly organizationMissing: boolean;
  readonly groupMissing: boolean;
}

/** $1 customer, $2 users as in insertUsers. */
export const obstacles = sql<Obstacle>(
  'users.obstacles',
  `select w.id,
     exists (select from users u where u.customer_id = $1 and u.email_key = w."emailKey") as "emailTaken",
     exists (select from users u where u.customer_id = $1 and lower(u.username) = lower(w.username)) as "usernameTaken",
     w."organizationId" is not null and not exists (
       select from organizations o where o.customer_id = $1 and o.id = w."organizationId"
     ) as "organizationMissing",
     w."groupId" is not null and not exists (
       select from groups g where g.customer_id = $1 and g.id = w."groupId"
     ) as "groupMissing"
   from jsonb_to_recordset($2::jsonb) as w ${NEW_USER}`,
);

/** $1 customer, $2 keys of addresses. Those who signed up with one of them and never proved it. */
export const deleteUnproved = sql<{ id: string }>(
  'users.delete-unproved',
  `with ${tenant}
   delete from users u using tenant
   where u.customer_id = tenant.id and u.email_key = any($2::text[]) and u.self_registered and not u.email_verified
   returning u.id`,
);

/** What became of one user of a list. */
export interface Removal {
  readonly userId: string;
  /** Whether the customer has such a user. */
  readonly known: boolean;
  /** Whether the user is an administrator, and those are out of the viewer's reach. */
  readonly beyond: boolean;
  /** Whether the user was spared, because no administrator would be left. */
  readonly spared: boolean;
  readonly changed: boolean;
}

// $2 users. Of a list that names every administrator, none is taken; the rest goes on.
const removable = `wanted as (
     select u.id, u.role, u.role = 'admin' and u.is_active and not exists (
       select from users other
       where other.customer_id = $1 and other.role = 'admin' and other.is_active and other.id <> all($2::uuid[])
     ) as spared
     from tenant join users u on u.customer_id = tenant.id where u.id = any($2::uuid[])
   )`;

const removals = (changed: string, beyond: string): string => `select given as "userId", wanted.id is not null as known,
     coalesce(${beyond}, false) as beyond, coalesce(wanted.spared, false) as spared, ${changed}.id is not null as changed
   from unnest($2::uuid[]) given
   left join wanted on wanted.id = given
   left join ${changed} on ${changed}.id = given`;

const trail = (changed: string, rows: string): string => `trail as (
     ${trailOfEach(rows, changed, `${changed}.id::text = e.subject_id`)}
   )`;

/**
 * $1 customer, $2 users, $3 now, $4 audit rows, one a user, $5 whether administrators may be disabled, too. Sessions end
 * by a trigger.
 */
export const disableUsers = sql<Removal>(
  'users.disable',
  `with ${tenant}, ${removable}, disabled as (
     update users u set is_active = false, updated_at = $3 from wanted
     where u.id = wanted.id and u.is_active and not wanted.spared and ($5::boolean or wanted.role = 'member')
     returning u.id
   ), ${trail('disabled', '$4')}
   ${removals('disabled', "not $5::boolean and wanted.role = 'admin'")}`,
);

/** $1 customer, $2 users, $3 audit rows, one a user. What hangs below a user goes along by foreign keys. */
export const deleteUsers = sql<Removal>(
  'users.delete',
  `with ${tenant}, ${removable}, gone as (
     delete from users u using wanted where u.id = wanted.id and not wanted.spared returning u.id
   ), ${trail('gone', '$3')}
   ${removals('gone', 'false')}`,
);
