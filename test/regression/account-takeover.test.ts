import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestApp } from '../support/app.ts';
import { BrowserLite } from '../support/browser-lite.ts';
import { authorizePath, buildClient, buildUser, PASSWORD, type BuiltUser } from '../support/builders.ts';
import { environmentOf, TestCli } from '../support/cli.ts';
import { refresh, tokensOf } from '../support/logins.ts';
import { Mailbox } from '../support/mailbox.ts';
import { enroll } from '../support/mfa.ts';

const NEW = 'a quite different password';
const OTHER = 'the password of a stranger';
const twice = (password: string) => ({ password, confirmation: password });
const newEmail = (): string => `${randomUUID()}@example.com`;

const mailbox = new Mailbox();
const cli = new TestCli();
let app: TestApp;
let proving: TestApp;

beforeAll(async () => {
  await mailbox.start();
  app = new TestApp({ SMTP_URL: mailbox.url, SIGNUP_ENABLED: 'true' });
  proving = new TestApp({ SMTP_URL: mailbox.url, SIGNUP_ENABLED: 'true', REQUIRE_VERIFIED_EMAIL: 'true' });
  await Promise.all([app.start(), proving.start()]);
  cli.env = environmentOf(app);
});
afterAll(async () => {
  await Promise.all([app.stop(), proving.stop()]);
  await mailbox.stop();
});

const open = async (link: string, on = app): Promise<BrowserLite> => {
  const browser = new BrowserLite(on.issuer);
  await browser.open(link);
  return browser;
};

const signUp = async (on: TestApp, email: string, password: string, more: object = {}): Promise<string> => {
  const answer = await on.send('POST', '/api/users', { body: { email, password, ...more } });
  expect(answer.status).toBe(201);
  return answer.body.user.id;
};

/** What a browser is shown once it has signed in by the login page. */
const logIn = async (on: TestApp, email: string, password: string): Promise<BrowserLite> => {
  const browser = new BrowserLite(on.issuer);
  await browser.open(authorizePath(await buildClient(on)));
  await browser.logIn({ email, password });
  return browser;
};

const canLogIn = async (on: TestApp, email: string, password: string): Promise<boolean> =>
  (await logIn(on, email, password)).page.url.startsWith('https://rp.example/');

const invite = async (on: TestApp, email: string) =>
  on.send('POST', '/api/users', { token: await on.token('write'), body: { email, send_invitation: true } });

