import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getIntrospectionQuery } from 'graphql';
import { TestApp, useApp, type Answer } from '../support/app.ts';
import { buildClient, buildUser } from '../support/builders.ts';
import { tokensOf } from '../support/logins.ts';
import { until } from '../support/until.ts';

const folder = mkdtempSync(join(tmpdir(), 'manifests-'));
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const write = (name: string, content: unknown): string => {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
};

const LIST = 'query ListGroups($first: Int) {\n  groups(first: $first) {\n    totalCount\n  }\n}';
const VIEWER = 'query WhoAmI { viewer { kind } }';
const CREATE = 'mutation CreateClient($input: CreateClientInput!) { createClient(input: $input) { client { id } } }';
// More aliases than a text that a request brings may have.
const LARGE = `query Large { ${Array.from({ length: 80 }, (_, n) => `v${n}: viewer { kind }`).join(' ')} }`;
const DEAR = 'query Dear { groups(first: 1000) { edges { node { members(first: 1000) { edges { node { id } } } } } } }';

const operation = (name: string, type: string, body: string) => ({ id: sha256(body), name, type, body });
const apollo = (...operations: object[]) => ({ format: 'apollo-persisted-query-manifest', version: 1, operations });
const manifests = [
  write('apollo.json', apollo(operation('ListGroups', 'query', LIST), operation('CreateClient', 'mutation', CREATE))),
  write('plain.json', { 'who-am-i': VIEWER, large: LARGE, dear: DEAR, [sha256(LIST)]: LIST }),
].join(',');

const any = useApp({ GRAPHQL_MANIFESTS: manifests });
const trusted = useApp({ GRAPHQL_MANIFESTS: manifests, GRAPHQL_DOCUMENTS: 'trusted' });
let tokens: ReadonlyMap<TestApp, string>;

beforeAll(async () => {
  tokens = new Map([
    [any, await any.token('admin')],
    [trusted, await trusted.token('admin')],
  ]);
});
afterAll(() => rm(folder, { recursive: true }));

const post = (app: TestApp, body: object, token = tokens.get(app)) => app.send('POST', '/graphql', { token, body });
const get = (app: TestApp, parameters: Record<string, string>) =>
  app.send('GET', `/graphql?${new URLSearchParams(parameters)}`, {
    token: tokens.get(app)!,
    headers: { 'apollo-require-preflight': '1' },
  });
const persisted = (hash: string) => ({ persistedQuery: { version: 1, sha256Hash: hash } });
const codeOf = ({ status, body }: Answer) => [status, body.errors?.[0].extensions.code];

