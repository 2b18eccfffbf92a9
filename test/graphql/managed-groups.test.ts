import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { useApp } from '../support/app.ts';
import { buildClient, buildUser } from '../support/builders.ts';
import { tokensOf } from '../support/logins.ts';

const app = useApp({ GROUPS_MANAGED_BY: 'admins' });
let member: { readonly id: string; readonly token: string };

beforeAll(async () => {
  const client = await buildClient(app);
  const user = await buildUser(app);
  member = { id: user.id, token: (await tokensOf(app, client, user, 'openid')).access_token };
});

const newGroup = async (): Promise<string> => {
  const create = 'mutation ($input: CreateGroupInput!) { createGroup(input: $input) { group { id } } }';
  return (await app.data(await app.token('write'), create, { input: { name: randomUUID() } })).createGroup.group.id;
};

const CHANGES = {
  creates: 'createGroup(input: { name: $name }) { group { id } }',
  changes: 'updateGroup(id: $id, input: { name: $name }) { group { id } }',
  joins: 'addGroupMembers(id: $id, userIds: [$self]) { group { id } }',
  leaves: 'removeGroupMembers(id: $id, userIds: [$self]) { group { id } }',
  deletes: 'deleteGroup(id: $id) { group { id } }',
} as const;

/** An operation that uses only the variables of the change. */
function operation(change: string, values: Record<string, string>): [string, object] {
  const used = Object.keys(values).filter((name) => change.includes(`$${name}`));
  const declared = used.map((name) => `$${name}: ${name === 'name' ? 'String!' : 'ID!'}`).join(', ');
  return [`mutation (${declared}) { ${change} }`, Object.fromEntries(used.map((name) => [name, values[name]]))];
}

describe('groups that administrators alone manage', () => {
  it.each(Object.entries(CHANGES))('no member %s one', async (_verb, change) => {
    const [text, variables] = operation(change, { id: await newGroup(), self: member.id, name: randomUUID() });
    const { body } = await app.graphql(member.token, text, variables);
    expect(body.errors[0].extensions).toMatchObject({ code: 'FORBIDDEN' });
    expect((await app.graphql(await app.token('admin'), text, variables)).body.errors).toBeUndefined();
  });

  it('are as closed to members at the documented paths', async () => {
    const id = await newGroup();
    const asked = [
      ['POST', '/groups', { name: randomUUID() }],
      ['PATCH', `/groups/${id}`, { name: randomUUID() }],
      ['POST', `/groups/${id}/members/${member.id}`, undefined],
      ['DELETE', `/groups/${id}/members/${member.id}`, undefined],
      ['DELETE', `/groups/${id}`, undefined],
    ] as const;
    for (const [method, path, body] of asked) {
      const { status } = await app.send(method, path, { token: member.token, body });
      expect([method, path, status]).toEqual([method, path, 403]);
    }
  });

  it('are read by members all the same', async () => {
    const id = await newGroup();
    const { group } = await app.data(member.token, 'query ($id: ID!) { group(id: $id) { id } }', { id });
    expect(group).toEqual({ id });
  });
});
