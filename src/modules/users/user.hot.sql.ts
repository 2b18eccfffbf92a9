import { sql } from '../../kernel/database.ts';
import { columnNames } from '../../kernel/entity.ts';
import { trailOfEach } from '../audit/index.ts';
import { User } from './user.entity.ts';

// Whoever adds or removes users takes the customer's row before anything else: its counters change with them, and two
// who took the same rows in another order would wait for each other for ever.
const tenant = 'tenant as materialized (select id from customers where id = $1 for no key update)';

const columns = columnNames(User);

// $1 customer, $2 rows of users, $3 the groups that they are to be in, by the users' ids.
const wanted = `wanted as (
     select w.*, ($3::jsonb ->> w.id::text)::uuid as group_id
     from jsonb_populate_recordset(null::users, $2::jsonb) w
   )`;
const organizationMissing = `(w.organization_id is not null
       and not exists (select from organizations o where o.customer_id = $1 and o.id = w.organization_id))`;
const groupMissing = `(w.group_id is not null
       and not exists (select from groups g where g.customer_id = $1 and g.id = w.group_id))`;

/**
 * Many rows at once: users to be made, of whom each is refused for itself. $4 audit rows, whose subject is the user. No row
 * for those who cannot be made, be it that their group is not there; `obstacles` says why.
 */
export const insertUsers = sql<object>(
  'users.insert',
  `with ${tenant}, ${wanted}, made as (
     insert into users (${columns.join(', ')})
     select ${columns.map((name) => `w.${name}`).join(', ')} from tenant, wanted w
     where not ${organizationMissing} and not ${groupMissing}
     on conflict do nothing returning ${columns.map((name) => `users.${name}`).join(', ')}
   ), trail as (
     ${trailOfEach('$4', 'made', 'made.id::text = e.subject_id')}
   )
   select * from made`,
);

/** Why a user cannot be made. */
export interface Obstacle {
  readonly id: string;
  readonly emailTaken: boolean;
  readonly usernameTaken: boolean;
  readonly organizationMissing: boolean;
  readonly groupMissing: boolean;
}

/** Many rows at once, as insertUsers. */
export const obstacles = sql<Obstacle>(
  'users.obstacles',
  `with ${wanted}
   select w.id,
     exists (select from users u where u.customer_id = $1 and u.email_key = w.email_key) as "emailTaken",
     exists (select from users u where u.customer_id = $1 and lower(u.username) = lower(w.username)) as "usernameTaken",
     ${organizationMissing} as "organizationMissing", ${groupMissing} as "groupMissing"
   from wanted w`,
);

/**
 * Many rows at once: users of a list take the places of those who signed up with one of these addresses and never proved
 * it. $1 customer, $2 keys of the addresses.
 */
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
 * Many rows at once, each judged for itself. $1 customer, $2 users, $3 now, $4 audit rows, one a user, $5 whether administrators may be disabled, too. Sessions end
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

/** Many rows at once, as disableUsers. $1 customer, $2 users, $3 audit rows, one a user. What hangs below a user goes along by foreign keys. */
export const deleteUsers = sql<Removal>(
  'users.delete',
  `with ${tenant}, ${removable}, gone as (
     delete from users u using wanted where u.id = wanted.id and not wanted.spared returning u.id
   ), ${trail('gone', '$3')}
   ${removals('gone', 'false')}`,
);
