import { beforeAll, describe, expect, it } from '@jest/globals';
import { useApp } from '../../support/app.ts';
import { buildClient, buildUser } from '../../support/builders.ts';
import { tokensOf } from '../../support/logins.ts';

const app = useApp();
let admin: string;
let member: string;

beforeAll(async () => {
  admin = await app.token('admin');
  member = (await tokensOf(app, await buildClient(app), await buildUser(app), 'openid')).access_token;
});

const ALL = `id subject name description type isList isRequired visibleTo editableBy isUnique isSearchable claim scope
  isStandard defaultValue constraints { minLength maxLength pattern minimum maximum values maxItems }`;
const CREATE = `mutation ($input: CreateAttributeDefinitionInput!) {
  createAttributeDefinition(input: $input) { attributeDefinition { ${ALL} } }
}`;
const UPDATE = `mutation ($id: ID!, $input: UpdateAttributeDefinitionInput!) {
  updateAttributeDefinition(id: $id, input: $input) { attributeDefinition { ${ALL} } }
}`;
const DELETE = 'mutation ($id: ID!) { deleteAttributeDefinition(id: $id) { attributeDefinition { name } } }';
const SET = `mutation ($id: ID!, $attributes: [AttributeInput!]!) {
  updateUser(id: $id, input: { attributes: $attributes }) { user { attributes { name value } } }
}`;

const define = async (input: object, token = admin) =>
  (await app.data(token, CREATE, { input })).createAttributeDefinition.attributeDefinition;
const change = (id: string, input: object, token = admin) => app.graphql(token, UPDATE, { id, input });
const errorOf = (answer: { body: { errors: { message: string; extensions: object }[] } }) =>
  answer.body.errors[0]!.extensions as { code: string; field?: string };
const refused = async (input: object) => errorOf(await app.graphql(admin, CREATE, { input }));
const set = (id: string, name: string, value: unknown) => app.data(admin, SET, { id, attributes: [{ name, value }] });

