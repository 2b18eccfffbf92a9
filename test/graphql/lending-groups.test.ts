import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { useApp, type Answer } from '../support/app.ts';
import { buildClient, buildUser } from '../support/builders.ts';
import { tokensOf } from '../support/logins.ts';

const app = useApp();
let admin: string;
let member: { readonly id: string; readonly token: string };
let other: string;
let organizationId: string;

beforeAll(async () => {
  const client = await buildClient(app);
  admin = await app.token('admin');
  const user = await buildUser(app);
  member = { id: user.id, token: (await tokensOf(app, client, user, 'openid')).access_token };
  other = (await buildUser(app)).id;
});

beforeEach(async () => {
  const made = await app.data(
    admin,
    `mutation { createOrganization(input: { name: "${randomUUID()}" }) { organization { id } } }`,
  );
  organizationId = made.createOrganization.organization.id;
});

const group = async (token: string, input: object = {}): Promise<string> => {
  const made = await app.data(
    token,
    'mutation ($input: CreateGroupInput!) { createGroup(input: $input) { group { id } } }',
    { input: { name: randomUUID(), ...input } },
  );
  return made.createGroup.group.id;
};
const named = async (id: string): Promise<string> => {
  await app.data(
    admin,
    `mutation ($id: ID!, $groups: [ID!]!) {
      updateCustomer(id: $id, input: { secondFactor: { groupIds: $groups } }) { customer { id } }
    }`,
    { id: app.customer.customerId, groups: [id] },
  );
  return id;
};
const codeOf = ({ body }: Answer): string | undefined => body.errors?.[0]?.extensions.code;
const stateOf = async (id: string) => {
  const { rows } = await app.server.database.pool.query(
    `select name, organization_id, (select array_agg(user_id order by user_id) from memberships where group_id = g.id) as members,
       (select count(*)::int from audit_events where subject_id = g.id::text) as events
     from groups g where id = $1`,
    [id],
  );
  return rows[0];
};

const CHANGES = {
  'joins it': 'addGroupMembers(id: $id, userIds: [$self]) { group { id } }',
  'adds others': 'addGroupMembers(id: $id, userIds: [$other]) { group { id } }',
  'removes members': 'removeGroupMembers(id: $id, userIds: [$other]) { group { id } }',
  'renames it': 'updateGroup(id: $id, input: { name: "Taken over" }) { group { id } }',
  'takes its organization away': 'updateGroup(id: $id, input: { organizationId: null }) { group { id } }',
  'deletes it': 'deleteGroup(id: $id) { group { id } }',
} as const;
const IN_BULK = {
  'joins it':
    'addUsersToGroups(select: { ids: [$self] }, groupIds: [$id], mode: EACH) { results { changed error { code } } }',
  'removes members':
    'removeUsersFromGroups(select: { ids: [$other] }, groupIds: [$id], mode: EACH) { results { changed error { code } } }',
  'renames it':
    'updateGroups(select: { ids: [$id] }, input: { name: "Taken over" }, mode: EACH) { results { changed error { code } } }',
  'deletes it': 'deleteGroups(select: { ids: [$id] }, mode: EACH) { results { changed error { code } } }',
} as const;
const operation = (change: string): string =>
  `mutation ($id: ID!${change.includes('$self') ? ', $self: ID!' : ''}${change.includes('$other') ? ', $other: ID!' : ''}) {
    done: ${change} }`;
const variables = (id: string) => ({ id, self: member.id, other });

