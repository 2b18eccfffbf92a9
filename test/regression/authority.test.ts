/** What a token may do is the meeting of who it is about, whose client it was issued to, and what was granted. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { useApp, type Answer } from '../support/app.ts';
import { BrowserLite, type Page } from '../support/browser-lite.ts';
import { answerOf, authorizePath, buildClient, buildUser, type BuiltUser } from '../support/builders.ts';
import { redeem, signedIn, tokensOf } from '../support/logins.ts';

const app = useApp();
let administrator: BuiltUser;
let service: Record<'read' | 'write' | 'admin', string>;

beforeAll(async () => {
  administrator = await buildUser(app, { role: 'admin' });
  const [read, write, admin] = await Promise.all(
    (['read', 'write', 'admin'] as const).map((scope) => app.token(scope)),
  );
  service = { read: read!, write: write!, admin: admin! };
});

const LOGIN = { client_name: 'Shop', client_type: 'public', redirect_uris: ['https://evil.example/cb'] };
const register = (token: string, body: object): Promise<Answer> =>
  app.send('POST', '/api/clients', { token, body: { ...LOGIN, ...body } });
const change = (token: string, id: string, body: object): Promise<Answer> =>
  app.send('PATCH', `/api/clients/${id}`, { token, body });
const pathOf = ({ url }: Page): string => new URL(url).pathname;
const reasonOf = ({ body }: Answer): string | undefined => body.errors?.[0]?.extensions.code;
const rows = async (text: string, ...values: unknown[]) => (await app.server.database.pool.query(text, values)).rows;

/** A browser of the user, signed in and asked by the client. */
async function asked(user: BuiltUser, path: string): Promise<BrowserLite> {
  const browser = new BrowserLite(app.issuer);
  await browser.open(path);
  await browser.logIn(user);
  return browser;
}

/** All that an administrator's token must not do without a scope for it. */
const ADMINISTRATION: [string, object?][] = [
  ['mutation ($id: ID!) { updateUser(id: $id, input: { role: ADMIN }) { user { id } } }'],
  ['mutation ($id: ID!) { updateUser(id: $id, input: { name: "Somebody Else" }) { user { id } } }'],
  ['mutation ($id: ID!) { requestEmailChange(userId: $id, newEmail: "evil@example.com") { user { id } } }'],
  ['mutation ($id: ID!) { requestPasswordReset(userId: $id) { user { id } } }'],
  ['mutation ($id: ID!) { resetUserMfa(id: $id) { user { id } } }'],
  ['mutation ($id: ID!) { setTemporaryPassword(id: $id) { password } }'],
  ['mutation ($id: ID!) { disableUsers(select: { ids: [$id] }) { changedCount } }'],
  ['mutation ($id: ID!) { revokeUserSessions(userId: $id) { count } }'],
  ['query ($id: ID!) { user(id: $id) { id } }'],
  ['{ users { totalCount } }'],
  ['{ auditEvents { totalCount } }'],
  ['{ mails { totalCount } }'],
  ['{ invitations { totalCount } }'],
  ['mutation { createOrganization(input: { name: "Evil" }) { organization { id } } }'],
  [
    `mutation { createClient(input: { name: "Evil", grantTypes: [CLIENT_CREDENTIALS], scopes: [ADMIN] }) {
      clientSecret } }`,
  ],
];

async function expectNoAdministration(token: string, kind: string): Promise<void> {
  const victim = await buildUser(app);
  for (const [document] of ADMINISTRATION) {
    const variables = document.includes('$id') ? { id: victim.id } : {};
    const { status, body } = await app.graphql(token, document, variables);
    expect({ document, kind: body.errors?.[0].extensions.kind }).toEqual({ document, kind });
    expect([200, 403]).toContain(status);
  }
  expect(await rows('select role, name, is_active from users where id = $1', victim.id)).toEqual([
    { role: 'member', name: 'Some Body', is_active: true },
  ]);
}

