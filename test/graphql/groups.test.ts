import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { useApp } from '../support/app.ts';
import { queriesOf, roundTripsOf } from '../support/queries.ts';

const app = useApp();
let admin: string;
let users: string[];

beforeAll(async () => {
  admin = await app.token('admin');
  const create = 'mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } } }';
  users = [];
  for (let n = 0; n < 4; n += 1)
    users.push((await app.data(admin, create, { input: { email: `user-${n}@example.com` } })).createUser.user.id);
});

const newGroup = async (input: object = {}): Promise<string> => {
  const create = 'mutation ($input: CreateGroupInput!) { createGroup(input: $input) { group { id } } }';
  return (await app.data(admin, create, { input: { name: randomUUID(), ...input } })).createGroup.group.id;
};

describe('groups', () => {
  it('are found by a part of their name or description in any case, wildcards taken literally', async () => {
    await newGroup({ name: 'Tenant_100% sure', description: 'Ärzte' });
    await newGroup({ name: 'Tenant-100 unsure' });
    const names = async (search: string) => {
      const { groups } = await app.data(
        admin,
        'query ($s: String!) { groups(where: { or: [{ name: { contains: $s } }, { description: { contains: $s } }] }) { totalCount edges { node { name } } } }',
        { s: search },
      );
      expect(groups.totalCount).toBe(groups.edges.length);
      return groups.edges.map((edge: { node: { name: string } }) => edge.node.name);
    };
    expect(await names('100% S')).toEqual(['Tenant_100% sure']);
    expect(await names('tenant_')).toEqual(['Tenant_100% sure']);
    expect(await names('ÄRZTE')).toEqual(['Tenant_100% sure']);
    expect(await names('tenant')).toHaveLength(2);
  });

  it('page by cursors that stay right while groups come and go', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) ids.push(await newGroup({ name: `page-${n}` }));
    const query =
      'query ($after: String) { groups(first: 2, where: { name: { contains: "page-" } }, after: $after) { edges { node { id } } pageInfo { hasNextPage endCursor } } }';
    const first = (await app.data(admin, query)).groups;
    await app.data(admin, 'mutation ($id: ID!) { deleteGroup(id: $id) { group { id } } }', { id: ids[1] });
    const second = (await app.data(admin, query, { after: first.pageInfo.endCursor })).groups;
    expect(second.edges.map((edge: { node: { id: string } }) => edge.node.id)).toEqual([ids[2], ids[3]]);
    expect(second.pageInfo.hasNextPage).toBe(true);
  });

  it('tell per user what became of them', async () => {
    const id = await newGroup({ memberIds: [users[0]] });
    const stranger = randomUUID();
    const add =
      'mutation ($id: ID!, $users: [ID!]!) { addGroupMembers(id: $id, userIds: $users) { results { userId outcome } } }';
    const { addGroupMembers } = await app.data(admin, add, { id, users: [users[0], users[1], users[1], stranger] });
    expect(addGroupMembers.results).toEqual(
      expect.arrayContaining([
        { userId: users[0], outcome: 'ALREADY_MEMBER' },
        { userId: users[1], outcome: 'ADDED' },
        { userId: stranger, outcome: 'USER_NOT_FOUND' },
      ]),
    );
    expect(addGroupMembers.results).toHaveLength(3);
    const remove = add.replaceAll('addGroupMembers', 'removeGroupMembers');
    const { removeGroupMembers } = await app.data(admin, remove, { id, users: [users[1], users[2]] });
    expect(removeGroupMembers.results).toEqual(
      expect.arrayContaining([
        { userId: users[1], outcome: 'REMOVED' },
        { userId: users[2], outcome: 'NOT_A_MEMBER' },
      ]),
    );
  });

  it('tell what became of memberships in one shape, whichever operation changes them', async () => {
    const [one, two] = [await newGroup({ memberIds: [users[0]] }), await newGroup()];
    const stranger = randomUUID();
    const changed = `fragment Changed on MembershipResults {
      changedCount
      results { userId user { id } groupId group { id } changed error { code kind } }
    }`;
    const documents = {
      addGroupMembers:
        'mutation ($id: ID!, $users: [ID!]!) { addGroupMembers(id: $id, userIds: $users) { ...Changed } }',
      removeGroupMembers:
        'mutation ($id: ID!, $users: [ID!]!) { removeGroupMembers(id: $id, userIds: $users) { ...Changed } }',
      addUsersToGroups:
        'mutation ($id: ID!, $users: [ID!]!) { addUsersToGroups(select: { ids: $users }, groupIds: [$id]) { ...Changed } }',
      removeUsersFromGroups:
        'mutation ($id: ID!, $users: [ID!]!) { removeUsersFromGroups(select: { ids: $users }, groupIds: [$id]) { ...Changed } }',
    };
    const told = async (name: keyof typeof documents, id: string, group = id) => {
      const variables = { id: group, users: [users[0], users[1], stranger] };
      const { changedCount, results } = (await app.data(admin, documents[name] + changed, variables))[name];
      const of = (userId: string) => results.find((result: { userId: string }) => result.userId === userId);
      const known = (userId: string, isChanged: boolean) => ({
        userId,
        user: { id: userId },
        groupId: id,
        group: { id },
        changed: isChanged,
        error: null,
      });
      expect(of(stranger)).toEqual({
        userId: stranger,
        user: null,
        groupId: id,
        group: { id },
        changed: false,
        error: { code: 'USER_NOT_FOUND', kind: 'NOT_FOUND' },
      });
      expect(results).toHaveLength(3);
      for (const userId of users.slice(0, 2)) expect(of(userId)).toEqual(known(userId, of(userId).changed));
      return [changedCount, of(users[0]!).changed, of(users[1]!).changed];
    };
    expect(await told('addGroupMembers', one, one.toUpperCase())).toEqual([1, false, true]);
    expect(await told('addUsersToGroups', two)).toEqual([2, true, true]);
    await app.data(admin, documents.removeGroupMembers + changed, { id: one, users: [users[1]] });
    expect(await told('removeGroupMembers', one)).toEqual([1, true, false]);
    expect(await told('removeUsersFromGroups', two)).toEqual([2, true, true]);
    expect(await told('removeUsersFromGroups', two)).toEqual([0, false, false]);
  });

  it('say that they are not there, also where nobody is to join or leave', async () => {
    const query = (what: string) => `mutation ($id: ID!) { ${what}(id: $id, userIds: []) { results { outcome } } }`;
    for (const what of ['addGroupMembers', 'removeGroupMembers']) {
      const { body } = await app.graphql(admin, query(what), { id: randomUUID() });
      expect(body.errors[0].extensions).toMatchObject({ code: 'GROUP_NOT_FOUND' });
      expect((await app.data(admin, query(what), { id: await newGroup() }))[what].results).toEqual([]);
    }
  });

  it('read as many nested lists as asked for in one query a level', async () => {
    const ids = [];
    for (let n = 0; n < 6; n += 1) ids.push(await newGroup({ name: `nested-${n}`, memberIds: users }));
    const queries = await queriesOf(() =>
      app.data(
        admin,
        `{ groups(where: { name: { contains: "nested-" } }) { edges { node { memberCount members(first: 3) { totalCount edges { joinedAt node {
             name groups(first: 2) { totalCount edges { node { name } } } } } } } } } }`,
      ),
    );
    // Who asks, the groups, their members, the members’ groups, and how many those are.
    expect(queries).toHaveLength(5);
  });

  it('read three groups by id in one query', async () => {
    const [a, b, c] = [await newGroup(), await newGroup(), await newGroup()];
    const queries = await queriesOf(() =>
      app.data(
        admin,
        'query ($a: ID!, $b: ID!, $c: ID!) { a: group(id: $a) { name } b: group(id: $b) { name } c: group(id: $c) { name } }',
        { a, b, c },
      ),
    );
    expect(queries).toHaveLength(2);
  });

  it('change in one statement for memberships, and in six round trips at the most for a group', async () => {
    const id = await newGroup();
    for (const [method, path, body, most] of [
      ['POST', '/groups', { name: randomUUID() }, 6],
      ['POST', '/groups', { name: randomUUID(), member_ids: users }, 6],
      ['PUT', `/groups/${id}`, { description: 'x' }, 6],
      ['POST', `/groups/${id}/members/${users[0]}`, undefined, 2],
      ['DELETE', `/groups/${id}/members/${users[0]}`, undefined, 2],
      ['DELETE', `/groups/${id}`, undefined, 6],
    ] as const)
      // The caller's check included. What waits for nothing is sent along with what was sent before.
      expect((await roundTripsOf(() => app.send(method, path, { token: admin, body }))).length).toBeLessThanOrEqual(
        most,
      );
  });

  it('leave a trail of who changed what', async () => {
    // Memberships end in the same millisecond as their group, or earlier.
    const id = await newGroup({ name: 'trail', memberIds: [users[0]] });
    await app.send('POST', `/groups/${id}/members/${users[1]}`, { token: admin });
    await app.send('POST', `/groups/${id}/members/${users[1]}`, { token: admin });
    await app.send('DELETE', `/groups/${id}`, { token: admin });
    const { rows } = await app.server.database.pool.query(
      `select action, actor_type, actor_id, details from audit_events where subject_id = $1
       order by occurred_at, action = 'group.deleted', action`,
      [id],
    );
    expect(rows.map((row) => row.action)).toEqual([
      'group.created',
      'membership.added',
      'membership.added',
      'membership.removed',
      'membership.removed',
      'group.deleted',
    ]);
    expect(rows[2]).toMatchObject({
      actor_type: 'client',
      actor_id: app.customer.clientId,
      details: { userId: users[1] },
    });
  });
});