describe('a group that lends its members something', () => {
  const lending = {
    'belongs to an organization': () => group(admin, { organizationId, memberIds: [other] }),
    'is named by the second-factor policy': async () => named(await group(admin, { memberIds: [other] })),
  };

  describe.each(Object.entries(lending))('because it %s', (_, make) => {
    it.each(Object.entries(CHANGES))('stays as it is when a member %s', async (__, change) => {
      const id = await make();
      const before = await stateOf(id);
      expect(codeOf(await app.graphql(member.token, operation(change), variables(id)))).toBe('GROUP_LENDS');
      expect(await stateOf(id)).toEqual(before);
    });

    it.each(Object.entries(IN_BULK))('stays as it is when a member %s among many', async (__, change) => {
      const id = await make();
      const before = await stateOf(id);
      const { body } = await app.graphql(member.token, operation(change), variables(id));
      expect(body.data.done.results).toEqual([{ changed: false, error: { code: 'GROUP_LENDS' } }]);
      expect(await stateOf(id)).toEqual(before);
    });

    it('answers a member 403 at the documented paths', async () => {
      const id = await make();
      const requests = [
        ['PUT', `/groups/${id}`, { name: 'Taken over' }],
        ['DELETE', `/groups/${id}`],
        ['POST', `/groups/${id}/members/${member.id}`],
        ['DELETE', `/groups/${id}/members/${other}`],
      ] as const;
      const before = await stateOf(id);
      for (const [method, path, body] of requests) {
        const answer = await app.send(method, path, { token: member.token, body });
        expect([method, answer.status, answer.body.error, answer.body.code]).toEqual([
          method,
          403,
          'insufficient_scope',
          'GROUP_LENDS',
        ]);
      }
      expect(await stateOf(id)).toEqual(before);
    });

    it('is changed by services with the scope, and says to members that they may not', async () => {
      const id = await make();
      const permissions = 'group(id: $id) { viewerCan { updateGroup deleteGroup addGroupMembers removeGroupMembers } }';
      const can = async (token: string) =>
        Object.values((await app.data(token, `query ($id: ID!) { ${permissions} }`, { id })).group.viewerCan);
      expect(await can(member.token)).toEqual([false, false, false, false]);
      expect(await can(await app.token('write'))).toEqual([true, false, true, false]);
      const join = operation(CHANGES['joins it']);
      expect(codeOf(await app.graphql(await app.token('write'), join, variables(id)))).toBeUndefined();
      const remove = operation(CHANGES['removes members']);
      expect(codeOf(await app.graphql(admin, remove, variables(id)))).toBeUndefined();
      expect((await stateOf(id)).members).toEqual([member.id]);
    });
  });

  it('is not made by a member, who cannot give anybody an organization', async () => {
    const own = await group(member.token);
    const attempts = [
      `createGroup(input: { name: "${randomUUID()}", organizationId: $organization, memberIds: ["${member.id}"] }) { group { id } }`,
      `updateGroup(id: "${own}", input: { organizationId: $organization }) { group { id } }`,
    ];
    for (const attempt of attempts)
      expect(
        codeOf(
          await app.graphql(member.token, `mutation ($organization: ID!) { ${attempt} }`, {
            organization: organizationId,
          }),
        ),
      ).toBe('GROUP_LENDS');
    const bulk = [
      `createGroups(inputs: [{ name: "${randomUUID()}", organizationId: $organization }], mode: EACH)`,
      `updateGroups(select: { ids: ["${own}"] }, input: { organizationId: $organization }, mode: EACH)`,
    ];
    for (const attempt of bulk) {
      const document = `mutation ($organization: ID!) { done: ${attempt} { results { changed error { code } } } }`;
      const { body } = await app.graphql(member.token, document, { organization: organizationId });
      expect(body.data.done.results).toEqual([{ changed: false, error: { code: 'GROUP_LENDS' } }]);
    }
    const { status, body } = await app.send('POST', '/groups', {
      token: member.token,
      body: { name: randomUUID(), organization_id: organizationId, member_ids: [member.id] },
    });
    expect([status, body.code]).toEqual([403, 'GROUP_LENDS']);
    expect((await stateOf(own)).organization_id).toBeNull();
    const held = await app.server.database.pool.query('select from groups where organization_id = $1', [
      organizationId,
    ]);
    expect(held.rowCount).toBe(0);
  });
});

describe('a group that the second-factor policy names', () => {
  it('is deleted by nobody, until it is named no more', async () => {
    const id = await named(await group(admin, { memberIds: [other] }));
    const before = await stateOf(id);
    expect(codeOf(await app.graphql(admin, operation(CHANGES['deletes it']), variables(id)))).toBe('GROUP_IN_POLICY');
    const { body } = await app.graphql(admin, operation(IN_BULK['deletes it']), variables(id));
    expect(body.data.done.results).toEqual([{ changed: false, error: { code: 'GROUP_IN_POLICY' } }]);
    expect((await app.send('DELETE', `/groups/${id}`, { token: admin })).status).toBe(400);
    expect(await stateOf(id)).toEqual(before);
    await named(await group(admin));
    expect((await app.send('DELETE', `/groups/${id}`, { token: admin })).status).toBe(204);
  });
});

describe('a group that lends nothing', () => {
  it('is created, filled, emptied, changed and deleted by members', async () => {
    const id = await group(member.token, { memberIds: [member.id] });
    for (const change of [
      'adds others',
      'removes members',
      'renames it',
      'takes its organization away',
      'deletes it',
    ] as const)
      expect(codeOf(await app.graphql(member.token, operation(CHANGES[change]), variables(id)))).toBeUndefined();
    expect(await stateOf(id)).toBeUndefined();
  });

  it('is what a group becomes whose organization is deleted', async () => {
    const id = await group(admin, { organizationId });
    await app.data(admin, 'mutation ($id: ID!) { deleteOrganization(id: $id) { organization { id } } }', {
      id: organizationId,
    });
    expect(codeOf(await app.graphql(member.token, operation(CHANGES['joins it']), variables(id)))).toBeUndefined();
  });
});
