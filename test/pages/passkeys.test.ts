import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '../../src/modules/clients/index.ts';
import { useApp } from '../support/app.ts';
import { BrowserLite, type Page } from '../support/browser-lite.ts';
import { answerOf, authorizePath, buildClient, buildUser, type BuiltUser } from '../support/builders.ts';
import { browserOf, claimsIn, redeem } from '../support/logins.ts';
import { codeOf, enroll, giveCode } from '../support/mfa.ts';
import { addPasskey, givePasskey, optionsIn } from '../support/passkeys.ts';
import { SoftPasskey, type Wrong } from '../support/soft-passkey.ts';
import { queriesOf } from '../support/queries.ts';

const app = useApp();
let client: Client;
let origin: string;
beforeAll(async () => {
  client = await buildClient(app);
  ({ origin } = new URL(app.issuer));
});

const rows = async (text: string, ...values: unknown[]) => (await app.server.database.pool.query(text, values)).rows;
const claimsOf = async (page: Pick<Page, 'url'>) =>
  claimsIn((await redeem(app, client, answerOf(page)['code']!)).body.id_token);
const reasonsOf = async ({ id }: BuiltUser) =>
  (
    await rows(
      `select details->>'reason' as reason from audit_events where subject_id = $1 and action = 'login.failed' order by id`,
      id,
    )
  ).map(({ reason }) => reason);
const actionsOf = async ({ id }: BuiltUser) =>
  (await rows(`select action from audit_events where subject_id = $1 and action like 'passkey.%' order by id`, id)).map(
    ({ action }) => action,
  );
const mailsTo = async ({ email }: BuiltUser) =>
  (await rows('select subject from outbox_mails where recipient = $1 order by id', email))
    .map(({ subject }) => subject)
    .filter((subject) => subject !== 'A new sign-in to your account');

/** A user with a passkey, whose sessions have ended. */
async function withPasskey(passkey = new SoftPasskey(origin)): Promise<{ user: BuiltUser; passkey: SoftPasskey }> {
  const user = await buildUser(app);
  await addPasskey(app, await browserOf(app, user), passkey);
  await rows('delete from sessions where user_id = $1', user.id);
  return { user, passkey };
}

/** A new browser on the login page of the application. */
async function atLogin(given?: Record<string, string>): Promise<BrowserLite> {
  const browser = new BrowserLite(app.issuer);
  await browser.open(authorizePath(client, given));
  return browser;
}

/** A new browser on the page after the password. */
async function afterPassword(user: BuiltUser): Promise<BrowserLite> {
  const browser = await atLogin();
  await browser.logIn(user);
  expect(new URL(browser.page.url).pathname).toBe('/second-factor');
  return browser;
}

