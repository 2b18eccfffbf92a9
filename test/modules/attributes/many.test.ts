import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { useApp } from '../../support/app.ts';
import { buildClient, buildUser } from '../../support/builders.ts';
import { queriesOf } from '../../support/queries.ts';

const app = useApp();
let admin: string;

const define = (input: object) =>
  app.data(
    admin,
    'mutation ($input: CreateAttributeDefinitionInput!) { createAttributeDefinition(input: $input) { __typename } }',
    { input: { subject: 'USER', type: 'STRING', constraints: { maxLength: 5 }, visibleTo: 'MEMBERS', ...input } },
  );
const attributes = (values: object) => Object.entries(values).map(([name, value]) => ({ name, value }));
const faultsIn = ({ body }: { body: { errors: { extensions: { faults: { path: string; code: string }[] } }[] } }) =>
  body.errors[0]!.extensions.faults.map(({ path, code }) => [path, code]);

beforeAll(async () => {
  admin = await app.token('admin');
  for (const subject of ['USER', 'GROUP', 'CLIENT']) {
    const audience = subject === 'CLIENT' ? { visibleTo: 'OWNER' } : {};
    await define({ subject, name: 'team', ...audience });
    await define({ subject, name: 'badge', isUnique: true, ...audience });
    await define({ subject, name: 'level', type: 'INTEGER', constraints: { minimum: 1 }, ...audience });
  }
});

describe('all faults of attributes', () => {
  it('of an update are told at once, with those of other fields, each with its path', async () => {
    const { id } = await buildUser(app);
    const update = `mutation ($id: ID!, $input: UpdateUserInput!) { updateUser(id: $id, input: $input) { __typename } }`;
    const values = attributes({ team: 'too long', level: 0, none: 1, badge: 'B-0' });
    expect(faultsIn(await app.graphql(admin, update, { id, input: { attributes: values } }))).toEqual([
      ['attributes.0.value', 'INVALID_INPUT'],
      ['attributes.1.value', 'INVALID_INPUT'],
      ['attributes.2.name', 'UNKNOWN_ATTRIBUTE'],
    ]);
    const input = { phoneNumber: 'none', attributes: values.slice(0, 1) };
    expect(faultsIn(await app.graphql(admin, update, { id, input }))).toEqual([
      ['phoneNumber', 'INVALID_INPUT'],
      ['attributes.0.value', 'INVALID_INPUT'],
    ]);
  });

  it.each([
    ['createUser', 'CreateUserInput', { email: 'none' }, 'email'],
    ['createGroup', 'CreateGroupInput', { name: '' }, 'name'],
    ['createClient', 'CreateClientInput', { name: 'X', redirectUris: ['none'] }, 'redirectUris.0'],
  ])('of %s are told with those of other fields', async (operation, type, input, path) => {
    const create = `mutation ($input: ${type}!) { ${operation}(input: $input) { __typename } }`;
    const given = { ...input, attributes: attributes({ level: 0, team: 5 }) };
    expect(faultsIn(await app.graphql(admin, create, { input: given }))).toEqual([
      [path, 'INVALID_INPUT'],
      ['attributes.0.value', 'INVALID_INPUT'],
      ['attributes.1.value', 'INVALID_INPUT'],
    ]);
  });
});

const CREATIONS = [
  ['createUsers', 'CreateUserInput', (n: number) => ({ email: `many-${n}@example.com` })],
  ['createGroups', 'NewGroupInput', (n: number) => ({ name: `Many ${n}` })],
  ['createClients', 'CreateClientInput', (n: number) => ({ name: `Many ${n}`, redirectUris: ['https://a.example/'] })],
] as const;

