import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Client } from '../../src/modules/clients/index.ts';
import { useApp } from '../support/app.ts';
import { BrowserLite, type Page } from '../support/browser-lite.ts';
import { answerOf, authorizePath, buildClient, type BuiltUser } from '../support/builders.ts';
import { claimsIn, redeem, signedIn } from '../support/logins.ts';
import { codeOf, enroll, forgetGuesses, giveCode, nextStep, wrongCodeOf, type Enrolled } from '../support/mfa.ts';

const app = useApp();
let client: Client;
let user: BuiltUser;
let factor: Enrolled;
let token: string;

beforeAll(async () => {
  client = await buildClient(app);
});

beforeEach(async () => {
  ({ user, token } = await signedIn(app, client));
  factor = await enroll(app, token);
  await app.server.database.pool.query('delete from sessions where user_id = $1', [user.id]);
});

const rows = async (text: string, ...values: unknown[]) => (await app.server.database.pool.query(text, values)).rows;
const sessions = () => rows('select id, amr from sessions where user_id = $1', user.id);
const reasons = async () =>
  (
    await rows(
      `select details->>'reason' as reason from audit_events where subject_id = $1 and action = 'login.failed' order by id`,
      user.id,
    )
  ).map((row) => row.reason);

/** A browser on the page that asks for the second factor. */
async function atSecondFactor(given?: Record<string, string>): Promise<BrowserLite> {
  const browser = new BrowserLite(app.issuer);
  await browser.open(authorizePath(client, given));
  await browser.logIn(user);
  expect(new URL(browser.page.url).pathname).toBe('/second-factor');
  return browser;
}

const claimsOf = async (page: Page) => claimsIn((await redeem(app, client, answerOf(page)['code']!)).body.id_token);

