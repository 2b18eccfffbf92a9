import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { isScalarType, isSpecifiedScalarType, Kind, parse, validate, type OperationDefinitionNode } from 'graphql';
import type { Client } from '../../src/modules/clients/index.ts';
import { useApp } from '../support/app.ts';
import { buildClient, buildUser, type BuiltUser } from '../support/builders.ts';
import { tokensOf } from '../support/logins.ts';
import { queriesOf } from '../support/queries.ts';
import { committedSchema } from '../support/schema.ts';

const app = useApp();
const schema = committedSchema();
const blocks = [...readFileSync('docs/graphql.md', 'utf8').matchAll(/^```graphql\n(.*?)^```$/gms)].map(
  ([, text]) => text!,
);
const operationIn = (text: string) =>
  parse(text).definitions.find((each): each is OperationDefinitionNode => each.kind === Kind.OPERATION_DEFINITION)!;
const documentOf = (name: string): string => blocks.find((text) => operationIn(text).name?.value === name)!;

const PAGES = 10_000;
let admin: string;
let user: BuiltUser;
let through: Client;
const groups: string[] = [];

const sql = (text: string, ...values: unknown[]) => app.server.database.pool.query(text, values);

/** Signs the user in, and makes them the owner of a client. */
async function useAccount(owner: BuiltUser): Promise<void> {
  await tokensOf(app, through, owner, 'openid');
  await buildClient(app, { ownerId: owner.id });
}

beforeAll(async () => {
  const { customerId } = app.customer;
  through = await buildClient(app);
  admin = (await tokensOf(app, through, await buildUser(app, { role: 'admin' }), 'openid admin')).access_token;
  user = await buildUser(app, { name: 'Ada Leaving' });
  await useAccount(user);
  await sql(
    `insert into users (id, customer_id, email, email_key, name, created_at, updated_at)
     select gen_random_uuid(), $1, n || '@page.example', n || '@page.example', 'Member ' || lpad(n::text, 5, '0'), now(), now()
     from generate_series(1, $2::int) n`,
    customerId,
    PAGES - 1,
  );
  for (const size of [200, PAGES]) {
    const { rows } = await sql(
      `insert into groups (id, customer_id, name, description, created_at, updated_at)
       values (gen_random_uuid(), $1, $2, '', now(), now()) returning id`,
      customerId,
      `Group of ${size}`,
    );
    groups.push(rows[0].id);
    await sql(
      `insert into memberships (group_id, user_id, customer_id, joined_at)
       select $2::uuid, id, $1::uuid, now() from (select id from users where customer_id = $1::uuid and email_key like '%@page.example'
       order by name limit $3) u union all select $2::uuid, $4::uuid, $1::uuid, now()`,
      customerId,
      rows[0].id,
      size - 1,
      user.id,
    );
  }
});

it('docs/graphql.md has the type of every scalar, wherever it has types', () => {
  const page = readFileSync('docs/graphql.md', 'utf8');
  const own = Object.values(schema.getTypeMap()).filter((type) => isScalarType(type) && !isSpecifiedScalarType(type));
  const names = own.map(({ name }) => name).toSorted((one, other) => one.localeCompare(other));
  const told = (pattern: RegExp) =>
    [...page.matchAll(pattern)].map(([, name]) => name!).toSorted((one, other) => one.localeCompare(other));
  expect(told(/^\| `(\w+)` +\|.*\| `(?:string|unknown|Record<string, unknown>)` +\|$/gm)).toEqual(names);
  expect(told(/^ {10}(\w+): '(?:string|unknown|Record<string, unknown>)',$/gm)).toEqual(names);
  expect(told(/^ {4}"(\w+)": "(?:string|unknown|Record<string, unknown>)",?$/gm)).toEqual(names);
});

describe('the documents of docs/graphql.md', () => {
  it.each(blocks.map((text) => [operationIn(text).name?.value ?? text.slice(0, 60), text] as const))(
    'fit the schema: %s',
    (_, text) => {
      expect(validate(schema, parse(text))).toEqual([]);
    },
  );

  it('show a dashboard', async () => {
    const data = await app.data(admin, documentOf('Dashboard'), { monthAgo: '2026-01-01T00:00:00Z' });
    expect(data.users.totalCount).toBeGreaterThan(PAGES);
    expect(data).toMatchObject({
      viewer: { viewerCan: { createUser: true, readMails: true, readAuditEvents: true } },
      unsent: { totalCount: 0 },
    });
    expect(data.auditEvents.edges.length).toBeGreaterThan(0);
  });

  it('show the page of a user', async () => {
    const data = await app.data(admin, documentOf('UserPage'), { id: user.id });
    expect(data.user).toMatchObject({
      name: 'Ada Leaving',
      groups: { totalCount: 2 },
      sessions: { edges: [{ node: { clients: { edges: [{}] }, viewerCan: { revokeSession: true } } }] },
      viewerCan: { deleteUser: true, resetUserMfa: true },
    });
    expect(data.clients.edges).toHaveLength(1);
  });

  it('page through ten thousand members with the queries that two hundred take', async () => {
    const page = async (id: string | undefined, after: string | null) => {
      const { group } = await app.data(admin, documentOf('GroupMembers'), { id, after, name: 'member' });
      return group;
    };
    const counts: number[] = [];
    for (const id of groups) {
      const { members: first } = await page(id, null);
      expect(first.edges).toHaveLength(100);
      expect(first.edges[0].node.name).toBe('Member 00001');
      counts.push((await queriesOf(() => page(id, first.pageInfo.endCursor))).length);
    }
    expect(counts[1]).toBe(counts[0]);
    expect((await page(groups[1], null)).memberCount).toBe(PAGES);
  });

  it('register a client', async () => {
    const { viewer, settings } = await app.data(admin, documentOf('ClientWizard'));
    expect(viewer.viewerCan).toMatchObject({ createClient: true, forServices: expect.arrayContaining(['ADMIN']) });
    expect(settings.lengths.clientName).toBe(255);
    const input = { name: 'Portal', redirectUris: ['https://portal.example/callback'], scopes: ['OPENID'] };
    const { createClient } = await app.data(admin, documentOf('RegisterClient'), { input });
    expect(createClient).toMatchObject({ client: { name: 'Portal' }, clientSecret: expect.stringContaining('ghs_') });
  });

  it('end the access of somebody who leaves', async () => {
    const built = await buildUser(app);
    await useAccount(built);
    const { id } = built;
    await sql(
      `insert into memberships (group_id, user_id, customer_id, joined_at) select unnest($1::uuid[]), $2, $3, now()`,
      groups,
      id,
      app.customer.customerId,
    );
    const { user: leaving, clients } = await app.data(admin, documentOf('Leaving'), { id });
    expect(leaving).toMatchObject({ sessions: { totalCount: 1 }, groups: { totalCount: 2 }, isActive: true });
    expect(clients.totalCount).toBe(1);
    const ended = await app.data(admin, documentOf('EndAccess'), { id, groups });
    expect(ended).toEqual({
      disableUsers: { results: [{ changed: true, user: { isActive: false } }] },
      removeUsersFromGroups: { changedCount: 2 },
    });
    const { user: after } = await app.data(admin, documentOf('Leaving'), { id });
    expect(after).toMatchObject({ isActive: false, sessions: { totalCount: 0 }, groups: { totalCount: 0 } });
  });
});
