import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { useApp } from '../support/app.ts';
import { buildClient, buildUser } from '../support/builders.ts';
import { tokensOf } from '../support/logins.ts';

const app = useApp({ SIGNUP_ENABLED: 'true', GROUPS_MANAGED_BY: 'members' });
let admin: string;

beforeAll(async () => {
  admin = await app.token('admin');
});

type Told = readonly [path: string, code: string];
const byPath = ([one]: Told, [other]: Told): number => (one < other ? -1 : 1);

interface Fault {
  readonly path: string;
  readonly code: string;
  readonly message: string;
  readonly documentation: string;
}

/** Path and code of each fault. Each must say what is wrong, and where its code is explained. */
function told(faults: readonly Fault[]): Told[] {
  for (const { code, message, documentation } of faults) {
    expect(message).not.toBe('');
    expect(documentation).toBe(`${app.issuer}/docs/errors#${code}`);
  }
  return faults.map(({ path, code }) => [path, code]);
}

async function faultsOf(query: string, variables: object, token = admin): Promise<Told[]> {
  const { body } = await app.graphql(token, query, variables);
  const [{ message, extensions }] = body.errors;
  const all = extensions.faults.map((fault: Fault) => fault.message).join(' ');
  expect([message, extensions.code, extensions.field]).toEqual([
    all,
    extensions.faults[0].code,
    extensions.faults[0].path,
  ]);
  return told(extensions.faults);
}

const ANONYMOUS = '';
const CREATE_USER = 'mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } } }';
const email = () => `${randomUUID()}@example.com`;