describe('the login page', () => {
  it('offers passkeys by one script, which its policy names and nothing else', async () => {
    const { page } = await atLogin();
    const [, script] = /<script src="([^"]+)" defer><\/script>/.exec(page.html)!;
    expect(page.html.match(/<script/g)).toHaveLength(1);
    expect(page.headers.get('content-security-policy')).toContain(`; script-src ${origin}${script};`);
    expect(page.html).toContain('autocomplete="username webauthn"');
    expect(optionsIn(page)).toEqual({
      challenge: expect.stringMatching(/^[\w-]{60,}$/),
      rpId: new URL(app.issuer).hostname,
      timeout: 3_600_000,
      userVerification: 'required',
    });
    const { status, text, headers } = await app.send('GET', script!);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
    expect(headers.get('cache-control')).toContain('immutable');
    expect(text).toContain('navigator.credentials');
  });

  it('signs in with a passkey of one device, and tells the application of both factors', async () => {
    const { user, passkey } = await withPasskey();
    const claims = await claimsOf(await givePasskey(await atLogin({ nonce: 'n' }), passkey));
    expect(claims).toMatchObject({ sub: user.id, nonce: 'n', amr: ['hwk', 'user', 'mfa'], acr: 'urn:guildhall:acr:3' });
    const [stored] = await rows('select sign_count, is_synced, last_used_at from passkeys where user_id = $1', user.id);
    expect(stored).toEqual({
      sign_count: String(passkey.signCount),
      is_synced: false,
      last_used_at: expect.any(String),
    });
  });

  it('signs in with a synced passkey without a counter, and names its key as one in software', async () => {
    const { passkey } = await withPasskey(new SoftPasskey(origin, true, 0));
    for (let n = 0; n < 2; n += 1)
      expect(await claimsOf(await givePasskey(await atLogin(), passkey))).toMatchObject({
        amr: ['swk', 'user', 'mfa'],
      });
  });

  it('signs in without an application, and to one that requires both factors', async () => {
    const { user, passkey } = await withPasskey();
    const browser = new BrowserLite(app.issuer);
    await browser.open('/login');
    expect((await givePasskey(browser, passkey)).html).toContain(user.email);
    const raised = await atLogin({ acr_values: 'urn:guildhall:acr:2', max_age: '60' });
    expect(await claimsOf(await givePasskey(raised, passkey))).toMatchObject({ acr: 'urn:guildhall:acr:2' });
  });

  it('takes three statements for a sign-in with a passkey, which also issues the code', async () => {
    const { passkey } = await withPasskey();
    const browser = await atLogin();
    await givePasskey(browser, passkey);
    browser.cookies.delete('guildhall_session');
    await browser.open(authorizePath(client));
    const queries = await queriesOf(async () => {
      expect(answerOf(await givePasskey(browser, passkey))).toHaveProperty('code');
    });
    expect(queries).toHaveLength(3);
  });

  it('refuses a passkey that nobody has, and one of a user of another customer', async () => {
    const stranger = await atLogin();
    const unknown = new SoftPasskey(origin);
    expect((await givePasskey(stranger, unknown)).html).toContain('The passkey was not accepted');
    const { passkey } = await withPasskey();
    const other = await buildClient(app, { customerId: (await app.newCustomer()).customerId });
    const browser = new BrowserLite(app.issuer);
    await browser.open(authorizePath(other));
    expect((await givePasskey(browser, passkey)).status).toBe(400);
  });

  it('refuses a disabled user', async () => {
    const { user, passkey } = await withPasskey();
    await rows('update users set is_active = false where id = $1', user.id);
    expect((await givePasskey(await atLogin(), passkey)).status).toBe(400);
    expect(await reasonsOf(user)).toEqual(['disabled']);
  });

  const attacks: readonly [string, Wrong][] = [
    ['another origin', { origin: 'https://phishing.example' }],
    ['a frame', { crossOrigin: true }],
    ['a frame of another site', { topOrigin: 'https://phishing.example' }],
    ['another relying party', { rpId: 'phishing.example' }],
    ['a user who was not verified', { isVerified: false }],
    ['the handle of another user', { userHandle: Buffer.from('somebody').toString('base64url') }],
    ['an answer that does not say whose it is', { userHandle: '' }],
    ['a key that became syncable', { isSyncable: true }],
  ];
  it.each(attacks)('refuses %s', async (_, wrong) => {
    const { user, passkey } = await withPasskey();
    const browser = await atLogin();
    const page = await givePasskey(browser, passkey, wrong);
    expect([page.status, browser.cookies.has('guildhall_session')]).toEqual([400, false]);
    expect(await reasonsOf(user)).toEqual(['wrong_passkey']);
  });

  it('refuses what no authenticator answers', async () => {
    for (const credential of [
      'x',
      '{}',
      '[]',
      'null',
      '{"id":"x","response":{"clientDataJSON":"!"}}',
      'x'.repeat(30_000),
    ])
      expect((await (await atLogin()).submit({ credential })).status).toBe(400);
  });

  it('uses an answer once: not again, and not in another browser', async () => {
    const { user, passkey } = await withPasskey(new SoftPasskey(origin, true, 0));
    const [browser, other] = [await atLogin(), await atLogin()];
    const credential = passkey.get(optionsIn(browser.page));
    expect((await other.submit({ credential })).status).toBe(400);
    const again = new BrowserLite(app.issuer);
    again.page = browser.page;
    for (const [name, value] of browser.cookies) again.cookies.set(name, value);
    const pages = await Promise.all([browser.submit({ credential }), again.submit({ credential })]);
    expect(pages.map(({ url }) => 'code' in answerOf({ url }))).toEqual(expect.arrayContaining([true, false]));
    expect((await reasonsOf(user)).toSorted((a, b) => a.localeCompare(b))).toEqual([
      'expired_challenge',
      'used_challenge',
    ]);
  });

  it('refuses an answer to a challenge that has expired, and to one that the server did not make', async () => {
    const { user, passkey } = await withPasskey();
    const browser = await atLogin();
    expect((await givePasskey(browser, passkey, { challenge: 'Y2hhbGxlbmdl' })).status).toBe(400);
    expect(await reasonsOf(user)).toEqual(['expired_challenge']);
  });

  it('refuses a counter that does not grow, and tells the user and the audit trail', async () => {
    const { user, passkey } = await withPasskey();
    await givePasskey(await atLogin(), passkey);
    const page = await givePasskey(await atLogin(), passkey, { signCount: 1 });
    expect(page.status).toBe(400);
    expect(await reasonsOf(user)).toEqual(['passkey_counter']);
    expect(await actionsOf(user)).toEqual(['passkey.added', 'passkey.refused']);
    expect(await mailsTo(user)).toEqual(['You have a new passkey', 'A passkey was refused']);
    expect(answerOf(await givePasskey(await atLogin(), passkey))).toHaveProperty('code');
  });
});

