import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '../../src/modules/clients/index.ts';
import { STYLE_HASH } from '#product';
import { useApp } from '../support/app.ts';
import { BrowserLite } from '../support/browser-lite.ts';
import { answerOf, authorizePath, buildClient, buildUser, type BuiltUser } from '../support/builders.ts';
import { queriesOf } from '../support/queries.ts';

const app = useApp();
let client: Client;
let user: BuiltUser;

beforeAll(async () => {
  client = await buildClient(app);
  user = await buildUser(app);
});

async function atLogin(given?: Record<string, string>): Promise<BrowserLite> {
  const browser = new BrowserLite(app.issuer);
  await browser.open(authorizePath(client, given));
  return browser;
}

const rows = async (text: string, ...values: unknown[]) => (await app.server.database.pool.query(text, values)).rows;

describe('the login page', () => {
  it('RFC 6749 §10.13, RFC 9700 §4.2.4, §4.16: runs no script but its own, is framed by nobody, cached nowhere, and tells nobody where one came from', async () => {
    const { headers, html } = (await atLogin()).page;
    const policy = headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`style-src 'self' '${STYLE_HASH}'`);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("form-action 'self' https://rp.example;");
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect(html.match(/<script[^>]*>[^<]*/g)).toEqual([
      expect.stringMatching(/^<script src="\/passkeys-\w+\.js" defer>$/),
    ]);
  });

  it.each([
    ['com.example.app:/callback', 'com.example.app:'],
    ['http://127.0.0.1:51004/callback', 'http://127.0.0.1:51004'],
    ['http://[::1]:51004/callback', 'http:'],
  ])('lets its form end at %s', async (redirectUri, target) => {
    const native = await buildClient(app, { redirectUris: [redirectUri] });
    const browser = new BrowserLite(app.issuer);
    const { headers } = await browser.open(authorizePath(native));
    expect(headers.get('content-security-policy')).toContain(`form-action 'self' ${target};`);
    expect((await browser.logIn(user)).url.startsWith(`${redirectUri}?code=`)).toBe(true);
  });

  it('says for which application, and fills in the address the application hints at', async () => {
    const { html } = (await atLogin({ login_hint: 'some"<body>@example.com' })).page;
    expect(html).toContain('Some Application');
    expect(html).toContain('value="some&quot;&lt;body>@example.com"');
  });

  it('is not reached by a flow of another browser, an old one, or something made up', async () => {
    const { url } = (await atLogin()).page;
    const stranger = new BrowserLite(app.issuer);
    expect(await stranger.open(url)).toMatchObject({ status: 400, html: expect.stringContaining('another browser') });
    await stranger.open(authorizePath(client));
    expect(await stranger.open(url)).toMatchObject({ status: 400, html: expect.stringContaining('another browser') });
    expect(await stranger.open('/login?flow=bWFkZSB1cA')).toMatchObject({ status: 400 });
    expect(await stranger.open('/oauth2/authorize/continue')).toMatchObject({ status: 400 });
    const late = await atLogin();
    app.clock.advance(3600);
    expect(await late.logIn(user)).toMatchObject({ status: 400, html: expect.stringContaining('expired') });
  });
});

