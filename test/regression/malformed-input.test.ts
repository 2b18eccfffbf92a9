import { beforeAll, describe, expect, it } from '@jest/globals';
import { useApp } from '../support/app.ts';
import { buildClient } from '../support/builders.ts';
import { signedIn } from '../support/logins.ts';

const app = useApp();
let admin: string;
let member: string;

beforeAll(async () => {
  admin = await app.token('admin');
  member = (await signedIn(app, await buildClient(app))).token;
});

const deep = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;

describe('half of a surrogate pair', () => {
  const ask = (body: string, token = member) => app.send('POST', '/graphql', { token, body });
  const REVOKE = 'mutation ($id: ID!) { revokeConsent(id: $id) { consent { id } } }';

  it.each([
    ['in a variable', `{"query":${JSON.stringify(REVOKE)},"variables":{"id":"\\ud800"}}`],
    ['as the name of a variable', String.raw`{"query":"{__typename}","variables":{"\udfff":1}}`],
    ['in the document', String.raw`{"query":"mutation { revokeConsent(id: \"\ud800\") { consent { id } } }"}`],
  ])('%s is the caller’s fault', async (_where, body) => {
    const answer = await ask(body);
    expect([answer.status, answer.body.errors[0].extensions]).toEqual([
      400,
      expect.objectContaining({ code: 'NOT_UNICODE', field: expect.any(String) }),
    ]);
  });

  it('written as an escape of the document, or into an address, is the caller’s fault', async () => {
    const escaped = await app.graphql(member, String.raw`mutation { revokeConsent(id: "\ud800") { consent { id } } }`);
    expect([escaped.status, escaped.body.errors[0].extensions.code]).toEqual([400, 'GRAPHQL_PARSE_FAILED']);
    const query = new URLSearchParams({
      query: 'query ($s: String!) { groups(where: { name: { contains: $s } }) { totalCount } }',
      variables: String.raw`{"s":"\ud800"}`,
    });
    const headers = { 'apollo-require-preflight': '1' };
    const got = await app.send('GET', `/graphql?${query}`, { token: member, headers });
    expect([got.status, got.body.errors[0].extensions.code]).toEqual([400, 'NOT_UNICODE']);
  });

  it('is refused by every REST operation that takes a body, whatever field it is in', async () => {
    const { paths } = (await app.send('GET', '/openapi.json', { token: admin })).body;
    const operations = Object.entries<Record<string, { requestBody?: { content: object } }>>(paths).flatMap(
      ([path, methods]) =>
        Object.entries(methods).flatMap(([method, { requestBody }]) =>
          'application/json' in (requestBody?.content ?? {}) ? [{ method, path }] : [],
        ),
    );
    expect(operations.length).toBeGreaterThan(8);
    const body = String.raw`{"name":"\ud800","extra":{"\ud800":"\udc00"}}`;
    for (const { method, path } of operations) {
      const place = path.replaceAll(/\{[^}]*\}/g, '01a200ef-d278-7031-9d85-e7907ea7b7d3');
      const answers = await Promise.all(
        [admin, member].map((token) => app.send(method.toUpperCase(), place, { token, body })),
      );
      for (const { status } of answers) expect([400, 403]).toContain(status);
      expect(answers.some(({ text }) => text.includes('surrogate'))).toBe(true);
    }
  });
});

describe('JSON that nests without end', () => {
  it('is the caller’s fault in GraphQL and REST', async () => {
    const query =
      'mutation ($jwks: JSONObject) { createClient(input: { name: "Deep", jwks: $jwks }) { clientSecret } }';
    const body = `{"query":${JSON.stringify(query)},"variables":{"jwks":{"keys":${deep(100_000)}}}}`;
    const graphql = await app.send('POST', '/graphql', { token: admin, body });
    expect([graphql.status, graphql.body.errors[0]]).toEqual([
      400,
      {
        message: 'The body nests deeper than 32 levels.',
        extensions: expect.objectContaining({ code: 'JSON_TOO_DEEP', field: 'body' }),
      },
    ]);
    const rest = await app.send('POST', '/api/clients', { token: admin, body: `{"jwks":{"keys":${deep(100_000)}}}` });
    expect([rest.status, rest.body.error]).toEqual([400, 'invalid_request']);
  });

  it('is the fault of the caller in a document, too, with a token and without', async () => {
    for (const token of [admin, undefined])
      for (const levels of [101, 900, 100_000]) {
        const query = `mutation { createClient(input: { jwks: ${deep(levels)} }) { client { id } } }`;
        const { status, body } = await app.graphql(token, query);
        expect([status, body.errors[0].extensions.code]).toEqual([400, 'DOCUMENT_TOO_COMPLEX']);
        expect(body.errors[0].message).toBe('The document has more than 100 brackets inside each other.');
      }
    for (const query of ['{a'.repeat(3000), '{x(a:{b:'.repeat(3000), `{x(a:"${'['.repeat(3000)}")}`])
      expect((await app.graphql(admin, query)).status).toBe(400);
  });

  it('is read as deep as anything needs to be', async () => {
    const body = `{"query":"{__typename}","variables":{"x":${deep(30)}}}`;
    expect((await app.send('POST', '/graphql', { token: admin, body })).status).toBe(200);
  });
});

it('a subscription is the caller’s fault', async () => {
  const { status, body } = await app.graphql(admin, 'subscription { x }');
  expect([status, body.errors[0].extensions.code]).toEqual([400, 'GRAPHQL_VALIDATION_FAILED']);
});
