import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { cleanUp, countEvents } from '#product';
import { useApp } from '../support/app.ts';
import { buildClient, buildUser } from '../support/builders.ts';
import { tokensOf } from '../support/logins.ts';
import { queriesOf } from '../support/queries.ts';
import { committedSchema } from '../support/schema.ts';

const DAY = 86_400;
const app = useApp({ AUDIT_RETENTION_DAYS: '30' });
let admin: string;

beforeAll(async () => {
  app.clock.untilNoon();
  admin = await app.token('admin');
});

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into data of every shape
type Data = any;
const HISTORY =
  'history(first: 100) { totalCount edges { node { action subjectId changes { field isHidden old new } } } }';
const historyOf = async (id: string, token = admin): Promise<Data[]> => {
  const { node } = await app.data(token, `query ($id: ID!) { node(id: $id) { ${HISTORY} } }`, { id });
  expect(node.history.totalCount).toBe(node.history.edges.length);
  return node.history.edges.map((edge: Data) => edge.node);
};
const changesOf = async (id: string): Promise<Data[]> => (await historyOf(id))[0].changes;
const change = (field: string, old: unknown, now: unknown) => ({ field, isHidden: false, old, new: now });
const newGroup = async (memberIds: string[] = []): Promise<string> =>
  (
    await app.data(admin, 'mutation ($input: CreateGroupInput!) { createGroup(input: $input) { group { id } } }', {
      input: { name: randomUUID(), memberIds },
    })
  ).createGroup.group.id;

