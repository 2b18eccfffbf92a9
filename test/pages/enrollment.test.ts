/** A second factor that the customer requires: users without one set it up when they sign in, or put it off for a while. */
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Client } from '../../src/modules/clients/index.ts';
import { useApp } from '../support/app.ts';
import { BrowserLite, type Page } from '../support/browser-lite.ts';
import { answerOf, authorizePath, buildClient, buildUser, type BuiltUser } from '../support/builders.ts';
import { browserOf, claimsIn, redeem } from '../support/logins.ts';
import { codeOf, nextStep } from '../support/mfa.ts';
import { optionsIn } from '../support/passkeys.ts';
import { SoftPasskey } from '../support/soft-passkey.ts';

const DAY = 86_400;
const app = useApp();
let client: Client;
let admin: string;
let user: BuiltUser;

const rows = async (text: string, ...values: unknown[]) => (await app.server.database.pool.query(text, values)).rows;

/** Sets who must have a second factor. */
async function require(secondFactor: object): Promise<void> {
  const { body } = await app.graphql(
    admin,
    `mutation ($id: ID!, $input: UpdateCustomerInput!) { updateCustomer(id: $id, input: $input) { customer { id } } }`,
    { id: app.customer.customerId, input: { secondFactor } },
  );
  expect(body.errors).toBeUndefined();
}

beforeAll(async () => {
  client = await buildClient(app);
});

beforeEach(async () => {
  admin = await app.token('admin');
  await require({ requiredOf: 'NOBODY', graceSeconds: 0, groupIds: [], clientIds: [] });
  user = await buildUser(app);
});

const pathOf = ({ url }: { url: string }) => new URL(url).pathname;
const sessions = () => rows('select amr from sessions where user_id = $1', user.id);

/** A browser after the password. */
const afterPassword = (of: BuiltUser = user, path = authorizePath(client)): Promise<BrowserLite> =>
  browserOf(app, of, path);

const secretIn = ({ html }: Page): string => /class="secret">([^<]*)</.exec(html)![1]!.replaceAll(' ', '');
const nextIn = ({ html }: Page): string =>
  /<a[^>]*class="button quiet"[^>]*href="([^"]*)"/.exec(html)?.[1] ??
  /<a[^>]*href="([^"]*)"[^>]*class="button quiet"/.exec(html)![1]!;

/** Sets up an authenticator app on the page. */
async function setUp(browser: BrowserLite): Promise<string> {
  await browser.submit({ decision: 'app' });
  const secret = secretIn(browser.page);
  await browser.submit({ code: codeOf(app, secret) });
  return secret;
}

