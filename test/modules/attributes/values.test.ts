import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createCustomer } from '#product';
import type { Client } from '../../../src/modules/clients/index.ts';
import { useApp } from '../../support/app.ts';
import { buildClient, buildUser, type BuiltUser } from '../../support/builders.ts';
import { tokensOf } from '../../support/logins.ts';
import { queriesOf } from '../../support/queries.ts';

const app = useApp({ SIGNUP_ENABLED: 'true', MEMBER_CLIENTS: 'on' });
let admin: string;
let client: Client;
let user: BuiltUser;
let own: string;
let other: string;

const CREATE = `mutation ($input: CreateAttributeDefinitionInput!) {
  createAttributeDefinition(input: $input) { attributeDefinition { id } }
}`;
const define = (input: object) => app.data(admin, CREATE, { input: { subject: 'USER', type: 'STRING', ...input } });
const SET = `mutation ($id: ID!, $attributes: [AttributeInput!]!) {
  updateUser(id: $id, input: { attributes: $attributes }) { user { attributes { name value } } }
}`;
const set = (token: string, attributes: object, id = user.id) =>
  app.graphql(token, SET, { id, attributes: Object.entries(attributes).map(([name, value]) => ({ name, value })) });
const valuesIn = (list: { name: string; value: unknown }[]) =>
  Object.fromEntries(list.map(({ name, value }) => [name, value]));
const errorIn = (answer: { body: { errors: { extensions: object }[] } }) => answer.body.errors[0]!.extensions;

beforeAll(async () => {
  admin = await app.token('admin');
  client = await buildClient(app);
  user = await buildUser(app);
  own = (await tokensOf(app, client, user, 'openid')).access_token;
  other = (await tokensOf(app, client, await buildUser(app), 'openid')).access_token;
  const own_ = { visibleTo: 'OWNER', editableBy: 'OWNER' };
  await define({ name: 'text', constraints: { minLength: 2, maxLength: 5, pattern: '[a-z]+' }, ...own_ });
  await define({ name: 'number', type: 'NUMBER', constraints: { minimum: 0.5, maximum: 1e3 }, ...own_ });
  await define({ name: 'whole', type: 'INTEGER', ...own_ });
  await define({ name: 'flag', type: 'BOOLEAN', ...own_ });
  await define({ name: 'day', type: 'DATE', constraints: { minimum: '2020-01-01' }, ...own_ });
  await define({ name: 'instant', type: 'MOMENT', ...own_ });
  await define({ name: 'size', type: 'ENUM', constraints: { values: ['S', 'M'] }, ...own_ });
  await define({ name: 'tags', isList: true, constraints: { maxItems: 2 }, ...own_ });
  await define({ name: 'anything', type: 'JSON', constraints: { maxLength: 100 }, ...own_ });
  await define({ name: 'shownOnly', visibleTo: 'OWNER' });
  await define({ name: 'hidden' });
  await define({ name: 'team', visibleTo: 'MEMBERS' });
});