describe('createAttributeDefinition', () => {
  it('defines an attribute with its constraints, which say all that a form needs', async () => {
    const made = await define({
      subject: 'USER',
      name: 'costCenter',
      description: 'Who pays.',
      type: 'STRING',
      constraints: { pattern: '[A-Z]{2}-[0-9]{4}', maxLength: 7 },
      visibleTo: 'OWNER',
      isSearchable: true,
      claim: 'https://example.com/cost_center',
      scope: 'PROFILE',
    });
    expect(made).toMatchObject({
      name: 'costCenter',
      editableBy: 'ADMINISTRATORS',
      isStandard: false,
      defaultValue: null,
      constraints: { pattern: '[A-Z]{2}-[0-9]{4}', maxLength: 7, minLength: null, values: null },
    });
    const { node } = await app.data(
      admin,
      `query ($id: ID!) { node(id: $id) { id ... on AttributeDefinition { name } } }`,
      {
        id: made.id,
      },
    );
    expect(node).toEqual({ id: made.id, name: 'costCenter' });
    const trail = await app.data(
      admin,
      `{ auditEvents(first: 1) { edges { node { action subject { id } details } } } }`,
    );
    expect(trail.auditEvents.edges[0].node).toMatchObject({
      action: 'attribute_definition.created',
      subject: { id: made.id },
      details: { name: 'costCenter', claim: 'https://example.com/cost_center' },
    });
  });

  const plain = { subject: 'USER', name: 'plain', type: 'STRING' };
  it.each([
    [{ ...plain, name: 'Not a name' }, 'name'],
    [{ ...plain, name: 'x'.repeat(65) }, 'name'],
    [{ ...plain, constraints: { minimum: 3 } }, 'constraints.minimum'],
    [{ ...plain, constraints: { values: ['a'] } }, 'constraints.values'],
    [{ ...plain, constraints: { maxItems: 3 } }, 'constraints.maxItems'],
    [{ ...plain, constraints: { maxLength: 5000 } }, 'constraints.maxLength'],
    [{ ...plain, constraints: { minLength: 5, maxLength: 4 } }, 'constraints.minLength'],
    [{ ...plain, type: 'ENUM' }, 'constraints.values'],
    [{ ...plain, type: 'ENUM', constraints: { values: ['a', 'a'] } }, 'constraints.values'],
    [{ ...plain, type: 'DATE', constraints: { minimum: 5 } }, 'constraints.minimum'],
    [{ ...plain, type: 'INTEGER', constraints: { minimum: 5, maximum: 4 } }, 'constraints.minimum'],
    [{ ...plain, constraints: { pattern: '(' } }, 'constraints.pattern'],
    [{ ...plain, constraints: { pattern: String.raw`(a)\1` } }, 'constraints.pattern'],
    [{ ...plain, constraints: { pattern: '(?=a)b' } }, 'constraints.pattern'],
    [{ ...plain, constraints: { pattern: '((a{1,30}){1,30}){1,30}' } }, 'constraints.pattern'],
    [{ ...plain, constraints: { pattern: 'a'.repeat(256) } }, 'constraints.pattern'],
    [{ ...plain, type: 'JSON', isSearchable: true }, 'isSearchable'],
    [{ ...plain, type: 'BOOLEAN', isUnique: true }, 'isUnique'],
    [{ ...plain, isUnique: true, constraints: { maxLength: 300 } }, 'constraints.maxLength'],
    [{ ...plain, isUnique: true, defaultValue: 'x' }, 'defaultValue'],
    [{ ...plain, defaultValue: 5 }, 'defaultValue'],
    [{ ...plain, editableBy: 'OWNER' }, 'editableBy'],
    [{ ...plain, visibleTo: 'MEMBERS', editableBy: 'MEMBERS' }, 'editableBy'],
    [{ ...plain, subject: 'GROUP', visibleTo: 'OWNER' }, 'visibleTo'],
    [{ ...plain, claim: 'x' }, 'scope'],
    [{ ...plain, scope: 'PROFILE' }, 'claim'],
    [{ ...plain, claim: 'sub', scope: 'PROFILE' }, 'claim'],
    [{ ...plain, claim: '__proto__', scope: 'PROFILE' }, 'claim'],
    [{ ...plain, claim: 'address.planet', scope: 'ADDRESS' }, 'claim'],
    [{ ...plain, claim: 'authorization_details', scope: 'PROFILE' }, 'claim'],
    [{ ...plain, claim: 'customer_id', scope: 'PROFILE' }, 'claim'],
    [{ ...plain, claim: 'gid', scope: 'PROFILE' }, 'claim'],
    [{ ...plain, claim: 'origin_jti', scope: 'PROFILE' }, 'claim'],
    [{ ...plain, claim: 'sector', scope: 'PROFILE' }, 'claim'],
    [{ ...plain, claim: 'username', scope: 'PROFILE' }, 'claim'],
  ])('refuses %j for %s', async (input, field) => {
    expect(await refused(input)).toMatchObject({ code: 'INVALID_INPUT', field });
  });

  it('refuses a name or a claim that is taken, also by a standard attribute', async () => {
    expect(await refused({ ...plain, name: 'locale' })).toMatchObject({
      code: 'ATTRIBUTE_NAME_TAKEN',
      field: 'name',
    });
    expect(await refused({ ...plain, claim: 'locale', scope: 'PROFILE' })).toMatchObject({
      code: 'ATTRIBUTE_CLAIM_TAKEN',
      field: 'claim',
    });
  });

  it('refuses the hundred and first of a subject', async () => {
    const names = Array.from({ length: 100 }, (_, n) => `of_group_${n}`);
    for (const name of names) await define({ subject: 'GROUP', name, type: 'STRING' });
    expect(await refused({ subject: 'GROUP', name: 'one_more', type: 'STRING' })).toMatchObject({
      code: 'TOO_MANY_ATTRIBUTES',
    });
  });

  it('is for administrators with the scope admin', async () => {
    for (const token of [member, await app.token('write')])
      expect((await app.graphql(token, CREATE, { input: plain })).body.errors[0].extensions.kind).toBe('FORBIDDEN');
  });
});

