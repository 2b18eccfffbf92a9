import { beforeAll, describe, expect, it } from '@jest/globals';
import { useApp } from '../../support/app.ts';
import { buildClient, buildUser } from '../../support/builders.ts';
import { tokensOf } from '../../support/logins.ts';

const app = useApp({ MEMBER_CLIENTS: 'on' });
let admin: string;
let member: string;

const define = (input: object) =>
  app.data(
    admin,
    'mutation ($input: CreateAttributeDefinitionInput!) { createAttributeDefinition(input: $input) { attributeDefinition { id } } }',
    { input: { subject: 'USER', type: 'STRING', isSearchable: true, visibleTo: 'MEMBERS', ...input } },
  );
const LIST = `query ($where: UserWhere) {
  users(first: 100, where: $where) { totalCount edges { node { email } } }
}`;
const found = async (...attributes: object[]): Promise<string[]> => {
  const { users } = await app.data(admin, LIST, { where: { attributes } });
  return users.edges.map(({ node }: { node: { email: string } }) => node.email.split('@')[0]!).toSorted();
};
const errorOf = async (attributes: unknown, token = admin) => {
  const { body } = await app.graphql(token, LIST, { where: { attributes } });
  return body.errors[0].extensions as { code: string; field?: string };
};

beforeAll(async () => {
  admin = await app.token('admin');
  const user = await buildUser(app);
  member = (await tokensOf(app, await buildClient(app), user, 'openid')).access_token;
  await define({ name: 'site' });
  await define({ name: 'level', type: 'INTEGER' });
  await define({ name: 'since', type: 'DATE' });
  await define({ name: 'isExternal', type: 'BOOLEAN' });
  await define({ name: 'skills', isList: true });
  await define({ name: 'badge', isUnique: true, isSearchable: false });
  await define({ name: 'plain', isSearchable: false, constraints: { maxLength: 100 } });
  await define({ name: 'hidden', visibleTo: 'ADMINISTRATORS' });
  const users = [
    { email: 'a', site: 'Paris', level: 9, since: '2020-01-01', isExternal: true, skills: ['go', 'sql'], badge: 'A-1' },
    {
      email: 'b',
      site: 'Paris Nord',
      level: 10,
      since: '2024-06-30',
      isExternal: false,
      skills: ['sql'],
      badge: 'B-1',
    },
    { email: 'c', site: 'Berlin', level: -1, skills: [], hidden: 'x' },
  ];
  for (const { email, ...values } of users) {
    const attributes = Object.entries(values).map(([name, value]) => ({ name, value }));
    const create = 'mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } } }';
    await app.data(admin, create, { input: { email: `${email}@example.com`, attributes } });
  }
  await define({ subject: 'GROUP', name: 'region' });
  await define({ subject: 'CLIENT', name: 'team', visibleTo: 'OWNER' });
  const attributes = (name: string) => [{ name, value: 'here' }];
  await app.data(
    admin,
    `mutation ($group: CreateGroupInput!, $client: CreateClientInput!) {
      createGroup(input: $group) { group { id } } createClient(input: $client) { client { id } }
    }`,
    {
      group: { name: 'With region', attributes: attributes('region') },
      client: { name: 'With team', redirectUris: ['https://team.example/'], attributes: attributes('team') },
    },
  );
});

