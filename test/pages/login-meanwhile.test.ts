import { describe, expect, it } from '@jest/globals';
import { useApp } from '../support/app.ts';
import { BrowserLite, type Page } from '../support/browser-lite.ts';
import { answerOf, authorizePath, buildClient, buildUser, type BuiltUser } from '../support/builders.ts';
import { queriesOf } from '../support/queries.ts';
import { until } from '../support/until.ts';

const app = useApp();
const rows = async (text: string, ...values: unknown[]) => (await app.server.database.pool.query(text, values)).rows;

/** Signs in; `change` happens after the request was looked at, and before the password is. */
async function logInWhile(browser: BrowserLite, user: BuiltUser, change: () => Promise<unknown>): Promise<Page> {
  const holder = await app.server.database.pool.connect();
  try {
    await holder.query('begin');
    await holder.query('lock table throttle_counters in access exclusive mode');
    const page = browser.logIn(user);
    const waiting = `select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%from throttle_counters%'`;
    await until(async () => (await rows(waiting)).length > 0);
    await change();
    await holder.query('commit');
    return await page;
  } finally {
    holder.release(true);
  }
}

const atLogin = async (path: string): Promise<BrowserLite> => {
  const browser = new BrowserLite(app.issuer);
  await browser.open(path);
  return browser;
};

const grantsOf = ({ id }: BuiltUser) => rows('select id from grants where user_id = $1', id);

describe('what changes while somebody signs in', () => {
  it('gives a client nothing at a redirect URI that it has no longer; who signed in is signed in', async () => {
    const [client, user] = [await buildClient(app), await buildUser(app)];
    const browser = await atLogin(authorizePath(client));
    const page = await logInWhile(browser, user, () =>
      rows(`update clients set redirect_uris = '{https://other.example/}' where id = $1`, client.id),
    );
    expect(page).toMatchObject({ status: 400, url: expect.stringContaining('/oauth2/authorize/continue') });
    expect(await grantsOf(user)).toEqual([]);
    expect(await browser.open('/account')).toMatchObject({ status: 200, html: expect.stringContaining(user.email) });
  });

  it('asks for a consent that was withdrawn, and that a client has come to need', async () => {
    for (const requireConsent of [true, false]) {
      const [client, user] = [await buildClient(app, { requireConsent: true }), await buildUser(app)];
      const before = await atLogin(authorizePath(client));
      await before.logIn(user);
      if (requireConsent) await before.submit({ decision: 'allow' });
      else await rows('update clients set require_consent = false where id = $1', client.id);
      await rows('delete from grants where user_id = $1', user.id);
      const page = await logInWhile(await atLogin(authorizePath(client)), user, () =>
        requireConsent
          ? rows('delete from consents where user_id = $1', user.id)
          : rows('update clients set require_consent = true where id = $1', client.id),
      );
      expect(new URL(page.url).pathname).toBe('/consent');
      expect(await grantsOf(user)).toEqual([]);
    }
  });

  it('tells who signs in to a client that is deleted that the sign-in has expired', async () => {
    const [client, user] = [await buildClient(app), await buildUser(app)];
    const page = await logInWhile(await atLogin(authorizePath(client)), user, () =>
      rows('delete from clients where id = $1', client.id),
    );
    expect(page.status).toBe(400);
    expect(await rows('select id from sessions where user_id = $1', user.id)).toHaveLength(1);
  });

  it('makes the login void where the password is another, or the user disabled, and gives no code', async () => {
    const client = await buildClient(app);
    for (const change of [`password_hash = 'another'`, 'is_active = false']) {
      const user = await buildUser(app);
      const page = await logInWhile(await atLogin(authorizePath(client)), user, () =>
        rows(`update users set ${change} where id = $1`, user.id),
      );
      expect(page).toMatchObject({ status: 400, html: expect.stringContaining('name="password"') });
      expect(await rows('select id from sessions where user_id = $1', user.id)).toEqual([]);
      expect(await grantsOf(user)).toEqual([]);
    }
  });
});

describe('who has signed in', () => {
  it('is sent straight to the application with the code, also where a consent is remembered', async () => {
    const [client, user] = [await buildClient(app, { requireConsent: true }), await buildUser(app)];
    const first = await atLogin(authorizePath(client));
    await first.logIn(user);
    expect(answerOf(await first.submit({ decision: 'allow' }))).toHaveProperty('code');
    const browser = await atLogin(authorizePath(client, { state: 'a & b' }));
    browser.cookies.set('guildhall_device', first.cookies.get('guildhall_device')!);
    const queries = await queriesOf(() => browser.logIn(user));
    expect(answerOf(browser.page)).toEqual({ code: expect.any(String), state: 'a & b', iss: app.issuer });
    expect(queries).toHaveLength(3);
    expect(browser.visited.at(-1)).toBe(`${app.issuer}/login`);
  });

  it('comes back to a page where the answer is one, or something is asked besides', async () => {
    const [client, user] = [await buildClient(app), await buildUser(app)];
    for (const given of [{ response_mode: 'form_post' }, { prompt: 'consent' }]) {
      const browser = await atLogin(authorizePath(client, given));
      expect(await browser.logIn(user)).toMatchObject({ status: 200 });
      expect(browser.visited).toContainEqual(expect.stringContaining('/oauth2/authorize/continue'));
    }
  });
});
