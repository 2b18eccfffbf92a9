/** Groups that have a role: whoever cannot give the role cannot give it by the group either. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { useApp, type Answer } from '../support/app.ts';
import { buildClient, buildConfidential, buildUser } from '../support/builders.ts';
import { importsOf } from '../support/imports.ts';
import { tokensOf } from '../support/logins.ts';
import { assignRole, createRole } from '../support/roles.ts';

const app = useApp();
let admin: string;
let member: { readonly id: string; readonly token: string };
let other: string;
let writer: string;

beforeAll(async () => {
  admin = await app.token('admin');
  writer = await app.token('write');
  const user = await buildUser(app);
  member = { id: user.id, token: (await tokensOf(app, await buildClient(app), user, 'openid')).access_token };
  other = (await buildUser(app)).id;
});

/** A group with one member, and a role. */
async function groupWithRole(): Promise<string> {
  const create = 'mutation ($input: CreateGroupInput!) { createGroup(input: $input) { group { id } } }';
  const made = await app.data(member.token, create, { input: { name: randomUUID(), memberIds: [other] } });
  const { id } = made.createGroup.group;
  await assignRole(app, admin, await createRole(app, admin), { groupIds: [id] });
  return id;
}

const codeOf = ({ body }: Answer): string | undefined => body.errors?.[0]?.extensions.code;
const CHANGES = {
  'joins it': 'addGroupMembers(id: $id, userIds: [$user]) { group { id } }',
  'removes members': 'removeGroupMembers(id: $id, userIds: [$other]) { group { id } }',
  'renames it': 'updateGroup(id: $id, input: { name: "Taken over" }) { group { id } }',
  'deletes it': 'deleteGroup(id: $id) { group { id } }',
} as const;
const change = (token: string, id: string, text: string): Promise<Answer> => {
  const declared = ['$user', '$other'].filter((name) => text.includes(name)).map((name) => `, ${name}: ID!`);
  return app.graphql(token, `mutation ($id: ID!${declared.join('')}) { ${text} }`, { id, user: member.id, other });
};

describe('a group that has a role', () => {
  it.each(Object.entries(CHANGES))('stays as it is when a member %s', async (_name, text) => {
    const id = await groupWithRole();
    expect(codeOf(await change(member.token, id, text))).toBe('GROUP_LENDS');
    expect(codeOf(await change(admin, id, text))).toBeUndefined();
  });

  it('is not joined, given to new users or left by what has write alone', async () => {
    const id = await groupWithRole();
    expect(codeOf(await change(writer, id, CHANGES['joins it']))).toBe('GROUP_LENDS');
    expect(codeOf(await change(writer, id, CHANGES['renames it']))).toBe('GROUP_LENDS');
    const create = `mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } } }`;
    const input = { email: `${randomUUID()}@users.example`, defaultGroupId: id };
    expect(codeOf(await app.graphql(writer, create, { input }))).toBe('GROUP_LENDS');
    expect(codeOf(await app.graphql(admin, create, { input }))).toBeUndefined();
  });

  it('is not joined by an import of what has write alone', async () => {
    const id = await groupWithRole();
    const { group } = await app.data(admin, 'query ($id: ID!) { group(id: $id) { name } }', { id });
    const { email } = await buildUser(app);
    const rows = [`${randomUUID()}@users.example`, email].map((address) => ({ email: address, groups: [group.name] }));
    const write = importsOf(app, () => writer);
    const mine = await write.importedLines(rows);
    expect(write.faultsOf(mine)).toEqual([
      [1, 'groups', 'GROUP_LENDS'],
      [2, 'groups', 'GROUP_LENDS'],
    ]);
    expect(mine).toMatchObject({ createdCount: 0, updatedCount: 0 });
    const { importedLines } = importsOf(app, () => admin);
    expect(await importedLines(rows)).toMatchObject({ createdCount: 1, updatedCount: 1, faultyCount: 0 });
    // Who is in it already does not join.
    expect(await write.importedLines(rows)).toMatchObject({ unchangedCount: 2, faultyCount: 0 });
  });

  it('says to everybody what they may', async () => {
    const id = await groupWithRole();
    const query = 'query ($id: ID!) { group(id: $id) { viewerCan { addGroupMembers } } }';
    const can = async (token: string) => (await app.data(token, query, { id })).group.viewerCan.addGroupMembers;
    expect([await can(member.token), await can(writer), await can(admin)]).toEqual([false, false, true]);
  });
});

it('keeps the secret of a client that has a role from what has write alone', async () => {
  const client = await buildConfidential(app, { scopes: ['openid'], requireConsent: true });
  const rotate = 'mutation ($id: ID!) { rotateClientSecret(id: $id) { clientSecret } }';
  expect(codeOf(await app.graphql(writer, rotate, { id: client.id }))).toBeUndefined();
  await app.server.database.pool.query(`update clients set grant_types = '{client_credentials}' where id = $1`, [
    client.id,
  ]);
  await assignRole(app, admin, await createRole(app, admin), { clientIds: [client.id] });
  await app.server.database.pool.query(`update clients set grant_types = '{authorization_code}' where id = $1`, [
    client.id,
  ]);
  expect(codeOf(await app.graphql(writer, rotate, { id: client.id }))).toBe('BEYOND_OWN_RIGHTS');
  expect(codeOf(await app.graphql(admin, rotate, { id: client.id }))).toBeUndefined();
});
