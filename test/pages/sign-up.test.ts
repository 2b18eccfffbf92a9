import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '../../src/modules/clients/index.ts';
import { useApp } from '../support/app.ts';
import { BrowserLite } from '../support/browser-lite.ts';
import { answerOf, authorizePath, buildClient, buildUser } from '../support/builders.ts';

const app = useApp({ SIGNUP_ENABLED: 'true' });
const closed = useApp();
let client: Client;

beforeAll(async () => {
  client = await buildClient(app);
});

const password = 'analytical engines, plural';
const person = (given: Record<string, string> = {}) => ({
  name: 'Ada Lovelace',
  email: `${randomUUID()}@example.com`,
  password,
  confirmation: password,
  ...given,
});

/** A browser that an application has sent to make an account. */
async function asked(given: Record<string, string> = {}): Promise<BrowserLite> {
  const browser = new BrowserLite(app.issuer);
  await browser.open(authorizePath(client, { prompt: 'create', ...given }));
  return browser;
}

const users = async (email: string) =>
  (await app.server.database.pool.query('select name, email_verified from users where email = $1', [email])).rows;

describe('the sign-up page', () => {
  it('makes an account, and the sign-in that led to it goes on', async () => {
    const browser = await asked({ login_hint: 'ada@example.com' });
    expect(new URL(browser.page.url).pathname).toBe('/signup');
    expect(browser.form().values.get('email')).toBe('ada@example.com');
    const ada = person();
    const page = await browser.submit(ada);
    expect([page.status, page.html]).toEqual([200, expect.stringContaining('Your account is ready')]);
    expect(await users(ada.email)).toEqual([{ name: 'Ada Lovelace', email_verified: false }]);
    const [, next = ''] = /<a href="([^"]+)" class="button"/.exec(page.html) ?? [];
    await browser.open(next.replaceAll('&amp;', '&'));
    expect(answerOf(await browser.logIn(ada))).toHaveProperty('code');
  });

  it('is linked from the login page, and shown without an application too', async () => {
    const browser = new BrowserLite(app.issuer);
    const { html } = await browser.open(authorizePath(client));
    const [, link = ''] = /<a href="(\/signup\?flow=[^"]+)"/.exec(html) ?? [];
    expect((await browser.open(link)).html).toContain('Create an account');
    const ada = person();
    await browser.open('/signup');
    await browser.submit(ada);
    await browser.open('/login');
    expect(new URL((await browser.logIn(ada)).url).pathname).toBe('/account');
  });

  it.each([
    [{ email: 'nobody' }, 'Please enter an email address', 'email'],
    [{ name: '\u200b' }, 'Please enter your name', 'name'],
    [{ password: 'short', confirmation: 'short' }, 'at least 8 characters', 'password'],
    [{ confirmation: 'something else' }, 'The two passwords are not the same', 'confirmation'],
  ])('says beside the field what is wrong with %j and keeps what was typed', async (given, words, field) => {
    const browser = await asked();
    const typed = person(given);
    const page = await browser.submit(typed);
    expect([page.status, page.html]).toEqual([400, expect.stringContaining(words)]);
    expect(page.html).toMatch(new RegExp(`name="${field}"[^>]*aria-invalid="true"`));
    expect(browser.form().values.get('email')).toBe(typed.email);
    expect(page.html).not.toContain(typed.password);
    expect(await users(typed.email)).toEqual([]);
  });

  it('says that an address is taken', async () => {
    const { email } = await buildUser(app);
    const page = await (await asked()).submit(person({ email }));
    expect([page.status, page.html]).toEqual([400, expect.stringContaining('An account with this email')]);
  });

  it('takes no form but that of its own flow and browser', async () => {
    const browser = await asked();
    const values = Object.fromEntries(browser.form().values);
    const typed = person();
    expect((await browser.submit({ ...typed, csrf: 'x' })).status).toBe(403);
    const stranger = new BrowserLite(app.issuer);
    await stranger.open('/signup');
    expect((await stranger.submit({ ...typed, ...values })).status).toBe(400);
    expect(await users(typed.email)).toEqual([]);
  });

  it('is not for the users of another customer, whose login page has no link to it', async () => {
    const { customerId } = await app.newCustomer();
    const elsewhere = await buildClient(app, { customerId });
    const browser = new BrowserLite(app.issuer);
    const page = await browser.open(authorizePath(elsewhere, { prompt: 'create' }));
    expect(new URL(page.url).pathname).toBe('/login');
    expect(page.html).not.toContain('/signup');
  });
});

describe('a server on which nobody can sign up', () => {
  it('has no sign-up page and no link to one', async () => {
    const browser = new BrowserLite(closed.issuer);
    expect((await browser.open('/login')).html).not.toContain('/signup');
    expect((await browser.open('/signup')).status).toBe(404);
    expect((await closed.send('GET', '/signup')).status).toBe(404);
  });

  it('OIDC Prompt Create §4: refuses prompt=create, which the metadata does not name', async () => {
    const browser = new BrowserLite(closed.issuer);
    const page = await browser.open(authorizePath(await buildClient(closed), { prompt: 'create' }));
    expect(answerOf(page)).toMatchObject({ error: 'invalid_request' });
    const prompts = async (of: typeof app) =>
      (await of.send('GET', '/.well-known/openid-configuration')).body.prompt_values_supported;
    expect([(await prompts(closed)).includes('create'), (await prompts(app)).includes('create')]).toEqual([
      false,
      true,
    ]);
  });
});
