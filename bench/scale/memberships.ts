/**
 * Ten memberships a user: one in the group of everybody, nine in groups of some ninety. The user of userinfo is in five groups,
 * at every size.
 */
import pg from 'pg';
import { startGuildhall, type Running } from '../contestants/index.ts';
import { bytesOf, type Script } from '../load.ts';
import type { Patience } from '../machine.ts';
import { CONNECTIONS } from '../operation.ts';
import type { Options } from '../options.ts';
import { createWorld, type World } from '../world.ts';
import { ask, get, inTurns, withoutErrors } from './ask.ts';
import { compare, type Growths, type Line } from './compare.ts';
import { createDatabase } from './database.ts';
import { lateIn } from './late.ts';

const EACH = 10;
const USERS_FOR_EACH_GROUP = 10;

const MEMBERS = `query ($id: ID!, $first: Int, $last: Int, $before: String) {
  group(id: $id) { members(first: $first, last: $last, before: $before) {
    totalCount pageInfo { startCursor } edges { node { id name } }
  } }
}`;
const GROUPS_OF = `query ($id: ID!) {
  user(id: $id) { groups(first: 20) { totalCount edges { node { id name memberCount } } } }
}`;

/** Adds a member and removes it again, and so on with another one. */
function comingAndGoing({ clientToken, users }: World, group: string): Script {
  const headers = { authorization: `Bearer ${clientToken}` };
  let turn = 0;
  return () => {
    const path = `/groups/${group}/members/${users[(turn >> 1) % users.length]}`;
    return bytesOf({ method: turn++ % 2 === 0 ? 'POST' : 'DELETE', path, headers });
  };
}

const requests: readonly Line<World>[] = [
  {
    title: 'userinfo, 5 groups',
    status: 200,
    script: ({ userToken }) => inTurns([get({ clientToken: userToken }, '/oauth2/userinfo')]),
  },
  {
    title: 'GET /groups/{id}, 10 members',
    status: 200,
    script: (world) => inTurns([get(world, `/groups/${world.groupOfTen}`)]),
  },
  {
    title: 'add and remove a member of a small group',
    status: 204,
    script: (world) => comingAndGoing(world, world.groups[0]!),
  },
  {
    title: 'remove and add a member of the largest group',
    status: 204,
    script: (world) => {
      const headers = { authorization: `Bearer ${world.clientToken}` };
      let turn = 0;
      return () => {
        const path = `/groups/${world.everybody}/members/${world.users[(turn >> 1) % world.users.length]}`;
        return bytesOf({ method: turn++ % 2 === 0 ? 'DELETE' : 'POST', path, headers });
      };
    },
  },
  {
    title: 'groups of a user, ten',
    status: 200,
    script: (world) => inTurns(world.users.map((id) => ask(world, GROUPS_OF, { id }))),
    heard: withoutErrors,
  },
  {
    title: 'members of the largest group, first page',
    status: 200,
    script: (world) => inTurns([ask(world, MEMBERS, { id: world.everybody, first: 50 })]),
    heard: withoutErrors,
  },
  {
    title: 'members of the largest group, the page before the last',
    status: 200,
    script: async (world, port) => {
      const id = world.everybody;
      const answer = await fetch(`http://127.0.0.1:${port}/graphql`, {
        method: 'POST',
        headers: { authorization: `Bearer ${world.clientToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({ query: MEMBERS, variables: { id, last: 50 } }),
      });
      const { data } = (await answer.json()) as {
        data: { group: { members: { pageInfo: { startCursor: string } } } };
      };
      return inTurns([ask(world, MEMBERS, { id, last: 50, before: data.group.members.pageInfo.startCursor })]);
    },
    heard: withoutErrors,
  },
];

const lines = requests.map((line) => ({ ...line, growth: 2 }));

export async function measureMemberships(adminUrl: string, options: Options, patience: Patience): Promise<Growths> {
  const servers: Running<World>[] = [];
  try {
    for (const size of options.sizes) servers.push(await startGuildhall(await createMemberships(adminUrl, size)));
    const sizes = options.sizes.map((size) => size * EACH);
    return { of: 'memberships', sizes, lines: await compare(lines, servers, options, patience) };
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

async function createMemberships(adminUrl: string, size: number): Promise<World> {
  const world = await createWorld(await createDatabase(adminUrl, `memberships_${size}`), size, CONNECTIONS);
  const database = new pg.Client(world.databaseUrl);
  await database.connect();
  const late = await lateIn(database, ['memberships']);
  for (const { drop } of late) await database.query(drop);
  await database.query(`set maintenance_work_mem = '512MB'`);
  const teams = size / USERS_FOR_EACH_GROUP;
  await database.query(
    'create temporary table team as select n, uuidv7() as id from generate_series(0, $1::int - 1) n',
    [teams],
  );
  await database.query(
    `insert into groups (id, customer_id, name, created_at, updated_at) select id, $1, 'many-' || n, now(), now() from team`,
    [world.customerId],
  );
  await database.query(
    `insert into memberships (group_id, user_id, customer_id, joined_at)
     select t.id, u.id, $1, now()
     from (
       select row_number() over () as n, id from users
       where customer_id = $1 and id not in (select user_id from memberships where group_id = $2)
     ) u cross join generate_series(1, $3::int) k join team t on t.n = (u.n * $3 + k) % $4::int
     order by 1, 2`,
    [world.customerId, world.groupOfTen, EACH - 1, teams],
  );
  for (const { create } of late) await database.query(create);
  await database.query('vacuum analyze');
  await database.end();
  return world;
}
