import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Client } from '../../src/modules/clients/index.ts';
import { useApp } from '../support/app.ts';
import { BrowserLite, type Page } from '../support/browser-lite.ts';
import { answerOf, authorizePath, buildClient, buildUser, type BuiltUser } from '../support/builders.ts';
import { signedIn as tokenOf, tokensOf } from '../support/logins.ts';
import { codeOf, enroll, forgetGuesses, giveCode } from '../support/mfa.ts';
import { addPasskey, givePasskey } from '../support/passkeys.ts';
import { SoftPasskey } from '../support/soft-passkey.ts';

const app = useApp();
const OR_PASSKEY = 'or this account signs in with its passkey only';
let client: Client;
let admin: string;

const rows = async (text: string, ...values: unknown[]) => (await app.server.database.pool.query(text, values)).rows;
const allow = (rule: 'allowed' | 'until_passkey') =>
  rows('update customers set password_sign_in = $2 where id = $1', app.customer.customerId, rule);
const reasonsOf = async ({ id }: BuiltUser) =>
  (
    await rows(
      `select details->>'reason' as reason from audit_events where subject_id = $1 and action = 'login.failed' order by id`,
      id,
    )
  ).map(({ reason }) => reason);

beforeAll(async () => {
  client = await buildClient(app);
  admin = (await tokensOf(app, client, await buildUser(app, { role: 'admin' }), 'openid admin')).access_token;
});
beforeEach(async () => {
  await forgetGuesses(app);
  await allow('allowed');
});

async function atLogin(): Promise<BrowserLite> {
  const browser = new BrowserLite(app.issuer);
  await browser.open(authorizePath(client));
  return browser;
}

const givePassword = async (user: { email: string; password: string }): Promise<Page> =>
  (await atLogin()).submit({ email: user.email, password: user.password });

/** A user with a passkey and a session, and the session's browser. */
async function withPasskey(): Promise<{ user: BuiltUser; passkey: SoftPasskey; browser: BrowserLite }> {
  const user = await buildUser(app);
  const browser = new BrowserLite(app.issuer);
  await browser.open('/login');
  await browser.logIn(user);
  const passkey = await addPasskey(app, browser, new SoftPasskey(new URL(app.issuer).origin));
  return { user, passkey, browser };
}

describe('a customer whose passwords sign in only until there is a passkey', () => {
  it('lets users with a passkey sign in with it alone, and all others by password', async () => {
    const { user, passkey } = await withPasskey();
    await allow('until_passkey');
    const page = await givePassword(user);
    expect(page).toMatchObject({ status: 400, html: expect.stringContaining(OR_PASSKEY) });
    expect(await reasonsOf(user)).toEqual(['needs_passkey']);
    expect(answerOf(await givePasskey(await atLogin(), passkey))).toHaveProperty('code');
    expect(answerOf(await givePassword(await buildUser(app)))).toHaveProperty('code');
    await allow('allowed');
    expect(new URL((await givePassword(user)).url).pathname).toBe('/second-factor');
  });

  it('answers the same for a right password, a wrong one and an unknown user, and counts each as wrong', async () => {
    const { user } = await withPasskey();
    const other = await buildUser(app);
    await allow('until_passkey');
    const guesses = [
      user,
      { ...user, password: 'wrong' },
      { ...other, password: 'wrong' },
      { ...other, email: 'no@example.com' },
    ];
    for (const guess of guesses) {
      await forgetGuesses(app);
      const statuses: number[] = [];
      for (let n = 0; n < 7; n += 1) {
        const page = await givePassword(guess);
        statuses.push(page.status);
        if (n === 0) expect(page.html).toContain(OR_PASSKEY);
      }
      expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429]);
    }
  });

  it('refuses a password that was given before, if the second factor comes after the change', async () => {
    const { user, token } = await tokenOf(app, client);
    const { secret } = await enroll(app, token);
    const browser = await atLogin();
    await browser.logIn(user);
    const own = new BrowserLite(app.issuer);
    await own.open('/login');
    await own.logIn(user);
    await giveCode(own, codeOf(app, secret));
    await addPasskey(app, own, new SoftPasskey(new URL(app.issuer).origin));
    await allow('until_passkey');
    app.clock.advance(60);
    const page = await giveCode(browser, codeOf(app, secret));
    expect(answerOf(page).code).toBeUndefined();
    expect(await reasonsOf(user)).toEqual(['changed_meanwhile']);
  });

  it('still lets signed-in users change their password, and lets them in by it once an administrator has reset', async () => {
    const { user, browser } = await withPasskey();
    await allow('until_passkey');
    const next = 'another long password of theirs';
    await browser.open('/account/password');
    const page = await browser.submit({ current_password: user.password, password: next, confirmation: next });
    expect(page.html).toContain('Your password is changed');
    expect((await givePassword({ ...user, password: next })).status).toBe(400);
    await app.data(admin, 'mutation ($id: ID!) { resetUserMfa(id: $id) { user { id } } }', { id: user.id });
    await forgetGuesses(app);
    expect(answerOf(await givePassword({ ...user, password: next }))).toHaveProperty('code');
  });

  it('is made so by an administrator, and by nobody else', async () => {
    const { customerId: id } = app.customer;
    const update =
      'mutation ($id: ID!, $input: UpdateCustomerInput!) { updateCustomer(id: $id, input: $input) { customer { passwordSignIn } } }';
    const input = { passwordSignIn: 'UNTIL_PASSKEY' };
    const { updateCustomer } = await app.data(admin, update, { id, input });
    expect(updateCustomer.customer).toEqual({ passwordSignIn: 'UNTIL_PASSKEY' });
    const [event] = await rows(
      "select details from audit_events where action = 'customer.updated' order by id desc limit 1",
    );
    expect(event.details.changes).toEqual({ passwordSignIn: { from: 'allowed', to: 'until_passkey' } });
    const { token } = await tokenOf(app, client);
    const refused = await app.graphql(token, update, { id, input });
    expect(refused.body.errors[0].extensions.code).toBe('FORBIDDEN');
    const wrong = await app.graphql(admin, update, { id, input: { passwordSignIn: 'NEVER' } });
    expect(wrong.body.errors).toHaveLength(1);
  });
});
