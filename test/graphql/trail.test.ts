import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { useApp } from '../support/app.ts';
import { buildUser } from '../support/builders.ts';
import { queriesOf } from '../support/queries.ts';

const app = useApp();
let admin: string;

beforeAll(async () => {
  admin = await app.token('admin');
});

interface Event {
  readonly action: string;
  readonly subjectId: string;
  readonly details: Record<string, unknown>;
}

const trailOf = async (id: string, more = ''): Promise<Event[]> => {
  const query = `query ($id: ID!) {
    auditEvents(where: { subjectId: { eq: $id } ${more} }, first: 1000) { totalCount edges { node { action subjectId details } } }
  }`;
  const { edges, totalCount } = (await app.data(admin, query, { id })).auditEvents;
  expect(totalCount).toBe(edges.length);
  return edges.map(({ node }: { node: Event }) => node);
};

const newGroup = async (memberIds: string[] = []): Promise<string> => {
  const query = 'mutation ($input: CreateGroupInput!) { createGroup(input: $input) { group { id } } }';
  return (await app.data(admin, query, { input: { name: randomUUID(), memberIds } })).createGroup.group.id;
};

const countOf = async (action: string, groupId: string): Promise<number> => {
  const text = 'select count(*)::int as n from audit_events where action = $1 and subject_id = $2';
  return (await app.server.database.pool.query(text, [action, groupId])).rows[0].n;
};

describe('the trail of a user', () => {
  it('has their memberships, by whatever way they begin and end', async () => {
    const group = await newGroup();
    const body = { email: `${randomUUID()}@example.com`, default_group_id: group };
    const { id } = (await app.send('POST', '/api/users', { token: admin, body })).body.user;
    await app.send('DELETE', `/groups/${group}/members/${id}`, { token: admin });
    await app.send('POST', `/groups/${group}/members/${id}`, { token: admin });
    const other = await newGroup([id]);
    await app.send('DELETE', `/groups/${other}`, { token: admin });
    const memberships = (await trailOf(id)).filter(({ action }) => action.startsWith('membership.'));
    expect(memberships).toEqual(
      [
        ['membership.removed', other],
        ['membership.added', other],
        ['membership.added', group],
        ['membership.removed', group],
        ['membership.added', group],
      ].map(([action, subjectId]) => ({ action, subjectId, details: { userId: id } })),
    );
    expect((await trailOf(id, ', action: { eq: "membership.removed" }')).length).toBe(2);
    expect((await trailOf(id, ', subjectType: { eq: "user" }')).map(({ action }) => action)).toEqual(['user.created']);
    const [deleted] = await trailOf(other, ', action: { eq: "group.deleted" }');
    expect(deleted!.details).toEqual({ name: expect.any(String), memberCount: 1 });
  });

  it('is read page by page, in one statement each', async () => {
    const { id } = await buildUser(app);
    for (let time = 0; time < 3; time += 1)
      await app.send('DELETE', `/groups/${await newGroup([id])}`, { token: admin });
    const page = `query ($id: ID!, $after: String) {
      auditEvents(where: { subjectId: { eq: $id } }, first: 4, after: $after) { pageInfo { hasNextPage endCursor } edges { node { id } } }
    }`;
    const first = (await app.data(admin, page, { id })).auditEvents;
    expect([first.edges.length, first.pageInfo.hasNextPage]).toEqual([4, true]);
    const next = { id, after: first.pageInfo.endCursor };
    expect(await queriesOf(() => app.data(admin, page, next))).toHaveLength(2);
    expect((await app.data(admin, page, next)).auditEvents).toMatchObject({
      edges: [{}, {}],
      pageInfo: { hasNextPage: false },
    });
  });

  it('says which fields an update changed, and from what to what but for the phone number', async () => {
    const { id } = await buildUser(app, { name: 'Ada', phoneNumber: '+49 30 1' });
    const query =
      'mutation ($id: ID!, $input: UpdateUserInput!) { updateUser(id: $id, input: $input) { user { id } } }';
    const input = { name: 'Ada L', username: 'ada', phoneNumber: '+49 30 12345', emailVerified: false, role: 'ADMIN' };
    await app.data(admin, query, { id, input });
    await app.data(admin, query, { id, input: { name: 'Ada L' } });
    const [nothing, update] = await trailOf(id, ', action: { eq: "user.updated" }');
    const { fields, changes } = update!.details as { fields: string[]; changes: object };
    expect(fields.toSorted()).toEqual(['name', 'phoneNumber', 'role', 'username']);
    expect(changes).toEqual({
      name: { from: 'Ada', to: 'Ada L' },
      username: { from: null, to: 'ada' },
      role: { from: 'member', to: 'admin' },
    });
    expect(nothing!.details).toEqual({ fields: [], changes: {} });
  });
});

describe('memberships of ten thousand users', () => {
  it('are told of one by one by the statement that makes or ends them, and of a larger group only how many there were', async () => {
    const { rows } = await app.server.database.pool.query(
      `insert into users (id, customer_id, email, email_key, name, created_at, updated_at)
       select gen_random_uuid(), $1, n || '@trail.example', n || '@trail.example', 'User', now(), now()
       from generate_series(1, 10001) n returning id`,
      [app.customer.customerId],
    );
    const [last, ...members] = rows.map(({ id }) => id as string);
    let group = '';
    expect(await queriesOf(async () => (group = await newGroup(members)))).toHaveLength(6);
    expect(await countOf('membership.added', group)).toBe(10_000);
    const remove = (id: string) => queriesOf(() => app.send('DELETE', `/groups/${id}`, { token: admin }));
    expect(await remove(group)).toHaveLength(7);
    expect(await countOf('membership.removed', group)).toBe(10_000);

    const large = await newGroup(members);
    await app.send('POST', `/groups/${large}/members/${last}`, { token: admin });
    await remove(large);
    expect(await countOf('membership.removed', large)).toBe(0);
    expect((await trailOf(large, ', action: { eq: "group.deleted" }'))[0]!.details).toMatchObject({
      memberCount: 10_001,
    });
  });
});