describe('a change of address that somebody else asked for', () => {
  const own = 'mutation ($email: String!) { requestOwnEmailChange(newEmail: $email) { __typename } }';

  /** The link at the new address, of a change asked for with a token of the user's. */
  const asked = async (user: BuiltUser): Promise<{ link: string; email: string }> => {
    const { access_token: token } = await tokensOf(app, await buildClient(app), user, 'openid');
    const email = newEmail();
    await app.data(token, own, { email });
    return { link: (await mailbox.next(email)).link, email };
  };

  const reset = async (user: BuiltUser): Promise<void> => {
    const count = mailbox.to(user.email).length;
    const mutation = 'mutation ($id: ID!) { requestPasswordReset(userId: $id) { __typename } }';
    await app.data(await app.token('admin'), mutation, { id: user.id });
    const browser = await open((await mailbox.next(user.email, count + 1)).link);
    expect((await browser.submit(twice(NEW))).html).toContain('Your new password is set');
  };

  const update = async (user: BuiltUser, input: object): Promise<void> => {
    const text = 'mutation ($id: ID!, $in: UpdateUserInput!) { updateUser(id: $id, input: $in) { __typename } }';
    await app.data(await app.token('admin'), text, { id: user.id, in: input });
  };

  const changePassword = async (user: BuiltUser): Promise<void> => {
    const browser = await logIn(app, user.email, PASSWORD);
    await browser.open('/account/password');
    await browser.submit({ current_password: PASSWORD, ...twice(NEW) });
    expect(browser.page.html).toContain('Your password is changed');
  };

  it.each([
    ['the password is set by a reset link', reset],
    ['the user changes the password', changePassword],
    ['the role changes', (user: BuiltUser) => update(user, { role: 'ADMIN' })],
    ['the user is disabled', (user: BuiltUser) => update(user, { isActive: false })],
  ])('is void once %s', async (_name, event) => {
    const user = await buildUser(app);
    const { link } = await asked(user);
    expect((await open(link)).page.status).toBe(200);
    await event(user);
    expect((await open(link)).page.status).toBe(410);
    const answer = await app.send('POST', '/change-email', {
      body: new URLSearchParams({ token: new URL(link).searchParams.get('token')! }),
    });
    expect(answer.status).toBe(410);
  });

  const resetMfa = async ({ id }: BuiltUser): Promise<void> => {
    const administrator = await buildUser(app, { role: 'admin' });
    const { access_token: token } = await tokensOf(app, await buildClient(app), administrator, 'openid admin');
    await app.data(token, 'mutation ($id: ID!) { resetUserMfa(id: $id) { user { id } } }', { id });
  };

  const command = async (words: string[], input?: string): Promise<void> => {
    const done = await cli.run(words, { ...(input && { input }) });
    expect([done.code, done.stderr]).toEqual([0, '']);
  };

  it.each([
    ['by GraphQL', resetMfa],
    ['by the command line', ({ email }: BuiltUser) => command(['user', 'reset-mfa', '--email', email])],
  ])('is void once the second factor is taken away %s', async (_name, event) => {
    const user = await buildUser(app);
    const { access_token: token } = await tokensOf(app, await buildClient(app), user, 'openid');
    await enroll(app, token);
    const email = newEmail();
    await app.data(token, own, { email });
    const { link } = await mailbox.next(email);
    expect((await open(link)).page.status).toBe(200);
    await event(user);
    expect((await open(link)).page.status).toBe(410);
  });

  it('is void once the command line sets the password', async () => {
    const user = await buildUser(app);
    const { link } = await asked(user);
    await command(['user', 'set-password', '--email', user.email], NEW);
    expect((await open(link)).page.status).toBe(410);
    expect(await canLogIn(app, user.email, NEW)).toBe(true);
  });

  it('is canceled by the link that goes to the address the user has', async () => {
    const user = await buildUser(app);
    const { link, email } = await asked(user);
    const notice = await mailbox.next(user.email);
    expect(notice.subject).toBe('Your email address is about to change');
    expect(notice.link).toContain('/cancel-email-change?token=');
    const browser = await open(notice.link);
    expect(browser.page.html).toContain('Cancel the change of address?');
    expect((await open(link)).page.status).toBe(200);
    expect((await browser.submit()).html).toContain(user.email);
    expect((await open(link)).page.status).toBe(410);
    expect((await open(notice.link)).page.status).toBe(410);
    expect(await canLogIn(app, email, PASSWORD)).toBe(false);
  });

  it('does not happen when whoever asked may no longer ask for it', async () => {
    const user = await buildUser(app);
    const email = newEmail();
    const { rows } = await app.server.database.pool.query('select id from clients where id = $1', [
      app.customer.clientId,
    ]);
    expect(rows).toHaveLength(1);
    const ask = 'mutation ($id: ID!, $to: String!) { requestEmailChange(userId: $id, newEmail: $to) { __typename } }';
    await app.data(await app.token('admin'), ask, { id: user.id, to: email });
    const { link } = await mailbox.next(email);
    const scopes = (list: string[]) =>
      app.server.database.pool.query('update clients set scopes = $2 where id = $1', [app.customer.clientId, list]);
    await scopes(['read', 'write']);
    try {
      expect((await (await open(link)).submit()).status).toBe(410);
    } finally {
      await scopes(['read', 'write', 'admin']);
    }
    expect(await canLogIn(app, email, PASSWORD)).toBe(false);
    expect(await canLogIn(app, user.email, PASSWORD)).toBe(true);
  });
});

