import { beforeAll, describe, expect, it } from '@jest/globals';
import { expectError } from '../support/answers.ts';
import { useApp } from '../support/app.ts';
import { buildClient, buildUser } from '../support/builders.ts';
import { tokensOf } from '../support/logins.ts';

const app = useApp();
let admin: string;
let write: string;
let read: string;
let member: string;
let userId: string;

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const SECRET = /^ghs_[\w-]{43}$/;

beforeAll(async () => {
  [admin, write, read] = await Promise.all([app.token('admin'), app.token('write'), app.token('read')]);
  const user = await buildUser(app);
  userId = user.id;
  member = (await tokensOf(app, await buildClient(app), user, 'openid')).access_token;
});

const LOGIN = { client_name: 'Shop', redirect_uris: ['https://shop.example/callback?a=1,2'] };
const SERVICE = { client_name: 'Robot', grant_types: ['client_credentials'], scopes: ['read'] };

const post = (body: unknown, token: string | undefined = write) => app.send('POST', '/api/clients', { token, body });

async function newClient(
  body: object = LOGIN,
  token: string = write,
): Promise<{ client_id: string; client_secret: string }> {
  const answer = await post(body, token);
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return answer.body;
}

const detail = async (id: string, token: string = read) =>
  (await app.send('GET', `/api/clients/${id}`, { token })).body;

/** What the token endpoint makes of a client's secret. */
const statusOf = async (clientId: string, clientSecret: string): Promise<number> => {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
    scope: 'read',
  });
  return (await app.send('POST', '/oauth2/token', { body })).status;
};

describe('POST /api/clients', () => {
  it('answers with exactly the documented fields, and a secret that works', async () => {
    const { status, body } = await post({ ...SERVICE, ...LOGIN });
    expect(status).toBe(201);
    expect(body).toEqual({
      client_id: expect.stringMatching(UUID),
      client_secret: expect.stringMatching(SECRET),
      client_name: 'Shop',
      client_type: 'confidential',
      redirect_uris: LOGIN.redirect_uris,
      created_at: expect.stringMatching(TIMESTAMP),
    });
    expect(await statusOf(body.client_id, body.client_secret)).toBe(200);
  });

  it('registers for logins where nothing else is said', async () => {
    const { client_id: id } = await newClient();
    expect(await detail(id)).toMatchObject({
      grant_types: ['authorization_code', 'refresh_token'],
      scopes: ['openid', 'profile', 'email'],
      token_endpoint_auth_method: 'client_secret_post',
      logo_uri: null,
    });
    const { client } = await app.data(
      read,
      'query ($id: ID!) { client(id: $id) { requirePkce requireConsent idTokenClaims ownerId } }',
      { id },
    );
    expect(client).toEqual({ requirePkce: false, requireConsent: true, idTokenClaims: false, ownerId: null });
  });

  it('RFC 8252 §8.5: gives a public client no secret', async () => {
    const { body } = await post({
      ...LOGIN,
      client_type: 'public',
      redirect_uris: ['com.example.app:/cb', 'http://127.0.0.1/cb'],
    });
    expect(body).toMatchObject({ client_type: 'public', client_secret: null });
    expect(await detail(body.client_id)).toMatchObject({ token_endpoint_auth_method: 'none' });
  });

  it('keeps redirect URIs to the byte, in their order', async () => {
    const uris = ["https://b.example/?q=%7Ba%7D&x=,'", 'https://A.example:443/x/../y', 'http://localhost:1/;a=(b)'];
    const { client_id: id } = await newClient({ ...LOGIN, redirect_uris: uris });
    expect((await detail(id)).redirect_uris).toEqual(uris);
  });

  it('refuses to grant more than the caller holds', async () => {
    for (const scope of ['admin', 'write']) {
      const answer = await post({ ...SERVICE, scopes: ['read', scope] }, write);
      if (scope === 'write') expect(answer.status).toBe(201);
      else expectError(answer, 403, 'insufficient_scope', 'admin');
    }
    expectError(await post({ ...LOGIN, scopes: ['openid', 'admin'] }, write), 403, 'insufficient_scope');
    expectError(await post({ ...LOGIN, require_consent: false }, write), 403, 'insufficient_scope');
    await newClient({ ...SERVICE, ...LOGIN, scopes: ['admin'], require_consent: false }, admin);
  });

  it('lets a member make a client of their own for logins, and nothing more', async () => {
    const { client_id: id } = await newClient(LOGIN, member);
    const { client } = await app.data(admin, 'query ($id: ID!) { client(id: $id) { ownerId } }', { id });
    expect(client.ownerId).toBe(userId);
    for (const beyond of [
      { scopes: ['read'] },
      { grant_types: ['authorization_code', 'client_credentials'] },
      { require_consent: false },
    ])
      expectError(await post({ ...LOGIN, ...beyond }, member), 403, 'insufficient_scope');
  });

  it('refuses a read token, and nobody at all', async () => {
    expectError(await post(LOGIN, read), 403, 'insufficient_scope');
    expectError(await app.send('POST', '/api/clients', { body: LOGIN }), 401, 'unauthorized');
  });
});

