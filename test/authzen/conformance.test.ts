import { beforeAll, describe, expect, it } from '@jest/globals';
import { useApp } from '../support/app.ts';
import { buildConfidential, buildUser, SECRET } from '../support/builders.ts';
import { assignRole, createRole } from '../support/roles.ts';

const app = useApp();
let token: string;

const CREATE = `mutation ($input: CreateApiInput!) { createApi(input: $input) { api { scopes { nodes { id name } } } } }`;

/** Registers a record, as a customer does. Its scopes begin with its type, since `read` and `write` alone are names of ours. */
async function register(admin: string, id: string, actions: readonly string[]) {
  const scopes = actions.map((name) => ({ name: `record:${name}` }));
  const input = { identifier: `record:${id}`, name: id, requiresRole: true, scopes };
  const { createApi } = await app.data(admin, CREATE, { input });
  const made = createApi.api.scopes.nodes as { id: string; name: string }[];
  return (action: string): string => made.find(({ name }) => name === `record:${action}`)!.id;
}

/** The fixture of the certification: alice and bob, two records, and what they may do with them. */
beforeAll(async () => {
  const admin = await app.token('admin');
  const [alice, bob] = [await buildUser(app, { username: 'alice' }), await buildUser(app, { username: 'bob' })];
  const first = await register(admin, 'record-1', ['read', 'write', 'delete', 'delete:soft']);
  const second = await register(admin, 'record-2', ['read', 'write']);
  const ofAlice = [first('read'), first('write'), first('delete:soft'), second('read')];
  const author = await createRole(app, admin, { name: 'author', scopeIds: ofAlice });
  const archivist = await createRole(app, admin, { name: 'archivist', scopeIds: [first('read'), second('write')] });
  await assignRole(app, admin, author, { userIds: [alice.id] });
  await assignRole(app, admin, archivist, { userIds: [bob.id] });
  const { id } = await buildConfidential(app, { grantTypes: ['client_credentials'], scopes: ['authz'] });
  token = await app.token('authz', { clientId: id, clientSecret: SECRET });
});

const alice = { type: 'user', id: 'alice' };
const bob = { type: 'user', id: 'bob' };
const read = { name: 'read' };
const write = { name: 'write' };
const record1 = { type: 'record', id: 'record-1' };
const record2 = { type: 'record', id: 'record-2', properties: { status: 'archived' } };
const PATHS = {
  evaluation: '/access/v1/evaluation',
  evaluations: '/access/v1/evaluations',
  subject: '/access/v1/search/subject',
  resource: '/access/v1/search/resource',
  action: '/access/v1/search/action',
} as const;

const post = (path: keyof typeof PATHS, body: unknown, headers: Record<string, string> = {}) =>
  app.send('POST', PATHS[path], { token, body, headers });
const decisionOf = async (body: object): Promise<boolean> => (await post('evaluation', body)).body.decision;
const resultsOf = async (path: 'subject' | 'resource' | 'action', body: object) => {
  const { status, body: answer, text } = await post(path, body);
  expect({ status, text }).toEqual({ status: 200, text: expect.any(String) });
  expect(Object.keys(answer)[0]).toBe('page');
  return answer.results as unknown[];
};