describe('signing in', () => {
  it('starts a session, notes the login and leaves a trail, all in one statement', async () => {
    const newcomer = await buildUser(app);
    const browser = await atLogin();
    const queries = await queriesOf(() =>
      browser.submit({ email: newcomer.email, password: newcomer.password }, { 'user-agent': 'Lite/1' }),
    );
    // The flow’s client with the user, two counters up, the login with the code.
    expect(queries).toHaveLength(3);
    const [seen] = await rows('select login_count, last_login from users where id = $1', newcomer.id);
    expect(seen).toMatchObject({ login_count: 1, last_login: expect.anything() });
    const sessions = await rows('select id, amr, user_agent, ip from sessions where user_id = $1', newcomer.id);
    expect(sessions).toMatchObject([{ amr: ['pwd'], user_agent: 'Lite/1', ip: expect.stringContaining('127.0.0.1') }]);
    const trail = await rows(
      'select action, actor_type, actor_id, details from audit_events where subject_id = $1',
      newcomer.id,
    );
    expect(trail).toEqual([
      {
        action: 'login.succeeded',
        actor_type: 'user',
        actor_id: newcomer.id,
        details: { amr: ['pwd'], clientId: client.id, sessionId: sessions[0].id },
      },
    ]);
  });

  it('keeps only the hash of the session’s secret, in a cookie no script reads', async () => {
    const browser = await atLogin();
    const { action, values } = browser.form();
    for (const [name, value] of Object.entries({ email: user.email, password: user.password })) values.set(name, value);
    const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
    const { status, headers } = await app.send('POST', new URL(action, app.issuer).pathname, {
      body: values,
      headers: { cookie },
    });
    expect(status).toBe(303);
    expect(headers.get('location')).toMatch(/^https:\/\/rp\.example\/callback\?code=/);
    const [set = ''] = headers.getSetCookie();
    expect(set).toMatch(/^guildhall_session=[\w-]{65}; Path=\/; HttpOnly; SameSite=Lax$/);
    const secret = /=([\w-]+)/.exec(set)?.[1] ?? '';
    expect(await rows('select 1 from sessions where secret_hash = sha256($1)', Buffer.from(secret))).toHaveLength(1);
  });

  it('knows an address whatever its case and Unicode form, and a password whatever its Unicode form', async () => {
    const { PasswordHasher } = await import('#product');
    const passwordHash = await app.server.runtime.get(PasswordHasher).hash('cafe\u0301 cafe\u0301');
    await buildUser(app, { email: 'Zoë.Case@Example.com', passwordHash });
    const page = await (
      await atLogin()
    ).submit({ email: ' ZOE\u0308.case@EXAMPLE.com ', password: 'caf\u00e9 caf\u00e9' });
    expect(answerOf(page)).toHaveProperty('code');
  });

  it('goes on with the session this browser has of the same user, under a new secret', async () => {
    const twice = await buildUser(app);
    const browser = await atLogin();
    await browser.logIn(twice);
    const session = async () =>
      rows('select id, extract(epoch from auth_time)::float as at from sessions where user_id = $1', twice.id);
    const [first] = await session();
    const secret = browser.cookies.get('guildhall_session') ?? '';
    app.clock.advance(10);
    await browser.open(authorizePath(client, { prompt: 'login' }));
    await browser.logIn(twice);
    const [second, ...others] = await session();
    expect(others).toEqual([]);
    expect(second.id).toBe(first.id);
    expect(second.at).toBeGreaterThanOrEqual(first.at + 10);
    expect(browser.cookies.get('guildhall_session')).not.toBe(secret);
    const stolen = new BrowserLite(app.issuer);
    stolen.cookies.set('guildhall_session', secret);
    expect((await stolen.open('/account')).html).toContain('Sign in');
    const trail = await rows(`select details->>'sessionId' as id from audit_events where subject_id = $1`, twice.id);
    expect(trail).toEqual([{ id: first.id }, { id: first.id }]);
  });

  it('ends the session this browser has of another user', async () => {
    const before = await buildUser(app);
    const after = await buildUser(app);
    const browser = await atLogin();
    await browser.logIn(before);
    await browser.open(authorizePath(client, { prompt: 'login' }));
    await browser.logIn(after);
    expect(await rows('select 1 from sessions where user_id = $1', before.id)).toEqual([]);
    expect(await rows('select 1 from sessions where user_id = $1', after.id)).toHaveLength(1);
  });

  it('hashes the password anew when the stored hash has other parameters', async () => {
    const { hash } = await import('argon2');
    const passwordHash = await hash('an older password', { memoryCost: 8192, timeCost: 1, parallelism: 1 });
    const veteran = await buildUser(app, { passwordHash });
    await (await atLogin()).logIn({ email: veteran.email, password: 'an older password' });
    const [{ password_hash: upgraded }] = await rows('select password_hash from users where id = $1', veteran.id);
    expect(upgraded).toMatch(/^\$argon2id\$v=19\$m=19456,(t=2,p=1|p=1,t=2)\$/);
    const again = await (await atLogin()).logIn({ email: veteran.email, password: 'an older password' });
    expect(answerOf(again)).toHaveProperty('code');
  });

  it('lets eight logins of one user pass at once', async () => {
    const busy = await buildUser(app);
    const browsers = await Promise.all(Array.from({ length: 8 }, () => atLogin()));
    const pages = await Promise.all(browsers.map((browser) => browser.logIn(busy)));
    expect(new Set(pages.map((page) => answerOf(page)['code'])).size).toBe(8);
    const [{ login_count: count }] = await rows('select login_count from users where id = $1', busy.id);
    expect(count).toBe(8);
  });
});

