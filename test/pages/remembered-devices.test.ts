import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Client } from '../../src/modules/clients/index.ts';
import { useApp } from '../support/app.ts';
import { BrowserLite, type Page } from '../support/browser-lite.ts';
import { answerOf, authorizePath, buildClient, type BuiltUser } from '../support/builders.ts';
import { claimsIn, redeem, signedIn } from '../support/logins.ts';
import { codeOf, enroll, nextStep, type Enrolled } from '../support/mfa.ts';
import { rememberedDeviceOf } from '../support/remembered.ts';

const app = useApp();
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';
const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';
let client: Client;
let user: BuiltUser;
let factor: Enrolled;
let token: string;

const rows = async (text: string, ...values: unknown[]) => (await app.server.database.pool.query(text, values)).rows;
const allow = (days: number) => rows('update customers set remember_device_days = $1', days);
const devices = () => rows('select * from remembered_devices where user_id = $1', user.id);
const pathOf = ({ url }: Pick<Page, 'url'>) => new URL(url).pathname;

beforeAll(async () => {
  client = await buildClient(app);
});

beforeEach(async () => {
  await allow(30);
  ({ user, token } = await signedIn(app, client));
  factor = await enroll(app, token);
});

/** Gives the password in a browser: a new login, whoever is signed in there. */
async function givePassword(
  browser: BrowserLite,
  { path = authorizePath(client, { prompt: '' }), agent = FIREFOX } = {},
): Promise<Page> {
  browser.cookies.delete('guildhall_session');
  await browser.open(path);
  return browser.submit({ email: user.email, password: user.password }, { 'user-agent': agent });
}

/** A browser that is remembered. */
async function remembered(): Promise<BrowserLite> {
  const browser = new BrowserLite(app.issuer);
  expect(pathOf(await givePassword(browser))).toBe('/second-factor');
  nextStep(app);
  const page = await browser.submit({ code: codeOf(app, factor.secret), remember: '1' }, { 'user-agent': FIREFOX });
  expect(answerOf(page)['code']).toBeDefined();
  return browser;
}

const cookieOf = (browser: BrowserLite): [string, string] =>
  [...browser.cookies].find(([name]) => name.startsWith('guildhall_remembered_'))!;
const claimsOf = async (page: Page) => claimsIn((await redeem(app, client, answerOf(page)['code']!)).body.id_token);