describe('an evaluation', () => {
  it.each([
    ['alice reads', alice, read, record1, true],
    ['alice writes', alice, write, record1, true],
    ['bob reads', bob, read, record1, true],
    ['bob does not write', bob, write, record1, false],
    ['alice does not write what is archived', alice, write, record2, false],
    ['bob does as administrator', { ...bob, properties: { role: 'admin' } }, write, record2, true],
    ['alice deletes softly', alice, { name: 'delete', properties: { soft: true } }, record1, true],
    ['alice does not delete', alice, { name: 'delete', properties: { soft: false } }, record1, false],
    ['nobody does anything', { type: 'user', id: 'nonexistent' }, read, record1, false],
    ['no spaceship reads', { type: 'spaceship', id: 'alice' }, read, record1, false],
    ['alice reads nothing that is not there', alice, read, { type: 'record', id: 'record-3' }, false],
  ])('AuthZEN §6.2: decides: %s', async (_, subject, action, resource, decision) => {
    expect(await decisionOf({ subject, action, resource, future: { nested: true } })).toBe(decision);
    const context = { time: '2025-06-27T18:03-07:00', ip: '192.168.1.1' };
    expect(await decisionOf({ subject, action, resource, context })).toBe(decision);
  });

  it('AuthZEN §5.5: says why', async () => {
    const { body } = await post('evaluation', { subject: alice, action: read, resource: record1 });
    expect(body).toEqual({
      decision: true,
      context: { code: 'role', reason_admin: { 200: 'The subject has a role with read: author.' } },
    });
    const refused = await post('evaluation', { subject: bob, action: write, resource: record1 });
    expect(refused.body.context).toEqual({
      code: 'no_role',
      reason_admin: { 403: 'The subject has no role with write.' },
      reason_user: { 403: 'You may not do this. Ask your administrator.' },
    });
  });

  const whole = { subject: alice, action: read, resource: record1 };
  it.each([
    ['no subject', { ...whole, subject: undefined }, 'subject must be given.'],
    ['no action', { ...whole, action: undefined }, 'action must be given.'],
    ['no resource', { ...whole, resource: undefined }, 'resource must be given.'],
    ['a subject without a type', { ...whole, subject: { id: 'alice' } }, 'subject.type must be given.'],
    ['a subject without an id', { ...whole, subject: { type: 'user' } }, 'subject.id must be given.'],
    ['an action without a name', { ...whole, action: {} }, 'action.name must be given.'],
    ['an action whose name is a number', { ...whole, action: { name: 123 } }, 'action.name must be a text.'],
    ['a resource without a type', { ...whole, resource: { id: 'record-1' } }, 'resource.type must be given.'],
    ['a resource without an id', { ...whole, resource: { type: 'record' } }, 'resource.id must be given.'],
    ['a subject that is a text', { ...whole, subject: 'alice' }, 'subject must be an object.'],
  ])('AuthZEN §6.1: is refused with %s', async (_, body, sentence) => {
    const answer = await post('evaluation', body);
    expect({ status: answer.status, text: answer.text }).toEqual({ status: 400, text: sentence });
  });
});

