import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '../../src/modules/clients/index.ts';
import { useApp } from '../support/app.ts';
import { BrowserLite } from '../support/browser-lite.ts';
import { answerOf, authorizePath, buildClient, buildUser, type BuiltUser } from '../support/builders.ts';
import { browserOf, claimsIn, redeem } from '../support/logins.ts';

const app = useApp();
let client: Client;
let user: BuiltUser;
let other: BuiltUser;

beforeAll(async () => {
  client = await buildClient(app);
  user = await buildUser(app);
  other = await buildUser(app);
});

async function signedIn(): Promise<BrowserLite> {
  const browser = await browserOf(app, user, authorizePath(client));
  app.clock.advance(10);
  return browser;
}

async function choosing(given: Record<string, string> = {}, asking = client): Promise<BrowserLite> {
  const browser = await signedIn();
  await browser.open(authorizePath(asking, { prompt: 'select_account', ...given }));
  expect(pathOf(browser)).toBe('/select-account');
  return browser;
}

const pathOf = (browser: BrowserLite) => new URL(browser.page.url).pathname;
const subjectOf = async (browser: BrowserLite) =>
  claimsIn((await redeem(app, client, answerOf(browser.page)['code']!)).body.id_token).sub;

describe('prompt=select_account', () => {
  it('OIDC Core §3.1.2.1: shows who is signed in, and goes on as them without their password', async () => {
    const browser = await choosing();
    const { status, html, headers } = browser.page;
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(html).toContain(user.email);
    expect(html).toContain('Some Application');
    await browser.submit({ decision: 'continue' });
    expect(answerOf(browser.page)).toMatchObject({ state: 'a state', iss: app.issuer });
    expect(await subjectOf(browser)).toBe(user.id);
  });

  it('OIDC Core §3.1.2.1: lets another account be used, which takes its password', async () => {
    const browser = await choosing();
    await browser.submit({ decision: 'another' });
    expect(pathOf(browser)).toBe('/login');
    expect(browser.form().values.get('email')).toBe('');
    await browser.logIn(other);
    expect(await subjectOf(browser)).toBe(other.id);
  });

  it('asks again in the next request', async () => {
    const browser = await choosing();
    await browser.submit({ decision: 'continue' });
    await browser.open(authorizePath(client, { prompt: 'select_account' }));
    expect(pathOf(browser)).toBe('/select-account');
  });

  it('with nobody signed in is a login', async () => {
    const browser = new BrowserLite(app.issuer);
    await browser.open(authorizePath(client, { prompt: 'select_account' }));
    expect(pathOf(browser)).toBe('/login');
    expect(answerOf(await browser.logIn(user))).toHaveProperty('code');
  });

  it.each<[string, Record<string, string>]>([
    ['login', { prompt: 'select_account login' }],
    ['a max_age that has passed', { max_age: '5' }],
  ])('with %s asks for the password of the account chosen, too', async (_name, given) => {
    const browser = await choosing(given);
    await browser.submit({ decision: 'continue' });
    expect(pathOf(browser)).toBe('/login');
    expect(browser.form().values.get('email')).toBe(user.email);
    expect(answerOf(await browser.logIn(user))).toHaveProperty('code');
  });

  it('with consent asks for both, in this order', async () => {
    const asking = await buildClient(app, { requireConsent: true });
    const browser = await choosing({ prompt: 'consent select_account' }, asking);
    await browser.submit({ decision: 'continue' });
    expect(pathOf(browser)).toBe('/consent');
    expect(answerOf(await browser.submit({ decision: 'allow' }))).toHaveProperty('code');
  });

  it('has room for the longest request that a login takes', async () => {
    let state = 'x'.repeat(7000);
    const browser = await signedIn();
    const ask = () => browser.open(authorizePath(client, { state, prompt: 'select_account' }));
    while ((await ask()).url.startsWith(app.issuer)) state += 'x'.repeat(50);
    state = state.slice(50);
    await ask();
    expect(answerOf(await browser.submit({ decision: 'continue' }))).toMatchObject({ code: expect.anything(), state });
  });

  it('goes on with the login where the session ended meanwhile', async () => {
    const browser = await choosing();
    await app.server.database.pool.query('delete from sessions where user_id = $1', [user.id]);
    await browser.submit({ decision: 'continue' });
    expect(pathOf(browser)).toBe('/login');
  });

  it('takes no form without its token, nor one made for who was signed in before', async () => {
    const browser = await choosing();
    const asked = browser.page;
    expect((await browser.submit({ decision: 'continue', csrf: 'made-up' })).status).toBe(403);
    await browser.open(authorizePath(client, { prompt: 'login' }));
    await browser.logIn(other);
    browser.page = asked;
    expect((await browser.submit({ decision: 'continue' })).status).toBe(403);
  });

  it('belongs to the browser that was asked', async () => {
    const { page } = await choosing();
    const stranger = await signedIn();
    expect((await stranger.open(page.url)).status).toBe(400);
  });
});
