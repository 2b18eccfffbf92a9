import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { keptMail, keptMails } from '#product';
import type { Client } from '../../src/modules/clients/index.ts';
import { useApp } from '../support/app.ts';
import { BrowserLite, type Page } from '../support/browser-lite.ts';
import { answerOf, authorizePath, buildClient, buildUser, type BuiltUser } from '../support/builders.ts';
import { browserOf, claimsIn, redeem, tokensOf } from '../support/logins.ts';
import { codeOf, enroll, forgetGuesses, giveCode } from '../support/mfa.ts';

const app = useApp({ ACR_LEVELS: 'one=any,mail=email|otp|passkey,two=otp|passkey' });
let client: Client;
let user: BuiltUser;
let browser: BrowserLite;

const SUBJECT = 'Your code to sign in';

beforeAll(async () => {
  client = await buildClient(app);
});

beforeEach(async () => {
  user = await verified();
  browser = new BrowserLite(app.issuer);
  await set({ emailCodes: true });
});

afterEach(async () => {
  await set({ emailCodes: false, secondFactor: { requiredOf: 'NOBODY', graceSeconds: 0 } });
  await forgetGuesses(app);
});

const rows = async (text: string, ...values: unknown[]) => (await app.server.database.pool.query(text, values)).rows;
const pathOf = ({ url }: Page) => new URL(url).pathname;
const claimsOf = async (page: Page) => claimsIn((await redeem(app, client, answerOf(page)['code']!)).body.id_token);
const sessions = () => rows('select amr from sessions where user_id = $1', user.id);

/** A user whose address is verified. */
async function verified(): Promise<BuiltUser> {
  const built = await buildUser(app);
  await rows('update users set email_verified = true where id = $1', built.id);
  return built;
}

async function set(input: object, token?: string) {
  const text =
    'mutation ($id: ID!, $input: UpdateCustomerInput!) { updateCustomer(id: $id, input: $input) { customer { emailCodes } } }';
  const by = token ?? (await app.token('admin'));
  return app.graphql(by, text, { id: app.customer.customerId, input });
}

/** The codes that the user was sent, the newest first. */
async function codes(): Promise<string[]> {
  const { runtime } = app.server;
  const sent = (await keptMails(runtime)).filter(({ to, subject }) => to === user.email && subject === SUBJECT);
  const texts = await Promise.all(sent.map(async ({ id }) => (await keptMail(runtime, id))!.text));
  return texts.map((text) => /Code: (\d{8})/.exec(text)![1]!);
}

/** A new browser after the password. */
const afterPassword = (given: Record<string, string> = {}): Promise<BrowserLite> =>
  browserOf(app, user, authorizePath(client, given));

async function expired(code: string): Promise<string> {
  await rows('update email_codes set expires_at = to_timestamp(0) where user_id = $1', user.id);
  return code;
}

const wrongCode = (code = ''): string => (code === '12345678' ? '87654321' : '12345678');

