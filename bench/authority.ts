/** What decides about access in the world: an API whose users need roles, and a thousand groups around one user. */
import { randomBytes } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import { newId } from '../src/ground/kernel/ids.ts';
import { Client, hashOfGenerated } from '../src/modules/clients/index.ts';

/** The API of the world, and who may use it. */
export interface Authority {
  readonly api: string;
  /** A user in a thousand groups, through eight levels of them. The outermost have the role. */
  readonly nestedUser: string;
  /** Users who have three roles each. */
  readonly clerks: readonly string[];
  /** A service account with scopes and roles of the API, which may also ask who may do what. */
  readonly robot: { readonly clientId: string; readonly clientSecret: string };
}

const LEVELS = 8;
const GROUPS_A_LEVEL = 125;
const SCOPES = ['orders:read', 'orders:write', 'orders:cancel', 'orders:ship', 'orders:refund'];

interface Place {
  readonly customerId: string;
  readonly users: readonly string[];
  /** How many groups the customer is to have besides the thousand. */
  readonly groups: number;
}

/** Adds an API with scopes and roles, and groups in groups. */
export async function fillAuthority(
  pool: Pool,
  em: EntityManager,
  { customerId, users, groups }: Place,
  now: Date,
): Promise<Authority> {
  const robot = await addRobot(em, customerId, now);
  const ids = async (text: string, values: unknown[]): Promise<string[]> =>
    (await pool.query<{ id: string }>(text, values)).rows.map(({ id }) => id);
  const makeGroups = (name: string, count: number): Promise<string[]> =>
    ids(
      `insert into groups (id, customer_id, name, created_at, updated_at)
       select uuidv7(), $1, $2 || n, now(), now() from generate_series(1, $3::int) n returning id`,
      [customerId, name, count],
    );
  await makeGroups('elsewhere-', groups);
  const levels: string[][] = [];
  for (let level = 0; level < LEVELS; level += 1) levels.push(await makeGroups(`level-${level}-`, GROUPS_A_LEVEL));
  const nestedUser = users.at(-1)!;
  await pool.query(
    'insert into memberships (group_id, user_id, customer_id, joined_at) select unnest($1::uuid[]), $2, $3, now()',
    [levels[0], nestedUser, customerId],
  );
  // Each group is in two of the next level.
  for (const [level, members] of levels.slice(0, -1).entries())
    await pool.query(
      `insert into group_nestings (group_id, member_id, customer_id, joined_at)
       select ($1::uuid[])[1 + (n - 1 + more) % $3], ($2::uuid[])[n], $4, now()
       from generate_series(1, $3::int) n cross join generate_series(0, 1) more`,
      [levels[level + 1], members, GROUPS_A_LEVEL, customerId],
    );
  const api = 'https://orders.example/';
  const [apiId] = await ids(
    `insert into apis (id, customer_id, identifier, name, requires_role, tells_roles, created_at, updated_at)
     values (uuidv7(), $1, $2, 'Orders', true, true, now(), now()) returning id`,
    [customerId, api],
  );
  const scopes = await ids(
    `insert into api_scopes (id, customer_id, api_id, name, created_at)
     select uuidv7(), $1, $2, name, now() from unnest($3::text[]) name returning id`,
    [customerId, apiId, SCOPES],
  );
  const roles = await ids(
    `insert into roles (id, customer_id, kind, api_id, name, created_at, updated_at)
     select uuidv7(), $1, 'api', $2, 'role-' || n, now(), now() from generate_series(1, 3) n returning id`,
    [customerId, apiId],
  );
  await pool.query(
    `insert into role_permissions (role_id, scope_id, customer_id)
     select role, scope, $3 from unnest($1::uuid[]) role cross join unnest($2::uuid[]) scope`,
    [roles, scopes, customerId],
  );
  await pool.query('insert into client_scopes (client_id, scope_id, customer_id) select $1, unnest($2::uuid[]), $3', [
    robot.clientId,
    scopes.slice(0, 3),
    customerId,
  ]);
  const clerks = users.slice(-1000, -1);
  const assign = (holder: 'user_id' | 'client_id' | 'group_id', holders: readonly string[], type: string) =>
    pool.query(
      `insert into role_assignments (id, customer_id, role_id, ${holder}, created_at)
       select uuidv7(), $1, role, holder, now() from unnest($2::uuid[]) role cross join unnest($3::${type}[]) holder`,
      [customerId, roles, holders],
    );
  await assign('user_id', clerks, 'uuid');
  await assign('client_id', [robot.clientId], 'text');
  await assign('group_id', levels.at(-1)!.slice(0, 1), 'uuid');
  await pool.query('vacuum analyze');
  return { api, nestedUser, clerks, robot };
}

/** Adds a service account that may ask who may do what. */
export async function addRobot(em: EntityManager, customerId: string, now: Date): Promise<Authority['robot']> {
  const clientSecret = randomBytes(32).toString('base64url');
  const clientId = newId(now);
  await em.insert(Client, {
    id: clientId,
    customerId,
    name: 'Robot',
    type: 'confidential',
    secretHash: hashOfGenerated(clientSecret),
    grantTypes: ['client_credentials'],
    scopes: ['authz'],
    tokenEndpointAuthMethod: 'client_secret_post',
    createdAt: now,
    updatedAt: now,
  });
  return { clientId, clientSecret };
}