describe('GET /api/clients', () => {
  it('lists exactly the documented fields', async () => {
    const { client_id: id } = await newClient({ ...LOGIN, logo_uri: 'https://shop.example/logo.png' });
    const { status, body } = await app.send('GET', '/api/clients', { token: read });
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['clients']);
    expect(body.clients.find((client: { client_id: string }) => client.client_id === id)).toEqual({
      client_id: id,
      client_name: 'Shop',
      client_type: 'confidential',
      redirect_uris: LOGIN.redirect_uris,
      grant_types: ['authorization_code', 'refresh_token'],
      scopes: ['openid', 'profile', 'email'],
      logo_uri: 'https://shop.example/logo.png',
      created_at: expect.stringMatching(TIMESTAMP),
      updated_at: expect.stringMatching(TIMESTAMP),
    });
  });

  it('goes through the whole list part by part, when asked to', async () => {
    await Promise.all([newClient(), newClient(), newClient()]);
    const whole = (await app.send('GET', '/api/clients', { token: read })).body.clients;
    const parts: unknown[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const query = new URLSearchParams({ limit: '2', ...(cursor && { cursor }) });
      const { body } = await app.send('GET', `/api/clients?${query}`, { token: read });
      parts.push(...body.clients);
      cursor = body.next_cursor as string | null;
    }
    expect(parts).toEqual(whole);
  });

  it('lists a member’s own clients only', async () => {
    const { client_id: own } = await newClient(LOGIN, member);
    await newClient();
    const { clients } = (await app.send('GET', '/api/clients', { token: member })).body;
    expect(clients.map((client: { client_id: string }) => client.client_id)).toContain(own);
    const owners = await app.data(member, '{ clients { totalCount edges { node { ownerId } } } }');
    expect(owners.clients.totalCount).toBe(clients.length);
    expect(owners.clients.edges.map((edge: { node: { ownerId: string } }) => edge.node.ownerId)).toEqual(
      clients.map(() => userId),
    );
  });

  it('refuses a cursor of another list, and nobody at all', async () => {
    expectError(await app.send('GET', '/api/clients?cursor=bm9wZQ', { token: read }), 400, 'invalid_request');
    expectError(await app.send('GET', '/api/clients?limit=0', { token: read }), 400, 'invalid_request', 'limit');
    expectError(await app.send('GET', '/api/clients'), 401, 'unauthorized');
  });
});

describe('GET /api/clients/:id', () => {
  it('answers with exactly the documented fields', async () => {
    const uris = {
      tos_uri: 'https://shop.example/t',
      policy_uri: 'https://shop.example/p',
      jwks_uri: 'https://shop.example/k',
    };
    const { client_id: id } = await newClient({ ...LOGIN, ...uris, token_endpoint_auth_method: 'client_secret_basic' });
    expect(await detail(id)).toEqual({
      client_id: id,
      client_name: 'Shop',
      client_type: 'confidential',
      redirect_uris: LOGIN.redirect_uris,
      grant_types: ['authorization_code', 'refresh_token'],
      scopes: ['openid', 'profile', 'email'],
      token_endpoint_auth_method: 'client_secret_basic',
      logo_uri: null,
      ...uris,
      created_at: expect.stringMatching(TIMESTAMP),
      updated_at: expect.stringMatching(TIMESTAMP),
    });
  });

  it.each(['nothing', '%00', 'a%20b', '%F0%9F%92%A9', 'x'.repeat(300), '%27%20or%20true'])(
    'knows no client %s',
    async (id) => expectError(await app.send('GET', `/api/clients/${id}`, { token: read }), 404, 'not_found'),
  );
});