describe('a client that a member registered for themself', () => {
  it('gets nothing of an administrator but what userinfo tells', async () => {
    const { token: member, user } = await signedIn(app, await buildClient(app));
    const { status, body } = await register(member, { scopes: ['openid'] });
    expect(status).toBe(201);
    const client = { id: body.client_id, redirectUris: LOGIN.redirect_uris } as Parameters<typeof authorizePath>[0];
    const browser = await asked(administrator, authorizePath(client, { scope: 'openid admin' }));
    expect(pathOf(browser.page)).toBe('/consent');
    expect(browser.page.html).toContain(user.email);
    expect(browser.page.html).toContain('evil.example');
    const { code } = answerOf(await browser.submit({ decision: 'allow' }));
    const { access_token: token, scope } = (await redeem(app, client, code!)).body;
    expect(scope).toBe('openid');
    expect((await app.send('GET', '/oauth2/userinfo', { token })).body.sub).toBe(administrator.id);
    await expectNoAdministration(token, 'FORBIDDEN');
    for (const [method, path] of [
      ['GET', '/groups'],
      ['GET', '/api/users'],
      ['GET', `/api/users/${administrator.id}`],
      ['GET', '/api/sessions'],
      ['GET', '/api/clients'],
      ['POST', '/api/mfa/setup'],
    ] as const)
      expect([path, (await app.send(method, path, { token })).status]).toEqual([path, 403]);
    for (const query of [
      '{ viewer { kind } }',
      'mutation { requestOwnEmailChange(newEmail: "evil@example.com") { user { id } } }',
    ]) {
      const answer = await app.graphql(token, query);
      expect([answer.status, reasonOf(answer)]).toEqual([403, 'CLIENT_FOR_LOGINS_ONLY']);
    }
  });

  it('cannot be registered for administration, by nobody', async () => {
    const client = await buildClient(app);
    const { token: member } = await signedIn(app, client);
    const openid = (await tokensOf(app, client, administrator, 'openid')).access_token;
    for (const token of [member, openid])
      for (const scopes of [['openid', 'read'], ['openid', 'write'], ['admin']])
        expect((await register(token, { scopes })).status).toBe(403);
    const own = (await register(openid, {})).body.client_id;
    expect((await change(service.admin, own, { scopes: ['openid', 'read'] })).body.error).toBe('invalid_request');
  });
});

describe('an administrator’s token', () => {
  it('of a customer’s client holds no administration that it was not granted', async () => {
    const client = await buildClient(app);
    const { access_token: token } = await tokensOf(app, client, administrator, 'openid profile');
    await expectNoAdministration(token, 'FORBIDDEN');
    // What any member may.
    expect((await app.send('GET', '/groups', { token })).status).toBe(200);
    expect((await app.send('GET', `/api/users/${administrator.id}`, { token })).status).toBe(200);
    expect((await app.send('GET', '/api/sessions', { token })).status).toBe(200);
  });

  it('goes as far as the scope, and no further', async () => {
    const client = await buildClient(app);
    const { access_token: token } = await tokensOf(app, client, administrator, 'openid read');
    expect((await app.send('GET', '/api/users', { token })).status).toBe(200);
    expect((await app.send('DELETE', `/api/users/${randomUUID()}`, { token })).status).toBe(403);
    expect((await app.send('PATCH', `/api/users/${randomUUID()}`, { token, body: { name: 'x' } })).status).toBe(403);
  });

  it('loses what the client is no longer registered for, and what the user is no longer', async () => {
    const boss = await buildUser(app, { role: 'admin' });
    const client = await buildClient(app);
    const { access_token: token } = await tokensOf(app, client, boss, 'openid admin');
    const list = () => app.send('GET', '/api/users', { token });
    expect((await list()).status).toBe(200);
    await rows('update users set role = $2 where id = $1', boss.id, 'member');
    expect((await list()).status).toBe(403);
    await rows('update users set role = $2 where id = $1', boss.id, 'admin');
    await rows(`update clients set scopes = '{openid}' where id = $1`, client.id);
    expect((await list()).status).toBe(403);
  });

  it('is granted no administration while the user is a member, whatever they become', async () => {
    const user = await buildUser(app);
    const client = await buildClient(app);
    const tokens = await tokensOf(app, client, user, 'openid admin');
    expect(tokens.scope).toBe('openid');
    await rows('update users set role = $2 where id = $1', user.id, 'admin');
    expect((await app.send('GET', '/api/users', { token: tokens.access_token })).status).toBe(403);
  });
});