describe('attributeDefinitions', () => {
  it('has the standard claims from the start, and members hear only of what they may see', async () => {
    const list = `{ attributeDefinitions(first: 100, subject: USER) { edges { node { name isStandard } } } }`;
    const namesFor = async (token: string): Promise<string[]> =>
      (await app.data(token, list)).attributeDefinitions.edges.map(({ node }: { node: { name: string } }) => node.name);
    const secret = await define({ subject: 'USER', name: 'riskScore', type: 'INTEGER' });
    const standard = ['birthdate', 'country', 'gender', 'locale', 'nickname', 'website', 'zoneinfo'];
    expect(await namesFor(admin)).toEqual(expect.arrayContaining([...standard, 'riskScore']));
    const seen = await namesFor(member);
    expect(seen).toEqual(expect.arrayContaining(standard));
    expect(seen).not.toContain('riskScore');
    const one = await app.data(member, 'query ($id: ID!) { attributeDefinition(id: $id) { name } }', { id: secret.id });
    expect(one.attributeDefinition).toBeNull();
  });
});

describe('updateAttributeDefinition', () => {
  it('refuses constraints that stored values break, and says how many there are', async () => {
    const { id } = await define({ subject: 'USER', name: 'level', type: 'INTEGER', constraints: { maximum: 10 } });
    const users = await Promise.all([3, 7, 9].map(async (level) => ({ level, user: await buildUser(app) })));
    for (const { level, user } of users) await set(user.id, 'level', level);
    const answer = await change(id, { constraints: { maximum: 5 } });
    expect(errorOf(answer)).toMatchObject({ code: 'ATTRIBUTE_VALUES_IN_USE', field: 'constraints' });
    expect(answer.body.errors[0].message).toContain('2 users');
    expect((await change(id, { constraints: { maximum: 9 } })).body.errors).toBeUndefined();
    expect(
      (await change(id, { constraints: {} })).body.data.updateAttributeDefinition.attributeDefinition,
    ).toMatchObject({
      constraints: { maximum: null },
    });
  });

  it('refuses to make unique what two users have, and then decides about simultaneous values', async () => {
    const { id } = await define({ subject: 'USER', name: 'badge', type: 'STRING', constraints: { maxLength: 20 } });
    const [one, other, third] = await Promise.all([buildUser(app), buildUser(app), buildUser(app)]);
    await set(one.id, 'badge', 'A1');
    await set(other.id, 'badge', 'A1');
    expect(errorOf(await change(id, { isUnique: true }))).toMatchObject({ code: 'ATTRIBUTE_VALUES_IN_USE' });
    await set(other.id, 'badge', 'A2');
    expect((await change(id, { isUnique: true })).body.errors).toBeUndefined();
    const attempt = (user: string, value: string) =>
      app.graphql(admin, SET, { id: user, attributes: [{ name: 'badge', value }] });
    expect(errorOf(await attempt(third.id, 'A1'))).toMatchObject({ code: 'ATTRIBUTE_VALUE_TAKEN' });
    const both = await Promise.all([attempt(one.id, 'B1'), attempt(third.id, 'B1')]);
    expect(both.filter(({ body }) => body.errors)).toHaveLength(1);
    // Free again.
    await app.data(admin, 'mutation ($id: ID!) { deleteUser(id: $id) { user { id } } }', { id: other.id });
    await set(third.id, 'badge', 'A2');
  });

  it('keeps what OpenID Connect says of a standard attribute, and changes who may see and change it', async () => {
    const { attributeDefinitions } = await app.data(
      admin,
      '{ attributeDefinitions(first: 100) { edges { node { id name } } } }',
    );
    const all = attributeDefinitions.edges.map(({ node }: { node: { id: string; name: string } }) => node);
    const { id } = all.find(({ name }: { name: string }) => name === 'gender');
    for (const input of [{ claim: 'sex' }, { constraints: { maxLength: 3 } }])
      expect(errorOf(await change(id, input))).toMatchObject({ code: 'STANDARD_ATTRIBUTE' });
    expect(errorOf(await app.graphql(admin, DELETE, { id }))).toMatchObject({ code: 'STANDARD_ATTRIBUTE' });
    expect((await change(id, { visibleTo: 'MEMBERS', isSearchable: true })).body.errors).toBeUndefined();
  });

  it('refuses bad input, an unknown id and whoever is no administrator', async () => {
    const { id } = await define({ subject: 'USER', name: 'changing', type: 'STRING' });
    expect(errorOf(await change(id, {}))).toMatchObject({ code: 'INVALID_INPUT', field: 'input' });
    expect(errorOf(await change(id, { scope: 'EMAIL' }))).toMatchObject({ code: 'INVALID_INPUT', field: 'claim' });
    for (const unknown of ['00000000-0000-7000-8000-000000000000', 'x'])
      expect(errorOf(await change(unknown, { isRequired: true }))).toMatchObject({
        code: 'ATTRIBUTE_DEFINITION_NOT_FOUND',
      });
    expect(errorOf(await change(id, { isRequired: true }, member))).toMatchObject({ code: 'FORBIDDEN' });
  });
});