describe.each([
  ['any', any],
  ['trusted', trusted],
])('where the documents are %s, one of a manifest', (_mode, app) => {
  it.each<[string, () => Promise<Answer>]>([
    ['documentId', () => post(app, { documentId: sha256(LIST) })],
    ['documentId with the name of the hash', () => post(app, { documentId: `sha256:${sha256(LIST)}` })],
    ['the extension for persisted queries', () => post(app, { extensions: persisted(sha256(LIST)) })],
    ['documentId in the address', () => get(app, { documentId: sha256(LIST), variables: '{"first":1}' })],
    ['the extension in the address', () => get(app, { extensions: JSON.stringify(persisted(sha256(LIST))) })],
  ])('is named by %s', async (_by, send) => {
    const { status, body } = await send();
    expect([status, body.data]).toEqual([200, { groups: { totalCount: expect.any(Number) } }]);
  });

  it('may have an id that is no hash, and takes variables and a name', async () => {
    expect((await post(app, { documentId: 'who-am-i' })).body.data).toEqual({ viewer: { kind: 'CLIENT' } });
    expect((await post(app, { documentId: sha256(VIEWER), operationName: 'WhoAmI' })).status).toBe(200);
    expect(codeOf(await post(app, { documentId: 'who-am-i', operationName: 'Other' }))).toEqual([
      400,
      'OPERATION_RESOLUTION_FAILURE',
    ]);
    const wrong = await post(app, { documentId: sha256(LIST), variables: { first: 'x' } });
    expect(codeOf(wrong)).toEqual([400, 'INVALID_INPUT']);
    const mutation = await get(app, { documentId: sha256(CREATE), variables: '{"input":{"name":"x"}}' });
    expect(codeOf(mutation)).toEqual([405, 'METHOD_NOT_ALLOWED']);
  });

  it('is run whatever text comes with its id', async () => {
    const { body } = await post(app, { query: '{ nothing }', extensions: persisted('who-am-i') });
    expect(body.data).toEqual({ viewer: { kind: 'CLIENT' } });
  });

  it('may be larger than a text, but not dearer', async () => {
    expect((await post(app, { documentId: 'large' })).body.data).toMatchObject({ v79: { kind: 'CLIENT' } });
    expect(codeOf(await post(app, { documentId: 'dear' }))).toEqual([400, 'COST_TOO_HIGH']);
  });

  it('has an id that is text and known', async () => {
    expect(codeOf(await post(app, { documentId: 'unknown' }))).toEqual([400, 'PERSISTED_QUERY_NOT_FOUND']);
    expect(codeOf(await post(app, { extensions: persisted(sha256('{ x }')) }))).toEqual([
      400,
      'PERSISTED_QUERY_NOT_FOUND',
    ]);
    expect(codeOf(await post(app, { documentId: 1 }))).toEqual([400, 'BAD_REQUEST']);
  });

  it('is asked for as the policies have it', async () => {
    expect(codeOf(await post(app, { documentId: sha256(LIST) }, ''))).toEqual([200, 'UNAUTHENTICATED']);
    expect(codeOf(await post(app, { documentId: sha256(LIST) }, 'nonsense'))).toEqual([401, 'INVALID_TOKEN']);
  });
});

describe('any other document', () => {
  it('is run where any is, with an unknown hash beside it too', async () => {
    expect((await post(any, { query: VIEWER })).status).toBe(200);
    const { body } = await post(any, { query: VIEWER, extensions: persisted(sha256(VIEWER.trimEnd() + ' ')) });
    expect(body.data).toEqual({ viewer: { kind: 'CLIENT' } });
  });

  it.each<[string, object]>([
    ['a text', { query: '{ viewer { kind } }' }],
    ['the text of a trusted document', { query: VIEWER }],
    ['a text with an unknown hash', { query: '{ __typename }', extensions: persisted(sha256('{ __typename }')) }],
    ['introspection', { query: getIntrospectionQuery() }],
    ['a text that is no GraphQL', { query: '{' }],
    ['nothing', { variables: {} }],
  ])('is refused where only trusted ones are run: %s', async (_what, body) => {
    for (const token of [tokens.get(trusted)!, '']) {
      const answer = await post(trusted, body, token);
      expect(codeOf(answer)).toEqual([403, 'DOCUMENT_NOT_TRUSTED']);
    }
  });

  it('is not needed by the REST paths, and the schema is not shown', async () => {
    const token = tokens.get(trusted)!;
    expect((await trusted.send('GET', '/groups', { token })).status).toBe(200);
    expect((await trusted.send('POST', '/groups', { token, body: { name: randomUUID() } })).status).toBe(201);
    const { status, body } = await trusted.send('GET', '/schema.graphql', { token });
    expect([status, body.code]).toEqual([403, 'DOCUMENT_NOT_TRUSTED']);
    expect((await any.send('GET', '/schema.graphql', { token: tokens.get(any)! })).status).toBe(200);
  });

  it('is noted in the audit trail with its hash', async () => {
    const text = `query Stranger { viewer { kind } } # ${randomUUID()}`;
    await post(trusted, { query: text, operationName: 'Stranger' });
    expect(await refusals(trusted, BY_DOCUMENT, sha256(text))).toEqual([
      { subject_id: 'Stranger', details: { reason: 'DOCUMENT_NOT_TRUSTED', documentId: sha256(text) } },
    ]);
  });
});

/** The refusals that meet the condition, in their order, once as many as expected are stored: they are written after the answer. */
async function refusals(app: TestApp, condition: string, value: string, expected = 1): Promise<unknown[]> {
  const query = `select subject_id, details from audit_events
    where action = 'access.refused' and ${condition} = $1 order by id`;
  return until(async () => {
    const { rows } = await app.server.database.pool.query(query, [value]);
    return rows.length >= expected && rows;
  });
}
const BY_DOCUMENT = "details ->> 'documentId'";