describe.each(Object.keys(PATHS) as (keyof typeof PATHS)[])('%s', (path) => {
  const body = { subject: alice, action: read, resource: record1 };

  it.each(['GET', 'PUT'])('AuthZEN §10.1.1: does not have %s', async (method) => {
    const sent = method === 'PUT' ? { token, body } : { token };
    expect((await app.send(method, PATHS[path], sent)).status).toBe(405);
  });

  it('AuthZEN §10.1.1: reads JSON objects alone', async () => {
    expect((await post(path, [body])).status).toBe(400);
    expect((await post(path, '')).status).toBe(400);
    expect((await post(path, '{ "subject": { "type": "user" } , broken')).status).toBe(400);
    expect((await post(path, JSON.stringify(body), { 'content-type': 'text/plain' })).status).toBe(400);
    const charset = await post(path, JSON.stringify(body), { 'content-type': 'application/json; charset=utf-8' });
    expect(charset.status).toBe(200);
    expect(charset.headers.get('content-type')).toMatch(/^application\/json/);
  });

  it('AuthZEN §10.1.3: answers with the id of the request', async () => {
    const { headers } = await post(path, body, { 'x-request-id': 'bfe9 - any' });
    expect(headers.get('x-request-id')).toBe('bfe9 - any');
  });

  it('AuthZEN §11.3: asks for a token with the scope authz', async () => {
    const none = await app.send('POST', PATHS[path], { body });
    expect([none.status, none.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    const wrong = await app.send('POST', PATHS[path], { token: `${token}x`, body });
    expect([wrong.status, wrong.headers.get('www-authenticate')]).toEqual([401, 'Bearer error="invalid_token"']);
    const admin = await app.send('POST', PATHS[path], { token: await app.token('admin'), body });
    expect(admin.status).toBe(403);
  });
});

describe('evaluations', () => {
  const decisions = async (body: object): Promise<boolean[]> => {
    const answer = await post('evaluations', body);
    expect(answer.status).toBe(200);
    expect(answer.body).not.toHaveProperty('decision');
    return answer.body.evaluations.map(({ decision }: { decision: boolean }) => decision);
  };
  const ofBob = {
    subject: bob,
    resource: record1,
    evaluations: [{ action: write }, { action: read }, { action: write }],
  };
  const semantic = (evaluations_semantic: string) => ({ ...ofBob, options: { evaluations_semantic } });

  it('AuthZEN §7.1.2.1: are all answered unless asked otherwise', async () => {
    expect(await decisions(ofBob)).toEqual([false, true, false]);
    expect(await decisions(semantic('execute_all'))).toEqual([false, true, false]);
  });

  it('AuthZEN §7.1.2.1: end with the first permit or denial', async () => {
    expect(await decisions(semantic('permit_on_first_permit'))).toEqual([false, true]);
    const from = {
      ...semantic('deny_on_first_deny'),
      evaluations: [{ action: read }, { action: write }, { action: read }],
    };
    expect(await decisions(from)).toEqual([true, false]);
    expect((await post('evaluations', semantic('bogus_value'))).status).toBe(400);
  });

  it('AuthZEN §7.1.1.1: replace defaults, member by member', async () => {
    const evaluations = [{ resource: { id: 'record-1', properties: { status: 'active' } } }, { resource: record2 }];
    expect(await decisions({ subject: alice, action: write, resource: { type: 'record' }, evaluations })).toEqual([
      true,
      false,
    ]);
    expect(await decisions({ evaluations: [{ subject: alice, action: read, resource: record1 }] })).toEqual([true]);
  });

  it('AuthZEN §7.2: tell what is wrong with one in its place', async () => {
    const { body } = await post('evaluations', {
      action: read,
      subject: alice,
      evaluations: [{ resource: record1 }, {}, 1],
    });
    expect(body.evaluations).toEqual([
      expect.objectContaining({ decision: true }),
      { decision: false, context: { error: { status: 400, message: 'resource must be given.' } } },
      { decision: false, context: { error: { status: 400, message: 'evaluations must be an object.' } } },
    ]);
  });

  it('AuthZEN §7.1: are a single evaluation if there are none, and at most 100', async () => {
    for (const more of [{}, { evaluations: [] }]) {
      const { body } = await post('evaluations', { subject: alice, action: read, resource: record1, ...more });
      expect(body).toEqual({ decision: true, context: expect.any(Object) });
    }
    const many = (length: number) => ({ ...ofBob, evaluations: Array.from({ length }, () => ({ action: read })) });
    expect(await decisions(many(100))).toHaveLength(100);
    expect((await post('evaluations', many(101))).status).toBe(400);
  });
});

describe('a search', () => {
  it('AuthZEN §8.4: finds subjects, whatever id is given', async () => {
    const found = await resultsOf('subject', {
      subject: { type: 'user', id: 'stray' },
      action: read,
      resource: record1,
    });
    expect(found).toEqual([alice, bob]);
    expect(await resultsOf('subject', { subject: { type: 'user' }, action: write, resource: record2 })).toEqual([bob]);
    expect(await resultsOf('subject', { subject: { type: 'spaceship' }, action: read, resource: record1 })).toEqual([]);
  });

  it('AuthZEN §8.5: finds resources of a type', async () => {
    const ofAlice = { subject: alice, action: read, resource: { type: 'record', id: 'stray' } };
    expect(await resultsOf('resource', ofAlice)).toEqual([record1, { type: 'record', id: 'record-2' }]);
    expect(await resultsOf('resource', { ...ofAlice, resource: { type: 'book' } })).toEqual([]);
  });

  it('AuthZEN §8.6: finds actions', async () => {
    const ofAlice = { subject: alice, resource: record1, action: read };
    expect(await resultsOf('action', ofAlice)).toEqual([{ name: 'delete:soft' }, read, write]);
    expect(await resultsOf('action', { ...ofAlice, subject: { type: 'user', id: 'nonexistent-user' } })).toEqual([]);
  });

  it('AuthZEN §8.2: goes from page to page', async () => {
    const asked = { subject: { type: 'user' }, action: read, resource: record1, page: { limit: 1, other: 'ignored' } };
    const first = (await post('subject', asked)).body;
    expect(first).toEqual({ page: { next_token: expect.stringMatching(/./), count: 1 }, results: [alice] });
    const next = first.page.next_token;
    const second = (await post('subject', { ...asked, page: { token: next, limit: 1 } })).body;
    expect(second).toEqual({ page: { next_token: '', count: 1 }, results: [bob] });
    expect((await post('subject', { ...asked, page: { token: next } })).body).toEqual(second);
    for (const other of [
      { page: { token: next, limit: 2 } },
      { page: { token: next }, action: write },
      { page: { token: 'x' } },
    ])
      expect((await post('subject', { ...asked, ...other })).status).toBe(400);
    expect((await post('subject', { ...asked, page: { limit: -1 } })).status).toBe(400);
  });
});

describe('the metadata', () => {
  it('AuthZEN §9.1: names the endpoints', async () => {
    const { status, headers, body } = await app.send('GET', '/.well-known/authzen-configuration');
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect(body).toEqual({
      policy_decision_point: app.issuer,
      access_evaluation_endpoint: app.issuer + PATHS.evaluation,
      access_evaluations_endpoint: app.issuer + PATHS.evaluations,
      search_subject_endpoint: app.issuer + PATHS.subject,
      search_resource_endpoint: app.issuer + PATHS.resource,
      search_action_endpoint: app.issuer + PATHS.action,
    });
  });
});
