import { beforeAll, describe, expect, it } from '@jest/globals';
import { useApp, type Answer } from '../support/app.ts';
import { freePort } from '../support/ports.ts';
import { PRODUCTION } from '../support/production.ts';
import { committedSchema } from '../support/schema.ts';

const port = await freePort();
const app = useApp({
  ...PRODUCTION,
  SIGNUP_ENABLED: 'true',
  GROUPS_MANAGED_BY: 'admins',
  SMTP_URL: 'smtp://127.0.0.1:1',
  BASE_URL: `http://localhost:${port}`,
  PORT: port,
});
const ANSWER = 'Without an access token, this server does not answer the document, nor say what is wrong with it.';
const SIGN_UP = 'mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id email } } }';

let closed: string;

const ask = (query: string, variables?: object, token?: string): Promise<Answer> =>
  app.graphql(token, query, variables);

beforeAll(async () => {
  const { status, text, body, headers } = await ask('{ users { totalCount } }');
  expect([status, body.data, body.errors.length]).toEqual([401, undefined, 1]);
  expect(body.errors[0]).toMatchObject({ message: ANSWER, extensions: { code: 'UNAUTHENTICATED' } });
  expect(headers.get('www-authenticate')).toMatch(/^Bearer/);
  closed = text;
});

describe('a caller without a token, in production', () => {
  it.each([
    ['an unknown field', '{ userz { totalCount } }'],
    ['an unknown field of an object that exists', '{ users { edges { node { passwrd } } } }'],
    ['an unknown field of an open operation', '{ settings { lengthz } }'],
    ['an unknown argument', '{ users(frist: 1) { totalCount } }'],
    ['an unknown type in a fragment', 'query { ...F } fragment F on Userz { id }'],
    ['an unknown type of a variable', 'query ($a: Userz) { settings { __typename } }'],
    ['a fragment that fits nowhere', '{ settings { ... on User { id } } }'],
    ['a wrong enum value', '{ users(orderBy: { field: NAMEZ }) { totalCount } }'],
    ['a missing required argument', '{ user { id } }'],
    ['a missing required argument of an open operation', 'mutation { createUser { user { id } } }'],
    ['an argument of the wrong type', '{ users(first: "x") { totalCount } }'],
    ['a variable of the wrong type', 'query ($id: Int) { user(id: $id) { id } }'],
    ['an unknown field of an input', '{ users(where: { nam: { eq: "a" } }) { totalCount } }'],
    ['an unknown field of an open input', 'mutation { createUser(input: { emial: "a@b.example" }) { user { id } } }'],
    ['a missing field of an open input', 'mutation { createUser(input: {}) { user { id } } }'],
    ['an object without fields', '{ settings }'],
    ['a text with fields', '{ settings { lengths { clientName { x } } } }'],
    ['an unknown directive', '{ settings @foo { __typename } }'],
    ['several faults', '{ a b c users { d } }'],
    ['an operation that needs a token', '{ user(id: "x") { id } }'],
    ['such an operation beside an open one', '{ settings { __typename } users { totalCount } }'],
    ['such an operation in fragments', '{ ... { ...F } } fragment F on Query { viewer { kind } }'],
    ['such an operation that is skipped', '{ settings { __typename } users @skip(if: true) { totalCount } }'],
    [
      'such an operation in another part of the document',
      'query { settings { __typename } } query B { viewer { kind } }',
    ],
    ['a mutation that needs a token', 'mutation { deleteUser(id: "x") { user { id } } }'],
    [
      'what a user leads to',
      'mutation { createUser(input: { email: "x" }) @skip(if: true) { user { sessions { nodes { id } } } } }',
    ],
    [
      'another node in its place',
      'mutation { createUser(input: { email: "x" }) @skip(if: true) { user { ... on Node { ... on Client { id } } } } }',
    ],
    [
      'an input of a field of the user',
      'mutation ($w: GroupWhere) { createUser(input: { email: "x" }) @skip(if: true) { user { groups(where: $w) { nodes { id } } } } }',
    ],
    ['a subscription, of which there are none', 'subscription { userChanged { id } }'],
    ['a subscription beside an open operation', 'query A { settings { __typename } } subscription B { x }'],
    ['the schema', '{ __schema { types { name } } }'],
    ['a type of the schema', '{ __type(name: "User") { name } }'],
  ])('gets one and the same answer to %s', async (_, query) => {
    const { status, text } = await ask(query);
    expect([status, text]).toEqual([401, closed]);
  });

  it.each([
    ['an unknown field', { email: 'a@b.example', emial: 'a' }],
    ['a missing field', {}],
    ['a field of the wrong type', { email: 1 }],
    ['an attribute of the wrong type', { email: 'a@b.example', attributes: [{ nam: 'x' }] }],
  ])('gets it for %s of the variables, too', async (_, input) => {
    expect((await ask(SIGN_UP, { input })).text).toBe(closed);
  });

  it('gets it by GET, where what could be a mutation is not told apart', async () => {
    const headers = { 'apollo-require-preflight': '1' };
    for (const query of [
      'mutation { deleteUser(id: "x") { user { id } } }',
      'mutation { deleteUzer }',
      '{ usrs { id } }',
    ])
      expect((await app.send('GET', `/graphql?query=${encodeURIComponent(query)}`, { headers })).text).toBe(closed);
  });

  it('gets it of every operation that says nothing else', async () => {
    const schema = committedSchema();
    const open = new Set(['settings', 'inputConstraints', 'createUser']);
    for (const type of [schema.getQueryType()!, schema.getMutationType()!])
      for (const { name, description } of Object.values(type.getFields())) {
        const isSaid = /\b[Nn]eeds no access token|Without an access token/.test(description!);
        expect([name, isSaid]).toEqual([name, open.has(name)]);
      }
  });

  it('gets what open operations have, their faults included', async () => {
    const { body } = await ask('query { settings { lengths { userName } } ...F } fragment F on Query { __typename }');
    expect(body).toEqual({ data: { settings: { lengths: { userName: 255 } }, __typename: 'Query' } });
    const refused = await ask(SIGN_UP, { input: { email: 'no address', password: 'a rather long password' } });
    expect(refused.body.errors[0].extensions).toMatchObject({ code: 'INVALID_INPUT', field: 'email' });
    const made = await ask(SIGN_UP, { input: { email: 'ada@example.com', password: 'a rather long password' } });
    expect(made.body.data.createUser.user.email).toBe('ada@example.com');
    expect((await ask('{')).body.errors[0].extensions.code).toBe('GRAPHQL_PARSE_FAILED');
  });

  it('is told what inputs of open operations fulfill, and nothing of others', async () => {
    const query = '{ inputConstraints { input } }';
    const inputs = async (token?: string) => {
      const { body } = await ask(query, {}, token);
      return new Set<string>(body.data.inputConstraints.map(({ input }: { input: string }) => input));
    };
    expect([...(await inputs())].toSorted()).toEqual([
      'AttributeInput',
      'CreateUserInput',
      'createUser',
      'inputConstraints',
    ]);
    expect((await inputs(await app.token('read'))).size).toBeGreaterThan(50);
    const other = await ask('{ inputConstraints(input: "UpdateClientInput") { field } }');
    expect(other.body.data.inputConstraints).toEqual([]);
  });
});

it('tells callers with a token what is wrong', async () => {
  const { status, body } = await ask('{ userz { totalCount } }', {}, await app.token('read'));
  expect([status, body.errors[0].extensions.code]).toEqual([400, 'GRAPHQL_VALIDATION_FAILED']);
  expect(body.errors[0].message).toContain('userz');
});