describe('a customer that wants codes by email', () => {
  it('asks for one after the password, and tells the application what was proved', async () => {
    browser = await afterPassword();
    expect([pathOf(browser.page), browser.page.status]).toEqual(['/email-code', 200]);
    expect(browser.page.html).toContain(user.email);
    expect(await sessions()).toEqual([]);
    const [code] = await codes();
    expect(await claimsOf(await giveCode(browser, code!))).toMatchObject({ amr: ['pwd', 'email'], acr: 'mail' });
    expect(await sessions()).toEqual([{ amr: ['pwd', 'email'] }]);
    const trail = await rows(
      `select action from audit_events where subject_id = $1 and action like 'mfa.%' order by id`,
      user.id,
    );
    expect(trail).toEqual([{ action: 'mfa.email_code_sent' }]);
  });

  it('asks for it at the account pages, too', async () => {
    await browser.open('/login');
    await browser.logIn(user);
    expect(pathOf(browser.page)).toBe('/email-code');
    expect(pathOf(await giveCode(browser, (await codes())[0]!))).toBe('/account');
  });

  it('stores no code that a stolen table could tell', async () => {
    browser = await afterPassword();
    const [code] = await codes();
    const [row] = await rows('select * from email_codes where user_id = $1', user.id);
    expect(JSON.stringify(row)).not.toContain(code);
    for (const form of ['hex', 'base64'])
      expect(await rows('select from email_codes where code_mac = encode(sha256($1::bytea), $2)', code, form)).toEqual(
        [],
      );
  });

  it('takes a code with a blank, and takes it once', async () => {
    browser = await afterPassword();
    const { page } = browser;
    const [code] = await codes();
    expect(answerOf(await giveCode(browser, `${code!.slice(0, 4)} ${code!.slice(4)}`))).toHaveProperty('code');
    browser.page = page;
    const again = await giveCode(browser, code!);
    expect([again.status, again.html.includes('That code is')]).toEqual([400, true]);
  });

  it('takes a code in the digits of the user’s keyboard', async () => {
    browser = await afterPassword();
    const [code] = await codes();
    const typed = code!.replaceAll(/\d/g, (digit) => String.fromCodePoint(0x966 + Number(digit)));
    expect(answerOf(await giveCode(browser, typed))).toHaveProperty('code');
  });

  it.each<[string, (code: string) => Promise<string> | string]>([
    ['a wrong one', wrongCode],
    ['none', () => ''],
    ['a longer one', (code) => `${code}1`],
    ['one that has expired', expired],
  ])('answers %s in the same way, and counts it', async (_name, of) => {
    browser = await afterPassword();
    const [code] = await codes();
    const page = await giveCode(browser, await of(code!));
    expect([page.status, page.html.includes('That code is')]).toEqual([400, true]);
    expect(await sessions()).toEqual([]);
  });

  it('sends another code, after which the first works no longer, and not without end', async () => {
    browser = await afterPassword();
    const [first] = await codes();
    const resent = await browser.submit({ decision: 'resend' });
    expect([resent.status, resent.html.includes('We sent another code')]).toEqual([200, true]);
    expect((await giveCode(browser, first!)).status).toBe(400);
    const newest = (await codes()).filter((code) => code !== first);
    expect(newest).toHaveLength(1);
    const statuses = [];
    for (let n = 0; n < 4; n++) statuses.push((await browser.submit({ decision: 'resend' })).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    // A login that comes after that still shows the page, and sends nothing.
    const other = await afterPassword();
    expect(pathOf(other.page)).toBe('/email-code');
    expect(await codes()).toHaveLength(5);
  });

  it('takes a code only from the browser and login that it was sent for', async () => {
    browser = await afterPassword();
    const [code] = await codes();
    const other = await afterPassword();
    expect((await giveCode(other, code!)).status).toBe(400);
    const stranger = new BrowserLite(app.issuer);
    await stranger.open(authorizePath(client));
    expect((await stranger.open(browser.page.url)).status).toBe(400);
    const asked = browser.page;
    expect((await browser.submit({ code: code!, csrf: 'made-up' })).status).toBe(403);
    browser.page = asked;
    expect(answerOf(await giveCode(browser, code!))).toHaveProperty('code');
  });

  it('takes no code after another password, and of nobody who is disabled', async () => {
    for (const change of ["password_hash = password_hash || 'x'", 'is_active = false']) {
      user = await verified();
      browser = await afterPassword();
      const [code] = await codes();
      await rows(`update users set ${change} where id = $1`, user.id);
      expect(pathOf(await giveCode(browser, code!))).toBe('/login');
      expect(await sessions()).toEqual([]);
    }
  });

  it('counts wrong codes with those of other factors, and makes the user wait', async () => {
    browser = await afterPassword();
    const [code] = await codes();
    const statuses = [];
    for (let n = 0; n < 7; n++) statuses.push((await giveCode(browser, wrongCode(code))).status);
    expect(statuses.at(-1)).toBe(429);
    expect((await giveCode(browser, code!)).status).toBe(429);
    const subjects = (await keptMails(app.server.runtime)).filter(({ to }) => to === user.email);
    expect(subjects.map(({ subject }) => subject)).toContain('A second step was refused');
  });

  it('is no way past the page: its address without the password leads to the login', async () => {
    await browser.open(authorizePath(client));
    const flow = browser.form().values.get('flow')!;
    for (const page of ['/email-code', '/second-factor', '/enroll'])
      expect(pathOf(await browser.open(`${page}?flow=${flow}`))).toBe('/login');
    browser = await afterPassword();
    const waiting = new URL(browser.page.url).searchParams.get('flow')!;
    for (const page of ['/second-factor', '/enroll', '/oauth2/authorize/continue'])
      expect(pathOf(await browser.open(`${page}?flow=${waiting}`))).toBe('/login');
    expect(await sessions()).toEqual([]);
  });

  it('asks users with an app for the app, and nobody whose address is not verified', async () => {
    await set({ emailCodes: false });
    const own = await tokensOf(app, client, user, 'openid');
    const factor = await enroll(app, own.access_token);
    await set({ emailCodes: true });
    browser = await afterPassword();
    expect(pathOf(browser.page)).toBe('/second-factor');
    expect(await claimsOf(await giveCode(browser, codeOf(app, factor.secret)))).toMatchObject({ acr: 'two' });
    user = await buildUser(app);
    expect(answerOf((await afterPassword()).page)).toHaveProperty('code');
  });

  it('never satisfies a higher level', async () => {
    const claims = JSON.stringify({ id_token: { acr: { essential: true, values: ['two'] } } });
    browser = await afterPassword({ claims });
    expect(answerOf(await giveCode(browser, (await codes())[0]!))).toMatchObject({
      error: 'unmet_authentication_requirements',
    });
    expect(await claimsOf(await browser.open(authorizePath(client, { acr_values: 'two mail' })))).toMatchObject({
      acr: 'mail',
    });
  });

  it('never satisfies a policy: it comes before the factor that the user has to set up', async () => {
    await set({ secondFactor: { requiredOf: 'EVERYBODY', graceSeconds: 0 } });
    browser = await afterPassword();
    expect(pathOf(browser.page)).toBe('/email-code');
    expect(pathOf(await giveCode(browser, (await codes())[0]!))).toBe('/enroll');
    expect(await sessions()).toEqual([]);
    await set({ secondFactor: { requiredOf: 'EVERYBODY', graceSeconds: 3600 } });
    const { code } = answerOf(await browser.submit({ decision: 'later' }));
    expect(code).toBeDefined();
    expect(await sessions()).toEqual([{ amr: ['pwd', 'email'] }]);
  });

  it('shows them in the list of factors, as weak, and only as long as there is no stronger one', async () => {
    const FACTORS = 'query ($id: ID!) { user(id: $id) { mfaEnabled mfaMethods } }';
    const admin = await app.token('admin');
    const listed = async (by = admin) => (await app.graphql(by, FACTORS, { id: user.id })).body.data.user;
    expect(await listed()).toEqual({ mfaEnabled: false, mfaMethods: ['EMAIL'] });
    const { body } = await app.send('GET', `/api/users/${user.id}`, { token: admin });
    expect(body).toMatchObject({ mfa_enabled: false, mfa_methods: [] });
    browser = await afterPassword({ scope: 'openid' });
    const { code } = answerOf(await giveCode(browser, (await codes())[0]!));
    const { access_token: own } = (await redeem(app, client, code!)).body;
    const shown = async (path: string) => (await browser.open(path)).html;
    expect(await shown('/account')).toContain('Weak: codes by email');
    expect(await shown('/account/two-step')).toContain('whoever reads your mailbox can sign in');
    await set({ emailCodes: false });
    expect(await listed()).toEqual({ mfaEnabled: false, mfaMethods: [] });
    expect(await shown('/account/two-step')).not.toContain('mailbox');
    await set({ emailCodes: true });
    await enroll(app, own);
    expect(await listed()).toEqual({ mfaEnabled: true, mfaMethods: ['TOTP'] });
    expect(await shown('/account/two-step')).toContain('not asked for codes by email');
    const stranger = await tokensOf(app, client, await buildUser(app), 'openid');
    expect((await listed(stranger.access_token))?.mfaMethods ?? null).toBeNull();
  });

  it('lists them for nobody whose address is not verified', async () => {
    const { id } = await buildUser(app);
    const { body } = await app.graphql(
      await app.token('read'),
      '{ viewer { kind } user(id: "' + id + '") { mfaMethods } }',
    );
    expect(body.data.user).toEqual({ mfaMethods: [] });
  });

  it('is decided by administrators alone', async () => {
    expect((await set({ emailCodes: false })).body.data.updateCustomer.customer).toEqual({ emailCodes: false });
    for (const token of [await app.token('write'), (await tokensOf(app, client, user, 'openid')).access_token])
      expect((await set({ emailCodes: true }, token)).body.errors).toHaveLength(1);
    expect((await set({ emailCodes: 'yes' })).status).toBe(400);
  });
});