describe('deleteAttributeDefinition', () => {
  it('deletes the values with it, so that another of the same name begins without any', async () => {
    const { id } = await define({ subject: 'USER', name: 'passing', type: 'STRING', isSearchable: true });
    const user = await buildUser(app);
    await set(user.id, 'passing', 'gone soon');
    expect((await app.data(admin, DELETE, { id })).deleteAttributeDefinition.attributeDefinition.name).toBe('passing');
    await define({ subject: 'USER', name: 'passing', type: 'STRING' });
    const read = 'query ($id: ID!) { user(id: $id) { attributes { name } } }';
    expect((await app.data(admin, read, { id: user.id })).user.attributes).toEqual([]);
    const { rows } = await app.server.database.pool.query('select attributes::text from users where id = $1', [
      user.id,
    ]);
    expect(rows[0].attributes).toBe('{}');
  });

  it('refuses an unknown id, and whoever is no administrator', async () => {
    const { id } = await define({ subject: 'USER', name: 'staying', type: 'STRING' });
    expect(errorOf(await app.graphql(admin, DELETE, { id: 'x' }))).toMatchObject({
      code: 'ATTRIBUTE_DEFINITION_NOT_FOUND',
    });
    expect(errorOf(await app.graphql(member, DELETE, { id }))).toMatchObject({ code: 'FORBIDDEN' });
  });
});

it('changes of an attribute that very many objects have are refused by name, and wider constraints are not', async () => {
  const { customerId, ...other } = await app.newCustomer();
  const token = await app.token('admin', other);
  const input = { subject: 'GROUP', name: 'common', type: 'STRING', constraints: { maxLength: 50 } };
  const { id } = (await app.data(token, CREATE, { input })).createAttributeDefinition.attributeDefinition;
  for (let n = 0; n < 12; n += 1)
    await app.server.database.pool.query(
      `insert into groups (id, customer_id, name, attributes, created_at, updated_at)
       select gen_random_uuid(), $1, gen_random_uuid()::text, jsonb_build_object($2::text, 'x'), now(), now()
       from generate_series(1, 4167)`,
      [customerId, id],
    );
  const codeOf = async (changes: object) => (await change(id, changes, token)).body.errors?.[0].extensions.code;
  for (const changes of [{ isUnique: true }, { isSearchable: true }, { constraints: { maxLength: 49 } }])
    expect(await codeOf(changes)).toBe('ATTRIBUTE_HAS_MANY_VALUES');
  expect(await codeOf({ constraints: { maxLength: 60 } })).toBeUndefined();
  expect(await codeOf({ isRequired: true, defaultValue: 'y' })).toBeUndefined();
  const remove = 'mutation ($id: ID!) { deleteAttributeDefinition(id: $id) { __typename } }';
  const { body } = await app.graphql(token, remove, { id });
  expect(body.errors[0].extensions.code).toBe('ATTRIBUTE_HAS_MANY_VALUES');
});
