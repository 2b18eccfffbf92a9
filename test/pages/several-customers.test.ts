/** `/login` at a server of several customers: the address and the password find the customer. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { type CustomerCredentials, PasswordHasher, RequestContext, setPassword } from '#product';
import { useApp } from '../support/app.ts';
import { BrowserLite, type Page } from '../support/browser-lite.ts';
import { authorizePath, buildClient, buildUser, PASSWORD, type BuiltUser } from '../support/builders.ts';
import { tokensOf } from '../support/logins.ts';
import { codeOf, enroll, nextStep } from '../support/mfa.ts';
import { queriesOf } from '../support/queries.ts';
import { until } from '../support/until.ts';

const app = useApp({ SIGNUP_ENABLED: 'true', TRUST_PROXY: '1' });
let second: CustomerCredentials;
let otherHash: string;
/** How often a hash was computed. */
let hashed = 0;

beforeAll(async () => {
  second = await app.newCustomer('Second-House');
  const hasher = app.server.runtime.get(PasswordHasher);
  otherHash = await hasher.hash('quite another password');
  const verify = hasher.verify.bind(hasher);
  hasher.verify = (...given) => {
    hashed += 1;
    return verify(...given);
  };
});

const rows = async (text: string, ...values: unknown[]) => (await app.server.database.pool.query(text, values)).rows;
const inSecond = (given: object = {}): Promise<BuiltUser> =>
  buildUser(app, { customerId: second.customerId, ...given });

/** Tries to sign in, in a new browser at an address of its own. */
async function signIn(
  email: string,
  password = PASSWORD,
  { path = '/login', ip = '198.51.100.7' } = {},
): Promise<{ browser: BrowserLite; page: Page }> {
  const browser = new BrowserLite(app.issuer);
  await browser.open(path);
  return { browser, page: await browser.submit({ email, password }, { 'x-forwarded-for': ip }) };
}

describe('a sign-in that names no customer', () => {
  it('finds the one account that has the address and the password, and leads on', async () => {
    for (const user of [await buildUser(app), await inSecond()]) {
      const { browser, page } = await signIn(user.email, user.password, {
        path: '/login?return_to=/account/sessions',
      });
      expect(page.url).toBe(`${app.issuer}/account/sessions`);
      const [session] = await rows('select customer_id from sessions where user_id = $1', user.id);
      expect(session).toBeDefined();
      expect((await browser.open('/account')).html).toContain(
        session.customer_id === second.customerId ? 'Second-House' : app.customer.name,
      );
    }
  });

  it('finds the right one by the password, if the address has an account with several customers', async () => {
    const ours = await buildUser(app);
    const theirs = await inSecond({ email: ours.email, passwordHash: otherHash });
    await signIn(ours.email, 'quite another password');
    expect(await rows('select user_id from sessions where user_id in ($1, $2)', ours.id, theirs.id)).toEqual([
      { user_id: theirs.id },
    ]);
  });

  it('offers all accounts that have both, and signs in to the one that is chosen', async () => {
    const ours = await buildUser(app);
    const theirs = await inSecond({ email: ours.email });
    const { browser, page } = await signIn(ours.email, PASSWORD, { path: '/login?return_to=/account/sessions' });
    expect(page.html).toContain('Choose an organization');
    for (const name of [app.customer.name, 'Second-House']) expect(page.html).toContain(`<bdi>${name}</bdi>`);
    // What the page has sealed does not open any other account.
    const third = await app.newCustomer();
    const offered = browser.page;
    expect((await browser.submit({ customer: third.customerId })).url).toContain('/login');
    browser.page = offered;
    expect((await browser.submit({ customer: second.customerId, csrf: 'made-up' })).status).toBe(403);
    browser.page = offered;
    expect((await browser.submit({ customer: second.customerId })).url).toBe(`${app.issuer}/account/sessions`);
    expect(await rows('select user_id from sessions where user_id in ($1, $2)', ours.id, theirs.id)).toEqual([
      { user_id: theirs.id },
    ]);
  });

  it('keeps the offer for ten minutes, and only as long as the password stays', async () => {
    const ours = await buildUser(app);
    const theirs = await inSecond({ email: ours.email });
    const late = (await signIn(ours.email)).browser;
    const changed = (await signIn(ours.email)).browser;
    await rows('update users set password_hash = $1 where id = $2', otherHash, theirs.id);
    expect((await changed.submit({ customer: second.customerId })).status).toBe(400);
    app.clock.advance(601);
    expect((await late.submit({ customer: app.customer.customerId })).html).toContain('open for too long');
    expect(await rows('select 1 from sessions where user_id in ($1, $2)', ours.id, theirs.id)).toEqual([]);
  });

  it('asks for the second factor of the account that it has found', async () => {
    const user = await inSecond();
    const client = await buildClient(app, { customerId: second.customerId });
    const { secret } = await enroll(app, (await tokensOf(app, client, user, 'openid')).access_token);
    nextStep(app);
    const { browser, page } = await signIn(user.email);
    expect(page.url).toContain('/second-factor');
    expect((await browser.submit({ code: codeOf(app, secret) })).url).toBe(`${app.issuer}/account`);
  });

  it('knows usernames, too', async () => {
    const username = `U${randomUUID().slice(0, 8)}`;
    await inSecond({ username });
    expect((await signIn(username.toLowerCase())).page.url).toBe(`${app.issuer}/account`);
  });

  it('can name the customer', async () => {
    const user = await inSecond();
    const browser = new BrowserLite(app.issuer);
    const { html } = await browser.open('/login?return_to=/account/sessions');
    const [, link = ''] = /href="(\/login\?organization=[^"]*)"/.exec(html) ?? [];
    expect((await browser.open(link.replaceAll('&amp;', '&'))).html).toContain('Which one do you belong to?');
    await browser.submit({ organization: 'Second-House' });
    expect((await browser.logIn(user)).url).toBe(`${app.issuer}/account/sessions`);
  });
});

