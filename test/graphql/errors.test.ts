import { beforeAll, describe, expect, it } from '@jest/globals';
import { serverErrors } from '#product';
import { useApp, type Answer } from '../support/app.ts';

const app = useApp();
const poor = useApp({ COST_PER_SECOND: '1' });
let token: string;

beforeAll(async () => {
  token = await app.token('admin');
});

const codes = new Map<string, string>(serverErrors().map(({ code, kind }) => [code, kind.toUpperCase()]));

/** Status and code of an answer. Its errors must have the documented shape. */
function refusal({ status, body }: Answer, issuer = app.issuer): [number, string] {
  for (const { message, extensions } of body.errors) {
    expect(message).not.toBe('');
    expect(extensions).toMatchObject({
      kind: codes.get(extensions.code),
      documentation: `${issuer}/docs/errors#${extensions.code}`,
    });
  }
  return [status, body.errors[0].extensions.code];
}

describe('a request that is refused as a whole', () => {
  const post = (body: unknown, headers = {}) => app.send('POST', '/graphql', { token, body, headers });
  const plain = { 'content-type': 'text/plain' };
  const preflight = { 'apollo-require-preflight': '1' };
  const get = (query: string) =>
    app.send('GET', `/graphql?query=${encodeURIComponent(query)}`, { token, headers: preflight });

  it.each<[string, () => Promise<Answer>, number, string]>([
    ['no JSON', () => post('{'), 400, 'BROKEN_JSON'],
    [
      'JSON that nests too deep',
      () => post(`{"variables":{"a":${'['.repeat(40)}${']'.repeat(40)}}}`),
      400,
      'JSON_TOO_DEEP',
    ],
    ['a body that is too large', () => post({ query: ' '.repeat(2 ** 20 + 1) }), 413, 'BODY_TOO_LARGE'],
    ['no document', () => post({}), 400, 'BAD_REQUEST'],
    ['an empty document', () => post({ query: '' }), 400, 'GRAPHQL_PARSE_FAILED'],
    ['variables that are no object', () => post({ query: '{ __typename }', variables: 'x' }), 400, 'BAD_REQUEST'],
    ['a batch', () => post([{ query: '{ __typename }' }]), 400, 'BAD_REQUEST'],
    ['a content type that forms can send', () => post('{}', plain), 400, 'BAD_REQUEST'],
    [
      'a method there is not',
      () => app.send('PUT', '/graphql', { token, headers: preflight }),
      405,
      'METHOD_NOT_ALLOWED',
    ],
    ['a mutation by GET', () => get('mutation { deleteGroup(id: "x") { group { id } } }'), 405, 'METHOD_NOT_ALLOWED'],
    ['no GraphQL', () => post({ query: '{' }), 400, 'GRAPHQL_PARSE_FAILED'],
    ['a field there is not', () => post({ query: '{ nothing }' }), 400, 'GRAPHQL_VALIDATION_FAILED'],
    [
      'a document that is too deep',
      () => post({ query: `{${'a{'.repeat(20)}a${'}'.repeat(21)}` }),
      400,
      'DOCUMENT_TOO_COMPLEX',
    ],
    ['too many tokens', () => post({ query: `{${' a'.repeat(2001)}}` }), 400, 'DOCUMENT_TOO_COMPLEX'],
    [
      'an operation there is not',
      () => post({ query: 'query A { __typename }', operationName: 'B' }),
      400,
      'OPERATION_RESOLUTION_FAILURE',
    ],
    [
      'several operations and no name',
      () => post({ query: 'query A { __typename } query B { __typename }' }),
      400,
      'OPERATION_RESOLUTION_FAILURE',
    ],
    [
      'an operation that is too dear',
      () => post({ query: '{groups(first:1000){edges{node{members(first:1000){edges{node{id}}}}}}}' }),
      400,
      'COST_TOO_HIGH',
    ],
    ['an invalid token', () => app.graphql('nonsense', '{ __typename }'), 401, 'INVALID_TOKEN'],
  ])('has a code of the schema: %s', async (_what, send, status, code) => {
    expect(refusal(await send())).toEqual([status, code]);
  });

  it('says how long to wait where the caller asked for too much', async () => {
    const service = await poor.token('read');
    const dear = () =>
      poor.graphql(service, '{groups(first:1000){edges{node{id members(first:20){edges{node{id}}}}}}}');
    let answer = await dear();
    while (answer.status === 200) answer = await dear();
    expect(refusal(answer, poor.issuer)).toEqual([429, 'BUDGET_SPENT']);
    expect(answer.headers.get('retry-after')).toBe(String(answer.body.errors[0].extensions.retryAfter));
  });
});

describe('variables', () => {
  const create = `mutation ($input: CreateUserInput!, $n: Int!) {
    createUser(input: $input) { user { groups(first: $n) { totalCount } } } }`;

  it('are told of all faults at once, each with its path', async () => {
    const input = { role: 'KING', isActive: 'yes', username: 1, nothing: 1 };
    const { status, body } = await app.graphql(token, create, { input, n: 'x' });
    expect([status, body.errors[0].extensions.code, body.errors[0].extensions.field]).toEqual([
      400,
      'INVALID_INPUT',
      'email',
    ]);
    const { faults } = body.errors[0].extensions;
    expect(faults.map(({ path }: { path: string }) => path).toSorted()).toEqual(
      ['email', 'isActive', 'n', 'nothing', 'role', 'username'].toSorted(),
    );
    expect(faults[0]).toEqual({
      path: 'email',
      code: 'INVALID_INPUT',
      rule: 'REQUIRED',
      parameters: {},
      message: 'email is required.',
      documentation: `${app.issuer}/docs/errors#INVALID_INPUT`,
    });
  });

  it('have paths that begin with their name where they are lists', async () => {
    const query = 'mutation ($inputs: [CreateUserInput!]!) { createUsers(inputs: $inputs) { results { index } } }';
    const { body } = await app.graphql(token, query, { inputs: [{ email: 'a@example.com' }, {}] });
    expect(body.errors[0].extensions.faults).toMatchObject([{ path: 'inputs.1.email' }]);
  });

  it('that are missing, or too many to tell, are told too', async () => {
    const none = await app.graphql(token, create, {});
    expect(none.body.errors[0].extensions.faults).toMatchObject([{ path: 'input' }, { path: 'n' }]);
    const ids = 'mutation ($ids: [ID!]!) { deleteUsers(select: { ids: $ids }) { changedCount } }';
    const many = await app.graphql(token, ids, { ids: Array.from({ length: 500 }, () => ({})) });
    expect(many.body.errors[0].extensions.faults).toHaveLength(50);
  });
});

describe('the enum of the codes', () => {
  it('has every code of the server with its sentence, and no other', async () => {
    const query = '{ __type(name: "ErrorCode") { enumValues { name description } } }';
    const { __type: type } = await app.data(token, query);
    const values = type.enumValues.map(({ name, description }: Record<string, string>) => [name, description]);
    expect(values).toEqual(serverErrors().map(({ code, meaning }) => [code, meaning]));
  });
});

describe('/docs/errors', () => {
  it('has a place for every code, which every error links to', async () => {
    const { status, headers, text } = await app.send('GET', '/docs/errors', { headers: { accept: 'text/html' } });
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    for (const { code } of serverErrors()) expect(text).toContain(`<li id="${code}">`);
    const { body } = await app.send('GET', '/groups/x', { token });
    const [page, anchor] = body.documentation.split('#');
    expect((await fetch(page)).status).toBe(200);
    expect(text).toContain(`id="${anchor}"`);
  });
});