describe('an account made with somebody else’s address', () => {
  it('is not confirmed by the owner of the address, who does not know the password', async () => {
    const email = newEmail();
    const id = await signUp(app, email, OTHER);
    const { link } = await mailbox.next(email);
    const browser = await open(link);
    expect(browser.page.html).toContain('Enter the password of the account');
    for (const password of ['', 'not the password']) expect((await browser.submit({ password })).status).toBe(400);
    const detail = await app.send('GET', `/api/users/${id}`, { token: await app.token('read') });
    expect(detail.body.email_verified).toBe(false);
  });

  it('becomes the owner’s by a link to set a password, and whoever made it is locked out', async () => {
    const email = newEmail();
    await signUp(app, email, OTHER);
    const stranger = await logIn(app, email, OTHER);
    const browser = await open((await mailbox.next(email)).link);
    expect((await browser.submit({ decision: 'take_over' })).html).toContain('Check your mail');
    const set = await open((await mailbox.next(email, 2)).link);
    expect((await set.submit(twice(NEW))).html).toContain('Your new password is set');
    expect(await canLogIn(app, email, OTHER)).toBe(false);
    expect(await canLogIn(app, email, NEW)).toBe(true);
    expect((await stranger.open('/account')).url).toContain('/login');
  });

  it('is confirmed by the password, or in a browser that has signed in with it', async () => {
    const [typed, known] = [newEmail(), newEmail()];
    await signUp(app, typed, PASSWORD);
    const browser = await open((await mailbox.next(typed)).link);
    expect((await browser.submit({ password: PASSWORD })).html).toContain('Address confirmed');
    await signUp(app, known, PASSWORD);
    const signedIn = await logIn(app, known, PASSWORD);
    await signedIn.open((await mailbox.next(known)).link);
    expect(signedIn.page.html).not.toContain('Enter the password');
    expect((await signedIn.submit()).html).toContain('Address confirmed');
  });

  it('is confirmed without it in the browser that signed up', async () => {
    const email = newEmail();
    const browser = await open(`${app.issuer}/signup`);
    await browser.submit({ name: 'Ada Lovelace', email, ...twice(PASSWORD) });
    const { link } = await mailbox.next(email);
    expect((await open(link)).page.html).toContain('Enter the password of the account');
    await browser.open(link);
    expect(browser.page.html).not.toContain('Enter the password');
    expect(new URL((await browser.submit()).url).pathname).toBe('/account');
  });

  it('is replaced by an invitation, unless the address was proved', async () => {
    const email = newEmail();
    const id = await signUp(app, email, OTHER);
    const invited = await invite(app, email);
    expect(invited.status).toBe(201);
    expect(invited.body.user.id).not.toBe(id);
    expect(await canLogIn(app, email, OTHER)).toBe(false);
    const browser = await open((await mailbox.next(email, 2)).link);
    expect(new URL((await browser.submit(twice(NEW))).url).pathname).toBe('/account');
    expect(await canLogIn(app, email, NEW)).toBe(true);
    expect((await invite(app, email)).status).toBe(400);
  });

  it('is replaced by the invitations of a list, but for one that fails for another reason', async () => {
    const [replaced, kept] = [newEmail(), newEmail()];
    const username = `taken-${randomUUID()}`;
    await buildUser(app, { username });
    const id = await signUp(app, replaced, OTHER, { username: `own-${username}` });
    await signUp(app, kept, OTHER);
    const create = `mutation ($inputs: [CreateUserInput!]!) { createUsers(inputs: $inputs) { results { error { code } } } }`;
    const items = [{ email: replaced, username: `Own-${username}` }, { email: kept, username }, { email: replaced }];
    const inputs = items.map((item) => ({ ...item, sendInvitation: true }));
    const { createUsers } = await app.data(await app.token('write'), create, { inputs });
    const taken = { error: { code: 'USER_EMAIL_TAKEN' } };
    expect(createUsers.results).toEqual([{ error: null }, taken, taken]);
    expect([await canLogIn(app, replaced, OTHER), await canLogIn(app, kept, OTHER)]).toEqual([false, true]);
    const deletions = `select from audit_events where action = 'user.deleted' and subject_id = $1`;
    expect((await app.server.database.pool.query(deletions, [id])).rows).toHaveLength(1);
  });

  it('is not replaced by somebody else who signs up', async () => {
    const email = newEmail();
    await signUp(app, email, PASSWORD);
    const again = await app.send('POST', '/api/users', { body: { email, password: OTHER } });
    expect(again.status).toBe(400);
    expect(await canLogIn(app, email, PASSWORD)).toBe(true);
  });

  it('loses its password to an invitation of that very user', async () => {
    const email = newEmail();
    const id = await signUp(app, email, OTHER);
    const mutation = 'mutation ($id: ID!) { inviteUser(id: $id) { invitation { id } } }';
    await app.data(await app.token('write'), mutation, { id });
    expect(await canLogIn(app, email, OTHER)).toBe(false);
    expect((await mailbox.next(email, 2)).subject).toContain('invitation');
  });

  it('puts none of its words into the mails to that address', async () => {
    const email = newEmail();
    const words = { first_name: 'You have won', last_name: 'https://evil.example', username: 'prize' };
    await signUp(app, email, OTHER, words);
    const browser = new BrowserLite(app.issuer);
    await browser.open('/login');
    await browser.open(/href="([^"]*forgot-password[^"]*)"/.exec(browser.page.html)![1]!.replaceAll('&amp;', '&'));
    await browser.submit({ email });
    await mailbox.next(email, 2);
    for (const { source } of mailbox.to(email)) {
      expect(source).not.toContain('You have won');
      expect(source).not.toContain('evil.example');
    }
  });
});