describe.each(['PUT', 'PATCH'])('%s /api/clients/:id', (method) => {
  const update = (id: string, body: unknown, token: string = write) =>
    app.send(method, `/api/clients/${id}`, { token, body });

  it('changes what is given and leaves the rest, answering with exactly the documented fields', async () => {
    const { client_id: id, client_secret: secret } = await newClient({
      ...LOGIN,
      ...SERVICE,
      tos_uri: 'https://a.example/t',
    });
    const before = await detail(id);
    const { status, body } = await update(id, { client_name: 'Store', logo_uri: 'https://a.example/l' });
    expect(status).toBe(200);
    expect(body).toEqual({
      client_id: id,
      client_name: 'Store',
      redirect_uris: LOGIN.redirect_uris,
      updated_at: expect.stringMatching(TIMESTAMP),
    });
    const after = { ...before, client_name: 'Store', logo_uri: 'https://a.example/l', updated_at: body.updated_at };
    expect(await detail(id)).toEqual(after);
    expect(await statusOf(id, secret)).toBe(200);
  });

  it('changes every field but id, type and secret, and takes an address away with null', async () => {
    const { client_id: id, client_secret: secret } = await newClient({ ...LOGIN, tos_uri: 'https://a.example/t' });
    const changes = {
      client_name: 'Store',
      redirect_uris: ['https://store.example/cb'],
      grant_types: ['client_credentials'],
      scopes: ['read', 'write'],
      token_endpoint_auth_method: 'client_secret_basic',
      logo_uri: 'https://a.example/l',
      tos_uri: null,
      policy_uri: 'https://a.example/p',
      jwks_uri: 'https://a.example/k',
    };
    const more = {
      post_logout_redirect_uris: ['https://store.example/bye'],
      require_pkce: true,
      id_token_claims: true,
    };
    const ignored = { client_id: 'mine', client_type: 'public', client_secret: 'chosen', owner_id: userId };
    expect((await update(id, { ...changes, ...more, ...ignored })).status).toBe(200);
    expect(await detail(id)).toMatchObject({ ...changes, client_id: id, client_type: 'confidential' });
    const query =
      'query ($id: ID!) { client(id: $id) { postLogoutRedirectUris requirePkce idTokenClaims requireConsent ownerId } }';
    expect((await app.data(read, query, { id })).client).toEqual({
      postLogoutRedirectUris: more.post_logout_redirect_uris,
      requirePkce: true,
      idTokenClaims: true,
      requireConsent: true,
      ownerId: null,
    });
    const basic = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
    const body = new URLSearchParams({ grant_type: 'client_credentials', scope: 'write' });
    expect((await app.send('POST', '/oauth2/token', { headers: { authorization: basic }, body })).status).toBe(200);
  });

  it('refuses to give, or to touch, more than the caller holds', async () => {
    const { client_id: plain } = await newClient();
    expectError(await update(plain, { scopes: ['admin'] }), 403, 'insufficient_scope', 'admin');
    expectError(await update(plain, { require_consent: false }), 403, 'insufficient_scope');
    const { client_id: mighty } = await newClient({ ...SERVICE, scopes: ['admin'] }, admin);
    expectError(await update(mighty, { client_name: 'Mine' }), 403, 'insufficient_scope');
    expectError(await update(mighty, { scopes: ['read'] }), 403, 'insufficient_scope');
    const { client_id: trusted } = await newClient({ ...LOGIN, require_consent: false }, admin);
    expectError(await update(trusted, { redirect_uris: ['https://evil.example/'] }), 403, 'insufficient_scope');
    expect((await update(mighty, { scopes: ['read'] }, admin)).status).toBe(200);
    expectError(await update(plain, { client_name: 'Mine' }, read), 403, 'insufficient_scope');
  });

  it('keeps a member’s client for logins, whoever changes it', async () => {
    const { client_id: id } = await newClient(LOGIN, member);
    expect((await update(id, { client_name: 'Mine' }, member)).status).toBe(200);
    expectError(await update(id, { scopes: ['read'] }, member), 403, 'insufficient_scope');
    expectError(await update(id, { scopes: ['read'] }, admin), 400, 'invalid_request', 'scopes');
    expectError(
      await update(id, { grant_types: ['client_credentials'] }, admin),
      400,
      'invalid_request',
      'grant_types',
    );
    expectError(await update(id, { require_consent: false }, admin), 400, 'invalid_request', 'require_consent');
  });
});