describe('the history of an object', () => {
  it('is there for everything that has an id', () => {
    const fields = committedSchema()
      .getPossibleTypes(committedSchema().getType('Node') as never)
      .map(({ name, getFields }) => [name, String(getFields.call(committedSchema().getType(name)).history?.type)]);
    expect(fields.length).toBeGreaterThan(10);
    for (const [name, type] of fields) expect([name, type]).toEqual([name, 'AuditEventConnection']);
  });

  it('has old and new values of users, and of a phone number only that it changed', async () => {
    const { id } = await buildUser(app, { name: 'Ada' });
    const update =
      'mutation ($id: ID!, $input: UpdateUserInput!) { updateUser(id: $id, input: $input) { user { id } } }';
    await app.data(admin, update, { id, input: { name: 'Ada L.', phoneNumber: '+4912345678', role: 'ADMIN' } });
    expect(await changesOf(id)).toEqual([
      change('name', 'Ada', 'Ada L.'),
      change('role', 'member', 'admin'),
      { field: 'phoneNumber', isHidden: true, old: null, new: null },
    ]);
    expect(JSON.stringify(await historyOf(id))).not.toContain('12345678');
    const other = (await buildUser(app)).id;
    await app.data(admin, 'mutation ($ids: [ID!]!) { disableUsers(select: { ids: $ids }) { changedCount } }', {
      ids: [other],
    });
    expect(await changesOf(other)).toEqual([change('isActive', true, false)]);
  });

  it('has old and new values of groups, organizations and clients', async () => {
    const group = await newGroup();
    const [before, after] = [randomUUID(), randomUUID()];
    const CHANGES = `mutation ($group: ID!, $before: String!) {
      updateGroup(id: $group, input: { name: $before, description: "d" }) { group { id } }
      createOrganization(input: { name: $before }) { organization { id } }
      createClient(input: { name: "One", redirectUris: ["https://a.example/"] }) { client { id } clientSecret }
    }`;
    const made = await app.data(admin, CHANGES, { group, before });
    expect((await changesOf(group))[1]).toEqual(change('description', '', 'd'));
    const [organization, client] = [made.createOrganization.organization.id, made.createClient.client.id];
    const AGAIN = `mutation ($organization: ID!, $client: ID!, $after: String!) {
      updateOrganization(id: $organization, input: { name: $after }) { organization { id } }
      updateClient(id: $client, input: { name: "Two", redirectUris: ["https://b.example/"] }) { client { id } }
      rotateClientSecret(id: $client) { clientSecret }
    }`;
    const { rotateClientSecret } = await app.data(admin, AGAIN, { organization, client, after });
    expect(await changesOf(organization)).toEqual([change('name', before, after)]);
    const history = await historyOf(client);
    expect(history.map(({ action }) => action)).toEqual(['client.secret_rotated', 'client.updated', 'client.created']);
    expect(history[1].changes).toEqual([
      change('name', 'One', 'Two'),
      change('redirectUris', ['https://a.example/'], ['https://b.example/']),
    ]);
    for (const secret of [made.createClient.clientSecret, rotateClientSecret.clientSecret])
      expect(JSON.stringify(history)).not.toContain(secret);
  });

  it('tells of memberships to both the user and the group', async () => {
    const { id } = await buildUser(app);
    const group = await newGroup([id]);
    await app.send('DELETE', `/groups/${group}/members/${id}`, { token: admin });
    const memberships = ['membership.removed', 'membership.added'];
    for (const history of [await historyOf(id), await historyOf(group)])
      expect(history.filter(({ action }) => action.startsWith('membership.'))).toEqual(
        memberships.map((action) => ({ action, subjectId: group, changes: [] })),
      );
  });

  it('is found by any id that a client may have', async () => {
    for (const id of [`a,b "c" {d} \\ ${randomUUID()}`, `null ${randomUUID()}`]) {
      await buildClient(app, { id });
      await app.data(admin, 'mutation ($id: ID!) { updateClient(id: $id, input: { name: "x" }) { client { id } } }', {
        id,
      });
      expect((await historyOf(id)).map(({ action }) => action)).toEqual(['client.updated']);
    }
  });

  it('is read page by page, in both directions', async () => {
    const { id } = await buildUser(app);
    for (let time = 0; time < 3; time += 1) await newGroup([id]);
    const PAGE = `query ($id: ID!, $after: String, $before: String, $first: Int, $last: Int) {
      node(id: $id) { history(first: $first, after: $after, last: $last, before: $before) {
        edges { cursor node { id } } pageInfo { hasNextPage hasPreviousPage endCursor } } } }`;
    const read = async (args: object) => (await app.data(admin, PAGE, { id, ...args })).node.history;
    const all = await read({ first: 10 });
    expect(all.edges).toHaveLength(3);
    const first = await read({ first: 2 });
    expect([first.edges, first.pageInfo.hasNextPage]).toEqual([all.edges.slice(0, 2), true]);
    expect((await read({ first: 2, after: first.pageInfo.endCursor })).edges).toEqual(all.edges.slice(2));
    expect((await read({ last: 1 })).edges).toEqual(all.edges.slice(2));
    expect((await read({ last: 2, before: all.edges[2].cursor })).edges).toEqual(all.edges.slice(0, 2));
  });

  it('is null for a viewer who may not read the audit trail, and of another customer nothing', async () => {
    const user = await buildUser(app);
    const token = (await tokensOf(app, await buildClient(app), user, 'openid')).access_token;
    const { viewer } = await app.data(token, '{ viewer { user { id history { totalCount } } } }');
    expect(viewer.user).toEqual({ id: user.id, history: null });
    const OTHER = 'query ($id: ID!) { node(id: $id) { history { totalCount } } }';
    expect((await app.data(await app.token('read'), OTHER, { id: await newGroup() })).node.history).toBeNull();
    const other = await app.newCustomer();
    const foreign = await app.token('admin', other);
    expect((await app.data(foreign, OTHER, { id: user.id })).node).toBeNull();
  });
});