describe('a value', () => {
  it.each([
    ['text', 'abc', 'abc'],
    ['text', ' abc ', 'abc'],
    ['number', 0.5, 0.5],
    ['whole', -3, -3],
    ['flag', false, false],
    ['day', '2024-02-29', '2024-02-29'],
    ['instant', '2026-01-31T12:00:00+02:00', '2026-01-31T10:00:00.000Z'],
    ['size', 'M', 'M'],
    ['tags', ['b', 'a'], ['b', 'a']],
    ['anything', { a: [1, null, { b: 'c' }] }, { a: [1, null, { b: 'c' }] }],
  ])('of %s %j is stored and returned, and null removes it', async (name, value, stored) => {
    const { body } = await set(own, { [name]: value });
    expect(valuesIn(body.data.updateUser.user.attributes)).toEqual({ [name]: stored });
    const removed = await set(own, { [name]: null });
    expect(removed.body.data.updateUser.user.attributes).toEqual([]);
  });

  it.each([
    ['text', 'a'],
    ['text', 'abcdef'],
    ['text', 'ABC'],
    ['text', 'abc\nx'],
    ['text', 5],
    ['text', ['abc']],
    ['number', '1'],
    ['number', 0.4],
    ['number', 1001],
    ['whole', 1.5],
    ['whole', 2 ** 53],
    ['flag', 'true'],
    ['day', '2023-02-29'],
    ['day', '2019-12-31'],
    ['day', '2024-01-01T00:00:00Z'],
    ['instant', '2026-01-31T12:00:00'],
    ['instant', '2026-02-31T12:00:00Z'],
    ['instant', 'yesterday'],
    ['size', 'L'],
    ['size', 'toString'],
    ['tags', 'a'],
    ['tags', ['a', 'b', 'c']],
    ['tags', ['a', 'a']],
    ['tags', [null]],
    ['anything', { a: 'x'.repeat(100) }],
    ['anything', { a: '\0' }],
    ['anything', JSON.parse('{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":1}}}}}}}}}}}}')],
  ])('of %s that is no such value (%j) is refused, and nothing is stored', async (name, value) => {
    const error = errorIn(await set(own, { flag: true, [name]: value }));
    expect(error).toMatchObject({ code: 'INVALID_INPUT', field: expect.stringContaining('attributes.') });
    const { rows } = await app.server.database.pool.query('select attributes::text from users where id = $1', [
      user.id,
    ]);
    expect(rows[0].attributes).toBe('{}');
  });

  it('is matched in linear time, whatever the pattern', async () => {
    await define({ name: 'slow', constraints: { maxLength: 4096, pattern: '(a+)+(a|aa)+(.*a){12}b' } });
    const started = performance.now();
    expect(errorIn(await set(admin, { slow: 'a'.repeat(4096) }))).toMatchObject({ code: 'INVALID_INPUT' });
    expect(performance.now() - started).toBeLessThan(60_000);
  });
});

describe('who', () => {
  let owner: BuiltUser;
  let ownerToken: string;
  beforeAll(async () => {
    owner = await buildUser(app);
    ownerToken = (await tokensOf(app, client, owner, 'openid')).access_token;
  });
  beforeEach(() => set(admin, { shownOnly: 'a', hidden: 'b', team: 'c' }, owner.id));

  const read = async (token: string) => {
    const answer = await app.data(token, 'query ($id: ID!) { node(id: $id) { ... on User { attributes { name } } } }', {
      id: owner.id,
    });
    return answer.node?.attributes.map(({ name }: { name: string }) => name) ?? null;
  };

  it('sees and changes a value is as the definition says', async () => {
    expect(await read(admin)).toEqual(['hidden', 'shownOnly', 'team']);
    expect(await read(await app.token('read'))).toEqual(['hidden', 'shownOnly', 'team']);
    expect(await read(ownerToken)).toEqual(['shownOnly', 'team']);
    expect(errorIn(await set(ownerToken, { shownOnly: 'x' }, owner.id))).toMatchObject({
      code: 'ATTRIBUTE_NOT_EDITABLE',
    });
    // What is hidden answers like what does not exist.
    expect(errorIn(await set(ownerToken, { hidden: 'x' }, owner.id))).toEqual(
      expect.objectContaining({ code: 'UNKNOWN_ATTRIBUTE', field: 'attributes.0.name' }),
    );
    expect(errorIn(await set(admin, { none: 'x' }, owner.id))).toMatchObject({ code: 'UNKNOWN_ATTRIBUTE' });
    expect(errorIn(await set(other, { text: 'abc' }, owner.id))).toMatchObject({ kind: 'FORBIDDEN' });
    expect(errorIn(await set(await app.token('read'), { text: 'abc' }, owner.id))).toMatchObject({ kind: 'FORBIDDEN' });
  });

  it('is a member of the same group sees what all members see, and no more', async () => {
    const made = await app.data(
      admin,
      'mutation ($ids: [ID!]) { createGroup(input: { name: "Of attributes", memberIds: $ids }) { group { id } } }',
      { ids: [owner.id] },
    );
    const query = 'query ($id: ID!) { group(id: $id) { members { edges { node { attributes { name value } } } } } }';
    const { group } = await app.data(other, query, { id: made.createGroup.group.id });
    expect(group.members.edges[0].node.attributes).toEqual([{ name: 'team', value: 'c' }]);
  });

  it('is told in the trail, which has the values of what all members see', async () => {
    await set(admin, { hidden: 'very secret', team: 'd' }, owner.id);
    const { auditEvents } = await app.data(
      admin,
      `{ auditEvents(first: 1) { edges { node { action details changes { field isHidden old new } } } } }`,
    );
    const { action, details, changes } = auditEvents.edges[0].node;
    expect(action).toBe('user.updated');
    expect(changes).toEqual([
      { field: 'attributes.hidden', isHidden: true, old: null, new: null },
      { field: 'attributes.team', isHidden: false, old: 'c', new: 'd' },
    ]);
    expect(JSON.stringify(details)).not.toContain('very secret');
  });
});