describe('a sign-in that names no customer tells nobody who has an account', () => {
  it('answers the same with the same work, whether the address has none, one or two accounts', async () => {
    const one = await buildUser(app);
    const two = await buildUser(app);
    await inSecond({ email: two.email });
    const seen = [];
    for (const email of [`nobody-${randomUUID()}@example.com`, one.email, two.email]) {
      const browser = new BrowserLite(app.issuer);
      // Work in the background sends statements of its own now and then.
      let before = Infinity;
      for (let time = 0; time < 3; time += 1) {
        await browser.open('/login');
        hashed = 0;
        const sent = await queriesOf(() => browser.submit({ email, password: 'a wrong one' }));
        // The trail is written after the answer.
        before = Math.min(before, sent.filter((text) => !text.includes('audit_events')).length);
      }
      const { status, html } = browser.page;
      const shown = html
        .replaceAll(email, '')
        .replaceAll(/name="(flow|csrf)" value="[^"]*"|data-options="[^"]*"|flow=[\w-]*/g, '');
      seen.push({ status, hashed, before, shown });
    }
    expect(seen[0]).toMatchObject({ status: 400, hashed: 3, shown: expect.stringContaining('do not match') });
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[2]).toEqual(seen[0]);
  });

  it('computes as many hashes for an address with many accounts', async () => {
    const email = `many-${randomUUID()}@example.com`;
    for (let n = 0; n < 5; n += 1) {
      const { customerId } = await app.newCustomer();
      await buildUser(app, { customerId, email });
    }
    hashed = 0;
    expect((await signIn(email)).page.html).toContain('Choose an organization');
    expect(hashed).toBe(3);
  });

  it('makes everybody wait after five wrong guesses, whether there is an account or not', async () => {
    const user = await inSecond();
    for (const [email, ip] of [
      [`nobody-${randomUUID()}@example.com`, '198.51.100.11'],
      [user.email, '198.51.100.12'],
    ] as const) {
      const statuses = [];
      for (let n = 0; n < 6; n += 1) statuses.push((await signIn(email, 'a wrong one', { ip })).page.status);
      expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
    }
  });

  it('notes a wait in the trail of the account, and only when the browser has its answer', async () => {
    const user = await inSecond();
    const guess = () => signIn(user.email, 'a wrong one', { ip: '198.51.100.18' });
    for (let n = 0; n < 4; n += 1) await guess();
    const waits = () =>
      rows(`select details from audit_events where action = 'password.locked' and subject_id = $1`, user.id);
    const holder = await app.server.database.pool.connect();
    try {
      await holder.query('begin');
      await holder.query('lock table audit_events in share mode');
      expect((await guess()).page.status).toBe(400);
    } finally {
      await holder.query('rollback');
      holder.release();
    }
    await until(async () => (await waits()).length > 0);
    expect(await waits()).toEqual([{ details: { waitSeconds: expect.any(Number) } }]);
  });

  it('counts its guesses at the account, so that applications have fewer left, and the other way round', async () => {
    const user = await inSecond();
    const client = await buildClient(app, { customerId: second.customerId });
    const atClient = (ip: string) => signIn(user.email, 'a wrong one', { path: authorizePath(client), ip });
    for (let n = 0; n < 5; n += 1) await atClient('198.51.100.13');
    expect((await atClient('198.51.100.13')).page.status).toBe(429);
    // The account waits. That is no answer here: it would tell that there is one. Not even the right password passes.
    hashed = 0;
    const { page } = await signIn(user.email, user.password, { ip: '198.51.100.14' });
    expect([page.status, hashed]).toEqual([400, 3]);
    expect(page.html).toContain('do not match');

    const another = await inSecond();
    for (let n = 0; n < 5; n += 1) await signIn(another.email, 'a wrong one', { ip: '198.51.100.15' });
    const refused = await signIn(another.email, another.password, { path: authorizePath(client), ip: '198.51.100.16' });
    expect(refused.page.status).toBe(429);
  });

  it('lets a browser in that the user has signed in with before, whatever others guess', async () => {
    const user = await inSecond();
    const { browser } = await signIn(user.email);
    for (let n = 0; n < 6; n += 1) await signIn(user.email, 'a wrong one', { ip: '198.51.100.17' });
    await browser.open('/login');
    expect((await browser.logIn(user)).url).toBe(`${app.issuer}/account`);
  });

  it('notes the failures in the trails of the accounts', async () => {
    const user = await inSecond();
    await signIn(user.email, 'a wrong one');
    const find = () =>
      rows(`select customer_id, details from audit_events where action = 'login.failed' and subject_id = $1`, user.id);
    await until(async () => (await find()).length > 0);
    expect(await find()).toEqual([{ customer_id: second.customerId, details: { reason: 'wrong_password' } }]);
  });
});