describe('a remembered device', () => {
  it('is offered only where the customer allows it, and only kept if the user asks', async () => {
    const browser = new BrowserLite(app.issuer);
    expect((await givePassword(browser)).html).toContain('Do not ask again on this device for 30 days');
    nextStep(app);
    await browser.submit({ code: codeOf(app, factor.secret) }, { 'user-agent': FIREFOX });
    expect([cookieOf(browser), await devices()]).toEqual([undefined, []]);
    await allow(0);
    expect((await givePassword(browser)).html).not.toContain('Do not ask again');
    nextStep(app);
    await browser.submit({ code: codeOf(app, factor.secret), remember: '1' });
    expect(await devices()).toEqual([]);
  });

  it('signs in by the password alone, says so, and gets a new secret each time', async () => {
    const browser = await remembered();
    const [name, first] = cookieOf(browser);
    const [device] = await devices();
    expect(device).toMatchObject({ browser: 'Firefox', system: 'Linux' });
    expect(JSON.stringify(device)).not.toContain(first);
    const page = await givePassword(browser);
    expect(await claimsOf(page)).toMatchObject({
      amr: ['pwd', 'remembered_device'],
      acr: 'urn:guildhall:acr:1',
    });
    const [, second] = cookieOf(browser);
    expect(second).not.toBe(first);
    browser.cookies.set(name, first);
    expect(pathOf(await givePassword(browser))).toBe('/second-factor');
    browser.cookies.set(name, second);
    expect(answerOf(await givePassword(browser))['code']).toBeDefined();
  });

  it('counts for one of two logins at the same time with one secret', async () => {
    const browser = await remembered();
    const twins = [new BrowserLite(app.issuer), new BrowserLite(app.issuer), new BrowserLite(app.issuer)];
    for (const twin of twins) for (const [name, value] of browser.cookies) twin.cookies.set(name, value);
    const pages = await Promise.all(twins.map((twin) => givePassword(twin)));
    expect(pages.map(pathOf).filter((path) => path === '/second-factor')).toHaveLength(2);
  });

  it('counts for its user, its browser and its time only', async () => {
    const browser = await remembered();
    expect(pathOf(await givePassword(browser, { agent: CHROME }))).toBe('/second-factor');
    const other = await signedIn(app, client);
    const otherFactor = await enroll(app, other.token);
    const stranger = new BrowserLite(app.issuer);
    for (const [name, value] of browser.cookies) stranger.cookies.set(name, value);
    await stranger.open(authorizePath(client));
    await stranger.submit({ email: other.user.email, password: other.user.password }, { 'user-agent': FIREFOX });
    expect([pathOf(stranger.page), otherFactor.secret === factor.secret]).toEqual(['/second-factor', false]);
    await allow(10);
    app.clock.advance(9 * 86_400);
    expect(answerOf(await givePassword(browser))['code']).toBeDefined();
    app.clock.advance(2 * 86_400);
    expect(pathOf(await givePassword(browser))).toBe('/second-factor');
  });

  it('does not count where a fresh login is required, whichever way', async () => {
    const browser = await remembered();
    for (const given of [{ prompt: 'login' }, { max_age: '600' }])
      expect(pathOf(await givePassword(browser, { path: authorizePath(client, given) }))).toBe('/second-factor');
    const page = await givePassword(browser, { path: authorizePath(client, { acr_values: 'urn:guildhall:acr:2' }) });
    expect(pathOf(page)).toBe('/second-factor');
    // Signed in by the device, the session is too weak for max_age, however young it is.
    expect(answerOf(await givePassword(browser))['code']).toBeDefined();
    expect(pathOf(await browser.open(authorizePath(client, { max_age: '600' })))).toBe('/login');
  });

  it('does not count as a recent proof, neither on pages nor in a token', async () => {
    const browser = await remembered();
    const { access_token } = (await redeem(app, client, answerOf(await givePassword(browser))['code']!)).body;
    const { status, body } = await app.send('POST', '/api/mfa/setup', { token: access_token });
    expect([status, body.code]).not.toEqual([200, undefined]);
    const { body: refused } = await app.graphql(
      access_token,
      'mutation { requestOwnEmailChange(newEmail: "else@example.com") { user { id } } }',
    );
    expect(refused.errors[0].extensions.code).toBe('REAUTHENTICATION_REQUIRED');
    const { html } = await browser.open('/account/passkeys');
    expect(html).toContain('passkey');
    expect((await browser.submit({ decision: 'start' })).url).toContain('/login');
  });

  it('ends with the password, a factor, the user, and signing out everywhere', async () => {
    const endings: [string, () => Promise<unknown>][] = [
      ['password', () => rows('update users set password_changed_at = now() where id = $1', user.id)],
      ['factor', () => rows('delete from totp_factors where user_id = $1', user.id)],
      ['account', () => rows('update users set is_active = false where id = $1', user.id)],
      [
        'everywhere',
        async () => {
          const admin = await app.token('admin');
          await app.graphql(admin, 'mutation ($id: ID!) { revokeUserSessions(userId: $id) { count } }', {
            id: user.id,
          });
        },
      ],
    ];
    for (const [name, end] of endings) {
      ({ user, token } = await signedIn(app, client));
      factor = await enroll(app, token);
      await remembered();
      expect([name, await devices()]).toEqual([name, [expect.anything()]]);
      await end();
      expect([name, await devices()]).toEqual([name, []]);
    }
  });

  it('is read and forgotten by administrators, and by nobody else but its user', async () => {
    const id = await rememberedDeviceOf(app, user.id);
    const forget = (by: string, which: string) =>
      app.graphql(by, 'mutation ($id: ID!) { forgetRememberedDevice(id: $id) { device { deviceName } } }', {
        id: which,
      });
    const { token: stranger } = await signedIn(app, client);
    expect((await forget(stranger, id)).body.errors[0].extensions.code).toBe('REMEMBERED_DEVICE_NOT_FOUND');
    expect((await forget(token, 'none')).body.errors[0].extensions.code).toBe('REMEMBERED_DEVICE_NOT_FOUND');
    const read = '($id: ID!) { user(id: $id) { rememberedDevices { id deviceName location ipAddress expiresAt } } }';
    const admin = await app.token('admin');
    const { user: shown } = await app.data(admin, `query ${read}`, { id: user.id });
    expect(shown.rememberedDevices).toMatchObject([{ id, deviceName: 'Firefox on Linux', location: 'Unknown' }]);
    expect((await forget(token, id)).body.data.forgetRememberedDevice.device.deviceName).toBe('Firefox on Linux');
    const all = 'mutation ($id: ID!) { forgetRememberedDevices(userId: $id) { count } }';
    await rememberedDeviceOf(app, user.id);
    expect((await app.data(admin, all, { id: user.id })).forgetRememberedDevices.count).toBe(1);
    for (const nobody of ['none', randomUUID()])
      expect((await app.graphql(admin, all, { id: nobody })).body.errors[0].extensions.code).toBe('USER_NOT_FOUND');
  });

  it('lasts as long as the customer says, who says it in whole days up to a year', async () => {
    const set = async (days: number) => {
      const { customerId: id } = app.customer;
      const text =
        'mutation ($id: ID!, $days: Int!) { updateCustomer(id: $id, input: { rememberDeviceDays: $days }) { customer { rememberDeviceDays } } }';
      return app.graphql(await app.token('admin'), text, { id, days });
    };
    for (const days of [-1, 366]) expect((await set(days)).body.errors[0].extensions.code).toBe('INVALID_INPUT');
    await remembered();
    expect((await set(7)).body.data.updateCustomer.customer).toEqual({ rememberDeviceDays: 7 });
    const [{ days }] = (await rows(
      `select extract(epoch from expires_at - created_at) / 86400 as days from remembered_devices where user_id = $1`,
      user.id,
    )) as [{ days: string }];
    expect(Number(days)).toBe(7);
    await set(0);
    expect(await devices()).toEqual([]);
  });

  it('is listed beside the sessions, and forgotten there', async () => {
    const browser = await remembered();
    const { html } = await browser.open('/account/sessions');
    expect(html).toContain('Remembered devices');
    const [{ id }] = (await devices()) as [{ id: string }];
    await browser.submit({ remembered: id });
    expect(await devices()).toEqual([]);
    expect(pathOf(await givePassword(browser))).toBe('/second-factor');
  });

  it('is kept by its own browser when all others are signed out', async () => {
    const [here, there] = [await remembered(), await remembered()];
    await here.open('/account/sessions');
    await here.submit({ others: 'end' });
    expect(answerOf(await givePassword(here))['code']).toBeDefined();
    expect(pathOf(await givePassword(there))).toBe('/second-factor');
  });

  it('is one of at most twenty', async () => {
    await rows(
      `insert into remembered_devices
         (customer_id, id, user_id, secret_hash, browser, system, ip, created_at, last_used_at, expires_at)
       select u.customer_id, gen_random_uuid(), u.id, sha256(i::text::bytea || u.id::text::bytea), null, null, '',
         to_timestamp(0), to_timestamp(i), to_timestamp(4102444800)
       from users u, generate_series(1, 25) i where u.id = $1`,
      user.id,
    );
    await remembered();
    expect(await devices()).toHaveLength(20);
  });
});
