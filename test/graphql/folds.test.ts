import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { cleanUp, countEvents, migrateDown, migrateUp } from '#product';
import { useApp } from '../support/app.ts';
import { buildUser } from '../support/builders.ts';
import { queriesOf } from '../support/queries.ts';
import { until } from '../support/until.ts';

const app = useApp();
let admin: string;

beforeAll(async () => {
  admin = await app.token('admin');
});

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into data of every shape
type Data = any;
const run = (operation: string, variables: object = {}): Promise<Data> => app.data(admin, operation, variables);
const sql = async (text: string, ...values: unknown[]) => (await app.server.database.pool.query(text, values)).rows;

const PAGE = `edges { cursor node { id action subjectId foldId foldSize userImportId userId } } pageInfo { hasNextPage endCursor }`;
const LIST = `query ($where: AuditEventWhere, $folded: Boolean, $first: Int, $after: String) {
  auditEvents(where: $where, folded: $folded, first: $first, after: $after) { ${PAGE} }
}`;
const listOf = async (where: object, more: object = {}): Promise<Data[]> =>
  (await run(LIST, { where, folded: true, first: 100, ...more })).auditEvents.edges.map(({ node }: Data) => node);
const historyOf = async (id: string, folded = true): Promise<Data[]> => {
  const query = `query ($id: ID!, $folded: Boolean) { node(id: $id) { history(folded: $folded, first: 100) { totalCount ${PAGE} } } }`;
  const { history } = (await run(query, { id, folded })).node;
  expect(history.totalCount).toBe(history.edges.length);
  return history.edges.map(({ node }: Data) => node);
};
const shape = ({ action, foldSize }: Data) => [action, foldSize];
/** Events of one moment are in no order. */
const shapes = (events: Data[]) => new Set(events.map((event) => shape(event).join(' ')));

const people = async (count: number): Promise<string[]> =>
  (
    await sql(
      `insert into users (id, customer_id, email, email_key, name, created_at, updated_at)
       select gen_random_uuid(), $1, u || '@fold.example', u || '@fold.example', 'User', now(), now()
       from (select gen_random_uuid() as u from generate_series(1, $2::int)) n returning id`,
      app.customer.customerId,
      count,
    )
  ).map(({ id }) => id);
const newGroup = async (memberIds: string[] = []): Promise<string> =>
  (
    await run('mutation ($input: CreateGroupInput!) { createGroup(input: $input) { group { id } } }', {
      input: { name: randomUUID(), memberIds },
    })
  ).createGroup.group.id;

