import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestApp } from '../support/app.ts';
import { BrowserLite } from '../support/browser-lite.ts';
import { authorizePath, buildClient, buildUser, PASSWORD, type BuiltUser } from '../support/builders.ts';
import { tokensOf } from '../support/logins.ts';
import { Mailbox } from '../support/mailbox.ts';

const NEW = 'a quite different password';
const OTHER = 'the password of a stranger';
const twice = (password: string) => ({ password, confirmation: password });
const newEmail = (): string => `${randomUUID()}@example.com`;

const mailbox = new Mailbox();
let app: TestApp;

beforeAll(async () => {
  await mailbox.start();
  app = new TestApp({ SMTP_URL: mailbox.url, SIGNUP_ENABLED: 'true' });
  await app.start();
});
afterAll(async () => {
  await app.stop();
  await mailbox.stop();
});

const open = async (link: string): Promise<BrowserLite> => {
  const browser = new BrowserLite(app.issuer);
  await browser.open(link);
  return browser;
};

const signUp = async (email: string): Promise<string> => {
  const answer = await app.send('POST', '/api/users', { body: { email, password: OTHER } });
  expect(answer.status).toBe(201);
  return answer.body.user.id;
};

const logIn = async (email: string, password: string): Promise<BrowserLite> => {
  const browser = await open(authorizePath(await buildClient(app)));
  await browser.logIn({ email, password });
  return browser;
};

const canLogIn = async (email: string, password: string): Promise<boolean> =>
  (await logIn(email, password)).page.url.startsWith('https://rp.example/');