describe('a passkey as the second factor', () => {
  it('is asked for after the password, of this user only', async () => {
    const { user, passkey } = await withPasskey();
    const { passkey: another } = await withPasskey();
    const browser = await afterPassword(user);
    expect(optionsIn(browser.page)).toMatchObject({
      allowCredentials: [{ id: passkey.credentialId.toString('base64url'), transports: ['internal'] }],
    });
    expect(browser.page.html).toContain('one of your backup codes');
    expect((await givePasskey(browser, another)).html).toContain('The passkey was not accepted');
    const claims = await claimsOf(await givePasskey(browser, passkey));
    expect(claims).toMatchObject({ sub: user.id, amr: ['pwd', 'hwk', 'user', 'mfa'], acr: 'urn:guildhall:acr:3' });
    expect(await reasonsOf(user)).toEqual(['unknown_passkey']);
  });

  it('refuses an answer that was given on the login page', async () => {
    const { user, passkey } = await withPasskey();
    const credential = passkey.get(optionsIn((await atLogin()).page));
    const browser = await afterPassword(user);
    expect((await browser.submit({ credential })).status).toBe(400);
    expect(await reasonsOf(user)).toEqual(['expired_challenge']);
  });

  it('stands beside the codes of an app, and either is enough', async () => {
    const user = await buildUser(app);
    const browser = await browserOf(app, user);
    await browser.open(authorizePath(client));
    const { body } = await redeem(app, client, answerOf(browser.page)['code']!);
    const { secret } = await enroll(app, body.access_token);
    const passkey = await addPasskey(app, browser);
    for (const give of [
      (at: BrowserLite) => giveCode(at, codeOf(app, secret)),
      (at: BrowserLite) => givePasskey(at, passkey),
    ]) {
      const at = await afterPassword(user);
      expect(at.page.html).toContain('name="code"');
      expect(answerOf(await give(at))).toHaveProperty('code');
    }
  });

  it('stays when the app is removed, and the mail says so', async () => {
    const user = await buildUser(app);
    const browser = await browserOf(app, user);
    await browser.open(authorizePath(client));
    const { body } = await redeem(app, client, answerOf(browser.page)['code']!);
    const { secret } = await enroll(app, body.access_token);
    await addPasskey(app, browser);
    const disable = { token: body.access_token, body: { code: codeOf(app, secret) } };
    expect((await app.send('POST', '/api/mfa/disable', disable)).status).toBe(200);
    expect((await rows('select mfa_methods from users where id = $1', user.id))[0].mfa_methods).toEqual(['passkey']);
    const subjects = await mailsTo(user);
    expect(subjects).toContain('Your authenticator app was removed');
    expect(subjects).not.toContain('Two-step verification is off');
  });

  it('steps up a session that began before there was one', async () => {
    const user = await buildUser(app);
    const passkey = new SoftPasskey(origin);
    const browser = await browserOf(app, user);
    await addPasskey(app, browser, passkey);
    await browser.open(authorizePath(client, { acr_values: 'urn:guildhall:acr:2' }));
    expect(new URL(browser.page.url).pathname).toBe('/second-factor');
    expect(await claimsOf(await givePasskey(browser, passkey))).toMatchObject({ acr: 'urn:guildhall:acr:2' });
  });
});

