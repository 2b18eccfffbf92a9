import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { keptMail, keptMails } from '#product';
import type { Client } from '../../src/modules/clients/index.ts';
import { useApp } from '../support/app.ts';
import { BrowserLite } from '../support/browser-lite.ts';
import { answerOf, authorizePath, buildClient, buildUser, type BuiltUser } from '../support/builders.ts';
import { signedIn } from '../support/logins.ts';
import { codeOf, enroll, forgetGuesses, giveCode, wrongCodeOf } from '../support/mfa.ts';

const app = useApp({ TRUST_PROXY: '1' });
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';
const BROWSER = { 'user-agent': FIREFOX, 'x-forwarded-for': '192.0.2.7' };
const NEW = 'A new sign-in to your account';
const REFUSED = 'A second step was refused';
let client: Client;

beforeAll(async () => {
  client = await buildClient(app);
});
beforeEach(() => forgetGuesses(app));

async function mailsTo({ email }: BuiltUser, subject: string): Promise<string[]> {
  const { runtime } = app.server;
  const mails = (await keptMails(runtime)).filter((kept) => kept.to === email && kept.subject === subject);
  return Promise.all(mails.map(async ({ id }) => (await keptMail(runtime, id))!.text));
}

/** Signs in, and forgets the session: the next sign-in asks for the password. */
async function signIn(user: BuiltUser, browser = new BrowserLite(app.issuer)): Promise<BrowserLite> {
  await browser.open(authorizePath(client));
  const page = await browser.submit({ email: user.email, password: user.password }, BROWSER);
  expect(answerOf(page).code).toBeDefined();
  browser.cookies.delete('guildhall_session');
  return browser;
}

describe('the mail about a sign-in from a new browser', () => {
  it('is sent for every browser but the first, and names it', async () => {
    const user = await buildUser(app);
    const first = await signIn(user);
    await signIn(user, first);
    expect(await mailsTo(user, NEW)).toEqual([]);
    await signIn(user);
    const [text, ...others] = await mailsTo(user, NEW);
    expect(others).toEqual([]);
    expect(text).toContain('Firefox on Linux');
    expect(text).toContain('192.0.2.7');
    expect(text).toContain('If this was not you, change your password');
  });

  it('is in the language of the user', async () => {
    const user = await buildUser(app);
    await app.server.database.pool.query("update users set locale = 'de', login_count = 1 where id = $1", [user.id]);
    await signIn(user);
    expect(await mailsTo(user, 'Eine neue Anmeldung bei Ihrem Konto')).toHaveLength(1);
  });

  it('is not sent to the users who share a browser', async () => {
    const [ada, bob] = [await buildUser(app), await buildUser(app)];
    const shared = await signIn(ada);
    await signIn(bob, shared);
    await signIn(ada, shared);
    await signIn(bob, shared);
    expect([await mailsTo(ada, NEW), await mailsTo(bob, NEW)]).toEqual([[], []]);
  });

  it('is not kept away by the cookie of another user, nor by one from before the password changed', async () => {
    const [ada, bob] = [await buildUser(app), await buildUser(app)];
    await signIn(ada);
    await signIn(ada, await signIn(bob));
    expect(await mailsTo(ada, NEW)).toHaveLength(1);
    const browser = await signIn(bob);
    await app.server.database.pool.query('update users set password_changed_at = $2 where id = $1', [
      bob.id,
      new Date(app.clock.now().getTime() + 1000),
    ]);
    const before = (await mailsTo(bob, NEW)).length;
    await signIn(bob, browser);
    expect(await mailsTo(bob, NEW)).toHaveLength(before + 1);
  });

  it('does not flood anybody', async () => {
    const user = await buildUser(app);
    for (let n = 0; n < 8; n += 1) await signIn(user);
    expect(await mailsTo(user, NEW)).toHaveLength(5);
  });
});

describe('the mail about a refused second step', () => {
  async function atSecondFactor(user: BuiltUser, browser = new BrowserLite(app.issuer)): Promise<BrowserLite> {
    browser.cookies.delete('guildhall_session');
    await browser.open(authorizePath(client));
    await browser.submit({ email: user.email, password: user.password }, BROWSER);
    expect(new URL(browser.page.url).pathname).toBe('/second-factor');
    return browser;
  }

  it('is sent once an hour, from a browser that is not known', async () => {
    const { user, token } = await signedIn(app, client);
    const { secret } = await enroll(app, token);
    const stranger = await atSecondFactor(user);
    for (let n = 0; n < 3; n += 1) await stranger.submit({ code: wrongCodeOf(app, secret) }, BROWSER);
    const [text, ...others] = await mailsTo(user, REFUSED);
    expect(others).toEqual([]);
    expect(text).toContain('192.0.2.7');
    expect(text).toContain('Firefox on Linux');
  });

  it('is sent from a known browser only when the codes have to wait', async () => {
    const { user, token } = await signedIn(app, client);
    const { secret } = await enroll(app, token);
    const own = await atSecondFactor(user);
    expect(answerOf(await giveCode(own, codeOf(app, secret))).code).toBeDefined();
    await atSecondFactor(user, own);
    for (let n = 0; n < 4; n += 1) await giveCode(own, wrongCodeOf(app, secret));
    expect(await mailsTo(user, REFUSED)).toEqual([]);
    await giveCode(own, wrongCodeOf(app, secret));
    expect(await mailsTo(user, REFUSED)).toHaveLength(1);
  });

  it('is sent when codes are guessed with a token', async () => {
    const { user, token } = await signedIn(app, client);
    const { secret } = await enroll(app, token);
    const body = { code: wrongCodeOf(app, secret) };
    for (let n = 0; n < 5; n += 1) await app.send('POST', '/api/mfa/disable', { token, body });
    expect(await mailsTo(user, REFUSED)).toHaveLength(1);
  });

  it('is not sent for the codes of a setup', async () => {
    const { user, token } = await signedIn(app, client);
    const { body } = await app.send('POST', '/api/mfa/setup', { token });
    const code = wrongCodeOf(app, body.secret);
    for (let n = 0; n < 5; n += 1) await app.send('POST', '/api/mfa/verify-setup', { token, body: { code } });
    expect(await mailsTo(user, REFUSED)).toEqual([]);
  });
});