describe('a login refused', () => {
  it('says the same of an unknown user, a wrong password, a disabled user and one without a password', async () => {
    const disabled = await buildUser(app, { isActive: false });
    const passwordless = await buildUser(app, { passwordHash: null });
    const [{ last }] = await rows(`select coalesce(max(id::text), '') as last from audit_events`);
    const tries = [
      { email: 'nobody@example.com', password: user.password },
      { email: user.email, password: 'not the password' },
      { email: disabled.email, password: disabled.password },
      { email: passwordless.email, password: '' },
      { email: user.email, password: 'x'.repeat(2000) },
    ];
    const bodies = new Set<string>();
    for (const attempt of tries) {
      const browser = await atLogin();
      const { status, html, headers } = await browser.logIn(attempt);
      expect(status).toBe(400);
      expect(html).toContain('do not match');
      expect(headers.getSetCookie()).toEqual([]);
      expect(html).not.toContain(attempt.password || 'no such text');
      bodies.add(html.replaceAll(/(value|href|data-options)="[^"]*"/g, ''));
    }
    expect(bodies.size).toBe(1);
    const trail = await rows(
      `select details->>'reason' as reason, subject_id, actor_type from audit_events where action = 'login.failed' and id::text > $1 order by id`,
      last,
    );
    expect(trail).toMatchObject([
      { reason: 'unknown_user', subject_id: 'unknown', actor_type: 'anonymous' },
      { reason: 'wrong_password', subject_id: user.id },
      { reason: 'disabled', subject_id: disabled.id },
      { reason: 'no_password', subject_id: passwordless.id },
      { reason: 'wrong_password', subject_id: user.id },
    ]);
  });

  it('can be followed by a right one on the same page', async () => {
    const browser = await atLogin({ state: 'kept' });
    await browser.logIn({ email: user.email, password: 'not the password' });
    expect(browser.form().values.get('email')).toBe(user.email);
    expect(answerOf(await browser.logIn(user))).toMatchObject({ code: expect.anything(), state: 'kept' });
  });

  it('leaves the session that this browser has', async () => {
    const staying = await buildUser(app);
    const browser = await atLogin();
    await browser.logIn(staying);
    await browser.open(authorizePath(client, { prompt: 'login' }));
    await browser.logIn({ email: user.email, password: 'not the password' });
    expect(await rows('select 1 from sessions where user_id = $1', staying.id)).toHaveLength(1);
  });

  it('knows users of the client’s customer only', async () => {
    const elsewhere = await app.newCustomer();
    const foreign = await buildUser(app, { customerId: elsewhere.customerId });
    expect((await (await atLogin()).logIn(foreign)).status).toBe(400);
  });
});

describe('a form that is not ours', () => {
  it.each<[string, Record<string, string>, Record<string, string>]>([
    ['without its token', { csrf: '' }, {}],
    ['with a made-up token', { csrf: 'made-up' }, {}],
    ['posted from another origin', {}, { origin: 'https://evil.example' }],
    ['posted from another site', {}, { 'sec-fetch-site': 'cross-site' }],
    ['posted from a neighboring host', {}, { 'sec-fetch-site': 'same-site' }],
  ])('%s signs nobody in', async (_name, fields, headers) => {
    const browser = await atLogin();
    const page = await browser.submit({ email: user.email, password: user.password, ...fields }, headers);
    expect(page.status).toBe(403);
    expect(browser.cookies.has('guildhall_session')).toBe(false);
  });

  it('RFC 6749 §10.12: made for one browser signs nobody in in another (login CSRF)', async () => {
    const attacker = await atLogin();
    const victim = await atLogin();
    const page = await victim.submit({
      ...Object.fromEntries(attacker.form().values),
      email: user.email,
      password: user.password,
    });
    expect(page.status).toBe(400);
    expect(victim.cookies.has('guildhall_session')).toBe(false);
  });

  it('made for one flow is no good for another', async () => {
    const browser = await atLogin();
    const flow = browser.form().values.get('flow') ?? '';
    await browser.open(authorizePath(client, { state: 'second' }));
    expect((await browser.submit({ flow, email: user.email, password: user.password })).status).toBe(403);
  });

  it('with a field twice, a NUL byte or another content type is refused', async () => {
    const browser = await atLogin();
    const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
    const { values } = browser.form();
    const send = (body: unknown) => app.send('POST', '/login', { body, headers: { cookie } });
    expect((await send(new URLSearchParams(`${values}&email=a&email=b`))).status).toBe(400);
    expect((await send(new URLSearchParams(`${values}&password=%00`))).status).toBe(400);
    expect((await send({ email: user.email })).status).toBe(400);
    expect((await send(new URLSearchParams({ email: 'x'.repeat(70_000) }))).status).toBe(400);
  });
});