describe('what is wrong with a user', () => {
  const WRONG = { email: 'nonsense', username: '@', phoneNumber: 'none', applicationUrl: 'javascript:1' };

  it('is told all at once in GraphQL, each fault with its path', async () => {
    expect(await faultsOf(CREATE_USER, { input: WRONG })).toEqual([
      ['applicationUrl', 'INVALID_INPUT'],
      ['email', 'INVALID_INPUT'],
      ['username', 'INVALID_INPUT'],
      ['phoneNumber', 'INVALID_INPUT'],
    ]);
  });

  it('is told all at once over REST, in the names of REST', async () => {
    const body = { email: 'nonsense', username: '@', phone: 'none', first_name: 'x'.repeat(256) };
    const answer = await app.send('POST', '/api/users', { token: admin, body });
    expect([answer.status, answer.body.error, answer.body.code]).toEqual([400, 'invalid_request', 'INVALID_INPUT']);
    expect(told(answer.body.faults)).toEqual([
      ['email', 'INVALID_INPUT'],
      ['username', 'INVALID_INPUT'],
      ['first_name', 'INVALID_INPUT'],
      ['phone', 'INVALID_INPUT'],
    ]);
    expect(answer.body.error_description).toBe(answer.body.faults.map(({ message }: Fault) => message).join(' '));
    const shapes = await app.send('POST', '/api/users', { token: admin, body: { email: 1, is_active: 'yes' } });
    expect(told(shapes.body.faults)).toEqual([
      ['email', 'INVALID_INPUT'],
      ['is_active', 'INVALID_INPUT'],
    ]);
  });

  it('is told for each user of a list in the same shape', async () => {
    const query = `mutation ($inputs: [CreateUserInput!]!) { createUsers(inputs: $inputs) {
      results { user { id } error { code kind message documentation field faults { path code rule parameters message documentation } } }
    } }`;
    const { createUsers } = await app.data(admin, query, { inputs: [WRONG, { email: email() }] });
    const [{ error }, created] = createUsers.results;
    expect(created).toEqual({ user: { id: expect.any(String) }, error: null });
    expect(told(error.faults)).toHaveLength(4);
    const single = await app.graphql(admin, CREATE_USER, { input: WRONG });
    const { message, extensions } = single.body.errors[0];
    expect({ message, ...extensions }).toEqual(error);
  });

  it('is told all at once where it contradicts what is stored', async () => {
    const taken = { email: email(), username: `u${randomUUID()}`.slice(0, 30) };
    await app.data(admin, CREATE_USER, { input: taken });
    const input = { ...taken, organizationId: randomUUID(), defaultGroupId: randomUUID() };
    const expected = [
      ['defaultGroupId', 'UNKNOWN_GROUP'],
      ['email', 'USER_EMAIL_TAKEN'],
      ['organizationId', 'UNKNOWN_ORGANIZATION'],
      ['username', 'USERNAME_TAKEN'],
    ];
    expect((await faultsOf(CREATE_USER, { input })).toSorted(byPath)).toEqual(expected);
    expect((await faultsOf(CREATE_USER, { input: { ...input, sendInvitation: true } })).toSorted(byPath)).toEqual(
      expected,
    );
    const query = `mutation ($inputs: [CreateUserInput!]!) { createUsers(inputs: $inputs) {
      results { error { faults { path code } } } } }`;
    const { createUsers } = await app.data(admin, query, { inputs: [taken, { ...input, email: email() }] });
    expect(createUsers.results).toEqual([
      {
        error: {
          faults: [
            { path: 'email', code: 'USER_EMAIL_TAKEN' },
            { path: 'username', code: 'USERNAME_TAKEN' },
          ],
        },
      },
      {
        error: {
          faults: [
            { path: 'username', code: 'USERNAME_TAKEN' },
            { path: 'organizationId', code: 'UNKNOWN_ORGANIZATION' },
            { path: 'defaultGroupId', code: 'UNKNOWN_GROUP' },
          ],
        },
      },
    ]);
  });

  it('is told all at once where some is wrong in itself, and some contradicts what is stored', async () => {
    const taken = { email: email(), username: `u${randomUUID()}`.slice(0, 30) };
    await app.data(admin, CREATE_USER, { input: taken });
    const input = { ...taken, phoneNumber: 'none', organizationId: randomUUID(), applicationUrl: 'javascript:1' };
    const expected = [
      ['applicationUrl', 'INVALID_INPUT'],
      ['phoneNumber', 'INVALID_INPUT'],
      ['email', 'USER_EMAIL_TAKEN'],
      ['username', 'USERNAME_TAKEN'],
      ['organizationId', 'UNKNOWN_ORGANIZATION'],
    ];
    expect(await faultsOf(CREATE_USER, { input })).toEqual(expected);
    const query = `mutation ($inputs: [CreateUserInput!]!) { createUsers(inputs: $inputs) {
      results { error { faults { path code message documentation } } } } }`;
    const { createUsers } = await app.data(admin, query, { inputs: [{ email: email() }, input, input] });
    expect(createUsers.results[0].error).toBeNull();
    for (const { error } of createUsers.results.slice(1)) expect(told(error.faults)).toEqual(expected);
    const { id } = await buildUser(app);
    const update =
      'mutation ($id: ID!, $input: UpdateUserInput!) { updateUser(id: $id, input: $input) { user { id } } }';
    const changes = { username: taken.username.toUpperCase(), organizationId: randomUUID() };
    const contradictions = [
      ['username', 'USERNAME_TAKEN'],
      ['organizationId', 'UNKNOWN_ORGANIZATION'],
    ];
    expect(await faultsOf(update, { id, input: changes })).toEqual(contradictions);
    expect(await faultsOf(update, { id, input: { ...changes, name: ' ' } })).toEqual([
      ['name', 'INVALID_INPUT'],
      ...contradictions,
    ]);
    const { username } = taken;
    const holder = (
      await app.data(admin, `{ users(where: { username: { eq: "${username}" } }) { edges { node { id } } } }`)
    ).users.edges[0].node.id;
    expect(await faultsOf(update, { id: holder, input: { username, name: ' ' } })).toEqual([['name', 'INVALID_INPUT']]);
  });

  it('is told all at once to somebody who signs up, the password included', async () => {
    const input = { email: 'nonsense', password: 'short', role: 'ADMIN', picture: 'https://x.example/' };
    expect(await faultsOf(CREATE_USER, { input }, ANONYMOUS)).toEqual([
      ['picture', 'SIGNUP_FIELD_NOT_ALLOWED'],
      ['role', 'SIGNUP_FIELD_NOT_ALLOWED'],
      ['email', 'INVALID_INPUT'],
      ['password', 'PASSWORD_TOO_SHORT'],
    ]);
    expect(await faultsOf(CREATE_USER, { input: { email: 'nonsense' } }, ANONYMOUS)).toHaveLength(2);
  });

  it('is told all at once of changes, but to nobody who may not make them', async () => {
    const { id } = await buildUser(app);
    const update =
      'mutation ($id: ID!, $input: UpdateUserInput!) { updateUser(id: $id, input: $input) { user { id } } }';
    const input = { name: ' ', username: '@', organizationId: 'x' };
    expect(await faultsOf(update, { id, input })).toEqual([
      ['name', 'INVALID_INPUT'],
      ['username', 'INVALID_INPUT'],
      ['organizationId', 'INVALID_INPUT'],
    ]);
    const { access_token: other } = await tokensOf(app, await buildClient(app), await buildUser(app), 'openid');
    const { body } = await app.graphql(other, update, { id, input });
    expect(body.errors[0].extensions).toMatchObject({ kind: 'FORBIDDEN' });
    expect(body.errors[0].extensions.faults).toBeUndefined();
  });
});

