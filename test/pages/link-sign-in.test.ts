/** Whoever posts the form behind a link of a mail is signed in, as by the password at the login page. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Client } from '../../src/modules/clients/index.ts';
import { TestApp } from '../support/app.ts';
import { BrowserLite, type Page } from '../support/browser-lite.ts';
import { answerOf, authorizePath, buildClient, buildUser, PASSWORD, type BuiltUser } from '../support/builders.ts';
import { browserOf, claimsIn, redeem, tokensOf } from '../support/logins.ts';
import { Mailbox } from '../support/mailbox.ts';
import { codeOf, enroll, forgetGuesses, giveCode } from '../support/mfa.ts';
import { addPasskey, givePasskey } from '../support/passkeys.ts';
import { SoftPasskey } from '../support/soft-passkey.ts';

const NEW = 'a quite different password';
const twice = (password: string) => ({ password, confirmation: password });
const mailbox = new Mailbox();
let app: TestApp;
let client: Client;
let user: BuiltUser;

beforeAll(async () => {
  await mailbox.start();
  app = new TestApp({ SMTP_URL: mailbox.url, SIGNUP_ENABLED: 'true', REQUIRE_VERIFIED_EMAIL: 'true' });
  await app.start();
  client = await buildClient(app);
});
beforeEach(async () => {
  await forgetGuesses(app);
  user = await buildUser(app, { emailVerified: true });
});
afterAll(async () => {
  await app.stop();
  await mailbox.stop();
});

const rows = async (text: string, ...values: unknown[]) => (await app.server.database.pool.query(text, values)).rows;
const pathOf = ({ url }: Page): string => new URL(url).pathname;
const isSignedIn = (browser: BrowserLite): boolean => browser.cookies.has('guildhall_session');
const amrOf = async (userId: string) =>
  (await rows('select amr from sessions where user_id = $1', userId)).map(({ amr }) => amr);
const claimsOf = async (page: Page) => claimsIn((await redeem(app, client, answerOf(page)['code']!)).body.id_token);

const set = async (input: object): Promise<void> => {
  const text =
    'mutation ($id: ID!, $input: UpdateCustomerInput!) { updateCustomer(id: $id, input: $input) { __typename } }';
  await app.data(await app.token('admin'), text, { id: app.customer.customerId, input });
};

/** A browser that an application has sent, in which a user asks for a link to set another password. */
async function asking(of: BuiltUser = user, browser = new BrowserLite(app.issuer)): Promise<BrowserLite> {
  await browser.open(authorizePath(client, { prompt: 'login' }));
  const [, href = ''] = /href="([^"]*forgot-password[^"]*)"/.exec(browser.page.html) ?? [];
  await browser.open(href.replaceAll('&amp;', '&'));
  const before = mailbox.to(of.email).length;
  await browser.submit({ email: of.email });
  await browser.open((await mailbox.next(of.email, before + 1)).link);
  return browser;
}

async function invited(given: object = {}): Promise<{ email: string; link: string; id: string }> {
  const email = `${randomUUID()}@example.com`;
  const create = 'mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } } }';
  const input = { email, sendInvitation: true, ...given };
  const { createUser } = await app.data(await app.token('admin'), create, { input });
  return { id: createUser.user.id, email, link: (await mailbox.next(email)).link };
}

const opened = async (link: string): Promise<BrowserLite> => {
  const browser = new BrowserLite(app.issuer);
  await browser.open(link);
  return browser;
};

/** A browser that an application has sent to sign up, and the link that it has got. */
async function signedUp(): Promise<{ browser: BrowserLite; email: string; link: string }> {
  const email = `${randomUUID()}@example.com`;
  const browser = new BrowserLite(app.issuer);
  await browser.open(authorizePath(client, { prompt: 'create' }));
  await browser.submit({ name: 'Ada', email, ...twice(PASSWORD) });
  return { browser, email, link: (await mailbox.next(email)).link };
}

