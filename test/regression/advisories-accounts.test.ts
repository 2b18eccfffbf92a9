/**
 * What has gone wrong in comparable servers and was published, tried here through the front door: accounts, pages and
 * what the server can be made to do. `advisories.test.ts` has what concerns applications and their tokens.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '../../src/modules/clients/index.ts';
import { TestApp } from '../support/app.ts';
import { BrowserLite } from '../support/browser-lite.ts';
import { answerOf, authorizePath, buildClient, buildUser, type BuiltUser, PASSWORD } from '../support/builders.ts';
import { tokensOf } from '../support/logins.ts';
import { Mailbox } from '../support/mailbox.ts';
import { codeOf as totpOf, enroll, nextStep } from '../support/mfa.ts';
import { queriesOf } from '../support/queries.ts';
import { until } from '../support/until.ts';

const mailbox = new Mailbox();
let app: TestApp;
let client: Client;
let admin: string;

beforeAll(async () => {
  await mailbox.start();
  app = new TestApp({ SMTP_URL: mailbox.url, SIGNUP_ENABLED: 'true' });
  await app.start();
  client = await buildClient(app);
  admin = await app.token('admin');
});
afterAll(async () => {
  await app.stop();
  await mailbox.stop();
});

const SESSION = 'guildhall_session';

async function atLogin(): Promise<BrowserLite> {
  const browser = new BrowserLite(app.issuer);
  await browser.open(authorizePath(client));
  return browser;
}

const pathOf = ({ page }: BrowserLite): string => new URL(page.url).pathname;
/** Pages read their customer anew every ten seconds, whoever asks. */
const READ_FOR_PAGES = /from "(customers|brandings)" /;

const isAtClient = ({ page }: BrowserLite): boolean => page.url.startsWith('https://rp.example/');

describe('sessions', () => {
  it('could be fixed by whoever planted a cookie', async () => {
    const planted = 'a-session-secret-that-somebody-else-knows-too';
    const browser = await atLogin();
    browser.cookies.set(SESSION, planted);
    await browser.logIn(await buildUser(app));
    expect(isAtClient(browser)).toBe(true);
    expect(browser.cookies.get(SESSION)).not.toBe(planted);
    const thief = await atLogin();
    thief.cookies.set(SESSION, planted);
    await thief.open(authorizePath(client, { prompt: 'none' }));
    expect(answerOf(thief.page)).toMatchObject({ error: 'login_required' });
  });

  it('kept their secret when another user signed in', async () => {
    const browser = await atLogin();
    await browser.logIn(await buildUser(app));
    const before = browser.cookies.get(SESSION)!;
    await browser.open(authorizePath(client, { prompt: 'login' }));
    await browser.logIn(await buildUser(app));
    expect(browser.cookies.get(SESSION)).not.toBe(before);
    const thief = await atLogin();
    thief.cookies.set(SESSION, before);
    expect(answerOf(await thief.open(authorizePath(client, { prompt: 'none' })))).toMatchObject({
      error: 'login_required',
    });
  });
});