describe('from a sign-in that names no customer', () => {
  it('one asks for a new password, for each account with the address', async () => {
    const ours = await buildUser(app);
    const theirs = await inSecond({ email: ours.email });
    const browser = new BrowserLite(app.issuer);
    const { html } = await browser.open('/login');
    const [, link = ''] = /href="(\/forgot-password\?[^"]+)"/.exec(html) ?? [];
    await browser.open(link.replaceAll('&amp;', '&'));
    expect((await browser.submit({ email: ours.email })).status).toBe(200);
    const find = () => rows('select user_id from outbox_mails where user_id in ($1, $2)', ours.id, theirs.id);
    await until(async () => (await find()).length >= 2);
    expect(new Set((await find()).map(({ user_id }) => user_id))).toEqual(new Set([ours.id, theirs.id]));
  });

  it('one signs up, to the customer that has sign-up, and goes on to where one wanted', async () => {
    const browser = new BrowserLite(app.issuer);
    const { html } = await browser.open('/login?return_to=/account/sessions');
    const [, link = ''] = /href="(\/signup\?[^"]+)"/.exec(html) ?? [];
    await browser.open(link);
    const password = 'analytical engines, plural';
    const email = `${randomUUID()}@example.com`;
    const { html: done } = await browser.submit({ name: 'Ada', email, password, confirmation: password });
    const [, next = ''] = /<a href="([^"]+)" class="button"/.exec(done) ?? [];
    await browser.open(next.replaceAll('&amp;', '&'));
    expect((await browser.logIn({ email, password })).url).toBe(`${app.issuer}/account/sessions`);
  });
});

describe('a username', () => {
  it('signs in like the address, whatever its case', async () => {
    const client = await buildClient(app);
    const username = `U${randomUUID().slice(0, 8)}`;
    await buildUser(app, { username });
    const { page } = await signIn(username.toUpperCase(), PASSWORD, { path: authorizePath(client) });
    expect(page.url).toContain('https://rp.example/callback?code=');
  });

  it('has no guesses of its own: they count at the account, and a wait does not tell whose it is', async () => {
    const client = await buildClient(app);
    const username = `u${randomUUID().slice(0, 8)}`;
    const user = await buildUser(app, { username });
    const path = authorizePath(client);
    for (let n = 0; n < 5; n += 1) await signIn(user.email, 'a wrong one', { path, ip: '198.51.100.21' });
    expect((await signIn(user.email, PASSWORD, { path, ip: '198.51.100.22' })).page.status).toBe(429);
    expect((await signIn(username, PASSWORD, { path, ip: '198.51.100.22' })).page.status).toBe(400);
    const statuses = [];
    for (let n = 0; n < 6; n += 1)
      statuses.push((await signIn(`none-${username}`, 'a wrong one', { path, ip: '198.51.100.23' })).page.status);
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
    // A new password forgets the guesses.
    await setPassword(
      new RequestContext(app.server.runtime, { kind: 'system', customerId: app.customer.customerId }, NOWHERE),
      user.id,
      'a password without guesses',
    );
    expect((await signIn(user.email, 'a password without guesses', { path, ip: '198.51.100.24' })).page.url).toContain(
      'code=',
    );
  });
});

const NOWHERE = { requestId: 'r', ip: '', userAgent: '' };
