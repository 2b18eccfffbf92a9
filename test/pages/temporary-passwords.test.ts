/** Temporary passwords: an administrator gives a user one, and the user replaces it at the next sign-in. */
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { RequestContext, setPassword } from '#product';
import type { Client } from '../../src/modules/clients/index.ts';
import { useApp } from '../support/app.ts';
import { BrowserLite, type Page } from '../support/browser-lite.ts';
import { answerOf, authorizePath, buildClient, buildUser, type BuiltUser } from '../support/builders.ts';
import { browserOf, claimsIn, redeem, refresh, tokensOf } from '../support/logins.ts';
import { codeOf, enroll, forgetGuesses, giveCode, nextStep } from '../support/mfa.ts';
import { addPasskey, givePasskey } from '../support/passkeys.ts';

const DAY = 86_400;
const NEXT = 'quite another password of mine';
const SET = 'mutation ($id: ID!) { setTemporaryPassword(id: $id) { password user { id hasPassword } } }';
const app = useApp();
let client: Client;
let administrator: BuiltUser;
let admin: string;
let user: BuiltUser;

const rows = async (text: string, ...values: unknown[]) => (await app.server.database.pool.query(text, values)).rows;
const pathOf = ({ url }: Page): string => new URL(url).pathname;
const sessions = () => rows('select amr from sessions where user_id = $1', user.id);
const hash = async () => (await rows('select password_hash from users where id = $1', user.id))[0].password_hash;
const actions = async (like: string) =>
  (
    await rows(
      'select action, actor_id, details from audit_events where subject_id = $1 and action like $2 order by id',
      user.id,
      like,
    )
  ).map(({ action, actor_id: actor, details }) => ({ action, actor, details }));
const stateOf = async ({ id }: { id: string }, as = admin) =>
  (await app.data(as, 'query ($id: ID!) { user(id: $id) { hasPassword temporaryPasswordUntil } }', { id })).user;

beforeAll(async () => {
  client = await buildClient(app);
  administrator = await buildUser(app, { role: 'admin' });
});

beforeEach(async () => {
  await forgetGuesses(app);
  admin = (await tokensOf(app, client, administrator, 'openid admin')).access_token;
  user = await buildUser(app);
});

/** Gives the user a temporary password. */
async function give(to: { id: string } = user): Promise<string> {
  return (await app.data(admin, SET, { id: to.id })).setTemporaryPassword.password;
}

/** A browser of the user after this password. */
const after = (password: string, path = authorizePath(client)): Promise<BrowserLite> =>
  browserOf(app, { email: user.email, password }, path);

/** A browser of the user on the page that asks for another password. */
async function asked(path?: string): Promise<BrowserLite> {
  const browser = await after(await give(), path);
  expect(pathOf(browser.page)).toBe('/new-password');
  return browser;
}

const choose = (browser: BrowserLite, password = NEXT, confirmation = password): Promise<Page> =>
  browser.submit({ password, confirmation });
const claimsOf = async (page: Page) => claimsIn((await redeem(app, client, answerOf(page)['code']!)).body.id_token);
const signsIn = async (password: string): Promise<boolean> =>
  new URL((await after(password)).page.url).searchParams.has('code');