describe('a new object', () => {
  it('gets defaults, and what is required, unless the caller knows of no attributes', async () => {
    await define({ name: 'plan', type: 'ENUM', constraints: { values: ['free', 'paid'] }, defaultValue: 'free' });
    const required = await define({ name: 'contract', isRequired: true });
    const create = `mutation ($input: CreateUserInput!) { createUser(input: $input) { user { attributes { name value } } } }`;
    const made = (input: object) => app.graphql(admin, create, { input });
    expect(errorIn(await made({ email: 'no-contract@example.com' }))).toMatchObject({
      code: 'INVALID_INPUT',
      field: 'attributes',
    });
    const { body } = await made({ email: 'contract@example.com', attributes: [{ name: 'contract', value: 'C1' }] });
    expect(valuesIn(body.data.createUser.user.attributes)).toEqual({ contract: 'C1', plan: 'free' });
    const unaware = await made({ email: 'unaware@example.com', attributes: null });
    expect(valuesIn(unaware.body.data.createUser.user.attributes)).toEqual({ plan: 'free' });
    const rest = { email: 'rest@example.com' };
    expect((await app.send('POST', '/api/users', { token: admin, body: rest })).status).toBe(201);
    const signUp = { email: 'signs-up@example.com', password: 'a rather long password' };
    expect((await app.send('POST', '/api/users', { body: signUp })).status).toBe(201);
    expect(errorIn(await set(admin, { contract: null }))).toMatchObject({ code: 'INVALID_INPUT' });
    const { id } = required.createAttributeDefinition.attributeDefinition;
    await app.data(admin, 'mutation ($id: ID!) { deleteAttributeDefinition(id: $id) { __typename } }', { id });
  });

  it('of a list has its own result, in one transaction', async () => {
    const create = `mutation ($inputs: [CreateUserInput!]!) {
      createUsers(inputs: $inputs) { results { user { attributes(names: ["text"]) { value } } error { code field } } }
    }`;
    const inputs = ['abc', 'ABC'].map((value, n) => ({
      email: `listed-${n}@example.com`,
      attributes: [{ name: 'text', value }],
    }));
    const { createUsers } = await app.data(admin, create, { inputs });
    expect(createUsers.results).toEqual([
      { user: { attributes: [{ value: 'abc' }] }, error: null },
      { user: null, error: { code: 'INVALID_INPUT', field: 'attributes.0.value' } },
    ]);
  });
});

