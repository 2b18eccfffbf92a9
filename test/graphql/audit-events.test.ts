import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '../../src/modules/clients/index.ts';
import { useApp } from '../support/app.ts';
import { buildClient, buildUser, type BuiltUser } from '../support/builders.ts';
import { tokensOf } from '../support/logins.ts';

const app = useApp();
let client: Client;
let administrator: BuiltUser;
let admin: string;

const login = async (user: BuiltUser) => (await tokensOf(app, client, user, 'openid admin')).access_token;
const rows = async (text: string, ...values: unknown[]) => (await app.server.database.pool.query(text, values)).rows;

beforeAll(async () => {
  client = await buildClient(app);
  administrator = await buildUser(app, { role: 'admin' });
  admin = await login(administrator);
});

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into data of every shape
type Data = any;
const run = (operation: string, variables: object = {}, token = admin): Promise<Data> =>
  app.data(token, operation, variables);

const FIELDS = 'id occurredAt action actorType actorId subjectType subjectId ipAddress requestId details';
const events = async (args = 'first: 50', token = admin): Promise<Data[]> => {
  const { auditEvents } = await run(`{ auditEvents(${args}) { edges { node { ${FIELDS} } } } }`, {}, token);
  return auditEvents.edges.map(({ node }: { node: Data }) => node);
};

async function newGroup(memberIds: string[] = []): Promise<string> {
  const input = { name: randomUUID(), memberIds };
  const create = 'mutation ($input: CreateGroupInput!) { createGroup(input: $input) { group { id } } }';
  return (await run(create, { input })).createGroup.group.id;
}

async function someone(): Promise<{ id: string; token: string }> {
  const user = await buildUser(app);
  return { id: user.id, token: await login(user) };
}

describe('auditEvents', () => {
  const PAGE = `query ($first: Int, $after: String) {
    auditEvents(first: $first, after: $after) { totalCount edges { cursor node { id } } pageInfo { hasNextPage endCursor } }
  }`;

  it('lists the customer’s events newest first, page by page', async () => {
    const seen: string[] = [];
    let after: string | null = null;
    let total = 0;
    do {
      const { auditEvents: page } = await run(PAGE, { first: 30, after });
      seen.push(...page.edges.map(({ node }: Data) => node.id));
      total = page.totalCount;
      after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
    } while (after !== null);
    const all = await rows(
      'select id from audit_events where customer_id = $1 order by id desc',
      app.customer.customerId,
    );
    expect(seen).toEqual(all.map(({ id }) => id));
    expect(total).toBe(all.length);
  });

  it('tells who did what to what, from where, when and by which request', async () => {
    const id = await newGroup();
    const [event] = await events('first: 1');
    expect(event).toEqual({
      id: expect.any(String),
      occurredAt: expect.stringMatching(/Z$/),
      action: 'group.created',
      actorType: 'USER',
      actorId: administrator.id,
      subjectType: 'group',
      subjectId: id,
      ipAddress: expect.stringContaining('127.0.0.1'),
      requestId: expect.any(String),
      details: { name: expect.any(String), memberCount: 0 },
    });
  });

  it('finds events by action, actor and subject, alone and together', async () => {
    const { id, token } = await someone();
    const groupId = await newGroup([id]);
    await run('mutation ($id: ID!) { updateUser(id: $id, input: { name: "Renamed" }) { user { id } } }', { id }, token);
    const actions = async (where: string) =>
      (await events(`where: { ${where} }, first: 1000`)).map(({ action }) => action);
    expect(new Set(await actions('action: { eq: "group.created" }'))).toEqual(new Set(['group.created']));
    expect(await actions(`actorId: { eq: "${id.toUpperCase()}" }`)).toEqual(['user.updated', 'login.succeeded']);
    expect(new Set(await actions(`subjectType: { eq: "group" }, subjectId: { eq: "${groupId}" }`))).toEqual(
      new Set(['group.created', 'membership.added']),
    );
    expect(
      await actions(`actorId: { eq: "${id}" }, subjectId: { eq: "${id}" }, action: { eq: "user.updated" }`),
    ).toEqual(['user.updated']);
    expect(await actions(`actorId: { eq: "${id}" }, action: { eq: "group.created" }`)).toEqual([]);
    expect(await actions(`actorId: { eq: "${id}" }, action: { in: ["user.updated", "group.created"] }`)).toEqual([
      'user.updated',
    ]);
    expect(await actions(`actorId: { eq: "${id}" }, action: { startsWith: "login." }`)).toEqual(['login.succeeded']);
    expect(new Set(await actions(`subjectId: { in: ["${groupId}", "${id}"] }`))).toEqual(
      new Set(['group.created', 'membership.added', 'user.updated', 'login.succeeded']),
    );
  });

  it('finds events by client, address and request', async () => {
    const id = await newGroup();
    const [event] = await events('first: 1');
    const of = async (where: string) =>
      (await events(`where: { ${where}, action: { eq: "group.created" } }`)).map(({ subjectId }) => subjectId);
    expect(await of(`requestId: { eq: "${event!.requestId}" }`)).toEqual([id]);
    expect(await of(`ipAddress: { eq: "${event!.ipAddress}" }`)).toContain(id);
    expect(await of(`ipAddress: { startsWith: "203.0.113." }`)).toEqual([]);
    expect(await of(`clientId: { eq: "${client.id}" }`)).toContain(id);
    expect(await of(`clientId: { eq: "${randomUUID()}" }`)).toEqual([]);
    expect(await of('actorType: { eq: USER }')).toContain(id);
    expect(await of('not: { clientId: { eq: "another" } }')).toContain(id);
  });

  it('finds events by time: from a moment on, and before a moment', async () => {
    app.clock.advance(60);
    admin = await login(administrator);
    app.clock.advance(60);
    const from = app.clock.now().toISOString();
    const id = await newGroup();
    app.clock.advance(60);
    const to = app.clock.now().toISOString();
    await newGroup();
    const between = await events(`where: { occurredAt: { gte: "${from}", lt: "${to}" } }`);
    expect(between.map(({ subjectId }) => subjectId)).toEqual([id]);
    expect((await events(`where: { occurredAt: { gte: "${to}" } }`)).length).toBe(1);
    expect(await events(`where: { occurredAt: { gt: "2100-01-01T00:00:00Z" } }`)).toEqual([]);
    expect(await events(`where: { occurredAt: { lte: "1960-01-01T00:00:00Z" } }`)).toEqual([]);
  });

  it.each([
    'where: { action: { eq: "a\\u0000b" } }',
    `where: { subjectId: { eq: "${'x'.repeat(300)}" } }`,
    'after: "nonsense"',
    'first: 0',
  ])('refuses %s', async (args) => {
    const { body } = await app.graphql(admin, `{ auditEvents(${args}) { totalCount } }`);
    expect(body.errors[0].extensions.kind).toBe('INVALID');
  });

  it('is for administrators and clients with the scope admin, each of their own customer', async () => {
    const { token } = await someone();
    for (const refused of [token, await app.token('write')])
      expect((await app.graphql(refused, '{ auditEvents { totalCount } }')).body.errors[0].extensions.kind).toBe(
        'FORBIDDEN',
      );
    expect((await events('first: 1', await app.token('admin'))).length).toBe(1);
    const other = await app.token('admin', await app.newCustomer());
    const foreign = await events('first: 1000', other);
    expect(foreign.map(({ action }) => action)).toEqual(['customer.created']);
  });
});
