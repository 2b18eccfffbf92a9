import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestApp } from '../support/app.ts';
import { BrowserLite } from '../support/browser-lite.ts';
import { authorizePath, buildClient, buildUser, PASSWORD, type BuiltUser } from '../support/builders.ts';
import { tokensOf } from '../support/logins.ts';
import { Mailbox } from '../support/mailbox.ts';
import { codeOf, enroll, giveCode } from '../support/mfa.ts';
import { queriesOf, readsBrand } from '../support/queries.ts';
import { until } from '../support/until.ts';

const mailbox = new Mailbox();
let app: TestApp;
let admin: string;

beforeAll(async () => {
  await mailbox.start();
  app = new TestApp({ SMTP_URL: mailbox.url });
  await app.start();
  admin = await app.token('admin');
});
afterAll(async () => {
  await app.stop();
  await mailbox.stop();
});

const NEW = 'a quite different password';
const twice = (password: string) => ({ password, confirmation: password });
const freshAdmin = async (): Promise<string> => (admin = await app.token('admin'));

const rows = async (text: string, values: unknown[] = []) => (await app.server.database.pool.query(text, values)).rows;

const actionsOf = async (userId: string): Promise<string[]> =>
  (
    await rows(`select action from audit_events where subject_id = $1 or details ->> 'userId' = $1 order by id`, [
      userId,
    ])
  ).map(({ action }) => action);

/** A user who was invited, and the link they got. */
async function invited(input: object = {}): Promise<{ id: string; email: string; link: string }> {
  const email = `${randomUUID()}@example.com`;
  const create = 'mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } } }';
  const { createUser } = await app.data(admin, create, { input: { email, sendInvitation: true, ...input } });
  return { id: createUser.user.id, email, link: (await mailbox.next(email)).link };
}

const open = async (link: string): Promise<BrowserLite> => {
  const browser = new BrowserLite(app.issuer);
  await browser.open(link);
  return browser;
};

/** A browser in which the user signs in by an application; no other way is open once there are several customers. */
const logIn = async (user: { email: string }, password: string): Promise<{ browser: BrowserLite; works: boolean }> => {
  const browser = new BrowserLite(app.issuer);
  await browser.open(authorizePath(await buildClient(app)));
  const { url } = await browser.logIn({ email: user.email, password });
  return { browser, works: url.startsWith('https://rp.example/') };
};

const canLogIn = async (user: { email: string }, password: string): Promise<boolean> =>
  (await logIn(user, password)).works;

const resetLink = async (user: { id: string; email: string }): Promise<string> => {
  const count = mailbox.to(user.email).length;
  await app.data(await freshAdmin(), 'mutation ($id: ID!) { requestPasswordReset(userId: $id) { user { id } } }', {
    id: user.id,
  });
  return (await mailbox.next(user.email, count + 1)).link;
};

/** Posts a form again as it was, which a browser does not. */
const post = (path: string, fields: Record<string, string>): Promise<{ status: number }> =>
  app.send('POST', path, { body: new URLSearchParams(fields) });

const tokenOf = (link: string): string => new URL(link).searchParams.get('token') ?? '';