describe('events of one request that did the same', () => {
  it('are one item with how many they are, which is read page by page', async () => {
    const group = await newGroup(await people(30));
    const where = { subjectId: { eq: group } };
    const [members, created, ...others] = await listOf(where);
    expect([members, created].map(shape)).toEqual(
      expect.arrayContaining([
        ['membership.added', 30],
        ['group.created', 1],
      ]),
    );
    expect(others).toEqual([]);
    const first = [members, created].find(({ action }) => action === 'membership.added');
    expect(first.foldId).toBe(first.id);
    expect(await listOf(where, { folded: false })).toHaveLength(31);

    const fold = { foldId: { eq: first.id } };
    const { auditEvents: page } = await run(LIST, { where: fold, first: 20 });
    const { auditEvents: rest } = await run(LIST, { where: fold, first: 20, after: page.pageInfo.endCursor });
    const ids = [...page.edges, ...rest.edges].map(({ node }: Data) => node.id);
    expect([page.edges.length, rest.edges.length, new Set(ids).size, rest.pageInfo.hasNextPage]).toEqual([
      20,
      10,
      30,
      false,
    ]);
    expect(ids).toContain(first.id);
  });

  it('are apart for each request, group and action', async () => {
    const [one, two] = [await newGroup(), await newGroup()];
    const ids = await people(3);
    const change = (name: string) =>
      run(
        `mutation ($ids: [ID!]!, $groups: [ID!]!) { ${name}(select: { ids: $ids }, groupIds: $groups) { changedCount } }`,
        { ids, groups: [one, two] },
      );
    await change('addUsersToGroups');
    await change('removeUsersFromGroups');
    await change('addUsersToGroups');
    for (const group of [one, two])
      expect((await listOf({ subjectId: { eq: group } })).map(shape)).toEqual([
        ['membership.added', 3],
        ['membership.removed', 3],
        ['membership.added', 3],
        ['group.created', 1],
      ]);
  });

  it('are of many objects where the objects changed', async () => {
    const ids = await people(4);
    await run('mutation ($ids: [ID!]!) { disableUsers(select: { ids: $ids }) { changedCount } }', { ids });
    await run('mutation ($ids: [ID!]!) { deleteUsers(select: { ids: $ids }) { changedCount } }', { ids });
    const [deleted, disabled] = await listOf({ action: { startsWith: 'user.d' } });
    expect([deleted, disabled].map(shape)).toEqual([
      ['user.deleted', 4],
      ['user.disabled', 4],
    ]);
    // Whoever asks for one of them sees that one.
    for (const id of ids)
      expect((await listOf({ subjectId: { eq: id } })).map(({ action, subjectId }) => [action, subjectId])).toEqual([
        ['user.deleted', id],
        ['user.disabled', id],
      ]);
  });

  it('stand for themselves where a filter leaves out the first', async () => {
    const ids = await people(3);
    const group = await newGroup(ids);
    for (const id of ids) {
      const [only, ...others] = await listOf({ subjectId: { eq: id } });
      expect([only.action, only.userId, others]).toEqual(['membership.added', id, []]);
    }
    const [first] = await listOf({ subjectId: { eq: group }, action: { eq: 'membership.added' } });
    const others = await listOf({
      action: { eq: 'membership.added' },
      not: { id: { eq: first.id } },
      subjectId: { eq: group },
    });
    expect(others.map(shape)).toEqual([
      ['membership.added', 1],
      ['membership.added', 1],
    ]);
  });

  it('are one item in the history of a group, and each has its own in those of its members', async () => {
    const ids = await people(5);
    const group = await newGroup(ids);
    expect(shapes(await historyOf(group))).toEqual(new Set(['group.created 1', 'membership.added 5']));
    expect(await historyOf(group, false)).toHaveLength(6);
    await run('mutation ($ids: [ID!]!) { disableUsers(select: { ids: $ids }) { changedCount } }', { ids });
    for (const id of ids)
      expect((await historyOf(id)).map(({ action }) => action)).toEqual(['user.disabled', 'membership.added']);
  });

  it('are told to groups inside a group, too, each for itself', async () => {
    const outer = await newGroup();
    const inner = [await newGroup(), await newGroup()];
    await run('mutation ($id: ID!, $ids: [ID!]!) { addMemberGroups(id: $id, groupIds: $ids) { group { id } } }', {
      id: outer,
      ids: inner,
    });
    expect(shapes(await historyOf(outer))).toEqual(new Set(['group.created 1', 'nesting.added 2']));
    for (const id of inner) {
      const actions = (await historyOf(id)).map(({ action }) => action);
      expect(actions).toEqual(['nesting.added', 'group.created']);
      expect((await listOf({ subjectId: { eq: id } })).map(({ action }) => action)).toEqual(actions);
    }
  });

  it('are those of an import, however many parts it has', async () => {
    const name = randomUUID();
    const { createGroup } = await run(
      'mutation ($name: String!) { createGroup(input: { name: $name }) { group { id } } }',
      { name },
    );
    const CREATE = 'mutation { createUserImport(input: { format: CSV }) { userImport { id } } }';
    const { id } = (await run(CREATE)).createUserImport.userImport;
    const COUNT = 250;
    const rows = Array.from({ length: COUNT }, (_, n) => `${n}-${name}@import.example,${name}`);
    await app.send('PUT', `/imports/${id}/file`, { token: admin, body: ['email,groups', ...rows].join('\n') });
    await until(async () => {
      const { userImport } = await run('query ($id: ID!) { userImport(id: $id) { state } }', { id });
      return userImport.state === 'DONE';
    });
    const [members] = await listOf({ subjectId: { eq: createGroup.group.id } });
    expect([members.action, members.foldSize, members.userImportId]).toEqual(['membership.added', COUNT, id]);
    const [created] = await listOf({ action: { eq: 'user.created' } });
    expect([created.foldSize, created.userImportId]).toEqual([COUNT, id]);
    const RELATION = `query ($where: AuditEventWhere) { auditEvents(where: $where, folded: true) { edges { node { userImport { id } fold { id } id } } } }`;
    const { auditEvents } = await run(RELATION, { where: { subjectId: { eq: createGroup.group.id } } });
    const { node } = auditEvents.edges[0];
    expect(node).toEqual({ userImport: { id }, fold: { id: node.id }, id: node.id });
  });

  it('are counted up to a limit, for any number of folds at once', async () => {
    const group = await newGroup(await people(10_000));
    const [last] = await people(1);
    await sql(
      `insert into audit_events (id, customer_id, occurred_at, action, actor_type, subject_type, subject_id, request_id, details)
       select gen_random_uuid(), customer_id, occurred_at, action, actor_type, subject_type, subject_id, request_id,
         jsonb_build_object('userId', $2::text)
       from audit_events cross join generate_series(1, 5) where subject_id = $1 and fold_id = id and action = 'membership.added'`,
      group,
      last,
    );
    expect(shapes(await historyOf(group))).toEqual(new Set(['group.created 1', 'membership.added 10001']));
    const read = () => run(LIST, { where: {}, folded: true, first: 50 });
    // The list and the sizes; whoever asks is looked up first.
    expect(await queriesOf(read)).toHaveLength(3);
  });
});

describe('the clean-up', () => {
  it('leaves folds as they are', async () => {
    const { id } = await buildUser(app);
    const group = await newGroup([id, ...(await people(2))]);
    app.clock.advance(2 * 3600);
    await countEvents(app.server.runtime);
    await cleanUp(app.server.runtime);
    admin = await app.token('admin');
    expect((await listOf({ subjectId: { eq: group }, action: { eq: 'membership.added' } })).map(shape)).toEqual([
      ['membership.added', 3],
    ]);
  });
});

describe('events of before there were folds', () => {
  it('are folded by the migration', async () => {
    const { database } = app.server;
    const group = await newGroup(await people(20));
    const alone = await newGroup();
    while ((await migrateDown(database)) !== '0024-folds-of-events');
    await migrateUp(database);
    expect(shapes(await listOf({ subjectId: { eq: group } }))).toEqual(
      new Set(['group.created 1', 'membership.added 20']),
    );
    expect(await sql('select fold_id from audit_events where subject_id = $1', alone)).toEqual([{ fold_id: null }]);
  });
});