describe('a login with a second factor', () => {
  it('asks for a code after the password, with no session yet', async () => {
    const browser = await atSecondFactor();
    const { status, html, headers } = browser.page;
    expect([status, headers.get('cache-control'), headers.get('referrer-policy')]).toEqual([
      200,
      'no-store',
      'no-referrer',
    ]);
    expect(html).toContain(user.email);
    expect(html).toContain('autocomplete="one-time-code"');
    expect(html).not.toContain('<script');
    expect(html).not.toContain('Unused backup codes');
    expect(browser.cookies.has('guildhall_session')).toBe(false);
    expect(await sessions()).toEqual([]);
    const { url } = await new BrowserLite(app.issuer).open(authorizePath(client, { prompt: 'none' }));
    expect(answerOf({ url })).toMatchObject({ error: 'login_required' });
  });

  it('starts a session for a code of the app, and tells the application of both factors', async () => {
    const browser = await atSecondFactor({ state: 'kept', nonce: 'n' });
    const page = await giveCode(browser, codeOf(app, factor.secret));
    expect(answerOf(page)).toMatchObject({ code: expect.anything(), state: 'kept' });
    expect(await claimsOf(page)).toMatchObject({
      sub: user.id,
      nonce: 'n',
      amr: ['pwd', 'otp', 'mfa'],
      acr: 'urn:guildhall:acr:2',
    });
    expect(await sessions()).toMatchObject([{ amr: ['pwd', 'otp', 'mfa'] }]);
    const { body: discovery } = await app.send('GET', '/.well-known/openid-configuration');
    expect(discovery.acr_values_supported).toContain('urn:guildhall:acr:2');
  });

  it('starts one for a backup code, once, tells the user by mail, and says when few are left', async () => {
    const [first, ...others] = factor.backupCodes;
    const page = await giveCode(await atSecondFactor(), ` ${first!.toUpperCase()} `);
    expect(await claimsOf(page)).toMatchObject({ amr: ['pwd', 'otp', 'mfa'], acr: 'urn:guildhall:acr:2' });
    expect((await giveCode(await atSecondFactor(), first!)).html).toContain('That code is');
    for (const code of others.slice(0, 6)) {
      const browser = await atSecondFactor();
      expect(browser.page.html).not.toContain('Unused backup codes');
      expect(answerOf(await giveCode(browser, code))).toHaveProperty('code');
    }
    expect((await atSecondFactor()).page.html).toContain('Unused backup codes: 3');
    const mails = await rows('select subject from outbox_mails where recipient = $1 order by id', user.email);
    const subjects = mails.map(({ subject }) => subject);
    // One mail in an hour stands for the six others.
    expect(subjects.filter((subject) => subject === 'A backup code was used')).toHaveLength(1);
    expect(subjects).toContain('Your two-step verification was changed again');
    const used = await rows(
      `select details, actor_type, actor_id from audit_events where subject_id = $1 and action = 'mfa.backup_code_used'`,
      user.id,
    );
    expect(used).toHaveLength(7);
    expect(used[0]).toEqual({ details: { purpose: 'login' }, actor_type: 'user', actor_id: user.id });
  });

  it('goes on to the account page without an application', async () => {
    const browser = new BrowserLite(app.issuer);
    await browser.open('/login');
    await browser.logIn(user);
    await giveCode(browser, codeOf(app, factor.secret));
    expect(new URL(browser.page.url).pathname).toBe('/account');
    expect(browser.page.html).toContain(user.email);
  });

  it('gives a new session and ends the one this browser had', async () => {
    const browser = await atSecondFactor();
    await giveCode(browser, codeOf(app, factor.secret));
    const before = browser.cookies.get('guildhall_session');
    nextStep(app);
    await browser.open(authorizePath(client, { prompt: 'login' }));
    await browser.logIn(user);
    expect(browser.cookies.get('guildhall_session')).toBe(before);
    await giveCode(browser, codeOf(app, factor.secret));
    expect(browser.cookies.get('guildhall_session')).not.toBe(before);
    expect(await sessions()).toHaveLength(1);
  });

  it('is asked for after a recovered password too', async () => {
    const { PasswordHasher } = await import('#product');
    const hash = await app.server.runtime.get(PasswordHasher).hash('quite another password');
    await rows('update users set password_hash = $2 where id = $1', user.id, hash);
    const browser = new BrowserLite(app.issuer);
    await browser.open(authorizePath(client));
    await browser.logIn({ email: user.email, password: 'quite another password' });
    expect(new URL(browser.page.url).pathname).toBe('/second-factor');
  });

  it('hashes the password anew on the way when the stored hash has other parameters', async () => {
    const { hash } = await import('argon2');
    const old = await hash(user.password, { memoryCost: 8192, timeCost: 1, parallelism: 1 });
    await rows('update users set password_hash = $2 where id = $1', user.id, old);
    expect(answerOf(await giveCode(await atSecondFactor(), codeOf(app, factor.secret)))).toHaveProperty('code');
    const [{ password_hash: upgraded }] = await rows('select password_hash from users where id = $1', user.id);
    expect(upgraded).not.toBe(old);
  });
});