describe('POST /api/clients/:id/rotate-secret', () => {
  const rotate = (id: string, token: string = write) => app.send('POST', `/api/clients/${id}/rotate-secret`, { token });

  it('kills the old secret at once, answering with exactly the documented fields', async () => {
    const { client_id: id, client_secret: old } = await newClient(SERVICE);
    expect(await statusOf(id, old)).toBe(200);
    const { status, body } = await rotate(id);
    expect(status).toBe(200);
    expect(body).toEqual({
      client_id: id,
      client_secret: expect.stringMatching(SECRET),
      rotated_at: expect.stringMatching(TIMESTAMP),
    });
    expect([await statusOf(id, old), await statusOf(id, body.client_secret)]).toEqual([401, 200]);
  });

  it('leaves one secret when many rotate at once', async () => {
    const { client_id: id } = await newClient(SERVICE);
    const secrets = (await Promise.all(Array.from({ length: 6 }, () => rotate(id)))).map(
      ({ body }) => body.client_secret,
    );
    const statuses = await Promise.all(secrets.map((secret) => statusOf(id, secret)));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  });

  it('refuses a public client, a client beyond the caller, a read token, and nobody at all', async () => {
    const { client_id: open } = await newClient({ ...LOGIN, client_type: 'public' });
    expectError(await rotate(open), 400, 'invalid_request');
    const { client_id: mighty, client_secret: secret } = await newClient(
      { ...SERVICE, scopes: ['read', 'admin'] },
      admin,
    );
    expectError(await rotate(mighty), 403, 'insufficient_scope');
    expectError(await rotate(mighty, read), 403, 'insufficient_scope');
    expectError(await rotate(mighty, member), 404, 'not_found');
    expectError(await app.send('POST', `/api/clients/${mighty}/rotate-secret`), 401, 'unauthorized');
    expect(await statusOf(mighty, secret)).toBe(200);
  });
});

describe('DELETE /api/clients/:id', () => {
  const remove = (id: string, token: string = admin) => app.send('DELETE', `/api/clients/${id}`, { token });

  it('takes the client, its secret and its tokens along', async () => {
    const { client_id: id, client_secret: secret } = await newClient(SERVICE);
    const token = await app.token('read', { clientId: id, clientSecret: secret });
    expect((await app.send('GET', '/groups', { token })).status).toBe(200);
    const { status, body } = await remove(id);
    expect(status).toBe(200);
    expect(body).toEqual({ success: true, message: expect.any(String) });
    expectError(await app.send('GET', '/groups', { token }), 401, 'unauthorized');
    expect(await statusOf(id, secret)).toBe(401);
    expectError(await remove(id), 404, 'not_found');
    expectError(await app.send('GET', `/api/clients/${id}`, { token: read }), 404, 'not_found');
  });

  it('needs the scope admin, or the owner', async () => {
    const { client_id: id } = await newClient();
    for (const token of [read, write]) expectError(await remove(id, token), 403, 'insufficient_scope');
    expectError(await remove(id, member), 404, 'not_found');
    expectError(await app.send('DELETE', `/api/clients/${id}`), 401, 'unauthorized');
    const { client_id: own } = await newClient(LOGIN, member);
    expect((await remove(own, member)).status).toBe(200);
  });
});

describe('a client of somebody else', () => {
  const CANARY = 'canary-of-another-customer';
  let foreign: string;
  let customers: string;

  beforeAll(async () => {
    const other = await app.newCustomer();
    foreign = (await newClient({ ...LOGIN, client_name: CANARY }, await app.token('write', other))).client_id;
    customers = (await newClient({ ...LOGIN, client_name: CANARY })).client_id;
  });

  const requests = [
    ['GET', '', undefined],
    ['PUT', '', { client_name: 'Mine' }],
    ['PATCH', '', { client_name: 'Mine' }],
    ['POST', '/rotate-secret', undefined],
    ['DELETE', '', undefined],
  ] as const;

  it.each(requests)('is unknown to %s /api/clients/:id%s', async (method, tail, body) => {
    for (const [token, id] of [
      [admin, foreign],
      [member, foreign],
      [member, customers],
    ] as const) {
      const answer = await app.send(method, `/api/clients/${id}${tail}`, { token, body });
      expectError(answer, 404, 'not_found');
    }
  });

  it('shows in no list', async () => {
    expect((await app.send('GET', '/api/clients', { token: member })).text).not.toContain(CANARY);
    const all = await app.send('GET', '/api/clients', { token: admin });
    expect(all.text).not.toContain(foreign);
    expect(all.text).toContain(customers);
  });
});