describe('a temporary password', () => {
  it('is made by the server, and ends what the user had', async () => {
    const { refresh_token: token } = await tokensOf(app, client, user, 'openid');
    await after(user.password);
    const { setTemporaryPassword: given } = await app.data(admin, SET, { id: user.id.toUpperCase() });
    expect(given).toEqual({
      password: expect.stringMatching(/^(?:[a-z2-9]{4}-){4}[a-z2-9]{4}$/),
      user: { id: user.id, hasPassword: true },
    });
    expect(await sessions()).toEqual([]);
    expect((await refresh(app, client, token)).status).toBe(400);
    expect(await signsIn(user.password)).toBe(false);
    expect(await hash()).toMatch(/^\$argon2id\$/);
    const mails = await rows('select subject from outbox_mails where recipient = $1 order by id', user.email);
    expect(mails.at(-1)).toEqual({ subject: 'Your password has changed' });
    expect(await actions('password.%')).toEqual([
      { action: 'password.temporary_set', actor: administrator.id, details: {} },
    ]);
    const { temporaryPasswordUntil: until } = await stateOf(user);
    expect((Date.parse(until) - app.clock.now().getTime()) / 1000).toBeCloseTo(7 * DAY, -2);
    // Nobody finds the password anywhere.
    const [{ trail }] = await rows("select string_agg(details::text, ' ') as trail from audit_events");
    expect(trail).not.toContain(given.password);
    expect(await give()).not.toBe(given.password);
  });

  it('is replaced before the login goes on to the application', async () => {
    const temporary = await give();
    const browser = await after(temporary);
    expect(pathOf(browser.page)).toBe('/new-password');
    expect(browser.cookies.has('guildhall_session')).toBe(false);
    expect(await sessions()).toEqual([]);
    const page = await choose(browser);
    expect(await claimsOf(page)).toMatchObject({ sub: user.id, amr: ['pwd'] });
    expect(await sessions()).toEqual([{ amr: ['pwd'] }]);
    expect(await stateOf(user)).toEqual({ hasPassword: true, temporaryPasswordUntil: null });
    expect((await actions('password.%')).at(-1)).toEqual({
      action: 'password.changed',
      actor: user.id,
      details: { sessions: 0, temporary: true },
    });
    expect((await actions('login.succeeded')).length).toBe(1);
    const mails = await rows('select subject from outbox_mails where recipient = $1 order by id', user.email);
    expect(mails.filter(({ subject }) => subject === 'Your password has changed')).toHaveLength(2);
    expect(await signsIn(temporary)).toBe(false);
    expect(await signsIn(NEXT)).toBe(true);
  });

  it('is not replaced by one that breaks a rule, which the page tells', async () => {
    const temporary = await give();
    const browser = await after(temporary);
    const before = await hash();
    for (const [password, told] of [
      ['short', 'at least 8 characters'],
      ['password1', 'common'],
      [user.email, 'based on your name'],
      [temporary, 'your current password'],
    ] as const) {
      const page = await choose(browser, password);
      expect([page.status, pathOf(page)]).toEqual([400, '/new-password']);
      const [, alert] = /role="alert"[^>]*>([^<]*)/.exec(page.html)!;
      expect([password, alert!.toLowerCase()]).toEqual([password, expect.stringContaining(told)]);
    }
    const differing = await choose(browser, NEXT, 'another');
    expect([differing.status, pathOf(differing)]).toEqual([400, '/new-password']);
    expect(await hash()).toBe(before);
    expect(answerOf(await choose(browser))).toHaveProperty('code');
  });

  it('may be given up', async () => {
    const browser = await asked();
    expect(answerOf(await browser.submit({ decision: 'cancel' }))).toMatchObject({ error: 'access_denied' });
    const other = await asked();
    expect(pathOf(await other.submit({ decision: 'another' }))).toBe('/login');
  });

  it('signs in for 7 days', async () => {
    const temporary = await give();
    app.clock.advance(7 * DAY - 60);
    expect(pathOf((await after(temporary)).page)).toBe('/new-password');
    app.clock.advance(61);
    const { page } = await after(temporary);
    expect([page.status, pathOf(page)]).toEqual([400, '/login']);
    expect((await actions('login.failed')).at(-1)!.details).toMatchObject({ reason: 'temporary_password_expired' });
    admin = (await tokensOf(app, client, administrator, 'openid admin')).access_token;
    expect(Date.parse((await stateOf(user)).temporaryPasswordUntil)).toBeLessThan(app.clock.now().getTime());
    // A page that was opened in time goes on, for as long as the proof of the password holds.
    expect(pathOf((await after(await give())).page)).toBe('/new-password');
  });

  it('is taken at once from a user who was locked out', async () => {
    for (let time = 0; time < 6; time++) await after('a wrong password');
    expect(pathOf((await asked()).page)).toBe('/new-password');
  });

  it('counts for the newest one alone, also on a page that is open', async () => {
    const first = await asked();
    await give();
    expect(pathOf(await choose(first))).toBe('/login');
    expect(await sessions()).toEqual([]);
  });

  it('is none any more after another change of the password', async () => {
    const changes: (() => Promise<unknown>)[] = [
      () =>
        setPassword(
          new RequestContext(
            app.server.runtime,
            { kind: 'system', customerId: app.customer.customerId },
            { ip: '', userAgent: '', requestId: '' },
          ),
          user.id,
          NEXT,
        ),
      // As a server of the version before does it, which does not know the column.
      async () => {
        const { passwordHash } = { passwordHash: await hashOf(administrator) };
        await rows(
          'update users set password_hash = $2, password_changed_at = password_changed_at + $3::interval where id = $1',
          user.id,
          passwordHash,
          '1 second',
        );
      },
    ];
    for (const change of changes) {
      await give();
      await change();
      expect((await stateOf(user)).temporaryPasswordUntil).toBeNull();
    }
    expect(await signsIn(user.password)).toBe(true);
  });
});

const hashOf = async ({ id }: BuiltUser): Promise<string> =>
  (await rows('select password_hash from users where id = $1', id))[0].password_hash;