describe('many new objects', () => {
  it.each(CREATIONS)('of %s get their values, and each has its own faults', async (operation, type, make) => {
    const create = `mutation ($inputs: [${type}!]!) {
      ${operation}(inputs: $inputs) { results { index error { code field } } }
    }`;
    const values = [{ badge: 'A-1', team: 'x' }, { badge: 'A-2' }, { badge: 'A-1' }, { level: 0, team: 5 }, {}];
    const inputs = values.map((each, n) => ({ ...make(n), attributes: attributes(each) }));
    const first = (await app.data(admin, create, { inputs }))[operation].results;
    expect(first.map(({ error }: { error: unknown }) => error)).toEqual([
      null,
      null,
      { code: 'ATTRIBUTE_VALUE_TAKEN', field: 'attributes.0.value' },
      { code: 'INVALID_INPUT', field: 'attributes.0.value' },
      null,
    ]);
    const next = [{ ...make(10), attributes: attributes({ team: 'y', badge: 'A-2' }) }, { ...make(11) }];
    const second = (await app.data(admin, create, { inputs: next }))[operation].results;
    expect(second.map(({ error }: { error: unknown }) => error)).toEqual([
      { code: 'ATTRIBUTE_VALUE_TAKEN', field: 'attributes.1.value' },
      null,
    ]);
  });
});

async function buildGroup(): Promise<{ id: string }> {
  const create = 'mutation ($name: String!) { createGroup(input: { name: $name }) { group { id } } }';
  return (await app.data(admin, create, { name: `Group ${randomUUID()}` })).createGroup.group;
}

const CHANGES = [
  ['updateUsers', 'UserSelectionInput', 'UpdateUserInput', () => buildUser(app)],
  ['updateGroups', 'GroupSelectionInput', 'UpdateGroupInput', buildGroup],
  ['updateClients', 'ClientSelectionInput', 'UpdateClientInput', () => buildClient(app)],
] as const;

describe('many objects', () => {
  it.each(CHANGES)('are changed by %s, in their histories, too', async (operation, select, type, build) => {
    const built = await Promise.all([build(), build()]);
    const ids = built.map(({ id }) => id);
    const change = `mutation ($select: ${select}!, $input: ${type}!) {
      ${operation}(select: $select, input: $input) { changedCount results { changed error { code field } } }
    }`;
    const set = async (values: object, some = ids) =>
      app.graphql(admin, change, { select: { ids: some }, input: { attributes: attributes(values) } });
    expect((await set({ team: 'x', level: 3 })).body.data[operation]).toMatchObject({ changedCount: 2 });
    const { nodes } = await app.data(
      admin,
      `query ($ids: [ID!]!) { nodes(ids: $ids) {
        ... on User { attributes { name value } history(first: 1) { edges { node { changes { field old new } } } } }
        ... on Group { attributes { name value } history(first: 1) { edges { node { changes { field old new } } } } }
        ... on Client { attributes { name value } history(first: 1) { edges { node { changes { field } } } } }
      } }`,
      { ids },
    );
    for (const node of nodes) {
      expect(node.attributes).toEqual([
        { name: 'level', value: 3 },
        { name: 'team', value: 'x' },
      ]);
      expect(node.history.edges[0].node.changes).toEqual([
        expect.objectContaining({ field: 'attributes.team' }),
        expect.objectContaining({ field: 'attributes.level' }),
      ]);
    }
    expect(faultsIn(await set({ team: 'too long', badge: 'C-1' }))).toEqual([
      ['attributes.0.value', 'INVALID_INPUT'],
      ['attributes.1.value', 'INVALID_INPUT'],
    ]);
    expect((await set({ badge: 'C-1' }, ids.slice(0, 1))).body.data[operation].changedCount).toBe(1);
    expect((await set({ badge: 'C-1' }, ids.slice(1))).body.data[operation].results).toEqual([
      { changed: false, error: { code: 'ATTRIBUTE_VALUE_TAKEN', field: 'attributes.0.value' } },
    ]);
  });

  it('take the same number of queries for two users and for ten', async () => {
    const users = await Promise.all(Array.from({ length: 12 }, () => buildUser(app)));
    const change = `mutation ($ids: [ID!]!) {
      updateUsers(select: { ids: $ids }, input: { attributes: [{ name: "team", value: "q" }] }) { changedCount }
    }`;
    const count = async (from: number, to: number) =>
      (await queriesOf(() => app.data(admin, change, { ids: users.slice(from, to).map(({ id }) => id) }))).length;
    expect(await count(2, 12)).toBe(await count(0, 2));
  });
});