describe('a code', () => {
  it('that is wrong is said so, leaves a trail, and can be followed by a right one', async () => {
    const browser = await atSecondFactor();
    for (const code of [wrongCodeOf(app, factor.secret), '', 'xxxxx-xxxxx', '1'.repeat(1000)]) {
      const { status, html } = await giveCode(browser, code);
      expect([status, html.includes('That code is')]).toEqual([400, true]);
      expect(browser.cookies.has('guildhall_session')).toBe(false);
    }
    expect(await reasons()).toEqual(Array(4).fill('wrong_code'));
    expect(answerOf(await giveCode(browser, codeOf(app, factor.secret)))).toHaveProperty('code');
  });

  it('of the app is good for one login of twenty at once (RFC 6238 §5.2)', async () => {
    const browsers = await Promise.all(Array.from({ length: 20 }, () => atSecondFactor()));
    nextStep(app);
    const code = codeOf(app, factor.secret);
    const pages = await Promise.all(browsers.map((browser) => giveCode(browser, code)));
    expect(pages.filter((page) => 'code' in answerOf(page))).toHaveLength(1);
    expect(await sessions()).toHaveLength(1);
  });

  it('of paper is good for one login of twenty at once', async () => {
    const browsers = await Promise.all(Array.from({ length: 20 }, () => atSecondFactor()));
    const pages = await Promise.all(browsers.map((browser) => giveCode(browser, factor.backupCodes[0]!)));
    expect(pages.filter((page) => 'code' in answerOf(page))).toHaveLength(1);
    expect(await sessions()).toHaveLength(1);
  });

  it('of a step before the last accepted one is refused, whatever the clock does', async () => {
    expect(answerOf(await giveCode(await atSecondFactor(), codeOf(app, factor.secret, 1)))).toHaveProperty('code');
    const browser = await atSecondFactor();
    for (const steps of [-1, 0, 1])
      expect((await giveCode(browser, codeOf(app, factor.secret, steps))).status).toBe(400);
    nextStep(app);
    expect((await giveCode(browser, codeOf(app, factor.secret))).status).toBe(400);
    app.clock.advance(-3600);
    expect((await giveCode(await atSecondFactor(), codeOf(app, factor.secret))).status).toBe(400);
    app.clock.advance(3600);
    nextStep(app);
    await forgetGuesses(app);
    expect(answerOf(await giveCode(await atSecondFactor(), codeOf(app, factor.secret)))).toHaveProperty('code');
  });
});

describe('the way between password and code', () => {
  it('is open for ten minutes; then the password is asked for again', async () => {
    const browser = await atSecondFactor();
    app.clock.advance(601);
    const { url, html } = await giveCode(browser, codeOf(app, factor.secret));
    expect(new URL(url).pathname).toBe('/login');
    expect(html).toContain('name="password"');
    expect(await sessions()).toEqual([]);
    await browser.logIn(user);
    expect(answerOf(await giveCode(browser, codeOf(app, factor.secret)))).toHaveProperty('code');
  });

  it('belongs to the browser in which the password was given', async () => {
    const browser = await atSecondFactor();
    const thief = new BrowserLite(app.issuer);
    await thief.open(authorizePath(client));
    const { status } = await thief.open(browser.page.url);
    expect(status).toBe(400);
    thief.page = browser.page;
    expect((await giveCode(thief, codeOf(app, factor.secret))).status).toBe(400);
    expect(await sessions()).toEqual([]);
  });

  it('cannot be entered without the password', async () => {
    const browser = new BrowserLite(app.issuer);
    await browser.open(authorizePath(client));
    const flow = browser.form().values.get('flow') ?? '';
    await browser.open(`/second-factor?flow=${flow}`);
    expect(new URL(browser.page.url).pathname).toBe('/login');
    expect((await browser.open('/second-factor')).status).toBe(400);
  });

  it('takes no form without its token', async () => {
    const browser = await atSecondFactor();
    expect((await browser.submit({ code: codeOf(app, factor.secret), csrf: 'made-up' })).status).toBe(403);
    expect(await sessions()).toEqual([]);
  });

  it.each<[string, string]>([
    ['another password', "update users set password_hash = 'x' where id = $1"],
    ['being disabled', 'update users set is_active = false where id = $1'],
    ['losing the factor', 'delete from totp_factors where user_id = $1'],
  ])('is closed by %s', async (_what, change) => {
    const browser = await atSecondFactor();
    await rows(change, user.id);
    const { url } = await giveCode(browser, codeOf(app, factor.secret));
    expect(new URL(url).pathname).toBe('/login');
    expect(await sessions()).toEqual([]);
    expect(await reasons()).toEqual(['changed_meanwhile']);
  });

  it('leaves room for the longest request that a login takes', async () => {
    let state = 'x'.repeat(7000);
    const browser = new BrowserLite(app.issuer);
    while ((await browser.open(authorizePath(client, { state }))).url.startsWith(app.issuer)) state += 'x'.repeat(50);
    await browser.open(authorizePath(client, { state: state.slice(50) }));
    await browser.logIn(user);
    expect(new URL(browser.page.url).pathname).toBe('/second-factor');
    expect(answerOf(await giveCode(browser, codeOf(app, factor.secret)))).toHaveProperty('code');
  });
});
