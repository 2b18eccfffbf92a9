import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Client } from '../../../src/modules/clients/index.ts';
import { useApp } from '../../support/app.ts';
import { BrowserLite, type Page } from '../../support/browser-lite.ts';
import { answerOf, authorizePath, buildClient, buildUser } from '../../support/builders.ts';
import { tokensOf } from '../../support/logins.ts';
import { codeOf, enroll, forgetGuesses, giveCode } from '../../support/mfa.ts';
import { queriesOf } from '../../support/queries.ts';

const app = useApp({ TRUST_PROXY: '1', DATABASE_LOCK_TIMEOUT_SECONDS: '3' });
let client: Client;
beforeAll(async () => {
  client = await buildClient(app);
});
beforeEach(() => forgetGuesses(app));

interface Credentials {
  email: string;
  password: string;
}

async function atLogin(): Promise<BrowserLite> {
  const browser = new BrowserLite(app.issuer);
  await browser.open(authorizePath(client));
  return browser;
}

const ADDRESS = '198.51.100.1';

const guess = async (credentials: Credentials, browser?: BrowserLite): Promise<Page> =>
  (browser ?? (await atLogin())).submit({ ...credentials }, { 'x-forwarded-for': ADDRESS });

const wrong = (email: string): Credentials => ({ email, password: 'not the password' });

/** How many guesses that are posted at once get which status. */
async function atOnce(guesses: readonly Credentials[]): Promise<Record<number, number>> {
  const browsers = await Promise.all(guesses.map(() => atLogin()));
  const pages = await Promise.all(guesses.map((each, index) => guess(each, browsers[index])));
  const counts: Record<number, number> = {};
  for (const { status } of pages) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

const counters = async (): Promise<{ name: string; points: number }[]> => {
  const text = `select split_part(key, ':', 1) as name, points from throttle_counters order by key`;
  return (await app.server.database.pool.query(text)).rows;
};

/** So that no mail tells of the next sign-in: its counter is not one of guesses. */
const isNew = (user: { readonly id: string }): Promise<unknown> =>
  app.server.database.pool.query('update users set login_count = 0 where id = $1', [user.id]);

const isCounting = (query: string): boolean => /(?:insert into|update|delete from) throttle_counters/.test(query);

describe('a right guess that nobody has reason to suspect', () => {
  it('writes no counter, be it a password or a code', async () => {
    const user = await buildUser(app);
    const { secret } = await enroll(app, (await tokensOf(app, client, user, 'openid admin')).access_token);
    // The enrollment counts too, as that of a factor.
    await forgetGuesses(app);
    await isNew(user);
    const browser = await atLogin();
    const queries = await queriesOf(async () => {
      await guess(user, browser);
      expect(answerOf(await giveCode(browser, codeOf(app, secret)))).toHaveProperty('code');
    });
    expect(queries.filter(isCounting)).toEqual([]);
    expect(await counters()).toEqual([]);
  });

  it('is not counted where others at the same address have been wrong', async () => {
    expect((await guess(wrong('a@example.com'))).status).toBe(400);
    const [user, browser] = [await buildUser(app), await atLogin()];
    const queries = await queriesOf(async () => expect(answerOf(await guess(user, browser))).toHaveProperty('code'));
    expect(queries.filter(isCounting)).toEqual([]);
    expect(await counters()).toEqual([
      { name: 'password-account', points: 1 },
      { name: 'password-address', points: 1 },
    ]);
  });

  it('is counted first, and taken back, where somebody has guessed wrong at the account', async () => {
    const user = await buildUser(app);
    expect((await guess(wrong(user.email))).status).toBe(400);
    const browser = await atLogin();
    const queries = await queriesOf(async () => expect(answerOf(await guess(user, browser))).toHaveProperty('code'));
    expect(queries.filter(isCounting)).toHaveLength(2);
    expect(await counters()).toEqual([{ name: 'password-address', points: 1 }]);
  });
});

describe('a wrong guess', () => {
  it('is counted before it is answered; where that is not possible, all guesses are counted first for a while', async () => {
    const [user, browsers] = [await buildUser(app), [await atLogin(), await atLogin(), await atLogin()]];
    const holder = await app.server.database.pool.connect();
    try {
      await holder.query('begin');
      // Others can read, but not write.
      await holder.query('lock table throttle_counters in share row exclusive mode');
      expect(answerOf(await guess(user, browsers[0]))).toHaveProperty('code');
      const refused = await guess(wrong(user.email), browsers[1]);
      expect(refused).toMatchObject({ status: 503, html: expect.not.stringContaining('name="password"') });
      expect((await guess(user, browsers[2])).status).toBe(503);
    } finally {
      await holder.query('rollback');
      holder.release();
    }
    await isNew(user);
    const next = await atLogin();
    expect((await queriesOf(() => guess(user, next))).filter(isCounting)).toHaveLength(2);
    app.clock.advance(601);
    await isNew(user);
    const later = await atLogin();
    expect((await queriesOf(() => guess(user, later))).filter(isCounting)).toEqual([]);
  });

  it('is one of five that are checked, of a hundred that come at once at one account', async () => {
    const { email } = await buildUser(app);
    expect(await atOnce(Array.from({ length: 100 }, () => wrong(email)))).toEqual({ 400: 5, 429: 95 });
  });

  it('is checked only up to the limit of the address, of a hundred at once at as many accounts', async () => {
    expect((await guess(wrong('first@example.com'))).status).toBe(400);
    await app.server.database.pool.query(`update throttle_counters set points = 70 where key like '%-address:%'`);
    const counts = await atOnce(Array.from({ length: 100 }, (_, index) => wrong(`nobody-${index}@example.com`)));
    // Those under way uncounted may turn out right, so the last few may be refused too early. On a busy machine, some wait too long.
    const { 400: checked = 0, 429: refused = 0, 503: unavailable = 0 } = counts;
    expect(checked + refused + unavailable).toBe(100);
    expect(checked).toBeLessThanOrEqual(30);
    expect(checked + unavailable).toBeGreaterThanOrEqual(20);
    expect((await guess(wrong('last@example.com'))).status).toBe(429);
  });
});