describe('an invitation', () => {
  it('signs the user in by the password that they choose, and not by being opened', async () => {
    const { id, link } = await invited();
    const browser = await opened(link);
    expect(isSignedIn(browser)).toBe(false);
    expect(pathOf(await browser.submit(twice(PASSWORD)))).toBe('/account');
    expect(await amrOf(id)).toEqual([['pwd']]);
    const [{ details }] = await rows(
      `select details from audit_events where subject_id = $1 and action = 'login.succeeded'`,
      id,
    );
    expect(details).toMatchObject({ amr: ['pwd'] });
    expect((await opened(link)).page.status).toBe(410);
  });

  it('lets its page lead to the application, which browsers would refuse otherwise', async () => {
    const applicationUrl = 'https://ledger.example/start';
    const browser = await opened((await invited({ applicationUrl })).link);
    expect(browser.page.headers.get('content-security-policy')).toContain("form-action 'self' https://ledger.example;");
    expect((await browser.submit(twice(PASSWORD))).url).toBe(applicationUrl);
  });

  it.each([
    ['of another browser', {}],
    ['with a token made up', { csrf: 'made-up' }],
    ['without a sign-in', { flow: '' }],
  ])('signs nobody in by a form %s, although the password is set', async (_name, given) => {
    const { link, id } = await invited();
    const own = await opened(link);
    const browser = Object.keys(given).length > 0 ? own : new BrowserLite(app.issuer);
    browser.page = own.page;
    const done = await browser.submit({ ...twice(PASSWORD), ...given });
    expect([done.status, done.html]).toEqual([200, expect.stringContaining('Your account is ready')]);
    expect([isSignedIn(browser), await amrOf(id)]).toEqual([false, []]);
  });

  it('leaves somebody else signed in who is already', async () => {
    const browser = await browserOf(app, user);
    const { link, email } = await invited();
    await browser.open(link);
    const done = await browser.submit(twice(PASSWORD));
    expect([done.html.includes('Your account is ready'), done.html.includes(email)]).toEqual([true, true]);
    expect((await browser.open('/account')).html).toContain(user.email);
  });

  it('asks for a second factor that the customer requires before it signs in, and then leads to the application', async () => {
    await set({ secondFactor: { requiredOf: 'EVERYBODY', graceSeconds: 86_400 } });
    try {
      const applicationUrl = 'https://ledger.example/start';
      const browser = await opened((await invited({ applicationUrl })).link);
      expect(pathOf(await browser.submit(twice(PASSWORD)))).toBe('/enroll');
      expect(isSignedIn(browser)).toBe(false);
      expect(browser.page.headers.get('content-security-policy')).toContain('https://ledger.example');
      expect((await browser.submit({ decision: 'later' })).url).toBe(applicationUrl);
      expect(isSignedIn(browser)).toBe(true);
    } finally {
      await set({ secondFactor: { requiredOf: 'NOBODY', graceSeconds: 0 } });
    }
  });
});

describe('a forgotten password', () => {
  it('signs the user in where it was asked for, and the application gets its answer', async () => {
    const browser = await asking();
    expect(isSignedIn(browser)).toBe(false);
    expect(browser.page.headers.get('content-security-policy')).toContain('https://rp.example');
    const claims = await claimsOf(await browser.submit(twice(NEW)));
    expect(claims).toMatchObject({ sub: user.id, amr: ['pwd'], acr: 'urn:guildhall:acr:1' });
    expect(isSignedIn(browser)).toBe(true);
  });

  it('signs nobody in in another browser, where the link may have been sent on to', async () => {
    const { page } = await asking();
    const other = await opened(page.url);
    expect((await other.submit(twice(NEW))).html).toContain('Your new password is set');
    expect([isSignedIn(other), await amrOf(user.id)]).toEqual([false, []]);
    expect(answerOf((await browserOf(app, { ...user, password: NEW }, authorizePath(client))).page)).toHaveProperty(
      'code',
    );
  });

  it('leads to the account page after a sign-in without an application', async () => {
    const browser = new BrowserLite(app.issuer);
    await browser.open('/forgot-password');
    await browser.submit({ email: user.email });
    await browser.open((await mailbox.next(user.email)).link);
    expect(pathOf(await browser.submit(twice(NEW)))).toBe('/account');
  });

  it('still asks for the code of an app', async () => {
    const { access_token: token } = await tokensOf(app, client, user, 'openid');
    const { secret } = await enroll(app, token);
    await mailbox.next(user.email);
    const browser = await asking();
    expect(pathOf(await browser.submit(twice(NEW)))).toBe('/second-factor');
    expect(isSignedIn(browser)).toBe(false);
    expect((await giveCode(browser, '000000')).status).toBe(400);
    expect(await claimsOf(await giveCode(browser, codeOf(app, secret)))).toMatchObject({ amr: ['pwd', 'otp', 'mfa'] });
  });

  it('still asks for the code of a mail, although the link came by mail, too', async () => {
    await set({ emailCodes: true });
    try {
      const browser = await asking();
      const before = mailbox.to(user.email).length;
      expect(pathOf(await browser.submit(twice(NEW)))).toBe('/email-code');
      expect(isSignedIn(browser)).toBe(false);
      // The notice about the password comes, too.
      await mailbox.next(user.email, before + 2);
      const { source } = mailbox.to(user.email).find(({ subject }) => subject === 'Your code to sign in')!;
      const page = await browser.submit({ code: /Code: (\d{8})/.exec(source)![1]! });
      expect(await claimsOf(page)).toMatchObject({ amr: ['pwd', 'email'] });
    } finally {
      await set({ emailCodes: false });
    }
  });

  it('does not get around the passkeys that alone sign in', async () => {
    const signedIn = await browserOf(app, user);
    const passkey = await addPasskey(app, signedIn, new SoftPasskey(new URL(app.issuer).origin));
    await rows(`update customers set password_sign_in = 'until_passkey' where id = $1`, app.customer.customerId);
    try {
      const browser = await asking();
      expect(pathOf(await browser.submit(twice(NEW)))).toBe('/second-factor');
      expect(isSignedIn(browser)).toBe(false);
      expect(await claimsOf(await givePasskey(browser, passkey))).toMatchObject({ amr: ['pwd', 'hwk', 'user', 'mfa'] });
    } finally {
      await rows(`update customers set password_sign_in = 'allowed' where id = $1`, app.customer.customerId);
    }
  });

  it('leaves somebody else signed in, and answers no request twice', async () => {
    const other = await buildUser(app, { emailVerified: true });
    const shared = await browserOf(app, other);
    await asking(user, shared);
    expect((await shared.submit(twice(NEW))).html).toContain('Your new password is set');
    expect((await shared.open('/account')).html).toContain(other.email);

    // The password came back to the user's mind, so the application has its answer.
    const browser = await asking(other);
    const { url } = browser.page;
    await browser.open(browser.visited.find((visited) => visited.includes('/login?flow='))!);
    expect(answerOf(await browser.logIn(other))).toHaveProperty('code');
    await browser.open(url);
    expect(pathOf(await browser.submit(twice(NEW)))).toBe('/account');
    expect(browser.page.html).toContain(other.email);
  });

  it('is worth nothing for a user who is disabled meanwhile', async () => {
    const browser = await asking();
    await rows('update users set is_active = false where id = $1', user.id);
    expect((await browser.submit(twice(NEW))).status).toBe(410);
    expect(isSignedIn(browser)).toBe(false);
  });
});

