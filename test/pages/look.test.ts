/** Pages look like the customer's whenever something tells whose they are: a client, a link, a flow or a session. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { keptMail, keptMails } from '#product';
import { useApp } from '../support/app.ts';
import { BrowserLite } from '../support/browser-lite.ts';
import { authorizePath, buildClient, buildUser, PASSWORD } from '../support/builders.ts';
import { signedIn } from '../support/logins.ts';
import { codeOf, enroll, nextStep } from '../support/mfa.ts';

const app = useApp();
const HTML = { accept: 'text/html' };
const page = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(app.issuer + path, { headers: { ...HTML, ...headers } });
  return { status: response.status, html: await response.text() };
};
const looksOurs = (html: string): boolean => html.includes(`/branding/${app.customer.customerId}.css`);

describe('the language of a sign-in’s later pages', () => {
  it('is the user’s, if the application asks for none', async () => {
    const client = await buildClient(app, { requireConsent: true });
    const plain = await buildClient(app);
    const { user, token } = await signedIn(app, plain);
    const SET = 'mutation ($id: ID!, $input: UpdateUserInput!) { updateUser(id: $id, input: $input) { user { id } } }';
    const input = { attributes: [{ name: 'locale', value: 'de' }] };
    await app.data(await app.token('admin'), SET, { id: user.id, input });
    const { secret } = await enroll(app, token);
    const walk = async (given: Record<string, string>): Promise<string[]> => {
      const browser = new BrowserLite(app.issuer);
      const shown = [await browser.open(authorizePath(client, given)), await browser.logIn(user)];
      shown.push(await browser.submit({ code: codeOf(app, secret) }));
      nextStep(app);
      return shown.map(({ html }) => /<html lang="(\w+)">/.exec(html)![1]!);
    };
    expect(await walk({})).toEqual(['en', 'de', 'de']);
    expect(await walk({ ui_locales: 'en' })).toEqual(['en', 'en', 'en']);
  });
});

describe('an error page', () => {
  it('looks like the customer of the client, and like the product if nothing tells whose it is', async () => {
    const client = await buildClient(app);
    const wrong = authorizePath(client, { redirect_uri: 'https://evil.example/' });
    const { status, html } = await page(wrong);
    expect([status, looksOurs(html)]).toEqual([400, true]);
    expect(looksOurs((await page('/nowhere')).html)).toBe(false);
    expect(looksOurs((await page('/nowhere?client_id=nobody%00')).html)).toBe(false);
    expect((await page('/nowhere?flow=no-flow')).status).toBe(404);
  });

  it('looks like the customer of whoever is signed in', async () => {
    const browser = new BrowserLite(app.issuer);
    await browser.open('/login');
    await browser.logIn(await buildUser(app));
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const { status, html } = await page('/nowhere', { cookie });
    expect([status, looksOurs(html)]).toEqual([404, true]);
  });

  it('looks like the customer of a flow that has expired or is another browser’s, by address and by form', async () => {
    const browser = new BrowserLite(app.issuer);
    const client = await buildClient(app);
    await browser.open(authorizePath(client));
    const { pathname, search } = new URL(browser.page.url);
    const foreign = await page(pathname + search);
    expect([foreign.status, looksOurs(foreign.html)]).toEqual([400, true]);
    const refused = await browser.submit({ email: 'a@b.example', password: 'x', csrf: 'made-up' });
    expect([refused.status, looksOurs(refused.html)]).toEqual([403, true]);
    app.clock.advance(3601);
    const late = await browser.open(pathname + search);
    expect([late.status, looksOurs(late.html)]).toEqual([400, true]);
  });
});

describe('a link that no longer works', () => {
  it('still looks like the customer’s, and an unknown one does not', async () => {
    const email = `${randomUUID()}@example.com`;
    const CREATE = 'mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } } }';
    await app.data(await app.token('admin'), CREATE, { input: { email, sendInvitation: true } });
    const { runtime } = app.server;
    const { id } = (await keptMails(runtime)).find(({ to }) => to === email)!;
    const { text } = (await keptMail(runtime, id))!;
    const link = new URL(/https?:\S+\/activate\S+/.exec(text)![0]);
    app.clock.advance(25 * 3600);
    const expired = await page(link.pathname + link.search);
    expect([expired.status, looksOurs(expired.html)]).toEqual([410, true]);
    const wrongPurpose = await page(`/verify-email${link.search}`);
    expect([wrongPurpose.status, looksOurs(wrongPurpose.html)]).toEqual([410, true]);
    const unknown = await page('/activate?token=unknown');
    expect([unknown.status, looksOurs(unknown.html)]).toEqual([410, false]);
  });
});

describe('a sign-in at a server of several customers', () => {
  it('belongs to the customer of the client that it leads back to', async () => {
    await app.newCustomer('Other-House');
    const client = await buildClient(app);
    const returnTo = new URLSearchParams({ return_to: authorizePath(client) });
    expect(looksOurs((await page(`/login?${returnTo}`)).html)).toBe(true);
    expect(looksOurs((await page('/login')).html)).toBe(false);
    expect(looksOurs((await page('/login?return_to=/account')).html)).toBe(false);
    expect(looksOurs((await page(`/logout?client_id=${client.id}`)).html)).toBe(true);
  });
});

describe('the page to change the password', () => {
  it('shows what was typed, and changes nothing by that', async () => {
    const user = await buildUser(app);
    const browser = new BrowserLite(app.issuer);
    await browser.open('/login');
    await browser.logIn(user);
    await browser.open('/account/password');
    const typed = { current_password: PASSWORD, password: 'some new words', confirmation: 'some "other" words' };
    const shown = await browser.submit({ ...typed, reveal: 'on' });
    expect(shown.status).toBe(200);
    expect(shown.html).toMatch(/name="current_password" type="text"[^>]*value="[^"]+"/);
    expect(shown.html).toMatch(/name="confirmation" type="text"[^>]*value="some &quot;other&quot; words"/);
    expect((await browser.submit({ reveal: 'off' })).html).toMatch(
      /name="password" type="password"[^>]*value="some new/,
    );
    expect((await browser.submit({ confirmation: 'some new words' })).html).toContain('Your password is changed');
  });
});
