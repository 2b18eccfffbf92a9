/** What takes an account takes a recent proof of the session that asks: the password, or the second factor. */
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Client } from '../../src/modules/clients/index.ts';
import { useApp } from '../support/app.ts';
import { BrowserLite, type Page } from '../support/browser-lite.ts';
import { answerOf, authorizePath, buildClient, buildUser, type BuiltUser } from '../support/builders.ts';
import { claimsIn, redeem, tokensOf } from '../support/logins.ts';
import { codeOf, enroll, giveCode, nextStep } from '../support/mfa.ts';

const app = useApp();
let client: Client;
let user: BuiltUser;

beforeAll(async () => {
  client = await buildClient(app);
});

beforeEach(async () => {
  user = await buildUser(app);
});

const rows = async (text: string, ...values: unknown[]) => (await app.server.database.pool.query(text, values)).rows;
const login = async (who = user, scope = 'openid'): Promise<string> =>
  (await tokensOf(app, client, who, scope)).access_token;
const pathOf = ({ url }: Page): string => new URL(url).pathname;
const post = (path: string, token: string, body?: object) => app.send('POST', `/api/mfa/${path}`, { token, body });

/** The token of an authorization in this browser. */
async function tokenOf(page: Page): Promise<string> {
  return (await redeem(app, client, answerOf(page)['code']!)).body.access_token;
}

const TAKING = [
  'mutation { startMfaSetup { secret } }',
  'mutation { requestOwnEmailChange(newEmail: "evil@example.com") { user { id } } }',
];
const TAKING_OTHERS = [
  'mutation ($id: ID!) { resetUserMfa(id: $id) { user { id } } }',
  'mutation ($id: ID!) { requestEmailChange(userId: $id, newEmail: "evil@example.com") { user { id } } }',
  'mutation ($id: ID!) { updateUser(id: $id, input: { role: ADMIN }) { user { id } } }',
  'mutation ($id: ID!) { updateUser(id: $id, input: { role: MEMBER }) { user { id } } }',
  'mutation ($id: ID!) { setTemporaryPassword(id: $id) { password } }',
];
const MAKING = 'mutation { createUser(input: { email: "boss@evil.example", role: ADMIN }) { user { id } } }';

async function expectNoProof(token: string, documents: readonly string[], id = ''): Promise<void> {
  for (const document of documents) {
    const { body } = await app.graphql(token, document, document.includes('$id') ? { id } : {});
    expect([document, body.errors?.[0].extensions.code]).toEqual([document, 'REAUTHENTICATION_REQUIRED']);
  }
}

describe('what takes an account', () => {
  it('is refused to a session that proved who it is more than ten minutes ago, and says how to do it', async () => {
    const token = await login();
    app.clock.advance(601);
    await expectNoProof(token, TAKING);
    const { status, body, headers } = await post('setup', token);
    expect([status, body.error]).toEqual([403, 'reauthentication_required']);
    expect(headers.get('www-authenticate')).toBe('Bearer error="insufficient_user_authentication", max_age="600"');
    expect((await app.send('GET', '/api/sessions', { token })).status).toBe(200);
  });

  it('is refused to an administrator alike', async () => {
    const boss = await buildUser(app, { role: 'admin' });
    const token = await login(boss, 'openid admin');
    app.clock.advance(601);
    await expectNoProof(token, [...TAKING_OTHERS, MAKING], user.id);
    expect(await rows('select role, email from users where id = $1', user.id)).toEqual([
      { role: 'member', email: user.email },
    ]);
    await app.data(await login(boss, 'openid admin'), TAKING_OTHERS[2]!, { id: user.id });
  });

  it('is not made good by a sign-in elsewhere, or for another application', async () => {
    const browser = new BrowserLite(app.issuer);
    await browser.open(authorizePath(client));
    const token = await tokenOf(await browser.logIn(user));
    app.clock.advance(601);
    await login();
    const other = await buildClient(app);
    await browser.open(authorizePath(other, { prompt: 'login' }));
    expect(answerOf(await browser.logIn(user))).toHaveProperty('code');
    await expectNoProof(token, TAKING);
    expect((await post('setup', token)).status).toBe(403);
  });

  it('is good again with a token of a sign-in that max_age asks for', async () => {
    const browser = new BrowserLite(app.issuer);
    await browser.open(authorizePath(client));
    await browser.logIn(user);
    app.clock.advance(601);
    expect((await post('setup', await tokenOf(await browser.open(authorizePath(client))))).status).toBe(403);
    await browser.open(authorizePath(client, { max_age: '600' }));
    expect(pathOf(browser.page)).toBe('/login');
    expect((await post('setup', await tokenOf(await browser.logIn(user)))).status).toBe(200);
  });
});

describe('a second factor that is enrolled', () => {
  it('ends the other sessions, and gives those who sign in since no code without one', async () => {
    const [mine, stolen] = [await login(), await login()];
    const { secret } = await enroll(app, mine);
    expect((await post('backup-codes/regenerate', stolen)).status).toBe(401);
    expect((await app.send('GET', '/oauth2/userinfo', { token: stolen })).status).toBe(401);
    expect((await post('backup-codes/regenerate', mine)).status).toBe(200);
    // Another session of the user's: its proof counts for ten minutes, the enrollment not at all.
    const browser = new BrowserLite(app.issuer);
    await browser.open(authorizePath(client));
    await browser.logIn(user);
    const later = await tokenOf(await giveCode(browser, codeOf(app, secret)));
    expect((await post('backup-codes/regenerate', later)).status).toBe(200);
    app.clock.advance(601);
    expect((await post('backup-codes/regenerate', later)).status).toBe(403);
    expect((await post('backup-codes/regenerate', mine)).status).toBe(200);
  });

  it('given later does not stand in for the password: prompt=login and max_age mean that', async () => {
    const browser = new BrowserLite(app.issuer);
    await browser.open(authorizePath(client));
    const { secret } = await enroll(app, await tokenOf(await browser.logIn(user)));
    app.clock.advance(3000);
    await browser.open(authorizePath(client, { prompt: 'login' }));
    expect(pathOf(browser.page)).toBe('/login');
    const waiting = browser.form().values.get('flow')!;
    await browser.open(authorizePath(client, { acr_values: 'urn:guildhall:acr:2' }));
    nextStep(app);
    const page = await giveCode(browser, codeOf(app, secret));
    const { body } = await redeem(app, client, answerOf(page)['code']!);
    expect(claimsIn(body.id_token)).toMatchObject({ acr: 'urn:guildhall:acr:2' });
    expect(app.clock.now().getTime() / 1000 - claimsIn(body.id_token).auth_time).toBeGreaterThan(2900);
    // The code was a proof of this session, as far as that goes.
    expect((await post('backup-codes/regenerate', body.access_token)).status).toBe(200);
    expect(pathOf(await browser.open(`/oauth2/authorize/continue?flow=${waiting}`))).toBe('/login');
    expect(pathOf(await browser.open(authorizePath(client, { max_age: '600' })))).toBe('/login');
  });
});
