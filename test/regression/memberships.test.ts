/** What is told of a user grows with every group: nobody makes a member of others without end. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '../../src/modules/clients/index.ts';
import { expectError } from '../support/answers.ts';
import { useApp } from '../support/app.ts';
import { buildClient, buildUser } from '../support/builders.ts';
import { claimsIn, signedIn, tokensOf } from '../support/logins.ts';

const app = useApp();
let client: Client;
let member: string;
let write: string;

beforeAll(async () => {
  client = await buildClient(app);
  member = (await signedIn(app, client)).token;
  write = await app.token('write');
});

/** Groups of the customer with long names, the users in each of them. */
async function fill(count: number, userIds: readonly string[]): Promise<void> {
  await app.server.database.pool.query(
    `with made as (
       insert into groups (id, customer_id, name, description, created_at, updated_at)
       select gen_random_uuid(), $1, gen_random_uuid() || repeat('x', 200), '', now(), now() from generate_series(1, $2)
       returning id
     )
     insert into memberships (group_id, user_id, customer_id, joined_at)
     select made.id, u, $1, now() from made, unnest($3::uuid[]) u`,
    [app.customer.customerId, count, userIds],
  );
}

const newGroup = async (): Promise<string> =>
  (await app.send('POST', '/groups', { token: write, body: { name: randomUUID() } })).body.id;
const add = (token: string, group: string, user: string) =>
  app.send('POST', `/groups/${group}/members/${user}`, { token });
const groupsOf = async (id: string): Promise<number> =>
  (await app.server.database.pool.query('select 1 from memberships where user_id = $1', [id])).rows.length;

describe('memberships', () => {
  it('end at a hundred groups a user for a member, and go on for services and administrators', async () => {
    const { id } = await buildUser(app);
    await fill(99, [id]);
    const [last, beyond] = [await newGroup(), await newGroup()];
    expect((await add(member, last, id)).status).toBe(204);
    expectError(await add(member, beyond, id), 400, 'invalid_request', 'maximum number of groups');
    // Whoever is in it already stays.
    expect((await add(member, last, id)).status).toBe(204);
    const named = { name: randomUUID(), member_ids: [id] };
    expectError(
      await app.send('POST', '/groups', { token: member, body: named }),
      400,
      'invalid_request',
      'member_ids',
    );
    const { rows } = await app.server.database.pool.query('select 1 from groups where name = $1', [named.name]);
    expect(rows).toEqual([]);
    expect(await groupsOf(id)).toBe(100);
    const boss = await tokensOf(app, client, await buildUser(app, { role: 'admin' }), 'openid write');
    expect((await add(boss.access_token, beyond, id)).status).toBe(204);
    expect((await app.send('POST', '/groups', { token: write, body: named })).status).toBe(201);
  });

  it('end there for requests that arrive at once, too', async () => {
    const { id } = await buildUser(app);
    await fill(97, [id]);
    const groups = await Promise.all(Array.from({ length: 6 }, newGroup));
    const named = () => app.send('POST', '/groups', { token: member, body: { name: randomUUID(), member_ids: [id] } });
    const answers = await Promise.all(groups.flatMap((group) => [add(member, group, id), named()]));
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(3);
    for (const answer of answers.filter(({ status }) => status >= 300)) expectError(answer, 400, 'invalid_request');
    expect(await groupsOf(id)).toBe(100);
  });

  it('end at a thousand groups for everybody, and say of whom', async () => {
    const [full, other] = [await buildUser(app), await buildUser(app)];
    await fill(1000, [full.id]);
    const group = await newGroup();
    const ADD = `mutation ($group: ID!, $users: [ID!]!) {
      addGroupMembers(id: $group, userIds: $users) { results { userId outcome } }
    }`;
    const { addGroupMembers } = await app.data(write, ADD, { group, users: [full.id, other.id] });
    expect(addGroupMembers.results).toEqual([
      { userId: full.id, outcome: 'TOO_MANY_GROUPS' },
      { userId: other.id, outcome: 'ADDED' },
    ]);
  });

  it('beyond what an ID token can carry are told by userinfo alone', async () => {
    const user = await buildUser(app);
    await fill(30, [user.id]);
    const few = await tokensOf(app, client, user, 'openid groups');
    expect(claimsIn(few.id_token).groups).toHaveLength(30);
    await fill(30, [user.id]);
    const many = await tokensOf(app, client, user, 'openid groups');
    expect(many.id_token.length).toBeLessThan(12_000);
    expect(claimsIn(many.id_token)).not.toHaveProperty('groups');
    const { body } = await app.send('GET', '/oauth2/userinfo', { token: many.access_token });
    expect(body.groups).toHaveLength(60);
  });
});