describe('where.attributes', () => {
  it.each([
    [{ name: 'site', eq: 'Paris' }, ['a']],
    [{ name: 'site', in: ['Paris', 'Berlin'] }, ['a', 'c']],
    [{ name: 'site', in: [] }, []],
    [{ name: 'site', startsWith: 'Par' }, ['a', 'b']],
    [{ name: 'site', startsWith: 'par' }, []],
    [{ name: 'level', gt: 9 }, ['b']],
    [{ name: 'level', gte: 9 }, ['a', 'b']],
    [{ name: 'level', lt: 9 }, ['c']],
    [{ name: 'level', gte: -1, lte: 9 }, ['a', 'c']],
    [{ name: 'since', lt: '2024-06-30' }, ['a']],
    [{ name: 'isExternal', eq: false }, ['b']],
    [{ name: 'skills', eq: 'sql' }, ['a', 'b']],
    [{ name: 'skills', in: ['go', 'sql'] }, ['a', 'b']],
    [{ name: 'badge', eq: 'B-1' }, ['b']],
    [{ name: 'since', isNull: false }, ['a', 'b']],
    [{ name: 'hidden', eq: 'x' }, ['c']],
  ])('finds by %j', async (where, emails) => {
    expect(await found(where)).toEqual(emails);
  });

  it('combines with the other conditions, each of which must hold', async () => {
    expect(await found({ name: 'site', startsWith: 'Par' }, { name: 'level', gt: 9 })).toEqual(['b']);
    const where = { email: { in: ['a@example.com', 'c@example.com'] }, attributes: [{ name: 'since', isNull: true }] };
    const { users } = await app.data(admin, LIST, { where });
    expect(users.edges).toEqual([{ node: { email: 'c@example.com' } }]);
    const not = { not: { attributes: [{ name: 'site', eq: 'Paris' }] }, email: { startsWith: 'a@' } };
    expect((await app.data(admin, LIST, { where: not })).users.edges).toEqual([]);
  });

  it('follows each change of a value, and of what is searchable', async () => {
    const { users } = await app.data(
      admin,
      `query ($where: UserWhere) { users(where: $where) { edges { node { id } } } }`,
      {
        where: { email: { eq: 'a@example.com' } },
      },
    );
    const set = (value: unknown) =>
      app.data(
        admin,
        'mutation ($id: ID!, $input: UpdateUserInput!) { updateUser(id: $id, input: $input) { user { id } } }',
        { id: users.edges[0].node.id, input: { attributes: [{ name: 'plain', value }] } },
      );
    await set('first');
    const { attributeDefinitions } = await app.data(
      admin,
      '{ attributeDefinitions(first: 100) { edges { node { id name } } } }',
    );
    const plain = attributeDefinitions.edges.find(({ node }: { node: { name: string } }) => node.name === 'plain').node;
    const change =
      'mutation ($id: ID!, $on: Boolean!) { updateAttributeDefinition(id: $id, input: { isSearchable: $on }) { __typename } }';
    await app.data(admin, change, { id: plain.id, on: true });
    expect(await found({ name: 'plain', eq: 'first' })).toEqual(['a']);
    await set('second');
    expect(await found({ name: 'plain', eq: 'first' })).toEqual([]);
    expect(await found({ name: 'plain', eq: 'second' })).toEqual(['a']);
    await app.data(admin, change, { id: plain.id, on: false });
    expect(await errorOf([{ name: 'plain', eq: 'second' }])).toMatchObject({ code: 'ATTRIBUTE_NOT_SEARCHABLE' });
  });

  it.each([
    [[], 'INVALID_INPUT'],
    [[{ name: 'site' }], 'INVALID_INPUT'],
    [[{ name: 'site', eq: 5 }], 'INVALID_INPUT'],
    [[{ name: 'site', eq: null }], 'INVALID_INPUT'],
    [[{ name: 'site', gt: 'x' }], 'INVALID_INPUT'],
    [[{ name: 'level', eq: '9' }], 'INVALID_INPUT'],
    [[{ name: 'level', startsWith: '9' }], 'INVALID_INPUT'],
    [[{ name: 'since', gt: 'yesterday' }], 'INVALID_INPUT'],
    [[{ name: 'none', eq: 'x' }], 'UNKNOWN_ATTRIBUTE'],
  ])('refuses %j', async (attributes, code) => {
    expect(await errorOf(attributes)).toMatchObject({ code });
  });

  it('of members finds by what all members see, and answers for anything else as if it did not exist', async () => {
    const made = await app.data(admin, 'mutation { createGroup(input: { name: "All" }) { group { id } } }');
    const { users } = await app.data(admin, '{ users(first: 100) { edges { node { id } } } }');
    const add = 'mutation ($id: ID!, $ids: [ID!]!) { addGroupMembers(id: $id, userIds: $ids) { group { id } } }';
    const id = made.createGroup.group.id;
    await app.data(admin, add, { id, ids: users.edges.map(({ node }: { node: { id: string } }) => node.id) });
    const query = `query ($id: ID!, $where: UserWhere) { group(id: $id) { members(where: $where) { edges { node { email } } } } }`;
    const ask = (name: string, eq: string) => app.graphql(member, query, { id, where: { attributes: [{ name, eq }] } });
    expect((await ask('site', 'Paris')).body.data.group.members.edges).toHaveLength(1);
    expect((await ask('hidden', 'x')).body.errors[0].extensions).toMatchObject({ code: 'UNKNOWN_ATTRIBUTE' });
  });

  it('finds groups and clients', async () => {
    const lists = await app.data(
      admin,
      `{ groups(where: { attributes: [{ name: "region", eq: "here" }] }) { edges { node { name } } }
         clients(where: { attributes: [{ name: "team", eq: "here" }] }) { edges { node { name } } } }`,
    );
    expect(lists.groups.edges).toEqual([{ node: { name: 'With region' } }]);
    expect(lists.clients.edges).toEqual([{ node: { name: 'With team' } }]);
  });

  it('is not needed to find by a whole value in the search, as far as the viewer sees it of everything', async () => {
    const query =
      'query ($text: String!) { search(text: $text) { totalCount edges { node { __typename ... on User { email } } } } }';
    const search = async (text: string, token = admin) => (await app.data(token, query, { text })).search.edges;
    expect(await search('Paris Nord')).toEqual([{ node: { __typename: 'User', email: 'b@example.com' } }]);
    expect(await search('here')).toEqual(
      expect.arrayContaining([{ node: { __typename: 'Group' } }, { node: { __typename: 'Client' } }]),
    );
    expect(await search('here', member)).toEqual([{ node: { __typename: 'Group' } }]);
    expect(await search('no such value')).toEqual([]);
  });
});