describe('a client that is limited to documents', () => {
  const app = any;
  const register = async (documents: unknown): Promise<Answer> =>
    app.send('POST', '/api/clients', {
      token: tokens.get(app)!,
      body: {
        client_name: 'Nightly job',
        grant_types: ['client_credentials'],
        scopes: ['read', 'write', 'admin'],
        documents,
      },
    });
  const limited = async (documents: string[]) => {
    const { body } = await register(documents);
    const token = await app.token('admin', { clientId: body.client_id, clientSecret: body.client_secret });
    return { id: body.client_id as string, token };
  };
  const allowed = { groups: { totalCount: expect.any(Number) } };

  it('runs them, named by id or by name', async () => {
    for (const name of ['ListGroups', sha256(LIST)]) {
      const { token } = await limited([name]);
      expect((await post(app, { documentId: sha256(LIST) }, token)).body.data).toEqual(allowed);
    }
  });

  it('is refused anything else, and the trail has it', async () => {
    const { id, token } = await limited(['ListGroups']);
    const text = `query ListGroups { viewer { kind } } # ${id}`;
    for (const body of [
      { documentId: 'who-am-i' },
      { documentId: `unknown-${id}` },
      { query: text },
      { query: LIST, operationName: 'ListGroups' },
      { query: text, extensions: persisted('who-am-i') },
      {},
    ])
      expect(codeOf(await post(app, body, token))).toEqual([403, 'DOCUMENT_NOT_ALLOWED']);
    const reason = 'DOCUMENT_NOT_ALLOWED';
    expect(await refusals(app, `actor_id = '${id}' and ${BY_DOCUMENT}`, 'who-am-i')).toEqual([
      { subject_id: 'WhoAmI', details: { reason, documentId: 'who-am-i' } },
    ]);
    expect(await refusals(app, BY_DOCUMENT, `unknown-${id}`)).toHaveLength(1);
    expect(await refusals(app, BY_DOCUMENT, sha256(text))).toHaveLength(1);
  });

  it('is refused at the REST paths and for the schema', async () => {
    const { id, token } = await limited(['ListGroups']);
    const { status, body } = await app.send('GET', '/groups', { token });
    expect([status, body.error, body.code]).toEqual([403, 'insufficient_scope', 'DOCUMENT_NOT_ALLOWED']);
    expect((await app.send('DELETE', `/groups/${randomUUID()}`, { token })).status).toBe(403);
    expect((await app.send('GET', '/schema.graphql', { token })).status).toBe(403);
    expect(await refusals(app, 'actor_id', id, 2)).toEqual([
      expect.objectContaining({ subject_id: 'listGroups' }),
      expect.objectContaining({ subject_id: 'deleteGroup' }),
    ]);
  });

  it('is limited from the next request on, and no longer once the limit is removed', async () => {
    const { id, token } = await limited(['WhoAmI']);
    const change = (documents: unknown) =>
      app.send('PATCH', `/api/clients/${id}`, { token: tokens.get(app)!, body: { documents } });
    expect((await post(app, { documentId: 'who-am-i' }, token)).status).toBe(200);
    expect((await change([])).status).toBe(200);
    expect(codeOf(await post(app, { documentId: 'who-am-i' }, token))).toEqual([403, 'DOCUMENT_NOT_ALLOWED']);
    expect((await change(null)).status).toBe(200);
    expect((await post(app, { query: VIEWER }, token)).status).toBe(200);
    expect((await app.send('GET', '/groups', { token })).status).toBe(200);
  });

  it('may be one that signs users in', async () => {
    const client = await buildClient(app, { documents: ['WhoAmI'] });
    const { access_token: token } = await tokensOf(app, client, await buildUser(app), 'openid');
    expect((await post(app, { documentId: 'who-am-i' }, token)).body.data).toEqual({ viewer: { kind: 'USER' } });
    expect(codeOf(await post(app, { documentId: sha256(LIST) }, token))).toEqual([403, 'DOCUMENT_NOT_ALLOWED']);
    expect((await app.send('GET', '/groups', { token })).status).toBe(403);
    expect((await app.send('GET', '/oauth2/userinfo', { token })).status).toBe(200);
  });

  it('creates no client with a wider limit', async () => {
    const { token } = await limited(['CreateClient', 'ListGroups']);
    const create = (documents: unknown) => {
      const input = { name: 'x', grantTypes: ['CLIENT_CREDENTIALS'], scopes: ['READ'], documents };
      return post(app, { documentId: sha256(CREATE), variables: { input } }, token);
    };
    for (const wider of [null, undefined, ['WhoAmI'], ['ListGroups', 'WhoAmI']])
      expect(codeOf(await create(wider))).toEqual([200, 'BEYOND_OWN_RIGHTS']);
    expect((await create(['ListGroups'])).body.errors).toBeUndefined();
  });

  it('is registered with names that documents can have, in GraphQL too', async () => {
    const { status, body } = await register(['fine', '', 'not fine', 'ä']);
    expect([status, body.faults.map(({ path }: { path: string }) => path)]).toEqual([
      400,
      ['documents.1', 'documents.2', 'documents.3'],
    ]);
    expect((await register(Array.from({ length: 501 }, (_, n) => `n${n}`))).status).toBe(400);
    const { id } = await limited(['ListGroups', 'ListGroups', 'WhoAmI']);
    const query = 'query ($id: ID!) { client(id: $id) { documents } }';
    expect(await app.data(tokens.get(app), query, { id })).toEqual({ client: { documents: ['ListGroups', 'WhoAmI'] } });
    const update = `mutation ($id: ID!, $documents: [String!]) {
      updateClient(id: $id, input: { documents: $documents }) { client { documents } } }`;
    expect(await app.data(tokens.get(app), update, { id, documents: ['One'] })).toEqual({
      updateClient: { client: { documents: ['One'] } },
    });
  });
});