describe('administration in a user’s name', () => {
  it('is registered by administrators and the scope admin only', async () => {
    const client = await buildClient(app);
    const [write, admin] = await Promise.all(
      ['openid write', 'openid admin'].map(
        async (scope) => (await tokensOf(app, client, administrator, scope)).access_token,
      ),
    );
    const scopes = ['openid', 'read'];
    expect((await register(service.write, { scopes })).status).toBe(403);
    expect((await register(write!, { scopes })).status).toBe(403);
    expect((await register(admin!, { scopes })).status).toBe(201);
    const { body } = await register(service.admin, { scopes });
    // Nor is a client that has it changed by less.
    for (const token of [service.write, write!])
      for (const changes of [{ redirect_uris: ['https://other.example/'] }, { client_name: 'Other' }])
        expect((await change(token, body.client_id, changes)).status).toBe(403);
  });

  it('is asked for in words at every sign-in, and never without a page', async () => {
    const client = await buildClient(app, { name: 'Console', requireConsent: false });
    const browser = await asked(administrator, authorizePath(client, { scope: 'openid admin' }));
    for (let round = 0; round < 2; round++) {
      expect(pathOf(browser.page)).toBe('/consent');
      expect(browser.page.html).toContain('in your name: do everything you can');
      expect(browser.page.html).toContain('rp.example');
      expect(answerOf(await browser.submit({ decision: 'allow' }))).toHaveProperty('code');
      const silent = await browser.open(authorizePath(client, { scope: 'openid admin', prompt: 'none' }));
      expect(answerOf(silent)).toMatchObject({ error: 'consent_required' });
      await browser.open(authorizePath(client, { scope: 'openid admin' }));
    }
    expect(answerOf(await browser.open(authorizePath(client, { scope: 'openid' })))).toHaveProperty('code');
  });
});

describe('a client that is changed', () => {
  it('takes nobody to a place that its consent page has not named', async () => {
    const { body } = await register(service.admin, { redirect_uris: ['https://shop.example/cb'], scopes: ['openid'] });
    const client = { id: body.client_id, redirectUris: ['https://shop.example/cb'] } as never;
    const browser = await asked(administrator, authorizePath(client, { scope: 'openid' }));
    expect(answerOf(await browser.submit({ decision: 'allow' }))).toHaveProperty('code');
    const redirect_uris = ['https://shop.example/cb', 'https://evil.example/cb'];
    expect((await change(service.write, body.client_id, { redirect_uris })).status).toBe(200);
    const evil = { scope: 'openid', redirect_uri: 'https://evil.example/cb' };
    const silent = await browser.open(authorizePath(client, { ...evil, prompt: 'none' }));
    expect(answerOf(silent)).toMatchObject({ error: 'consent_required' });
    const page = await browser.open(authorizePath(client, evil));
    expect([pathOf(page), page.html.includes('evil.example')]).toEqual(['/consent', true]);
    // Where the user has allowed it, it goes on as before.
    const known = await browser.open(authorizePath(client, { scope: 'openid', prompt: 'none' }));
    expect(answerOf(known)).toHaveProperty('code');
  });

  it.each<[string, (id: string) => Promise<Answer>]>([
    ['another redirect URI', (id) => change(service.admin, id, { redirect_uris: ['https://new.example/'] })],
    ['another secret', (id) => app.send('POST', `/api/clients/${id}/rotate-secret`, { token: service.admin })],
    [
      'another way to prove itself',
      (id) => change(service.admin, id, { token_endpoint_auth_method: 'client_secret_basic' }),
    ],
    ['another scope', (id) => change(service.admin, id, { scopes: ['openid', 'admin', 'email'] })],
  ])('administers no more after %s', async (_name, changed) => {
    const { body } = await register(service.admin, {
      client_type: 'confidential',
      redirect_uris: ['https://console.example/cb'],
      scopes: ['openid', 'admin'],
    });
    const client = { id: body.client_id, redirectUris: ['https://console.example/cb'] } as never;
    const browser = await asked(administrator, authorizePath(client, { scope: 'openid admin' }));
    const { code } = answerOf(await browser.submit({ decision: 'allow' }));
    const { client_secret } = body;
    const { access_token: token } = (await redeem(app, client, code!, { client_secret })).body;
    expect((await app.send('GET', '/api/users', { token })).status).toBe(200);
    expect((await changed(body.client_id)).status).toBe(200);
    expect((await app.send('GET', '/api/users', { token })).status).toBe(401);
    expect(await rows('select 1 from consents where client_id = $1', body.client_id)).toEqual([]);
  });

  it.each<[string, object]>([
    ['wider', { scopes: ['openid', 'email'] }],
    ['renamed', { client_name: 'Your Bank' }],
  ])('and is %s while its consent page is open is shown again, and gets nothing unseen', async (_name, changes) => {
    const redirectUris = ['https://shop.example/cb'];
    const { body } = await register(service.admin, { redirect_uris: redirectUris, scopes: ['openid'] });
    const client = { id: body.client_id, redirectUris } as never;
    const user = await buildUser(app);
    const browser = await asked(user, authorizePath(client, { scope: 'openid email' }));
    expect((await change(service.admin, body.client_id, changes)).status).toBe(200);
    const again = await browser.submit({ decision: 'allow' });
    expect([pathOf(again), again.status]).toEqual(['/consent', 200]);
    expect(again.html).toMatch(/See your email address|Your Bank/);
    expect(await rows('select 1 from consents where user_id = $1', user.id)).toEqual([]);
    expect(answerOf(await browser.submit({ decision: 'allow' }))).toHaveProperty('code');
  });
});

