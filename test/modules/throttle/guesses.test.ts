import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { RequestContext, setPassword } from '#product';
import type { Client } from '../../../src/modules/clients/index.ts';
import { useApp } from '../../support/app.ts';
import { BrowserLite } from '../../support/browser-lite.ts';
import { answerOf, authorizePath, buildClient, buildUser, type BuiltUser } from '../../support/builders.ts';

const app = useApp({ TRUST_PROXY: '1' });
let client: Client;
beforeAll(async () => {
  client = await buildClient(app);
});

const rows = async (text: string, ...values: unknown[]) => (await app.server.database.pool.query(text, values)).rows;

/** Lets so many seconds pass for every counter there is. */
const pass = (seconds: number) => rows('update throttle_counters set expire = expire - $1', seconds * 1000);

/** A fresh page of the login form. */
async function atLogin(): Promise<BrowserLite> {
  const browser = new BrowserLite(app.issuer);
  await browser.open(authorizePath(client));
  return browser;
}

interface Credentials {
  email: string;
  password: string;
}

async function guess({ email, password }: Credentials, ip = '198.51.100.1', browser?: BrowserLite) {
  return (browser ?? (await atLogin())).submit({ email, password }, { 'x-forwarded-for': ip });
}

/** Posts the login form that a browser shows, as often as one likes; gives the answer's status. */
async function post(browser: BrowserLite, credentials: Credentials, ip: string): Promise<number> {
  const { action, values } = browser.form();
  const body = new URLSearchParams([...values].filter(([name]) => name !== 'email' && name !== 'password'));
  for (const [name, value] of Object.entries(credentials)) body.set(name, value);
  const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
  const headers = { cookie, 'x-forwarded-for': ip };
  return (await app.send('POST', new URL(action, app.issuer).pathname, { body, headers })).status;
}

const hashOf = (what: string): string => createHash('sha256').update(what).digest('base64url');
const addressCounter = (ip: string): string => `password-address:${hashOf(ip)}`;

const wrong = ({ email }: { email: string }): Credentials => ({ email, password: 'not the password' });

async function fail(user: { email: string }, times: number, ip?: string): Promise<void> {
  for (let time = 0; time < times; time++) expect((await guess(wrong(user), ip)).status).toBe(400);
}

