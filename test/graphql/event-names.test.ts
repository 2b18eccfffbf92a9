import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { cleanUp } from '#product';
import { useApp } from '../support/app.ts';
import { buildClient, buildUser } from '../support/builders.ts';
import { queriesOf } from '../support/queries.ts';

const DAY = 86_400;
const app = useApp({ AUDIT_RETENTION_DAYS: '30' });
let admin: string;

beforeAll(async () => {
  admin = await app.token('admin');
});

interface Told {
  readonly action: string;
  readonly actorName: string | null;
  readonly subjectName: string | null;
  readonly userId: string | null;
  readonly userName: string | null;
  readonly user: { readonly id: string } | null;
}

const EVENTS = `query ($id: ID!) {
  auditEvents(where: { subjectId: { eq: $id } }, first: 100) {
    edges { node { action actorName subjectName userId userName user { id } } }
  }
}`;
const toldOf = async (id: string, token = admin): Promise<Told[]> =>
  (await app.data(token, EVENTS, { id })).auditEvents.edges.map(({ node }: { node: Told }) => node);
const run = (field: string, variables: Record<string, unknown> = {}) => {
  const types: Record<string, string> = { id: 'ID!', name: 'String!', ids: '[ID!]!' };
  const given = Object.keys(variables).map((name) => `$${name}: ${types[name]}`);
  return app.data(admin, `mutation ${given.length > 0 ? `(${given.join(', ')})` : ''} { ${field} }`, variables);
};
const newGroup = async (name: string, ids: string[] = []): Promise<string> =>
  (await run('createGroup(input: { name: $name, memberIds: $ids }) { group { id } }', { name, ids })).createGroup.group
    .id;
const keptOf = async (id: string): Promise<string[]> =>
  (
    await app.server.database.pool.query('select name from kept_names where object_id = $1 order by until', [id])
  ).rows.map(({ name }) => name);

describe('the names of an event', () => {
  it('are those of when it happened, after a new name and after the end', async () => {
    const [first, second] = [randomUUID(), randomUUID()];
    const { id: grace } = await buildUser(app, { name: 'Grace Hopper' });
    const group = await newGroup(first, [grace]);
    await run('updateGroup(id: $id, input: { name: $name }) { group { id } }', { id: group, name: second });
    await run('updateUser(id: $id, input: { name: $name }) { user { id } }', { id: grace, name: 'Grace Murray' });
    await run('removeGroupMembers(id: $id, userIds: $ids) { group { id } }', { id: group, ids: [grace] });
    const about = (action: string, subjectName: string, userName: string | null) =>
      expect.objectContaining({ action, subjectName, userName, userId: userName && grace });
    const told = [
      about('membership.removed', second, 'Grace Murray'),
      expect.objectContaining({ action: 'group.updated' }),
      about('membership.added', first, 'Grace Hopper'),
      about('group.created', first, null),
    ];
    expect(await toldOf(group)).toEqual(told);
    expect((await toldOf(group))[0]!.user).toEqual({ id: grace });

    await run('deleteUser(id: $id) { user { id } }', { id: grace });
    await run('deleteGroup(id: $id) { group { id } }', { id: group });
    expect((await toldOf(group)).slice(1)).toEqual(told);
    expect((await toldOf(group))[1]!.user).toBeNull();
    expect((await toldOf(grace))[0]).toMatchObject({ action: 'user.deleted', subjectName: 'Grace Murray' });
  });

  it('are there for clients, organizations and whoever acted', async () => {
    const { actorName } = (await toldOf(await newGroup(randomUUID())))[0]!;
    expect(actorName).toEqual(expect.any(String));
    const client = await buildClient(app, { name: 'Ledger' });
    await run('deleteClient(id: $id) { client { id } }', { id: client.id });
    expect((await toldOf(client.id))[0]).toMatchObject({ action: 'client.deleted', subjectName: 'Ledger', actorName });
    const name = randomUUID();
    const { createOrganization } = await run('createOrganization(input: { name: $name }) { organization { id } }', {
      name,
    });
    const { id } = createOrganization.organization;
    await run('deleteOrganization(id: $id) { organization { id } }', { id });
    expect((await toldOf(id))[0]).toMatchObject({ action: 'organization.deleted', subjectName: name });
  });

  it('are read in one query for any number of events', async () => {
    const group = await newGroup(randomUUID());
    const count = async () => (await queriesOf(() => toldOf(group))).length;
    const before = await count();
    const people = await Promise.all(Array.from({ length: 5 }, () => buildUser(app)));
    await run('addGroupMembers(id: $id, userIds: $ids) { group { id } }', {
      id: group,
      ids: people.map(({ id }) => id),
    });
    // One more: the users who are there.
    expect(await count()).toBe(before + 1);
  });

  it('are of the viewer’s customer alone', async () => {
    const group = await newGroup(randomUUID());
    const other = await app.newCustomer();
    await app.server.database.pool.query(
      `insert into audit_events (id, customer_id, occurred_at, action, actor_type, subject_type, subject_id)
       values (gen_random_uuid(), $1, now(), 'group.created', 'system', 'group', $2)`,
      [other.customerId, group],
    );
    expect(await toldOf(group, await app.token('admin', other))).toMatchObject([{ subjectName: null }]);
  });

  it('go with their customer', async () => {
    const { customerId } = await app.newCustomer();
    const { id } = await buildUser(app, { customerId });
    await app.server.database.pool.query('delete from customers where id = $1', [customerId]);
    expect(await keptOf(id)).toEqual([]);
  });

  it('are kept as long as the events', async () => {
    const { id } = await buildUser(app, { name: 'Grace Hopper' });
    await run('deleteUser(id: $id) { user { id } }', { id });
    app.clock.advance(29 * DAY);
    await cleanUp(app.server.runtime);
    expect(await keptOf(id)).toEqual(['Grace Hopper']);
    app.clock.advance(2 * DAY);
    await cleanUp(app.server.runtime);
    expect(await keptOf(id)).toEqual([]);
    // PostgreSQL says when a name ended, by its own clock.
    app.clock.advance(-31 * DAY);
  });
});