describe('signing in', () => {
  it('was done for somebody by another site (login CSRF)', async () => {
    const attacker = await atLogin();
    const user = await buildUser(app);
    const { action, values } = attacker.form();
    const body = new URLSearchParams([...values].filter(([name]) => name !== 'email' && name !== 'password'));
    body.set('email', user.email);
    body.set('password', PASSWORD);
    for (const cookie of ['', 'guildhall_browser=somebody-else']) {
      const { status, headers } = await app.send('POST', action, { body, headers: { cookie } });
      expect([400, 403]).toContain(status);
      expect(headers.get('set-cookie') ?? '').not.toContain(SESSION);
    }
  });

  it('told by the work it took who has an account', async () => {
    const attempts: string[][] = [];
    const pages: string[] = [];
    for (const email of [(await buildUser(app)).email, `${randomUUID()}@example.com`]) {
      const browser = await atLogin();
      const queries = await queriesOf(() => browser.logIn({ email, password: 'not the password' }));
      attempts.push(queries.filter((query) => !READ_FOR_PAGES.test(query)));
      const { status, html } = browser.page;
      pages.push(`${status} ${html.replaceAll(email, 'X').replaceAll(/[\w-]{40,}/g, 'Y')}`);
    }
    expect(attempts[0]).toEqual(attempts[1]);
    expect(pages[0]).toBe(pages[1]);
  });

  it('sent the visitor to whatever address stood beside the flow', async () => {
    const browser = await atLogin();
    const { page } = browser;
    for (const name of ['next', 'redirect', 'return_to', 'redirect_uri', 'continue']) {
      await browser.open(`${page.url}&${name}=${encodeURIComponent('https://evil.example/')}`);
      expect(browser.page.html).not.toContain('evil.example');
    }
    for (const path of ['//evil.example/', '/\\evil.example/', '/login/..//evil.example/', '/%2f%2fevil.example/'])
      expect((await app.send('GET', path)).headers.get('location') ?? '').not.toContain('evil.example');
  });

  it('ran what stood in a name, a hint or an error', async () => {
    const script = '<img src=x onerror=alert(1)>';
    const named = await buildClient(app, { name: script, requireConsent: true });
    const browser = new BrowserLite(app.issuer);
    const pages = [(await browser.open(authorizePath(named, { login_hint: script, ui_locales: script }))).html];
    pages.push((await browser.logIn(await buildUser(app, { name: script }))).html);
    pages.push((await browser.open(`/oauth2/authorize?client_id=${encodeURIComponent(script)}`)).html);
    pages.push((await browser.open('/account')).html);
    for (const html of pages) expect(html).not.toContain('<img src=x');
    expect(browser.page.headers.get('content-security-policy')).toContain("default-src 'none'");
  });
});

describe('second factors', () => {
  let user: BuiltUser;
  let secret: string;
  let token: string;

  beforeAll(async () => {
    user = await buildUser(app);
    token = (await tokensOf(app, client, user, 'openid')).access_token;
    ({ secret } = await enroll(app, token));
  });

  it('were passed by after a password was reset', async () => {
    const request = 'mutation ($id: ID!) { requestPasswordReset(userId: $id) { user { id } } }';
    const own = await buildUser(app);
    const { secret: ownSecret } = await enroll(app, (await tokensOf(app, client, own, 'openid')).access_token);
    await app.data(await app.token('admin'), request, { id: own.id });
    const browser = new BrowserLite(app.issuer);
    const link = await until(async () => mailbox.to(own.email).find((mail) => mail.link.includes('/reset-password')));
    await browser.open(link.link);
    const password = 'a quite different password';
    await browser.submit({ password, confirmation: password });
    expect(browser.cookies.has(SESSION)).toBe(false);
    await browser.open(authorizePath(client));
    await browser.logIn({ email: own.email, password });
    expect(pathOf(browser)).toBe('/second-factor');
    await browser.submit({ code: totpOf(app, ownSecret) });
    expect(isAtClient(browser)).toBe(true);
  });

  it('were skipped by going on as if they had been given', async () => {
    const browser = await atLogin();
    await browser.logIn(user);
    expect(pathOf(browser)).toBe('/second-factor');
    const flow = browser.form().values.get('flow')!;
    await browser.open(`/oauth2/authorize/continue?flow=${flow}`);
    expect(isAtClient(browser)).toBe(false);
    for (const path of ['/account', '/consent', '/select-account']) {
      await browser.open(`${path}?flow=${flow}`);
      expect(browser.page.html).not.toContain('Some Body');
    }
    expect(browser.cookies.has(SESSION)).toBe(false);
  });

  it('took a code that was used before, on this path or another', async () => {
    nextStep(app);
    const code = totpOf(app, secret);
    const browser = await atLogin();
    await browser.logIn(user);
    await browser.submit({ code });
    expect(isAtClient(browser)).toBe(true);
    const again = await atLogin();
    await again.logIn(user);
    expect((await again.submit({ code })).status).toBe(400);
    expect((await app.send('POST', '/api/mfa/disable', { token, body: { code } })).status).toBe(400);
  });

  it('could be guessed in one request with many aliases', async () => {
    const guesses = Array.from({ length: 60 }, (_, index) => `g${index}: disableMfa(code: "${100_000 + index}")`);
    const { status } = await app.graphql(token, `mutation { ${guesses.join(' ')} }`);
    expect(status).toBe(400);
    const batch = [{ query: '{ __typename }' }, { query: '{ __typename }' }];
    expect((await app.send('POST', '/graphql', { token, body: batch })).status).toBe(400);
  });
});