describe('guessing a password', () => {
  let user: BuiltUser;
  beforeAll(async () => {
    user = await buildUser(app);
  });

  it('is free five times, then costs a wait, whether or not the next guess is right', async () => {
    const fresh = await buildUser(app);
    await fail(fresh, 5);
    const refused = await guess(fresh);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(10);
    expect(refused.html).toMatch(/Too many tries\. Please wait (1\d|2\d|30) seconds/);
    await pass(31);
    expect(answerOf(await guess(fresh))).toHaveProperty('code');
  });

  it('waits twice as long each time, up to a quarter of an hour, and says who was locked', async () => {
    await fail(user, 5);
    for (const wait of [30, 60, 120, 240, 480, 900, 900]) {
      const refused = await guess(user);
      expect(refused.status).toBe(429);
      // Some of the wait may have passed by the time the next guess is looked at.
      expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(wait);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(wait - 20);
      await pass(wait + 1);
      await fail(user, 1);
    }
    const trail = await rows(
      `select details from audit_events where action = 'password.locked' and subject_id = $1 order by id`,
      user.id,
    );
    expect(trail.slice(0, 3).map(({ details }) => details.waitSeconds)).toEqual([30, 60, 120]);
  });

  it('starts anew after a right one, and after a day', async () => {
    const fresh = await buildUser(app);
    await fail(fresh, 4);
    expect(answerOf(await guess(fresh))).toHaveProperty('code');
    await fail(fresh, 5);
    expect((await guess(fresh)).status).toBe(429);
    await pass(86_400);
    await fail(fresh, 5);
  });

  it('looks at five of twenty guesses that come at once, whosever account it is', async () => {
    const known = await buildUser(app);
    for (const email of [known.email, 'nobody@example.com']) {
      const browsers = await Promise.all(Array.from({ length: 20 }, () => atLogin()));
      const pages = await Promise.all(browsers.map((browser) => guess(wrong({ email }), '198.51.100.2', browser)));
      const statuses = pages.map(({ status }) => status).toSorted((a, b) => a - b);
      expect(statuses).toEqual([...Array<number>(5).fill(400), ...Array<number>(15).fill(429)]);
    }
  });

  it('is counted by all servers together, also when they are asked at once', async () => {
    const fresh = await buildUser(app);
    const other = await app.another();
    try {
      const browsers = await Promise.all(
        Array.from({ length: 20 }, async (_, index) => {
          const browser = new BrowserLite(index % 2 ? app.issuer : other.issuer);
          await browser.open(authorizePath(client));
          return browser;
        }),
      );
      const pages = await Promise.all(browsers.map((browser) => guess(wrong(fresh), '198.51.100.3', browser)));
      const checked = pages.filter(({ status }) => status === 400).length;
      // Each server may check one that the other does not know of yet.
      expect([5, 6]).toContain(checked);
      expect(pages.filter(({ status }) => status === 429)).toHaveLength(20 - checked);
      expect((await guess(fresh)).status).toBe(429);
    } finally {
      await other.stop();
    }
  });

  it('says the same of accounts that are not there', async () => {
    const email = 'nobody-at-all@example.com';
    await fail({ email }, 5);
    const page = await guess(wrong({ email }));
    const other = await buildUser(app);
    await fail(other, 5);
    const known = await guess(wrong(other));
    const plain = ({ html }: { html: string }) =>
      html.replaceAll(/(?:value|data-options)="[^"]*"|flow=[\w-]*|\d+ seconds/g, '').replace(/^.*<body>/s, '');
    expect([page.status, plain(page)]).toEqual([429, plain(known)]);
  });

  it('counts an account once, however its address is written, and apart from another customer’s', async () => {
    const fresh = await buildUser(app);
    await fail({ email: ` ${fresh.email.toUpperCase()} ` }, 5);
    expect((await guess(fresh)).status).toBe(429);
    const { customerId } = await app.newCustomer();
    const namesake = await buildUser(app, { customerId, email: fresh.email });
    const browser = new BrowserLite(app.issuer);
    await browser.open(authorizePath(await buildClient(app, { customerId })));
    expect(answerOf(await guess(namesake, undefined, browser))).toHaveProperty('code');
  });

  it('is refused at once where more than a few dozen for one account wait, whoever else signs in meanwhile', async () => {
    const fresh = await buildUser(app);
    const browser = await atLogin();
    const other = await atLogin();
    // Each from an address of its own, so that nothing but the account is what they have in common.
    const pages = Array.from({ length: 200 }, (_, index) => post(browser, wrong(fresh), `10.1.${index}.1`));
    expect(answerOf(await guess(await buildUser(app), '10.2.0.1', other))).toHaveProperty('code');
    const statuses = await Promise.all(pages);
    expect(statuses.filter((status) => status === 400)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(195);
    const { rowCount } = await app.server.database.pool.query(
      `select from throttle_counters where key like 'password-address:%' and key = any($1)`,
      [statuses.map((_, index) => addressCounter(`10.1.${index}.1`))],
    );
    // What finds the line full is not even counted.
    expect(rowCount).toBeLessThan(200);
  });

  it('leaves room for others: of a full line, those are refused who have most in it', async () => {
    const flooding = await atLogin();
    const [newcomer, owner] = [await buildUser(app), await buildUser(app)];
    const [browser, known] = [await atLogin(), await atLogin()];
    await known.logIn(owner);
    await known.open(authorizePath(client, { prompt: 'login' }));
    // A line holds 256 for each core that hashes; in tests, these are three at most. An address may be wrong a hundred times.
    const floods = Array.from({ length: 400 * Math.min(3, availableParallelism()) }, (_, index) =>
      post(flooding, wrong({ email: `nobody-${index}@example.com` }), `10.3.0.${Math.floor(index / 80)}`),
    );
    const first503 = Promise.withResolvers<void>();
    for (const flood of floods) void flood.then((status) => status === 503 && first503.resolve());
    await first503.promise;
    // From an address that nobody guesses from, and from the very one that they guess from.
    const [stranger, atHome] = await Promise.all([
      guess(newcomer, '10.4.0.1', browser),
      guess(owner, '10.3.0.1', known),
    ]);
    expect([answerOf(stranger), answerOf(atHome)]).toEqual([
      expect.objectContaining({ code: expect.any(String) }),
      expect.objectContaining({ code: expect.any(String) }),
    ]);
    expect(new Set(await Promise.all(floods))).toEqual(new Set([400, 503]));
  });

  it('is stopped for an address after a hundred wrong ones, right ones not counted', async () => {
    const victim = await buildUser(app);
    const ip = '2001:db8::1';
    expect((await guess(wrong({ email: 'b@example.com' }), ip)).status).toBe(400);
    const counter = addressCounter('2001:db8:0:0');
    expect(await rows('update throttle_counters set points = 99 where key = $1 returning key', counter)).toHaveLength(
      1,
    );
    await guess(victim, ip);
    expect((await guess(wrong({ email: 'a@example.com' }), ip)).status).toBe(400);
    // Whoever has one of these addresses has all of them.
    expect((await guess(victim, '2001:db8::ffff:1')).status).toBe(429);
    expect(answerOf(await guess(victim, '2001:db8:0:1::1'))).toHaveProperty('code');
  });

  it('starts anew with another password', async () => {
    const { customerId } = app.customer;
    const owner = await buildUser(app);
    await fail(owner, 5);
    const origin = { requestId: '', ip: '', userAgent: '' };
    const system = new RequestContext(app.server.runtime, { kind: 'system', customerId }, origin);
    await setPassword(system, owner.id, 'an entirely new one');
    expect(answerOf(await guess({ ...owner, password: 'an entirely new one' }))).toHaveProperty('code');
  });

  it('stores no address and no name', async () => {
    const keys = await rows('select key from throttle_counters');
    for (const { key } of keys) expect(key).toMatch(/^[a-z-]+:[\w-]{43}$/);
  });
});

describe('a browser in which the user has signed in before', () => {
  const changing = async (browser: BrowserLite, current: string) => {
    await browser.open('/account/password');
    const next = 'another long one';
    return browser.submit({ current_password: current, password: next, confirmation: next });
  };

  it('is not kept out by what strangers guess, and its own guesses count like theirs', async () => {
    const user = await buildUser(app);
    const browser = await atLogin();
    await browser.logIn(user);
    await fail(user, 5);
    expect((await guess(user)).status).toBe(429);
    await browser.open(authorizePath(client, { prompt: 'login' }));
    for (let time = 0; time < 4; time++) expect((await guess(wrong(user), undefined, browser)).status).toBe(400);
    expect((await changing(browser, 'not the password')).status).toBe(400);
    const refused = await changing(browser, user.password);
    expect(refused).toMatchObject({ status: 429, html: expect.stringContaining('Too many tries') });
    await pass(31);
    expect((await changing(browser, user.password)).html).toContain('Your password is changed');
  });

  it('is not kept out by what is guessed from its address; its own guesses there are counted all the same', async () => {
    const user = await buildUser(app);
    const ip = '192.0.2.77';
    const browser = await atLogin();
    await browser.logIn(user);
    await guess(wrong({ email: 'a@example.com' }), ip);
    await rows('update throttle_counters set points = 100 where key = $1', addressCounter(ip));
    expect((await guess(await buildUser(app), ip)).status).toBe(429);
    await browser.open(authorizePath(client, { prompt: 'login' }));
    for (let time = 0; time < 5; time++) expect((await guess(wrong(user), ip, browser)).status).toBe(400);
    expect((await guess(user, ip, browser)).status).toBe(429);
    await pass(31);
    await rows('update throttle_counters set points = 101 where key = $1', addressCounter(ip));
    expect(answerOf(await guess(user, ip, browser))).toHaveProperty('code');
  });

  it('is good for a hundred wrong guesses in a day, so that a stolen cookie is no way in', async () => {
    const user = await buildUser(app);
    const browser = await atLogin();
    await browser.logIn(user);
    await browser.open(authorizePath(client, { prompt: 'login' }));
    expect((await guess(wrong(user), undefined, browser)).status).toBe(400);
    const [name] = browser.cookies.get('guildhall_device')!.split('.');
    const counter = `password-account:${hashOf([app.customer.customerId, user.email, name].join('\n'))}`;
    const { length } = await rows('update throttle_counters set points = 100 where key = $1 returning key', counter);
    expect(length).toBe(1);
    expect((await guess(user, undefined, browser)).status).toBe(429);
    await pass(3600);
    expect((await guess(user, undefined, browser)).status).toBe(429);
  });

  it('is that for this user alone, and by no cookie that somebody made up', async () => {
    const user = await buildUser(app);
    const browser = await atLogin();
    await browser.logIn(await buildUser(app));
    const cookie = browser.cookies.get('guildhall_device') ?? '';
    expect(cookie).toMatch(/^[\w-]{22}\.[0-9a-z]+\.[\w-]{43}$/);
    await fail(user, 5);
    await browser.open(authorizePath(client, { prompt: 'login' }));
    expect((await guess(user, undefined, browser)).status).toBe(429);
    for (const made of ['', '.', 'name.signature', cookie.replace(/^./, ''), cookie.replace('.', '.z')]) {
      browser.cookies.set('guildhall_device', made);
      await browser.open(authorizePath(client, { prompt: 'login' }));
      expect((await guess(user, undefined, browser)).status).toBe(429);
    }
  });

  it('is known for longer than the login, by a cookie no script reads', async () => {
    const user = await buildUser(app);
    const browser = await atLogin();
    const { action, values } = browser.form();
    for (const [name, value] of Object.entries(user)) values.set(name, value);
    const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
    const { headers } = await app.send('POST', new URL(action, app.issuer).pathname, {
      body: values,
      headers: { cookie },
    });
    expect(headers.getSetCookie()[1]).toMatch(
      /^guildhall_device=[\w.~-]+; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
  });
});