describe('attributes of groups and clients', () => {
  beforeAll(async () => {
    await define({ subject: 'GROUP', name: 'region', visibleTo: 'MEMBERS', editableBy: 'MEMBERS' });
    await define({ subject: 'GROUP', name: 'budget', type: 'NUMBER' });
    await define({ subject: 'CLIENT', name: 'contact', visibleTo: 'OWNER', editableBy: 'OWNER' });
    await define({ subject: 'CLIENT', name: 'rating', type: 'INTEGER' });
  });

  it('are changed by those who manage the group, as far as they may', async () => {
    const create = `mutation ($input: CreateGroupInput!) { createGroup(input: $input) { group { id attributes { name value } } } }`;
    const input = { name: 'With region', attributes: [{ name: 'region', value: 'EU' }] };
    const { group } = (await app.data(own, create, { input })).createGroup;
    expect(group.attributes).toEqual([{ name: 'region', value: 'EU' }]);
    const change = `mutation ($id: ID!, $attributes: [AttributeInput!]!) {
      updateGroup(id: $id, input: { attributes: $attributes }) { group { attributes { name value } } }
    }`;
    const budget = { id: group.id, attributes: [{ name: 'budget', value: 5 }] };
    expect(errorIn(await app.graphql(own, change, budget))).toMatchObject({ code: 'UNKNOWN_ATTRIBUTE' });
    const changed = await app.data(admin, change, budget);
    expect(valuesIn(changed.updateGroup.group.attributes)).toEqual({ budget: 5, region: 'EU' });
    const seen = await app.data(other, 'query ($id: ID!) { group(id: $id) { attributes { name } } }', { id: group.id });
    expect(seen.group.attributes).toEqual([{ name: 'region' }]);
    const rest = await app.send('GET', `/groups/${group.id}`, { token: admin });
    expect(Object.keys(rest.body)).not.toContain('attributes');
  });

  it('are changed by the owner of the client, as far as they may', async () => {
    const create = `mutation ($input: CreateClientInput!) { createClient(input: $input) { client { id attributes { name value } } } }`;
    const input = {
      name: 'Mine',
      redirectUris: ['https://mine.example/'],
      attributes: [{ name: 'contact', value: 'me' }],
    };
    const made = (await app.data(own, create, { input })).createClient.client;
    expect(made.attributes).toEqual([{ name: 'contact', value: 'me' }]);
    const change = `mutation ($id: ID!, $attributes: [AttributeInput!]!) {
      updateClient(id: $id, input: { attributes: $attributes }) { client { attributes { name value } } }
    }`;
    const rating = { id: made.id, attributes: [{ name: 'rating', value: 5 }] };
    expect(errorIn(await app.graphql(own, change, rating))).toMatchObject({ code: 'UNKNOWN_ATTRIBUTE' });
    expect(errorIn(await app.graphql(other, change, rating))).toMatchObject({ code: 'CLIENT_NOT_FOUND' });
    expect(valuesIn((await app.data(admin, change, rating)).updateClient.client.attributes)).toEqual({
      contact: 'me',
      rating: 5,
    });
    const mine = await app.data(own, 'query ($id: ID!) { client(id: $id) { attributes { name } } }', { id: made.id });
    expect(mine.client.attributes).toEqual([{ name: 'contact' }]);
  });
});

it('are read with the same number of queries for two users and for twenty', async () => {
  const query =
    'query ($first: Int!) { users(first: $first) { edges { node { attributes { name value definition { id } } } } } }';
  // One of the first two has a value.
  await set(admin, { team: 'c' });
  await Promise.all(Array.from({ length: 20 }, () => buildUser(app)));
  const count = async (first: number) => (await queriesOf(() => app.data(admin, query, { first }))).length;
  await count(2);
  expect(await count(20)).toBe(await count(2));
  await set(admin, { team: null });
});

it('of another customer neither exist nor are seen', async () => {
  const { runtime } = app.server;
  const stranger = await createCustomer(runtime, { name: 'Another', adminEmail: 'admin@another.example' });
  const token = await app.token('admin', stranger);
  const answer = await app.graphql(token, SET, { id: user.id, attributes: [{ name: 'team', value: 'x' }] });
  expect(errorIn(answer)).toMatchObject({ kind: 'NOT_FOUND' });
  const { attributeDefinitions } = await app.data(
    token,
    '{ attributeDefinitions(first: 100) { edges { node { isStandard } } } }',
  );
  expect(attributeDefinitions.edges).toHaveLength(14);
  expect(attributeDefinitions.edges.every(({ node }: { node: { isStandard: boolean } }) => node.isStandard)).toBe(true);
});