describe('a second factor that the customer requires', () => {
  it('is set up between the password and the session, by an app, without scripts', async () => {
    await require({ requiredOf: 'EVERYBODY' });
    const browser = await afterPassword();
    expect(pathOf(browser.page)).toBe('/enroll');
    expect(browser.page.html).not.toContain('value="later"');
    expect(browser.cookies.has('guildhall_session')).toBe(false);
    expect(await sessions()).toEqual([]);
    await setUp(browser);
    expect(browser.page.html).toContain('class="backup-codes"');
    expect(await sessions()).toEqual([{ amr: ['pwd', 'otp', 'mfa'] }]);
    const page = await browser.open(nextIn(browser.page).replaceAll('&amp;', '&'));
    const { id_token: token } = (await redeem(app, client, answerOf(page)['code']!)).body;
    expect(claimsIn(token)).toMatchObject({ sub: user.id, amr: ['pwd', 'otp', 'mfa'], acr: 'urn:guildhall:acr:2' });
    expect(
      await rows(
        `select count(*)::int as n from audit_events where subject_id = $1 and action = 'mfa.enabled'`,
        user.id,
      ),
    ).toEqual([{ n: 1 }]);
    // From now on it is the usual second step.
    expect(pathOf((await afterPassword()).page)).toBe('/second-factor');
  });

  it('is set up by a passkey', async () => {
    await require({ requiredOf: 'EVERYBODY' });
    const browser = await afterPassword();
    const passkey = new SoftPasskey(new URL(app.issuer).origin);
    const page = await browser.submit({ name: 'Key', credential: passkey.create(optionsIn(browser.page)) });
    expect(page.html).toContain('class="backup-codes"');
    expect(answerOf(await browser.open(nextIn(page).replaceAll('&amp;', '&')))).toMatchObject({
      code: expect.anything(),
    });
    expect(await sessions()).toEqual([{ amr: ['pwd', 'hwk', 'user', 'mfa'] }]);
  });

  it('can be put off for as long as the customer says, counted from the first sign-in that asked', async () => {
    await require({ requiredOf: 'EVERYBODY', graceSeconds: 7 * DAY });
    const browser = await afterPassword();
    expect(browser.page.html).toContain('value="later"');
    expect(answerOf(await browser.submit({ decision: 'later' }))).toMatchObject({ code: expect.anything() });
    expect(await sessions()).toEqual([{ amr: ['pwd'] }]);
    // Whoever is signed in is not asked again by every application.
    expect(answerOf(await browser.open(authorizePath(client)))).toMatchObject({ code: expect.anything() });
    // Neither new sessions nor deleted ones give more time.
    await rows('delete from sessions where user_id = $1', user.id);
    app.clock.advance(6 * DAY);
    const again = await afterPassword();
    await again.submit({ decision: 'later' });
    const [{ left }] = await rows(
      `select extract(epoch from expires_at - auth_time)::int as left from sessions where user_id = $1`,
      user.id,
    );
    expect(left).toBeLessThanOrEqual(DAY);
    app.clock.advance(DAY + 60);
    const over = await afterPassword();
    expect(pathOf(over.page)).toBe('/enroll');
    expect(over.page.html).not.toContain('value="later"');
    await rows('delete from sessions where user_id = $1', user.id);
    const refused = await over.submit({ decision: 'later' });
    expect(pathOf(refused)).toBe('/login');
    expect(await sessions()).toEqual([]);
    const { url } = await over.open(authorizePath(client, { prompt: 'none' }));
    expect(answerOf({ url })).toMatchObject({ error: 'login_required' });
  });

  it('is asked of a session that began without one, before its user gets a code of a chosen application', async () => {
    const chosen = await buildClient(app);
    const browser = await afterPassword();
    expect(answerOf(browser.page)).toMatchObject({ code: expect.anything() });
    await require({ requiredOf: 'CHOSEN', clientIds: [chosen.id] });
    expect(answerOf(await browser.open(authorizePath(client)))).toMatchObject({ code: expect.anything() });
    const silent = await browser.open(authorizePath(chosen, { prompt: 'none' }));
    expect(answerOf(silent)).toMatchObject({ error: 'interaction_required' });
    expect(pathOf(await browser.open(authorizePath(chosen)))).toBe('/login');
    await browser.submit({ password: user.password, email: user.email });
    expect(pathOf(browser.page)).toBe('/enroll');
    const secret = await setUp(browser);
    expect(answerOf(await browser.open(nextIn(browser.page).replaceAll('&amp;', '&')))).toMatchObject({
      code: expect.anything(),
    });
    // Who has a factor by now gives it in the session that lacks it.
    await rows(`update sessions set amr = '{pwd}', factor_at = null where user_id = $1`, user.id);
    nextStep(app);
    expect(pathOf(await browser.open(authorizePath(chosen)))).toBe('/second-factor');
    expect(answerOf(await browser.submit({ code: codeOf(app, secret) }))).toMatchObject({ code: expect.anything() });
  });

  it('is required of administrators alone, of members of chosen groups, or of nobody', async () => {
    const boss = await buildUser(app, { role: 'admin' });
    const member = await buildUser(app);
    const { body } = await app.graphql(
      admin,
      `mutation ($name: String!, $ids: [ID!]) { createGroup(input: { name: $name, memberIds: $ids }) { group { id } } }`,
      { name: `Payroll ${member.id}`, ids: [member.id] },
    );
    const groupId = body.data.createGroup.group.id;
    const asked = async () =>
      Promise.all([boss, member, user].map(async (each) => pathOf((await afterPassword(each, '/login')).page)));
    expect(await asked()).toEqual(['/account', '/account', '/account']);
    await require({ requiredOf: 'ADMINISTRATORS' });
    expect(await asked()).toEqual(['/enroll', '/account', '/account']);
    await require({ requiredOf: 'CHOSEN', groupIds: [groupId] });
    expect(await asked()).toEqual(['/account', '/enroll', '/account']);
    await require({ requiredOf: 'ADMINISTRATORS' });
    expect(await asked()).toEqual(['/enroll', '/enroll', '/account']);
    await require({ requiredOf: 'NOBODY' });
    expect(await asked()).toEqual(['/account', '/account', '/account']);
  });
});