describe('a server that wants addresses proved', () => {
  it('signs nobody in whose address is not, and sends the link again', async () => {
    const email = newEmail();
    await signUp(proving, email, PASSWORD);
    await mailbox.next(email);
    const refused = await logIn(proving, email, PASSWORD);
    expect(refused.page).toMatchObject({ status: 403, html: expect.stringContaining('Confirm your address first') });
    expect((await refused.open('/account')).url).toContain('/login');
    const browser = await open((await mailbox.next(email, 2)).link, proving);
    expect((await browser.submit({ password: PASSWORD })).html).toContain('Address confirmed');
    expect(await canLogIn(proving, email, PASSWORD)).toBe(true);
  });

  it('tells nobody who does not know the password', async () => {
    const email = newEmail();
    await signUp(proving, email, PASSWORD);
    const refused = await logIn(proving, email, OTHER);
    expect(refused.page).toMatchObject({ status: 400, html: expect.stringContaining('do not match') });
    await mailbox.next(email);
    expect(mailbox.to(email)).toHaveLength(1);
  });
});

describe('mails that somebody causes', () => {
  it.each([
    ['requestPasswordReset', 'write'],
    ['requestEmailVerification', 'write'],
    ['inviteUser', 'write'],
  ])('by %s are limited per recipient, whoever asks', async (name, scope) => {
    const user = await buildUser(app, name === 'inviteUser' ? { passwordHash: null } : {});
    const token = await app.token(scope);
    const mutation = `mutation ($id: ID!) { ${name}(${name === 'inviteUser' ? 'id' : 'userId'}: $id) { __typename } }`;
    const kinds: string[] = [];
    for (let time = 0; time < 8; time += 1) {
      const { body } = await app.graphql(token, mutation, { id: user.id });
      kinds.push(body.errors?.[0].extensions.kind ?? 'sent');
    }
    expect(kinds).toEqual([...Array(5).fill('sent'), ...Array(3).fill('RATE_LIMITED')]);
    await mailbox.next(user.email, 5);
    expect(mailbox.to(user.email)).toHaveLength(5);
  });

  it('are limited for aliases of one document too', async () => {
    const user = await buildUser(app);
    const { access_token: token } = await tokensOf(app, await buildClient(app), user, 'openid');
    const aliases = Array.from({ length: 20 }, (_, n) => `a${n}: requestEmailVerification(userId: $id) { __typename }`);
    await app.graphql(token, `mutation ($id: ID!) { ${aliases.join(' ')} }`, { id: user.id });
    await mailbox.next(user.email, 5);
    expect(mailbox.to(user.email)).toHaveLength(5);
  });

  it('are limited per account, whomever they reach', async () => {
    const user = await buildUser(app);
    const { access_token: token } = await tokensOf(app, await buildClient(app), user, 'openid');
    const change = 'mutation ($email: String!) { requestOwnEmailChange(newEmail: $email) { __typename } }';
    for (let time = 0; time < 10; time += 1) await app.data(token, change, { email: newEmail() });
    const { body } = await app.graphql(token, change, { email: newEmail() });
    expect(body.errors[0].extensions).toMatchObject({ kind: 'RATE_LIMITED', retryAfter: expect.any(Number) });
  });

  it('go to one new address a few times, whoever wants it', async () => {
    const email = newEmail();
    const ask = 'mutation ($id: ID!, $to: String!) { requestEmailChange(userId: $id, newEmail: $to) { __typename } }';
    const token = await app.token('admin');
    const kinds: string[] = [];
    for (let time = 0; time < 6; time += 1) {
      const { id } = await buildUser(app);
      const { body } = await app.graphql(token, ask, { id, to: email });
      kinds.push(body.errors?.[0].extensions.kind ?? 'sent');
    }
    expect(kinds).toEqual([...Array(5).fill('sent'), 'RATE_LIMITED']);
  });
});