describe('manifests with faults', () => {
  it('keep the server from starting, and every fault is told', async () => {
    const paths = [
      join(folder, 'nowhere.json'),
      write('broken.json', '{'),
      write('version.json', { ...apollo(), version: 2 }),
      write('list.json', [1]),
      write('numbers.json', { 'an id': 'x', b: 1 }),
      write(
        'documents.json',
        apollo(
          operation('Broken', 'query', 'query Broken {'),
          operation('Foreign', 'query', 'query Foreign { nothing alsoNothing }'),
          operation('Renamed', 'query', 'query Named { __typename }'),
          operation('Change', 'mutation', 'query Change { __typename }'),
          operation('Two', 'query', 'query Two { __typename } query Three { __typename }'),
          operation('Live', 'subscription', 'subscription Live { x }'),
          { ...operation('Same', 'query', 'query Same { __typename }'), id: 'same' },
          { ...operation('Same', 'query', 'query Same { viewer { kind } }'), id: 'same' },
        ),
      ),
    ];
    const broken = new TestApp({ GRAPHQL_MANIFESTS: paths.join(', '), GRAPHQL_DOCUMENTS: 'trusted' });
    const fault = await broken.start().then(
      () => '',
      (error: Error) => error.message,
    );
    await broken.stop().catch(() => undefined);
    const lines = fault.split('\n').slice(1);
    expect(lines).toHaveLength(12);
    for (const words of [
      'nowhere.json; expected a readable file (ENOENT)',
      'broken.json; expected a file in JSON',
      'version.json; expected an apollo-persisted-query-manifest of version 1 (version: ',
      'list.json; expected an apollo-persisted-query-manifest, or an object of documents by their ids',
      'numbers.json; expected',
      'documents.json, document Broken ',
      'Cannot query field "nothing" on type "Query". Cannot query field "alsoNothing" on type "Query".',
      'expected an operation named Renamed',
      'expected a mutation',
      'expected a document with one operation',
      'expected a query or a mutation',
      'expected an id that no other document has',
    ])
      expect([words, lines.filter((line) => line.includes(words)).length]).toEqual([words, 1]);
  });
});