describe('an attack on it', () => {
  it('gets no code for a half-finished login', async () => {
    await require({ requiredOf: 'EVERYBODY', graceSeconds: 0 });
    const browser = await afterPassword();
    const flow = new URL(browser.page.url).searchParams.get('flow')!;
    for (const path of ['/oauth2/authorize/continue', '/consent', '/second-factor', '/select-account']) {
      const page = await browser.open(`${path}?${new URLSearchParams({ flow })}`);
      expect(answerOf(page)['code']).toBeUndefined();
      expect(browser.cookies.has('guildhall_session')).toBe(false);
    }
    expect(pathOf(await browser.open('/account'))).toBe('/login');
    expect(await sessions()).toEqual([]);
  });

  it('cannot add a factor with a password that was changed, or to an account that has one by now', async () => {
    await require({ requiredOf: 'EVERYBODY', graceSeconds: 0 });
    const old = await afterPassword();
    await old.submit({ decision: 'app' });
    await rows(`update users set password_hash = 'changed' where id = $1`, user.id);
    await old.submit({ code: codeOf(app, secretIn(old.page)) });
    expect(await rows('select 1 from totp_factors where user_id = $1', user.id)).toEqual([]);

    user = await buildUser(app);
    const [one, other] = [await afterPassword(), await afterPassword()];
    const options = optionsIn(other.page);
    await setUp(one);
    const passkey = new SoftPasskey(new URL(app.issuer).origin);
    const page = await other.submit({ name: 'Mine', credential: passkey.create(options) });
    expect(pathOf(page)).toBe('/login');
    expect(await rows('select 1 from passkeys where user_id = $1', user.id)).toEqual([]);
  });

  it('wins no race: of simultaneous setups one counts', async () => {
    await require({ requiredOf: 'EVERYBODY', graceSeconds: 0 });
    const browsers = await Promise.all(Array.from({ length: 4 }, () => afterPassword()));
    const keys = browsers.map(() => new SoftPasskey(new URL(app.issuer).origin));
    const credentials = browsers.map(({ page }, n) => keys[n]!.create(optionsIn(page)));
    const pages = await Promise.all(
      browsers.map((browser, n) => browser.submit({ name: 'Key', credential: credentials[n]! })),
    );
    expect(pages.filter((page) => page.html.includes('class="backup-codes"'))).toHaveLength(1);
    expect(await rows('select 1 from passkeys where user_id = $1', user.id)).toHaveLength(1);
  });

  it('cannot be a form of another browser, or of another page', async () => {
    await require({ requiredOf: 'EVERYBODY', graceSeconds: 0 });
    const browser = await afterPassword();
    const foreign = new BrowserLite(app.issuer);
    expect((await foreign.open(browser.page.url)).status).toBe(400);
    const page = await browser.submit({ decision: 'app', csrf: 'forged' });
    expect(page.status).toBe(403);
  });
});