describe('changing one’s own password', () => {
  it('ends what applications got, in this session too, and the trust in other browsers', async () => {
    const user = await buildUser(app);
    const client = await buildClient(app);
    const here = new BrowserLite(app.issuer);
    await here.open(authorizePath(client, { scope: 'openid offline_access' }));
    await here.logIn(user);
    const { refresh_token: token } = await tokensOf(app, client, user, 'openid offline_access');
    const device = here.cookies.get('device') ?? [...here.cookies].find(([name]) => name.endsWith('device'))?.[1];
    await here.open('/account/password');
    await here.submit({ current_password: PASSWORD, ...twice(NEW) });
    expect(here.page.html).toContain('Your password is changed');
    expect((await refresh(app, client, token)).body).toMatchObject({ error: 'invalid_grant' });
    expect((await here.open('/account')).status).toBe(200);
    const renewed = [...here.cookies].find(([name]) => name.endsWith('device'))?.[1];
    expect(renewed).not.toBe(device);
  });
});

describe('canceling at the login page', () => {
  it('is told to the application as access_denied', async () => {
    const client = await buildClient(app);
    const browser = new BrowserLite(app.issuer);
    await browser.open(authorizePath(client, { state: 'kept' }));
    expect(browser.page.html).toContain('value="cancel"');
    const { url } = await browser.submit({ decision: 'cancel' });
    const answer = Object.fromEntries(new URL(url).searchParams);
    expect(url.startsWith(client.redirectUris[0]!)).toBe(true);
    expect(answer).toMatchObject({ error: 'access_denied', state: 'kept', iss: app.issuer });
  });

  it('is not offered where nobody would be told', async () => {
    const browser = new BrowserLite(app.issuer);
    await browser.open('/login');
    expect(browser.page.html).not.toContain('value="cancel"');
  });
});