describe('an account whose address was never proved', () => {
  const rows = async (text: string, ...values: unknown[]) => (await app.server.database.pool.query(text, values)).rows;
  const KINDS = ['sessions', 'grants', 'consents', 'passkeys', 'totp_factors', 'backup_code_sets'];
  const madeBy = async (id: string): Promise<Record<string, number>> => {
    const counts = KINDS.map((kind) => `(select count(*)::int from ${kind} where user_id = $1) as ${kind}`);
    const own = '(select count(*)::int from clients where owner_id = $1) as clients';
    return (await rows(`select ${[...counts, own].join(', ')}`, id))[0];
  };
  const NOTHING = Object.fromEntries([...KINDS, 'clients'].map((kind) => [kind, 0]));

  /** A stranger's account with this address, and all that a stranger could leave there to come back. */
  const squatted = async (email: string): Promise<{ id: string; browser: BrowserLite }> => {
    const id = await signUp(email);
    const client = await buildClient(app, { ownerId: id, requireConsent: true });
    const stranger = { id, email, password: OTHER } as BuiltUser;
    await tokensOf(app, client, stranger, 'openid');
    const { access_token: token } = await tokensOf(app, await buildClient(app), stranger, 'openid');
    const browser = await logIn(email, OTHER);
    await rows(
      `insert into passkeys (customer_id, id, user_id, credential_id, public_key, sign_count, transports, is_syncable, is_synced, name, created_at)
       values ($1, gen_random_uuid(), $2, $3, $3, 0, '{}', false, false, 'Mine', now())`,
      app.customer.customerId,
      id,
      Buffer.from(id),
    );
    expect(token).toBeDefined();
    return { id, browser };
  };

  const resetLinkOf = async (id: string, email: string): Promise<string> => {
    const mutation = 'mutation ($id: ID!) { requestPasswordReset(userId: $id) { __typename } }';
    await app.data(await app.token('admin'), mutation, { id });
    // Mails of sign-ins come between.
    for (;;) {
      const arrived = mailbox.to(email);
      const reset = arrived.find(({ link }) => link.includes('/reset-password'));
      if (reset) return reset.link;
      await mailbox.next(email, arrived.length + 1);
    }
  };

  it('is emptied when its owner sets a password by a link', async () => {
    const email = newEmail();
    const { id, browser } = await squatted(email);
    expect(await madeBy(id)).toMatchObject({ consents: 1, passkeys: 1, clients: 1, sessions: 1 });
    const reset = await open(await resetLinkOf(id, email));
    expect((await reset.submit(twice(NEW))).html).toContain('Your new password is set');
    expect(await madeBy(id)).toEqual(NOTHING);
    await browser.open('/account');
    expect(browser.page.url).toContain('/login');
    expect(await canLogIn(email, OTHER)).toBe(false);
    expect(await canLogIn(email, NEW)).toBe(true);
  });

  it.each(['inviteUser(id: $id) { __typename }', 'inviteUsers(select: { ids: [$id] }, mode: ALL) { __typename }'])(
    'is emptied by an invitation of its owner, before anybody accepts it: %s',
    async (invitation) => {
      const { id } = await squatted(newEmail());
      await app.data(await app.token('admin'), `mutation ($id: ID!) { ${invitation} }`, { id });
      expect(await madeBy(id)).toEqual(NOTHING);
    },
  );

  it('is emptied when an administrator corrects its address, and whoever has that one follows the link', async () => {
    const { id, browser } = await squatted(newEmail());
    const right = newEmail();
    const mutation =
      'mutation ($id: ID!, $to: String!) { requestEmailChange(userId: $id, newEmail: $to) { __typename } }';
    await app.data(await app.token('admin'), mutation, { id, to: right });
    const owner = await open((await mailbox.next(right)).link);
    const { html } = await owner.submit();
    expect(html).toContain('Address changed');
    expect(html).toContain('/forgot-password');
    expect(await madeBy(id)).toEqual(NOTHING);
    await browser.open('/account');
    expect(browser.page.url).toContain('/login');
    expect(await canLogIn(right, OTHER)).toBe(false);
    await (await open(await resetLinkOf(id, right))).submit(twice(NEW));
    expect(await canLogIn(right, NEW)).toBe(true);
  });

  it('keeps what its owner has made once the address is proved', async () => {
    const email = newEmail();
    const { id } = await squatted(email);
    await rows('update users set email_verified = true where id = $1', id);
    await (await open(await resetLinkOf(id, email))).submit(twice(NEW));
    expect(await madeBy(id)).toMatchObject({ consents: 1, passkeys: 1, clients: 1, sessions: 0 });
  });

  it('registers no applications and adds no passkeys, until the address is proved', async () => {
    const email = newEmail();
    const id = await signUp(email);
    const user = { id, email, password: OTHER } as BuiltUser;
    const { access_token: token } = await tokensOf(app, await buildClient(app), user, 'openid');
    const create = () =>
      app.send('POST', '/api/clients', {
        token,
        body: { client_name: 'Notes', redirect_uris: ['https://notes.example/'] },
      });
    const refused = await create();
    expect([refused.status, refused.body.code]).toEqual([403, 'EMAIL_UNPROVED']);
    const browser = await logIn(email, OTHER);
    await browser.open('/account/passkeys');
    expect(browser.page.html).toContain('Verify your email address first');
    await rows('update users set email_verified = true where id = $1', id);
    const { access_token: later } = await tokensOf(app, await buildClient(app), user, 'openid');
    const { status } = await app.send('POST', '/api/clients', {
      token: later,
      body: { client_name: 'Notes', redirect_uris: ['https://notes.example/'] },
    });
    expect(status).toBe(201);
    await browser.open('/account/passkeys');
    expect(browser.page.html).not.toContain('Verify your email address first');
  });

  it('is signed in with one browser at a time', async () => {
    const email = newEmail();
    const id = await signUp(email);
    const first = await logIn(email, OTHER);
    await first.open('/account');
    expect(first.page.url).toContain('/account');
    await logIn(email, OTHER);
    await first.open('/account');
    expect(first.page.url).toContain('/login');
    expect(await rows('select from sessions where user_id = $1', id)).toHaveLength(1);
  });

  it('gives nobody’s address to an account by a click alone', async () => {
    const user = await buildUser(app);
    const { access_token: token } = await tokensOf(app, await buildClient(app), user, 'openid');
    const email = newEmail();
    await app.data(token, 'mutation ($to: String!) { requestOwnEmailChange(newEmail: $to) { __typename } }', {
      to: email,
    });
    const browser = await open((await mailbox.next(email)).link);
    expect((await browser.submit({ password: 'not the password' })).status).toBe(400);
    expect(await canLogIn(email, PASSWORD)).toBe(false);
    expect((await browser.submit({ password: PASSWORD })).html).toContain('Address changed');
    expect(await canLogIn(email, PASSWORD)).toBe(true);
  });
});