describe('what could be written', () => {
  it('were fields nobody was to write (mass assignment)', async () => {
    const user = await buildUser(app);
    const { access_token: token } = await tokensOf(app, client, user, 'openid');
    const fields = {
      role: 'admin',
      customer_id: randomUUID(),
      email_verified: true,
      mfa_enabled: true,
      id: randomUUID(),
    };
    const named = { ...fields, name: 'Changed', password_hash: 'x', __proto__: { isActive: false } };
    expect((await app.send('PUT', `/api/users/${user.id}`, { token, body: named })).status).toBe(200);
    const { rows } = await app.server.database.pool.query(
      'select role, customer_id, email_verified, name, is_active from users where id = $1',
      [user.id],
    );
    const { customerId } = app.customer;
    expect(rows).toEqual([
      { role: 'member', customer_id: customerId, email_verified: false, name: 'Changed', is_active: true },
    ]);
    const own = { client_name: 'Mine', redirect_uris: ['https://rp.example/cb'] };
    const grand = { ...own, require_consent: false, scopes: ['openid', 'admin'], grant_types: ['client_credentials'] };
    expect([400, 403]).toContain((await app.send('POST', '/api/clients', { token, body: grand })).status);
    const foreign = {
      ...own,
      customer_id: randomUUID(),
      owner_id: randomUUID(),
      client_id: 'chosen',
      secret: 'chosen',
    };
    const { status, body } = await app.send('POST', '/api/clients', { token, body: foreign });
    expect(status).toBe(201);
    expect(body.client_id).not.toBe('chosen');
    expect(body.client_secret).not.toBe('chosen');
  });

  it('were other tenants’ rows, named by their ids', async () => {
    const strangers = await app.token('admin', await app.newCustomer());
    const user = await buildUser(app);
    const calls = [
      ['GET', `/api/users/${user.id}`],
      ['PUT', `/api/users/${user.id}`],
      ['DELETE', `/api/users/${user.id}`],
      ['GET', `/api/clients/${client.id}`],
      ['PUT', `/api/clients/${client.id}`],
      ['POST', `/api/clients/${client.id}/rotate-secret`],
      ['DELETE', `/api/clients/${client.id}`],
    ] as const;
    for (const [method, path] of calls) {
      const body = method === 'PUT' ? { name: 'x', client_name: 'x' } : undefined;
      expect([method, path, (await app.send(method, path, { token: strangers, body })).status]).toEqual([
        method,
        path,
        404,
      ]);
    }
  });
});

describe('mails', () => {
  it('led to the host that a request had named', async () => {
    const email = `${randomUUID()}@example.com`;
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', origin: 'https://evil.example' };
    const body = { email, send_invitation: true };
    expect((await app.send('POST', '/api/users', { token: admin, body, headers })).status).toBe(201);
    const { link, source } = await mailbox.next(email);
    expect(link.startsWith(`${app.issuer}/`)).toBe(true);
    expect(source).not.toContain('evil.example');
  });

  it('went to two addresses, or carried headers of somebody’s choice', async () => {
    for (const email of [
      'a@b.example,c@d.example',
      'a@b.example\r\nBcc: c@d.example',
      '"a@b.example" <c@d.example>',
      'a@b@c',
    ])
      expect((await app.send('POST', '/api/users', { token: admin, body: { email } })).status).toBe(400);
  });
});

describe('requests of the server’s own', () => {
  it('went to whatever address was registered (SSRF)', async () => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url!);
      response.end('{}');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const addresses = { logo_uri: `${url}/logo`, tos_uri: `${url}/tos`, policy_uri: `${url}/policy` };
    const body = { client_name: 'x', redirect_uris: ['https://rp.example/cb'], ...addresses };
    const { body: made } = await app.send('POST', '/api/clients', { token: admin, body });
    await app.send(
      'GET',
      `/oauth2/authorize?client_id=${made.client_id}&request_uri=${encodeURIComponent(`${url}/r`)}`,
    );
    await app.send('GET', `/oauth2/authorize?client_id=${made.client_id}&redirect_uri=${encodeURIComponent(url)}`);
    server.close();
    expect(asked).toEqual([]);
  });
});
