import { beforeAll, describe, expect, it } from '@jest/globals';
import { getIntrospectionQuery } from 'graphql';
import { auditServer } from 'graphql-http';
import { useApp } from '../support/app.ts';

const app = useApp();
const production = useApp({
  NODE_ENV: 'production',
  BOOTSTRAP_CUSTOMER: 'P',
  BOOTSTRAP_ADMIN_PASSWORD: 'long enough for this',
  BOOTSTRAP_CLIENT_ID: 'boot',
  BOOTSTRAP_CLIENT_SECRET: 'a-secret-of-some-length',
});
let token: string;

beforeAll(async () => {
  token = await app.token('admin');
});

const expectRefusal = async (query: string, words: string): Promise<void> => {
  const { status, body } = await app.graphql(token, query);
  expect([status, body.errors?.[0].message]).toEqual([400, expect.stringContaining(words)]);
};

describe('GraphQL over HTTP', () => {
  it('passes the public audit without an error', async () => {
    const results = await auditServer({ url: `${app.issuer}/graphql`, fetchFn: fetch });
    const notOk = results.filter((result) => result.status !== 'ok');
    expect(notOk.filter((result) => result.status === 'error').map(({ name, reason }) => ({ name, reason }))).toEqual(
      [],
    );
    expect(results.length).toBeGreaterThan(50);
  });

  it('refuses mutations by GET, and simple requests that another site could forge', async () => {
    const mutation = encodeURIComponent('mutation { deleteGroup(id: "x") { group { id } } }');
    const headers = { 'apollo-require-preflight': '1' };
    expect((await app.send('GET', `/graphql?query=${mutation}`, { token, headers })).status).toBe(405);
    const query = encodeURIComponent('{ __typename }');
    expect((await app.send('GET', `/graphql?query=${query}`, { token })).status).toBe(400);
    expect((await app.send('GET', `/graphql?query=${query}`, { token, headers })).status).toBe(200);
    const forged = await app.send('POST', '/graphql', { token, body: '{}', headers: { 'content-type': 'text/plain' } });
    expect(forged.status).toBeGreaterThanOrEqual(400);
  });

  it('answers a bad token with 401 and a challenge, no token with the policies’ refusal', async () => {
    const bad = await app.graphql('nonsense', '{ groups { totalCount } }');
    expect([bad.status, bad.headers.get('www-authenticate')]).toEqual([401, 'Bearer error="invalid_token"']);
    expect(bad.body.errors[0].extensions).toEqual({
      code: 'INVALID_TOKEN',
      kind: 'UNAUTHENTICATED',
      documentation: `${app.issuer}/docs/errors#INVALID_TOKEN`,
    });
    const none = await app.graphql(undefined, '{ groups { totalCount } }');
    expect(none.body.errors[0].extensions).toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it('names the field at fault and keeps the inside to itself', async () => {
    const { body } = await app.graphql(token, 'mutation { createGroup(input: { name: "" }) { group { id } } }');
    expect(body.errors[0]).toMatchObject({
      message: 'name must not be blank.',
      extensions: { code: 'INVALID_INPUT', field: 'name' },
    });
    const broken = await app.send('POST', '/graphql', { token, body: '{' });
    expect([broken.status, broken.body.errors[0].message]).toEqual([400, 'The body is not JSON.']);
  });
});

describe('a database that fails', () => {
  it('is nobody’s business, before the viewer is known and after', async () => {
    const { pool } = app.server.database;
    await pool.query('alter table clients rename to gone');
    const before = await app.graphql(token, '{ groups { totalCount } }');
    await pool.query('alter table gone rename to clients');
    await pool.query('alter table groups rename to gone');
    const after = await app.graphql(token, '{ groups { totalCount } }');
    await pool.query('alter table gone rename to groups');
    expect(before.status).toBe(500);
    for (const [error] of [before.body.errors, after.body.errors]) {
      expect(error.message).toBe('Something went wrong.');
      expect(error.extensions).toEqual({
        code: 'INTERNAL',
        kind: 'INTERNAL',
        documentation: expect.stringContaining('#INTERNAL'),
        requestId: expect.any(String),
      });
    }
  });
});

describe('variables', () => {
  const query = 'query ($n: Int!, $id: ID!) { groups(first: $n) { totalCount } node(id: $id) { id } }';

  it.each([
    [{ id: 'x' }, 'n is required.'],
    [{ n: 'many', id: 'x' }, 'n: Int cannot represent non-integer value'],
    [{ n: 1e20, id: 'x' }, 'n: Int cannot represent non 32-bit'],
    [{ n: 1, id: { a: 1 } }, 'id: ID cannot represent value'],
  ])('that are not what was declared are the caller’s fault: %j', async (variables, words) => {
    const { status, body } = await app.graphql(token, query, variables);
    expect([status, body.errors[0].extensions.code]).toEqual([400, 'INVALID_INPUT']);
    expect(body.errors[0].message).toContain(words);
  });
});

describe('limits', () => {
  it('refuse a document that nests too deep', async () => {
    const deep = `{ ${'groups { edges { node { members { edges { node { '.repeat(3)} id ${'} '.repeat(18)} }`;
    await expectRefusal(deep, 'nested deeper');
  });

  it('refuse too many aliases, fragments counted every time they are used', async () => {
    await expectRefusal(`{ ${Array.from({ length: 31 }, (_, n) => `a${n}: __typename`).join(' ')} }`, 'aliases');
    const fragment = `fragment F on Query { ${Array.from({ length: 11 }, (_, n) => `a${n}: __typename`).join(' ')} }`;
    await expectRefusal(`{ ...F ... { ...F } ... on Query { ...F } } ${fragment}`, 'aliases');
  });

  it('refuse too many directives', async () => {
    await expectRefusal(`{ __typename ${'@include(if: true) '.repeat(31)} }`, 'directive');
  });

  it('refuse too many tokens', async () => {
    await expectRefusal(`{ ${'__typename '.repeat(2001)} }`, 'token');
  });

  it('refuse a document that could answer with too much, variables included', async () => {
    const query =
      'query ($n: Int) { groups(first: $n) { edges { node { members(first: 1000) { edges { node { id } } } } } } }';
    const { status, body } = await app.graphql(token, query, { n: 1000 });
    expect([status, body.errors[0].message]).toEqual([400, expect.stringContaining('costs')]);
    const page = '{ users(last: 100) { edges { node { groups(first: 900) { edges { node { id } } } } } } }';
    await expectRefusal(page, 'costs');
    expect((await app.graphql(token, query, { n: 3 })).body.errors).toBeUndefined();
  });

  it('refuse fragments that go in circles, batches and bodies that are too large', async () => {
    await expectRefusal('{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }', 'itself');
    expect((await app.send('POST', '/graphql', { token, body: [{ query: '{ __typename }' }] })).status).toBe(400);
    expect((await app.send('POST', '/graphql', { token, body: { query: ' '.repeat(2 ** 20 + 1) } })).status).toBe(413);
  });
});

describe('in production', () => {
  const introspect = (bearer?: string) => production.graphql(bearer, getIntrospectionQuery());

  it('only those who are signed in may read the schema', async () => {
    const refused = await introspect();
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    expect(refused.body.errors[0].extensions.code).toBe('UNAUTHENTICATED');
    const credentials = { clientId: 'boot', clientSecret: 'a-secret-of-some-length' };
    expect((await introspect(await production.token('read', credentials))).body.data.__schema).toBeDefined();
  });

  it('guesses at names get no suggestions', async () => {
    const { body } = await production.graphql(undefined, '{ grups { totalCount } }');
    expect(JSON.stringify(body)).not.toContain('groups');
  });
});