describe('an invitation', () => {
  it('lets its user set a password, proves the address, signs the user in and leads to the application', async () => {
    const applicationUrl = 'https://ledger.example/start?x=1';
    const { id, email, link } = await invited({ applicationUrl });
    expect((await mailbox.next(email)).source).toContain(applicationUrl);
    const browser = await open(link);
    expect(browser.page).toMatchObject({ status: 200, html: expect.stringContaining(email) });
    expect(browser.page.headers.get('referrer-policy')).toBe('no-referrer');
    const done = await browser.submit(twice(PASSWORD));
    expect([done.status, done.url]).toEqual([303, applicationUrl]);
    expect(browser.cookies.has('guildhall_session')).toBe(true);
    expect((await browser.open('/account')).html).toContain(email);
    expect(await canLogIn({ email }, PASSWORD)).toBe(true);
    const { user } = await app.data(admin, 'query ($id: ID!) { user(id: $id) { emailVerified } }', { id });
    expect(user.emailVerified).toBe(true);
    expect(await actionsOf(id)).toEqual(
      expect.arrayContaining(['user.created', 'invitation.sent', 'user.activated', 'invitation.accepted']),
    );
    expect((await open(link)).page).toMatchObject({ status: 410, html: expect.stringContaining('no longer valid') });
  });

  it('is not used up by being opened, nor by a password that is refused, which is told why', async () => {
    const { email, link } = await invited();
    for (let time = 0; time < 3; time += 1) await fetch(link, { method: time === 0 ? 'HEAD' : 'GET' });
    const browser = await open(link);
    const refusals = [
      [twice('short'), 'at least 8 characters'],
      [twice('password123'), 'a common password'],
      [twice(email), 'based on your name'],
      [{ password: PASSWORD, confirmation: `${PASSWORD}.` }, 'not the same'],
    ] as const;
    for (const [fields, reason] of refusals)
      expect(await browser.submit(fields)).toMatchObject({ status: 400, html: expect.stringContaining(reason) });
    expect(browser.cookies.has('guildhall_session')).toBe(false);
    expect(new URL((await browser.submit(twice(PASSWORD))).url).pathname).toBe('/account');
  });

  it('works once, of twenty at a time', async () => {
    const { link } = await invited();
    const fields = { token: tokenOf(link), ...twice(PASSWORD) };
    const answers = await Promise.all(Array.from({ length: 20 }, () => post('/activate', fields)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    // Hashes are slow on purpose: of so many at once on a busy machine, some are put off.
    expect(new Set(answers.map(({ status }) => status)).isSubsetOf(new Set([200, 410, 503]))).toBe(true);
  });

  it('is valid for 24 hours by the clock', async () => {
    const [early, late] = [await invited(), await invited()];
    app.clock.advance(24 * 3600 - 60);
    expect((await (await open(early.link)).submit(twice(PASSWORD))).status).toBe(200);
    app.clock.advance(61);
    expect((await post('/activate', { token: tokenOf(late.link), ...twice(PASSWORD) })).status).toBe(410);
    await freshAdmin();
  });

  it('is worth nothing for another purpose', async () => {
    const { link } = await invited();
    for (const path of ['/reset-password', '/verify-email', '/change-email'])
      expect((await post(path, { token: tokenOf(link), ...twice(PASSWORD) })).status).toBe(410);
    expect((await (await open(link)).submit(twice(PASSWORD))).status).toBe(200);
  });

  it('dies when it is sent again, revoked, or its user disabled or deleted', async () => {
    const list =
      'query ($s: InvitationWhere) { invitations(first: 1000, where: $s) { totalCount edges { node { id userId state } } } }';
    const of = async (userId: string, s?: string) =>
      (await app.data(admin, list, { s: s && { state: { eq: s } } })).invitations.edges
        .map(({ node }: { node: { userId: string } }) => node)
        .find((node: { userId: string }) => node.userId === userId);
    const again = await invited();
    const { id } = await of(again.id, 'PENDING');
    const resend = 'mutation ($id: ID!) { resendInvitation(id: $id) { invitation { id state } } }';
    expect((await app.data(admin, resend, { id })).resendInvitation.invitation).toEqual({ id, state: 'PENDING' });
    const renewed = await mailbox.next(again.email, 2);
    expect((await open(again.link)).page.status).toBe(410);
    expect((await (await open(renewed.link)).submit(twice(PASSWORD))).status).toBe(200);
    expect((await of(again.id)).state).toBe('ACCEPTED');
    expect((await app.graphql(admin, resend, { id })).body.errors[0].extensions.code).toBe('INVITATION_CLOSED');

    const revoked = await invited();
    const revoke = 'mutation ($id: ID!) { revokeInvitation(id: $id) { invitation { state } } }';
    const open1 = await of(revoked.id, 'PENDING');
    expect((await app.data(admin, revoke, { id: open1.id })).revokeInvitation.invitation.state).toBe('REVOKED');
    expect((await open(revoked.link)).page.status).toBe(410);

    const disabled = await invited();
    await app.data(admin, 'mutation ($id: [ID!]!) { disableUsers(select: { ids: $id }) { results { changed } } }', {
      id: [disabled.id],
    });
    expect((await open(disabled.link)).page.status).toBe(410);
    expect((await of(disabled.id)).state).toBe('REVOKED');
    await app.data(admin, 'mutation ($id: ID!) { updateUser(id: $id, input: { isActive: true }) { user { id } } }', {
      id: disabled.id,
    });
    expect((await open(disabled.link)).page.status).toBe(410);

    const deleted = await invited();
    await app.data(admin, 'mutation ($id: ID!) { deleteUser(id: $id) { user { id } } }', { id: deleted.id });
    expect((await open(deleted.link)).page.status).toBe(410);
    const expired = await invited();
    app.clock.advance(24 * 3600 + 1);
    await freshAdmin();
    expect((await of(expired.id, 'EXPIRED')).state).toBe('EXPIRED');
  });

  it('is sent by whoever may change users, to users of their own customer without a password', async () => {
    const user = await buildUser(app, { passwordHash: null });
    const invite =
      'mutation ($id: ID!, $url: String) { inviteUser(id: $id, applicationUrl: $url) { invitation { id inviterId } } }';
    const errorOf = async (token: string, id: string, url?: string) =>
      (await app.graphql(token, invite, { id, url })).body.errors?.[0].extensions;
    expect((await errorOf(await app.token('read'), user.id)).code).toBe('INSUFFICIENT_SCOPE');
    expect((await errorOf(await app.token('admin', await app.newCustomer()), user.id)).code).toBe('USER_NOT_FOUND');
    expect(await errorOf(admin, user.id, 'javascript:alert(1)')).toMatchObject({ field: 'applicationUrl' });
    expect((await errorOf(admin, (await buildUser(app)).id)).code).toBe('USER_HAS_PASSWORD');
    const disabled = await buildUser(app, { passwordHash: null, isActive: false });
    expect((await errorOf(admin, disabled.id)).code).toBe('USER_DISABLED');
    expect(await errorOf(await app.token('write'), user.id)).toBeUndefined();
    expect((await mailbox.next(user.email)).subject).toContain('invitation');
  });
});

describe('a forgotten password', () => {
  /** Asks for a link from the login page of a client. */
  const ask = async (email: string): Promise<BrowserLite> => {
    const browser = new BrowserLite(app.issuer);
    await browser.open(authorizePath(await buildClient(app)));
    const [, href = ''] = /href="([^"]*forgot-password[^"]*)"/.exec(browser.page.html) ?? [];
    await browser.open(href.replaceAll('&amp;', '&'));
    await browser.submit({ email });
    return browser;
  };

  it('is answered alike for every address, and brings a link to whose it is', async () => {
    const user = await buildUser(app);
    const disabled = await buildUser(app, { isActive: false });
    const stranger = `${randomUUID()}@example.com`;
    const pages = [];
    for (const email of [user.email.toUpperCase(), stranger, disabled.email])
      pages.push((await ask(email)).page.html.replaceAll(email, 'X').replaceAll(/flow=[\w-]+/g, ''));
    expect(new Set(pages).size).toBe(1);
    const mail = await mailbox.next(user.email);
    expect(mail.subject).toBe('Set a new password');
    await until(async () => (await rows('select from recovery_requests')).length === 0);
    expect(mailbox.to(stranger)).toEqual([]);
    expect(mailbox.to(disabled.email)).toEqual([]);
    expect((await ask('no address')).page).toMatchObject({
      status: 400,
      html: expect.stringContaining('name@example.com'),
    });
  });

  it('is answered after the same statements, whoever’s the address is', async () => {
    const user = await buildUser(app);
    const statements = [];
    for (const email of [user.email, `${randomUUID()}@example.com`]) {
      const browser = new BrowserLite(app.issuer);
      const client = await buildClient(app);
      await browser.open(authorizePath(client));
      const [, href = ''] = /href="([^"]*forgot-password[^"]*)"/.exec(browser.page.html) ?? [];
      await browser.open(href.replaceAll('&amp;', '&'));
      const sent = (await queriesOf(() => browser.submit({ email }))).filter((text) => !readsBrand(text));
      statements.push(sent.map((text) => text.replaceAll(/'[^']*'/g, '?')));
    }
    expect(statements[0]!.join(' ')).toContain('insert into "recovery_requests"');
    expect(statements[0]).toEqual(statements[1]);
    // The user of the browser's session and the owner of the client are read by their ids; nobody is looked for by address.
    expect(statements[0]!.join(' ')).not.toMatch(
      /one_time_links|email_key|from users (?!where id = (s\.user_id|c\.owner_id))/,
    );
    await mailbox.next(user.email);
  });

  it('is replaced by another, which ends every session, voids the invitation, and is told by mail', async () => {
    const client = await buildClient(app);
    const user = await buildUser(app);
    const tokens = await tokensOf(app, client, user, 'openid');
    const link = await resetLink(user);
    const older = await resetLink(user).then(async (newer) => {
      expect((await open(link)).page.status).toBe(410);
      return newer;
    });
    const browser = await open(older);
    expect((await browser.submit(twice(NEW))).html).toContain('Your new password is set');
    expect(browser.cookies.has('guildhall_session')).toBe(false);
    expect(await canLogIn(user, PASSWORD)).toBe(false);
    expect(await canLogIn(user, NEW)).toBe(true);
    expect((await app.send('GET', '/oauth2/userinfo', { token: tokens.access_token })).status).toBe(401);
    await mailbox.next(user.email, 4);
    const subjects = mailbox.to(user.email).map(({ subject }) => subject);
    expect(subjects).toEqual(expect.arrayContaining(['Your password has changed', 'A new sign-in to your account']));
    expect(await actionsOf(user.id)).toEqual(expect.arrayContaining(['password_reset.requested', 'password.reset']));
  });

  it('is replaced without the second factor, which the next sign-in asks for all the same', async () => {
    const user = await buildUser(app);
    const { access_token: token } = await tokensOf(app, await buildClient(app), user, 'openid');
    const { secret } = await enroll(app, token);
    // The notice of it comes first.
    await mailbox.next(user.email);
    const browser = await open(await resetLink(user));
    expect((await browser.submit(twice(NEW))).status).toBe(200);
    expect(browser.cookies.has('guildhall_session')).toBe(false);
    const { browser: next, works } = await logIn(user, NEW);
    expect([works, new URL(next.page.url).pathname]).toEqual([false, '/second-factor']);
    expect(next.cookies.has('guildhall_session')).toBe(false);
    expect((await giveCode(next, codeOf(app, secret))).url).toMatch(/^https:\/\/rp\.example\//);
  });

  it('has an hour to be replaced', async () => {
    const [early, late] = [await buildUser(app), await buildUser(app)];
    const links = [await resetLink(early), await resetLink(late)];
    app.clock.advance(3600 - 60);
    expect((await (await open(links[0]!)).submit(twice(NEW))).status).toBe(200);
    app.clock.advance(61);
    expect((await open(links[1]!)).page.status).toBe(410);
    await freshAdmin();
  });

  it('is not for others to choose: administrators start a reset, members do not', async () => {
    const user = await buildUser(app);
    const mutation = 'mutation ($id: ID!) { requestPasswordReset(userId: $id) { user { id } } }';
    const member = (await tokensOf(app, await buildClient(app), await buildUser(app), 'openid')).access_token;
    expect((await app.graphql(member, mutation, { id: user.id })).body.errors[0].extensions.kind).toBe('FORBIDDEN');
    const other = await app.token('admin', await app.newCustomer());
    expect((await app.graphql(other, mutation, { id: user.id })).body.errors[0].extensions.kind).toBe('NOT_FOUND');
  });
});

describe('a change of address', () => {
  const request =
    'mutation ($id: ID!, $email: String!) { requestEmailChange(userId: $id, newEmail: $email) { user { id } } }';
  const change = async (user: BuiltUser, email: string): Promise<string> => {
    await app.data(await freshAdmin(), request, { id: user.id, email });
    return (await mailbox.next(email)).link;
  };

  it('happens when the new address is proved, and the old one is told twice', async () => {
    const user = await buildUser(app);
    const email = `New-${randomUUID()}@example.com`;
    const old = await resetLink(user);
    const link = await change(user, email);
    expect((await mailbox.next(user.email, 2)).subject).toBe('Your email address is about to change');
    expect(await canLogIn({ email }, PASSWORD)).toBe(false);
    expect((await (await open(link)).submit()).html).toContain('Address changed');
    const told = await mailbox.next(user.email, 3);
    expect(told.subject).toBe('Your email address has changed');
    expect(told.source).toContain(email);
    expect(await canLogIn({ email }, PASSWORD)).toBe(true);
    expect(await canLogIn(user, PASSWORD)).toBe(false);
    // What was sent to the old address is void with it.
    expect((await open(old)).page.status).toBe(410);
    expect((await open(link)).page.status).toBe(410);
  });

  it('fails when somebody else has the address by then, and changes nothing', async () => {
    const user = await buildUser(app);
    const email = `${randomUUID()}@example.com`;
    const browser = await open(await change(user, email));
    await buildUser(app, { email });
    expect(await browser.submit()).toMatchObject({ status: 409, html: expect.stringContaining('Another account') });
    expect(await canLogIn(user, PASSWORD)).toBe(true);
  });

  it('of an administrator takes more than the scope write', async () => {
    const boss = await buildUser(app, { role: 'admin' });
    const variables = { id: boss.id, email: `${randomUUID()}@example.com` };
    const answer = await app.graphql(await app.token('write'), request, variables);
    expect(answer.body.errors[0].extensions.kind).toBe('FORBIDDEN');
    await app.data(await freshAdmin(), request, variables);
  });

  it('of one’s own takes a fresh sign-in', async () => {
    const user = await buildUser(app);
    const own = 'mutation ($email: String!) { requestOwnEmailChange(newEmail: $email) { user { id } } }';
    const { access_token: token } = await tokensOf(app, await buildClient(app), user, 'openid');
    const email = `${randomUUID()}@example.com`;
    await app.data(token, own, { email });
    expect((await (await open((await mailbox.next(email)).link)).submit({ password: PASSWORD })).status).toBe(200);
    app.clock.advance(601);
    const stale = await app.graphql(token, own, { email: `${randomUUID()}@example.com` });
    expect(stale.body.errors[0].extensions.code).toBe('REAUTHENTICATION_REQUIRED');
    await freshAdmin();
    expect((await app.graphql(admin, own, { email })).body.errors[0].extensions.kind).toBe('FORBIDDEN');
  });
});

describe('/account/password', () => {
  it('replaces the password, ends the other sessions and keeps this one', async () => {
    const user = await buildUser(app);
    const [{ browser: here }, { browser: there }] = [await logIn(user, PASSWORD), await logIn(user, PASSWORD)];
    await here.open('/account');
    expect(here.page.html).toContain('href="/account/password"');
    await here.open('/account/password');
    const refusals = [
      [{ current_password: 'wrong', ...twice(NEW) }, 'not your current password'],
      [{ current_password: PASSWORD, ...twice('short') }, 'at least 8'],
      [{ current_password: PASSWORD, ...twice(PASSWORD) }, 'your current password. Please choose'],
      [{ current_password: PASSWORD, password: NEW, confirmation: 'x' }, 'not the same'],
    ] as const;
    for (const [fields, reason] of refusals)
      expect(await here.submit(fields)).toMatchObject({ status: 400, html: expect.stringContaining(reason) });
    const form = { current_password: PASSWORD, ...twice(NEW) };
    expect((await here.submit({ ...form, csrf: 'made-up' })).status).toBe(403);
    await here.open('/account/password');
    expect((await here.submit(form)).html).toContain('Your password is changed');
    expect((await here.open('/account')).html).toContain('Some Body');
    expect((await there.open('/account')).html).not.toContain('Some Body');
    expect(await canLogIn(user, NEW)).toBe(true);
    expect((await mailbox.next(user.email)).subject).toBe('Your password has changed');
    expect(await actionsOf(user.id)).toEqual(expect.arrayContaining(['password_change.refused', 'password.changed']));
  });

  it('is for those who are signed in', async () => {
    const browser = new BrowserLite(app.issuer);
    await browser.open('/account/password');
    expect(browser.visited.some((url) => url.includes('/login'))).toBe(true);
  });
});