describe('the page of passkeys', () => {
  it('adds one, tells the user by mail, and ends sessions without a second factor', async () => {
    const user = await buildUser(app);
    const [browser] = [await browserOf(app, user), await browserOf(app, user)];
    await addPasskey(app, browser, undefined, 'My key');
    expect(browser.page.html).toContain('My key');
    expect(browser.page.html).toContain('On one device only');
    expect(browser.page.html).toContain('Unused codes: 10.');
    expect(await rows('select id from sessions where user_id = $1', user.id)).toHaveLength(1);
    expect(await mailsTo(user)).toEqual(['You have a new passkey']);
    expect(await actionsOf(user)).toEqual(['passkey.added']);
    expect(await rows('select mfa_enrolled, mfa_methods from users where id = $1', user.id)).toEqual([
      { mfa_enrolled: true, mfa_methods: ['passkey'] },
    ]);
    expect(optionsIn(browser.page).excludeCredentials).toHaveLength(1);
  });

  it('asks who has signed in long ago to sign in again before', async () => {
    const user = await buildUser(app);
    const browser = await browserOf(app, user);
    await rows(`update sessions set auth_time = auth_time - interval '6 minutes' where user_id = $1`, user.id);
    await browser.open('/account/passkeys');
    expect(optionsIn(browser.page)).toBeNull();
    await browser.submit({ decision: 'start' });
    expect(new URL(browser.page.url).pathname).toBe('/login');
    await browser.logIn(user);
    expect(optionsIn(browser.page)).toMatchObject({ authenticatorSelection: { userVerification: 'required' } });
  });

  it('refuses a wrong answer, one for another session, one twice, a passkey that is known, and a name that is none', async () => {
    const user = await buildUser(app);
    const browser = await browserOf(app, user);
    const passkey = new SoftPasskey(origin);
    await browser.open('/account/passkeys');
    const options = optionsIn(browser.page);
    const credential = passkey.create(options);
    const tried = async (fields: Record<string, string>, at = browser): Promise<string> => {
      await at.open('/account/passkeys');
      const { html, status } = await at.submit({ name: 'Key', ...fields });
      return `${status} ${/role="alert" id="form-error">([^<]*)/.exec(html)?.[1] ?? ''}`;
    };
    const refused = '400 The passkey was not accepted. Please try again, or use another way.';
    expect(await tried({ credential: passkey.create(options, { origin: 'https://phishing.example' }) })).toBe(refused);
    expect(await tried({ credential: passkey.create(options, { isVerified: false }) })).toBe(refused);
    expect(await tried({ credential: passkey.create(options, { crossOrigin: true }) })).toBe(refused);
    expect(await tried({ credential: 'x' })).toBe(refused);
    expect(await tried({ credential }, await browserOf(app, user))).toBe(refused);
    expect(await tried({ credential, name: ' ' })).toContain('Give the passkey a name');
    expect(await tried({ credential })).toBe('200 ');
    expect(await tried({ credential: new SoftPasskey(origin).create(options) })).toBe(refused);
    const other = await browserOf(app, await buildUser(app));
    await other.open('/account/passkeys');
    expect(await tried({ credential: passkey.create(optionsIn(other.page)) }, other)).toContain(
      'belongs to an account already',
    );
    expect(await rows('select name from passkeys where user_id = $1', user.id)).toEqual([{ name: 'Key' }]);
  });

  it('renames and removes one, of the user only', async () => {
    const user = await buildUser(app);
    const browser = await browserOf(app, user);
    await addPasskey(app, browser);
    const [{ id }] = await rows('select id from passkeys where user_id = $1', user.id);
    await browser.open(`/account/passkeys?passkey=${id}`);
    expect(browser.page.html).toContain('This is your last second step.');
    await browser.submit({ decision: 'rename', name: 'Desk' });
    expect(browser.page.html).toContain('Desk');
    const other = await browserOf(app, await buildUser(app));
    await other.open('/account/passkeys');
    await other.submit({ decision: 'remove', passkey: id });
    await browser.open(`/account/passkeys?passkey=${id}`);
    await browser.submit({ decision: 'remove' });
    expect(await rows('select id from passkeys where user_id = $1', user.id)).toEqual([]);
    expect(await actionsOf(user)).toEqual(['passkey.added', 'passkey.renamed', 'passkey.removed']);
    expect(await mailsTo(user)).toEqual(['You have a new passkey', 'A passkey was removed']);
    expect(answerOf(await (await atLogin()).logIn(user))).toHaveProperty('code');
  });
});

describe('a server whose issuer is an address', () => {
  const other = useApp({ BASE_URL: 'http://127.0.0.1:8080' });

  it('has no passkeys, because browsers have none for it', async () => {
    const page = await fetch(`http://127.0.0.1:${other.server.port}/login`, { headers: { accept: 'text/html' } });
    const html = await page.text();
    expect([page.status, html.includes('<script'), html.includes('webauthn')]).toEqual([200, false, false]);
  });
});