describe('with a second factor, a temporary password', () => {
  it('is stored only after the code, and the login has proved both', async () => {
    const { secret } = await enroll(app, (await tokensOf(app, client, user, 'openid')).access_token);
    const temporary = await give();
    const before = await hash();
    const browser = await after(temporary);
    expect(pathOf(await choose(browser))).toBe('/second-factor');
    expect(await hash()).toBe(before);
    expect(await sessions()).toEqual([]);
    nextStep(app);
    const page = await giveCode(browser, codeOf(app, secret));
    expect(await claimsOf(page)).toMatchObject({ amr: ['pwd', 'otp', 'mfa'] });
    expect(await hash()).not.toBe(before);
    expect((await stateOf(user)).temporaryPasswordUntil).toBeNull();
  });

  it('is not got round by the address of the next page', async () => {
    const { secret } = await enroll(app, (await tokensOf(app, client, user, 'openid')).access_token);
    const browser = await asked();
    const flow = new URL(browser.page.url).search;
    await browser.open(`/second-factor${flow}`);
    nextStep(app);
    expect(pathOf(await giveCode(browser, codeOf(app, secret)))).toBe('/login');
    expect(await sessions()).toEqual([]);
  });

  it('is not chosen by a login with another password', async () => {
    await enroll(app, (await tokensOf(app, client, user, 'openid')).access_token);
    const browser = await after(user.password);
    expect(pathOf(browser.page)).toBe('/second-factor');
    expect(pathOf(await browser.open(`/new-password${new URL(browser.page.url).search}`))).toBe('/login');
  });

  it('goes on to the setup of a factor that the customer requires', async () => {
    const demand = (requiredOf: string) =>
      app.data(
        admin,
        'mutation ($id: ID!, $input: UpdateCustomerInput!) { updateCustomer(id: $id, input: $input) { customer { id } } }',
        { id: app.customer.customerId, input: { secondFactor: { requiredOf, graceSeconds: DAY } } },
      );
    const [first, second] = [await asked(), await asked()];
    await demand('EVERYBODY');
    try {
      // The first one proves a password that is another by now.
      expect(pathOf(await choose(first))).toBe('/login');
      expect(pathOf(await choose(second))).toBe('/enroll');
      expect(await sessions()).toEqual([]);
      expect(answerOf(await second.submit({ decision: 'later' }))).toHaveProperty('code');
      expect((await stateOf(user)).temporaryPasswordUntil).toBeNull();
    } finally {
      await demand('NOBODY');
    }
  });

  it('is not asked about after a passkey, which signs in alone', async () => {
    const passkey = await addPasskey(app, await browserOf(app, user));
    const temporary = await give();
    const browser = new BrowserLite(app.issuer);
    await browser.open(authorizePath(client));
    expect(answerOf(await givePasskey(browser, passkey))).toHaveProperty('code');
    // Nor in what such a session does.
    expect(answerOf(await browser.open(authorizePath(client, { prompt: 'none' })))).toHaveProperty('code');
    expect((await stateOf(user)).temporaryPasswordUntil).not.toBeNull();
    // But it is if it is given after all, with the passkey as the second step.
    await browser.open(authorizePath(client, { prompt: 'login' }));
    await browser.submit({ email: user.email, password: temporary });
    expect(pathOf(browser.page)).toBe('/new-password');
    expect(pathOf(await choose(browser))).toBe('/second-factor');
    expect(await claimsOf(await givePasskey(browser, passkey))).toMatchObject({
      sub: user.id,
      amr: ['pwd', 'hwk', 'user', 'mfa'],
    });
    expect(await sessions()).toHaveLength(1);
  });
});

describe('without an application, a temporary password', () => {
  it('leads to the account page after it is replaced', async () => {
    const browser = await asked('/login');
    expect(pathOf(await choose(browser))).toBe('/account');
  });

  it('finds the customer of the account', async () => {
    const other = await app.newCustomer();
    await buildUser(app, { customerId: other.customerId, email: user.email, passwordHash: null });
    const browser = await asked('/login');
    expect(pathOf(await choose(browser))).toBe('/account');
    expect(await sessions()).toHaveLength(1);
  });
});

describe('an administrator gives a temporary password', () => {
  const refusal = async (id: string, as = admin) =>
    (await app.graphql(as, SET, { id })).body.errors?.[0]?.extensions.code;

  it('to others of the customer only, with the scope admin', async () => {
    const before = await hash();
    expect(await refusal(administrator.id)).toBe('INSUFFICIENT_SCOPE');
    expect(await refusal('nobody')).toBe('USER_NOT_FOUND');
    expect(await refusal(user.id, await app.token('admin', await app.newCustomer()))).toBe('USER_NOT_FOUND');
    expect(await refusal(user.id, await app.token('write'))).toBe('INSUFFICIENT_SCOPE');
    const own = (await tokensOf(app, client, user, 'openid')).access_token;
    expect(await refusal(user.id, own)).toBe('FORBIDDEN');
    expect(await hash()).toBe(before);
    expect(await stateOf(user, own)).toEqual({ hasPassword: true, temporaryPasswordUntil: null });
  });

  it('to nobody whose passkeys alone sign in', async () => {
    const rule = (value: string) =>
      rows('update customers set password_sign_in = $2 where id = $1', app.customer.customerId, value);
    await addPasskey(app, await browserOf(app, user));
    await rule('until_passkey');
    try {
      expect(await refusal(user.id)).toBe('PASSWORD_UNUSED');
      expect(await refusal((await buildUser(app)).id)).toBeUndefined();
    } finally {
      await rule('allowed');
    }
  });

  it('to a user who has had none', async () => {
    user = await buildUser(app, { passwordHash: null });
    expect(await stateOf(user)).toEqual({ hasPassword: false, temporaryPasswordUntil: null });
    expect(answerOf(await choose(await asked()))).toHaveProperty('code');
  });
});