describe('the consent page', () => {
  it('names the groups, which userinfo tells every client', async () => {
    const client = await buildClient(app, { requireConsent: true });
    const { page } = await asked(await buildUser(app), authorizePath(client, { scope: 'openid' }));
    expect(page.html).toContain('the names of the groups you belong to');
  });

  it('names the resource servers, and is shown again for others', async () => {
    const resources = ['https://one.example/', 'https://two.example/'];
    const client = await buildClient(app, { requireConsent: true, resources });
    const browser = await asked(await buildUser(app), authorizePath(client, { resource: resources[0] }));
    expect(browser.page.html).toContain('https://one.example/');
    expect(answerOf(await browser.submit({ decision: 'allow' }))).toHaveProperty('code');
    expect(answerOf(await browser.open(authorizePath(client, { resource: resources[0] })))).toHaveProperty('code');
    expect(pathOf(await browser.open(authorizePath(client, { resource: resources[1] })))).toBe('/consent');
  });
});

describe('the scope write', () => {
  const UPDATE = 'mutation ($id: ID!, $input: UpdateUserInput!) { updateUser(id: $id, input: $input) { user { id } } }';

  it('does nothing to an administrator’s account', async () => {
    const boss = await buildUser(app, { role: 'admin' });
    const before = await rows('select * from users where id = $1', boss.id);
    for (const input of [{ isActive: false }, { name: 'Nobody' }, { username: randomUUID() }, { emailVerified: false }])
      expect(reasonOf(await app.graphql(service.write, UPDATE, { id: boss.id, input }))).toBe('INSUFFICIENT_SCOPE');
    const disable =
      'mutation ($id: ID!) { disableUsers(select: { ids: [$id] }) { results { changed error { code } } } }';
    expect((await app.data(service.write, disable, { id: boss.id })).disableUsers.results).toEqual([
      { changed: false, error: { code: 'INSUFFICIENT_SCOPE' } },
    ]);
    for (const mutation of ['requestPasswordReset', 'requestEmailVerification'])
      expect(
        reasonOf(
          await app.graphql(service.write, `mutation ($id: ID!) { ${mutation}(userId: $id) { user { id } } }`, {
            id: boss.id,
          }),
        ),
      ).toBe('INSUFFICIENT_SCOPE');
    const patch = await app.send('PATCH', `/api/users/${boss.id}`, { token: service.write, body: { name: 'Nobody' } });
    expect(patch.status).toBe(403);
    expect(await rows('select * from users where id = $1', boss.id)).toEqual(before);
    expect((await app.data(service.admin, disable, { id: boss.id })).disableUsers.results).toEqual([
      { changed: true, error: null },
    ]);
  });

  it('marks no address as verified and changes none', async () => {
    const { id } = await buildUser(app);
    expect(reasonOf(await app.graphql(service.write, UPDATE, { id, input: { emailVerified: true } }))).toBe(
      'INSUFFICIENT_SCOPE',
    );
    const create = 'mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } } }';
    const input = { email: `${randomUUID()}@example.com`, emailVerified: true };
    expect(reasonOf(await app.graphql(service.write, create, { input }))).toBe('INSUFFICIENT_SCOPE');
    const move =
      'mutation ($id: ID!) { requestEmailChange(userId: $id, newEmail: "evil@example.com") { user { id } } }';
    expect(reasonOf(await app.graphql(service.write, move, { id }))).toBe('INSUFFICIENT_SCOPE');
    await app.data(service.write, UPDATE, { id, input: { name: 'Other' } });
    await app.data(service.admin, UPDATE, { id, input: { emailVerified: true } });
  });
});