describe('the proof of an address', () => {
  it('signs the user in who has just signed up in this browser, and the application gets its answer', async () => {
    const { browser, link } = await signedUp();
    await browser.open(link);
    expect(browser.page.html).not.toContain('type="password"');
    expect(isSignedIn(browser)).toBe(false);
    expect(await claimsOf(await browser.submit())).toMatchObject({ amr: ['pwd'] });
  });

  it('signs nobody in by a password that was given ten minutes before, and goes on by the login page', async () => {
    const { browser, email, link } = await signedUp();
    app.clock.advance(601);
    await browser.open(link);
    const { html } = await browser.submit();
    expect([html.includes('Address confirmed'), isSignedIn(browser)]).toEqual([true, false]);
    const [, next = ''] = /<a href="([^"]+)" class="button"/.exec(html) ?? [];
    await browser.open(next.replaceAll('&amp;', '&'));
    expect(answerOf(await browser.logIn({ email, password: PASSWORD }))).toHaveProperty('code');
  });

  it('asks for the password in another browser, and signs nobody in there', async () => {
    const { link } = await signedUp();
    const other = await opened(link);
    expect(other.page.html).toContain('Enter the password of the account');
    expect((await other.submit({ password: PASSWORD })).html).toContain('Address confirmed');
    expect(isSignedIn(other)).toBe(false);
  });

  it('signs in who was refused for the want of it, without the password once more', async () => {
    const { email } = await signedUp();
    const browser = await browserOf(app, { email, password: PASSWORD }, authorizePath(client));
    expect(browser.page.status).toBe(403);
    await browser.open((await mailbox.next(email, 2)).link);
    expect(browser.page.html).not.toContain('type="password"');
    expect(await claimsOf(await browser.submit())).toMatchObject({ amr: ['pwd'] });
  });

  it('asks for it there after ten minutes, and signs in with what is given', async () => {
    const { email } = await signedUp();
    const browser = await browserOf(app, { email, password: PASSWORD }, authorizePath(client));
    const { link } = await mailbox.next(email, 2);
    app.clock.advance(601);
    await browser.open(link);
    expect((await browser.submit({ password: 'wrong' })).status).toBe(400);
    expect(await claimsOf(await browser.submit({ password: PASSWORD }))).toMatchObject({ amr: ['pwd'] });
  });

  it('is followed by another password if that was a temporary one', async () => {
    const admin = await buildUser(app, { role: 'admin', emailVerified: true });
    const unproved = await buildUser(app, { emailVerified: false });
    const { access_token: token } = await tokensOf(app, client, admin, 'openid admin');
    const give = 'mutation ($id: ID!) { setTemporaryPassword(id: $id) { password } }';
    const { password } = (await app.data(token, give, { id: unproved.id })).setTemporaryPassword;
    const browser = await browserOf(app, { email: unproved.email, password }, authorizePath(client));
    await mailbox.next(unproved.email, 2);
    const { link } = mailbox.to(unproved.email).find(({ subject }) => subject === 'Confirm your email address')!;
    await browser.open(link);
    expect(pathOf(await browser.submit())).toBe('/new-password');
    expect(isSignedIn(browser)).toBe(false);
    expect(await claimsOf(await browser.submit(twice(NEW)))).toMatchObject({ amr: ['pwd'] });
  });

  it('leads whoever is signed in with the account to it', async () => {
    const owner = await buildUser(app, { emailVerified: true });
    const browser = await browserOf(app, owner);
    await rows('update users set email_verified = false where id = $1', owner.id);
    const send = 'mutation ($id: ID!) { requestEmailVerification(userId: $id) { __typename } }';
    await app.data(await app.token('admin'), send, { id: owner.id });
    await browser.open((await mailbox.next(owner.email)).link);
    expect((await browser.submit()).html).toContain('href="/account" class="button"');
  });
});