describe('what is wrong with a group', () => {
  it('is told all at once, each id by its place', async () => {
    const create = 'mutation ($input: CreateGroupInput!) { createGroup(input: $input) { group { id } } }';
    const known = (await buildUser(app)).id;
    const input = { name: '', description: 'x'.repeat(2001), organizationId: 'x', memberIds: [known, 'y', 'z'] };
    expect(await faultsOf(create, { input })).toEqual([
      ['name', 'INVALID_INPUT'],
      ['description', 'INVALID_INPUT'],
      ['organizationId', 'INVALID_INPUT'],
      ['memberIds.1', 'INVALID_INPUT'],
      ['memberIds.2', 'INVALID_INPUT'],
    ]);
    const memberIds = [known.toUpperCase(), known, randomUUID(), randomUUID()];
    expect(await faultsOf(create, { input: { name: randomUUID(), memberIds } })).toEqual([
      ['memberIds.2', 'UNKNOWN_USER'],
      ['memberIds.3', 'UNKNOWN_USER'],
    ]);
    const many = Array.from({ length: 1000 }, () => 'x');
    const { body } = await app.send('POST', '/groups', { token: admin, body: { name: 'x', member_ids: many } });
    expect(body.faults).toHaveLength(50);
  });
});

describe('what of a group contradicts what is stored', () => {
  const create = 'mutation ($input: CreateGroupInput!) { createGroup(input: $input) { group { id } } }';
  const update =
    'mutation ($id: ID!, $input: UpdateGroupInput!) { updateGroup(id: $id, input: $input) { group { id } } }';

  it('is told all at once, also with what is wrong in itself', async () => {
    const name = randomUUID();
    const { createGroup } = await app.data(admin, create, { input: { name } });
    const input = { name, organizationId: randomUUID(), memberIds: [(await buildUser(app)).id, randomUUID()] };
    const stored = [
      ['name', 'GROUP_NAME_TAKEN'],
      ['organizationId', 'UNKNOWN_ORGANIZATION'],
    ];
    expect(await faultsOf(create, { input })).toEqual([...stored, ['memberIds.1', 'UNKNOWN_USER']]);
    const memberIds = [...input.memberIds, 'x'];
    expect(await faultsOf(create, { input: { ...input, memberIds, description: 'x'.repeat(2001) } })).toEqual([
      ['description', 'INVALID_INPUT'],
      ['memberIds.2', 'INVALID_INPUT'],
      ...stored,
      ['memberIds.1', 'UNKNOWN_USER'],
    ]);
    const { organizationId } = input;
    const other = (await app.data(admin, create, { input: { name: randomUUID() } })).createGroup.group.id;
    expect(await faultsOf(update, { id: other, input: { name, organizationId } })).toEqual(stored);
    expect(await faultsOf(update, { id: createGroup.group.id, input: { name, organizationId } })).toEqual(
      stored.slice(1),
    );
  });

  it('is that of the viewer’s customer only', async () => {
    const name = randomUUID();
    const other = await app.token('admin', await app.newCustomer());
    await app.data(other, create, { input: { name } });
    expect(await faultsOf(create, { input: { name, organizationId: randomUUID() } })).toEqual([
      ['organizationId', 'UNKNOWN_ORGANIZATION'],
    ]);
  });
});

describe('what is wrong with a client', () => {
  const create = 'mutation ($input: CreateClientInput!) { createClient(input: $input) { clientSecret } }';

  it('is told all at once, with the rules between its fields', async () => {
    const input = {
      name: ' ',
      redirectUris: ['https://good.example/', 'http://bad.example/', '*'],
      scopes: [],
      tokenEndpointAuthMethod: 'NONE',
      logoUri: 'x',
    };
    expect(await faultsOf(create, { input })).toEqual([
      ['name', 'INVALID_INPUT'],
      ['redirectUris.1', 'INVALID_INPUT'],
      ['redirectUris.2', 'INVALID_INPUT'],
      ['scopes', 'INVALID_INPUT'],
      ['logoUri', 'INVALID_INPUT'],
      ['tokenEndpointAuthMethod', 'INVALID_INPUT'],
    ]);
    const rules = {
      name: 'x',
      type: 'PUBLIC',
      grantTypes: ['REFRESH_TOKEN', 'CLIENT_CREDENTIALS'],
      requirePkce: false,
    };
    expect(await faultsOf(create, { input: rules })).toEqual([
      ['grantTypes', 'INVALID_INPUT'],
      ['grantTypes', 'INVALID_INPUT'],
      ['requirePkce', 'INVALID_INPUT'],
    ]);
  });

  it('leaves out rules about fields that cannot be read', async () => {
    const input = { name: 'x', grantTypes: [] };
    expect(await faultsOf(create, { input })).toEqual([['grantTypes', 'INVALID_INPUT']]);
  });
});
