import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestApp, useApp } from '../support/app.ts';
import { BrowserLite } from '../support/browser-lite.ts';
import { authorizePath, buildClient, buildUser } from '../support/builders.ts';
import { Mailbox } from '../support/mailbox.ts';

const mailbox = new Mailbox();
let app: TestApp;
beforeAll(async () => {
  await mailbox.start();
  app = new TestApp({ SMTP_URL: mailbox.url, SIGNUP_ENABLED: 'true' });
  await app.start();
});
afterAll(async () => {
  await app.stop();
  await mailbox.stop();
});
const below = useApp({ BASE_URL: 'http://localhost/id' });
const HTML = { accept: 'text/html,application/xhtml+xml' };

describe('a page that is opened by another name of the host', () => {
  const there = () => new URL(app.issuer).origin.replace('localhost', '127.0.0.1');
  const open = (path: string, headers: Record<string, string> = {}) =>
    fetch(there() + path, { redirect: 'manual', headers: { ...HTML, ...headers } });

  it('leads to the same page by the name of the server', async () => {
    const client = await buildClient(app);
    for (const path of ['/login?return_to=/console', '/signup', '/forgot-password', '/device', authorizePath(client)]) {
      const { status, headers } = await open(path);
      const url = new URL(headers.get('location')!);
      expect([status, url.origin, url.pathname]).toEqual([303, app.issuer, new URL(app.issuer + path).pathname]);
      for (const [name, value] of new URL(app.issuer + path).searchParams)
        expect(url.searchParams.get(name)).toBe(value);
    }
    const browser = new BrowserLite(app.issuer);
    await browser.open((await open('/login?return_to=/account/sessions')).headers.get('location')!);
    expect((await browser.logIn(await buildUser(app))).url).toBe(`${app.issuer}/account/sessions`);
  });

  it('sends no browser to and fro whose name of the host a proxy hides', async () => {
    const { headers } = await open('/login');
    const { search } = new URL(headers.get('location')!);
    const second = await open(`/login${search}`);
    expect(second.status).toBe(200);
    const [cookie = ''] = second.headers.getSetCookie();
    expect((await open('/login', { cookie: cookie.split(';')[0]! })).status).toBe(200);
  });

  it('says where the server is if it has a form that cannot be accepted from there', async () => {
    const { status, text } = await app.send('POST', '/login', {
      body: new URLSearchParams({ email: 'x', password: 'y' }),
      headers: { origin: there() },
    });
    // The request goes to the right name all the same, so it is another site's.
    expect([status, text.includes('This page belongs to another browser')]).toEqual([403, true]);
    const answer = await fetch(`${there()}/login`, {
      method: 'POST',
      headers: { ...HTML, origin: there() },
      body: new URLSearchParams({ email: 'x', password: 'y' }),
    });
    const page = await answer.text();
    expect(answer.status).toBe(403);
    expect(page).toContain('This page has another address');
    expect(page).toContain(`This server is at ${app.issuer}.`);
  });

  it('is not led anywhere for programs, whose probes have names of their own', async () => {
    const { status } = await fetch(`${there()}/login`, { redirect: 'manual', headers: { accept: '*/*' } });
    expect(status).toBe(200);
  });
});

describe('/.well-known/change-password', () => {
  it('leads to the page that changes the password, by way of the login page', async () => {
    const browser = new BrowserLite(app.issuer);
    await browser.open('/.well-known/change-password');
    expect(new URL(browser.page.url).pathname).toBe('/login');
    const page = await browser.logIn(await buildUser(app));
    expect([page.url, page.html.includes('current_password')]).toEqual([`${app.issuer}/account/password`, true]);
    expect((await browser.open('/.well-known/change-password')).url).toBe(`${app.issuer}/account/password`);
    expect((await browser.open('/.well-known/resource-that-should-not-exist')).status).toBe(404);
  });

  it('is at the root of the host, and below the issuer', async () => {
    const { port } = below.server;
    for (const path of ['/.well-known/change-password', '/id/.well-known/change-password']) {
      const { headers } = await fetch(`http://localhost:${port}${path}`, { redirect: 'manual' });
      expect(headers.get('location')).toBe('/id/account/password');
    }
  });
});

describe('/forgot-password, opened without a sign-in', () => {
  it('sends the link, fills in an address that it is given, and leads back to the login page', async () => {
    const user = await buildUser(app);
    const browser = new BrowserLite(app.issuer);
    await browser.open(`/forgot-password?login_hint=${encodeURIComponent(user.email)}`);
    expect(browser.form().values.get('email')).toBe(user.email);
    const { status, html } = await browser.submit();
    expect(status).toBe(200);
    expect((await mailbox.next(user.email)).subject).toBe('Set a new password');
    const [, back = ''] = /<a href="(\/login\?flow=[^"]+)"/.exec(html) ?? [];
    await browser.open(back);
    expect((await browser.logIn(user)).url).toBe(`${app.issuer}/account`);
  });

  it('answers alike where nobody has the address', async () => {
    const browser = new BrowserLite(app.issuer);
    await browser.open('/forgot-password');
    expect((await browser.submit({ email: `${randomUUID()}@example.com` })).status).toBe(200);
    await browser.open('/forgot-password');
    expect((await browser.submit({ email: 'no address' })).status).toBe(400);
  });
});