describe('auditCounts', () => {
  const COUNTS =
    'query ($actions: [String!], $from: Date, $to: Date) { auditCounts(actions: $actions, from: $from, to: $to) { day action count } }';
  const counts = async (variables: object = {}, token = admin): Promise<Data[]> =>
    (await app.data(token, COUNTS, variables)).auditCounts;
  const today = (): string => app.clock.now().toISOString().slice(0, 10);

  it('are the same before and after the events are counted, by day and action', async () => {
    const customer = await app.newCustomer();
    const token = await app.token('admin', customer);
    const create = (name: string) =>
      app.data(token, 'mutation ($name: String!) { createGroup(input: { name: $name }) { group { id } } }', { name });
    await create('a');
    await create('b');
    const before = [
      { day: today(), action: 'customer.created', count: 1 },
      { day: today(), action: 'group.created', count: 2 },
    ];
    const shown = async () => (await counts({}, token)).filter(({ action }) => action !== 'user.created');
    expect(await shown()).toEqual(before);
    app.clock.advance(120);
    await countEvents(app.server.runtime);
    await countEvents(app.server.runtime);
    const counter = `select count from daily_counts where customer_id = $1 and name = 'group.created'`;
    expect((await app.server.database.pool.query(counter, [customer.customerId])).rows).toEqual([{ count: 2 }]);
    const again = await app.token('admin', customer);
    expect((await counts({}, again)).filter(({ action }) => action !== 'user.created')).toEqual(before);
    await app.data(again, 'mutation { createGroup(input: { name: "c" }) { group { id } } }');
    const groups = await counts({ actions: ['group.created', 'group.deleted'] }, again);
    expect(groups.reduce((sum: number, { count }: Data) => sum + count, 0)).toBe(3);
    admin = await app.token('admin');
  });

  it('refuses a period or actions that make no sense', async () => {
    for (const [variables, field] of [
      [{ from: '2026-01-02', to: '2026-01-01' }, 'from'],
      [{ from: '2020-01-01', to: '2026-01-01' }, 'from'],
      [{ actions: Array.from({ length: 51 }, () => 'a') }, 'actions'],
      [{ actions: ['a'.repeat(256)] }, 'actions'],
      [{ actions: ['group.created', '\0'] }, 'actions.1'],
    ] as const) {
      const { body } = await app.graphql(admin, COUNTS, variables);
      expect(body.errors[0].extensions).toMatchObject({ kind: 'INVALID', field });
    }
    expect((await app.graphql(admin, COUNTS, { from: 'yesterday' })).status).toBe(400);
  });
});

describe('historyCounts', () => {
  const COUNTS = `query ($ids: [ID!]!, $actions: [String!], $from: Date, $to: Date) {
    nodes(ids: $ids) { historyCounts(actions: $actions, from: $from, to: $to) { day action count } }
  }`;
  const countsOf = async (ids: string[], variables: object = {}, token = admin): Promise<Data[]> =>
    (await app.data(token, COUNTS, { ids, ...variables })).nodes.map((node: Data) => node.historyCounts);

  it('count the events of each object by day and action, by one query for any number of objects', async () => {
    const { id } = await buildUser(app);
    const groups = [await newGroup([id]), await newGroup([id])];
    const today = app.clock.now().toISOString().slice(0, 10);
    const counted = (action: string, count = 1) => ({ day: today, action, count });
    const [user, group] = await countsOf([id, groups[0]!]);
    expect(user).toEqual([counted('membership.added', 2)]);
    expect(group).toEqual([counted('group.created'), counted('membership.added')]);
    expect(await countsOf(groups, { actions: ['group.created'] })).toEqual([
      [counted('group.created')],
      [counted('group.created')],
    ]);
    expect(await countsOf([id], { from: '2020-01-01', to: '2020-01-31' })).toEqual([[]]);
    const queries = await queriesOf(() => countsOf([id, ...groups]));
    expect(queries.filter((text) => text.includes('objectId'))).toHaveLength(1);
  });

  it('are null for a viewer who may not read the audit trail, and refuse a period that makes no sense', async () => {
    const group = await newGroup();
    expect(await countsOf([group], {}, await app.token('read'))).toEqual([null]);
    const { body } = await app.graphql(admin, COUNTS, { ids: [group], from: '2026-01-02', to: '2026-01-01' });
    expect(body.errors[0].extensions).toMatchObject({ kind: 'INVALID', field: 'from' });
  });
});

it('keeps events for as long as AUDIT_RETENTION_DAYS says, and counts by day longer', async () => {
  const group = await newGroup();
  const day = app.clock.now().toISOString().slice(0, 10);
  app.clock.advance(29 * DAY);
  admin = await app.token('admin');
  await countEvents(app.server.runtime);
  await cleanUp(app.server.runtime);
  expect(await historyOf(group)).toHaveLength(1);
  app.clock.advance(2 * DAY);
  await cleanUp(app.server.runtime);
  admin = await app.token('admin');
  expect(await historyOf(group)).toEqual([]);
  const query = `{ auditCounts(actions: ["group.created"], from: "${day}", to: "${day}") { count } }`;
  expect((await app.data(admin, query)).auditCounts[0].count).toBeGreaterThan(0);
  const { rows } = await app.server.database.pool.query(
    'select count(*)::int from audit_events where occurred_at < $1',
    [new Date(app.clock.now().getTime() - 30 * DAY * 1000)],
  );
  expect(rows).toEqual([{ count: 0 }]);
});
