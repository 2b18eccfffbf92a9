/** The accounts of one browser: those that stay signed in are offered at its next sign-in. */
import { beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { Client } from '../../src/modules/clients/index.ts';
import { useApp } from '../support/app.ts';
import { BrowserLite } from '../support/browser-lite.ts';
import { answerOf, authorizePath, buildClient, buildUser, type BuiltUser } from '../support/builders.ts';
import { claimsIn, redeem } from '../support/logins.ts';

const app = useApp();
let client: Client;
let ada: BuiltUser;
let grace: BuiltUser;
let browser: BrowserLite;

beforeAll(async () => {
  client = await buildClient(app);
});
beforeEach(async () => {
  [ada, grace] = [await buildUser(app), await buildUser(app)];
  browser = new BrowserLite(app.issuer);
});

async function signIn({ email, password }: BuiltUser, stays: boolean): Promise<void> {
  // The box is as it was the last time.
  browser.cookies.delete('guildhall_stay');
  await browser.open(authorizePath(client, { prompt: 'login' }));
  await browser.submit({ email, password, ...(stays && { stay: '1' }) });
  expect(answerOf(browser.page)).toHaveProperty('code');
}

const subjectOf = async () => claimsIn((await redeem(app, client, answerOf(browser.page)['code']!)).body.id_token).sub;
const chooser = () => browser.open(authorizePath(client, { prompt: 'select_account' }));
const emailTyped = () => browser.form().values.get('email');

/** The links of accounts on the login page, by address. */
const offered = (): Map<string, string> =>
  new Map(
    [...browser.page.html.matchAll(/<a href="([^"]+)" class="button quiet account">.*?<bdi>([^<]+)<\/bdi>/g)].map(
      ([, href = '', email = '']) => [email, href.replaceAll('&amp;', '&')],
    ),
  );

it('are offered beside the one that is signed in, and take their password', async () => {
  await signIn(ada, true);
  await signIn(grace, true);
  const { html } = await chooser();
  expect([html.includes(`Continue as`), html.includes(grace.email), html.includes(ada.email)]).toEqual([
    true,
    true,
    true,
  ]);
  await browser.submit({ account: ada.id });
  expect([new URL(browser.page.url).pathname, emailTyped()]).toEqual(['/login', ada.email]);
  await browser.logIn(ada);
  expect(await subjectOf()).toBe(ada.id);
});

it('are offered on the login page when nobody is signed in, with or without an application', async () => {
  await signIn(ada, true);
  await signIn(grace, true);
  await app.server.database.pool.query('delete from sessions where user_id = any($1)', [[ada.id, grace.id]]);
  for (const path of [authorizePath(client), '/login?organization=Example']) {
    await browser.open(path);
    expect([...offered().keys()]).toEqual([grace.email, ada.email]);
    await browser.open(offered().get(ada.email)!);
    expect([emailTyped(), offered().size]).toEqual([ada.email, 0]);
  }
  await browser.logIn(ada);
  expect(new URL(browser.page.url).pathname).toBe('/account');
});

it('are not left behind by whoever does not stay, or signs out', async () => {
  await signIn(ada, true);
  await signIn(ada, false);
  await signIn(grace, false);
  expect((await chooser()).html).not.toContain(ada.email);
  await signIn(ada, true);
  await browser.open('/logout');
  await browser.submit({ decision: 'logout' });
  await browser.open('/login');
  expect(offered().size).toBe(0);
  expect(browser.cookies.has('guildhall_accounts')).toBe(false);
});

it('are those of the customer who may sign in, and five at most', async () => {
  const users: BuiltUser[] = [];
  for (let n = 0; n < 6; n += 1) users.push(await buildUser(app));
  for (const user of users) await signIn(user, true);
  await app.server.database.pool.query('update users set is_active = false where id = $1', [users[5]!.id]);
  await browser.open(authorizePath(client));
  expect([...offered().keys()]).toEqual([4, 3, 2, 1].map((n) => users[n]!.email));
  const elsewhere = await buildClient(app, { customerId: (await app.newCustomer()).customerId });
  await browser.open(authorizePath(elsewhere));
  expect(offered().size).toBe(0);
});

it('cannot be asked for by another browser, or by a cookie made up', async () => {
  await signIn(ada, true);
  const stranger = new BrowserLite(app.issuer);
  stranger.cookies.set('guildhall_accounts', Buffer.from(ada.id).toString('base64url'));
  await stranger.open(authorizePath(client));
  await stranger.open(`${stranger.page.url}&account=${ada.id}`);
  expect([stranger.page.status, stranger.page.html.includes(ada.email)]).toEqual([200, false]);
});