describe('a member’s application', () => {
  const PLAIN = { client_type: 'public', redirect_uris: ['https://evil.example/cb'] };
  const registered = async (body: object = {}) => {
    const { token } = await signedIn(app, await buildClient(app));
    const answer = await app.send('POST', '/api/clients', {
      token,
      body: { client_name: 'My own tool', ...PLAIN, post_logout_redirect_uris: ['https://evil.example/out'], ...body },
    });
    return { token, answer, client: { id: answer.body.client_id, redirectUris: PLAIN.redirect_uris } as never };
  };

  it('leads nobody anywhere who has not seen a page about it', async () => {
    const { client, answer } = await registered();
    const stranger = new BrowserLite(app.issuer);
    for (const given of [{ response_type: 'x' }, { prompt: 'none' }, { scope: 'unknown' }, { code_challenge: 'x' }]) {
      const page = await stranger.open(authorizePath(client, given));
      expect([given, page.status, page.url.startsWith(app.issuer)]).toEqual([given, 400, true]);
    }
    const browser = await asked(await buildUser(app), authorizePath(client));
    expect(answerOf(await browser.submit({ decision: 'allow' }))).toHaveProperty('code');
    // From then on it is told what it asks.
    expect(answerOf(await browser.open(authorizePath(client, { response_type: 'x' })))).toMatchObject({
      error: 'unsupported_response_type',
    });
    const out = new URLSearchParams({
      client_id: answer.body.client_id,
      post_logout_redirect_uri: 'https://evil.example/out',
    });
    const page = await stranger.open(`/oauth2/logout?${out}`);
    expect([page.status, pathOf(page)]).toEqual([200, '/logout']);
    expect(page.html).toContain('href="https://evil.example/out"');
  });

  it.each([
    'Guildhall',
    'GuiIdha11 Admin',
    'ЕХАМРLЕ',
    'Ехамрӏе',
    'Your Ехample',
    'ｅｘａｍｐｌｅ support',
    ...'ɢᴜɪʟᴅʜᴀʟʟ ᏀᏌᏆᏞᎠᎻᎪᏞᏞ ꮐꮜꮖꮮꭰꮋꭺꮮꮮ 🅶🆄🅸🅻🅳🅷🅰🅻🅻 Ⓖⓤⓘⓛⓓⓗⓐⓛⓛ 𝔊𝔲𝔦𝔩𝔡𝔥𝔞𝔩𝔩 ģųïļđħåļł ⲅuildhall ꓰꓫꓮꓟꓑꓡꓰ Gui1dhall Exarnple Gui|dhall Guild|hall 6ui1dhal1'.split(
      ' ',
    ),
    '\u202Elleh',
    'a\u200Bb',
    'Hello\u3164',
    'He\u00ADllo',
  ])('cannot be called %j, which imitates this service or the customer', async (client_name) => {
    await rows('update customers set name = $2 where id = $1', app.customer.customerId, 'Example');
    const { answer, token } = await registered({ client_name });
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_request']);
    const own = (await app.send('POST', '/api/clients', { token, body: { client_name: 'Tool', ...PLAIN } })).body;
    expect((await change(token, own.client_id, { client_name })).status).toBe(400);
  });

  it('cannot be called what the branding calls the customer', async () => {
    const NAME = `mutation ($id: ID!, $name: String) {
      updateBranding(id: $id, input: { name: $name }) { branding { name } }
    }`;
    const { customerId: id } = app.customer;
    await app.data(await app.token('admin'), NAME, { id, name: 'Nordwind' });
    expect((await registered({ client_name: 'Nordwlnd' })).answer.status).toBe(400);
    // A letter of Greek texts that Unicode takes for a sigma, and that looks like a C.
    await app.data(await app.token('admin'), NAME, { id, name: 'Acme' });
    expect((await registered({ client_name: 'ΑϹΜΕ' })).answer.status).toBe(400);
    await app.data(await app.token('admin'), NAME, { id, name: null });
    expect((await registered({ client_name: 'Nordwlnd' })).answer.status).toBe(201);
  });

  it.each([
    'Магазин',
    'Ärzteportal',
    'Kassenbuch 24',
    '日本のアプリ',
    '日本 Reisen',
    'Łódź',
    'καφές',
    'Familie 👨\u200D👩\u200D👧 ❤\uFE0F',
  ])('may be called %j', async (client_name) => {
    expect((await registered({ client_name })).answer.status).toBe(201);
  });
});
