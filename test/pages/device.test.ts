import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Client } from '../../src/modules/clients/index.ts';
import { useApp } from '../support/app.ts';
import { BrowserLite } from '../support/browser-lite.ts';
import { buildClient, buildUser, authorizePath, type BuiltUser } from '../support/builders.ts';
import { askForCodes, buildDeviceClient, codesOf, decide, poll, toDecision } from '../support/devices.ts';
import { forgetGuesses } from '../support/mfa.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';

const app = useApp();
let client: Client;
let user: BuiltUser;
let browser: BrowserLite;

beforeAll(async () => {
  client = await buildDeviceClient(app, { name: 'Ledger for the shell' });
  user = await buildUser(app);
});
beforeEach(() => {
  browser = new BrowserLite(app.issuer);
});

const rows = async (text: string, ...values: unknown[]) => (await app.server.database.pool.query(text, values)).rows;
const path = () => new URL(browser.page.url).pathname;
const stateOf = async (deviceCode: string) => (await poll(app, client, deviceCode)).body.error ?? 'tokens';

describe('the page for the code of a device', () => {
  it.each([
    ['as it is shown', (code: string) => code],
    ['in small letters', (code: string) => code.toLowerCase()],
    ['without the hyphen', (code: string) => code.replace('-', '')],
    ['with blanks and another dash', (code: string) => ` ${code.replace('-', ' – ')} `],
  ])('RFC 8628 §6.1: takes the code %s', async (_how, typed) => {
    const codes = await codesOf(app, client);
    await browser.open(codes.verification_uri);
    expect(browser.page.html).toContain('Sign in on a device');
    await browser.submit({ user_code: typed(codes.user_code) });
    expect(path()).toBe('/login');
    expect(browser.page.html).toContain('Ledger for the shell');
  });

  it.each(['', 'AAAA-AAAA', 'BCDF', 'BCDF-GHJK-LMNP', 'B'.repeat(5000), '<b>', '\u0000'])(
    'shows the form again for %j',
    async (typed) => {
      await browser.open('/device');
      const page = await browser.submit({ user_code: typed });
      expect(page.status).toBe(400);
      expect(page.html).not.toContain('<b>');
    },
  );

  it('RFC 8628 §3.3.1: only fills in a code from a link, and asks to compare it', async () => {
    const codes = await codesOf(app, client);
    const page = await browser.open(codes.verification_uri_complete);
    expect(page.html).toContain('Compare');
    expect(page.html).toContain(`value="${codes.user_code}"`);
    expect(page.html).not.toContain('Ledger for the shell');
    await browser.submit();
    expect(path()).toBe('/login');
    expect(await stateOf(codes.device_code)).toBe('authorization_pending');
  });

  it('has a picture of the address with the code, for a phone, if the link has a code', async () => {
    const page = await browser.open('/device?user_code=bcdfghjk');
    expect(page.html).toMatch(/<img src="data:image\/png;base64,[^"]{100,}" alt="QR code/);
    expect(page.html).toContain('value="BCDF-GHJK"');
    for (const other of ['/device', '/device?user_code=%3Cscript%3E'])
      expect((await browser.open(other)).html).not.toContain('data:image/png');
  });

  it('says nothing of a code before the form is posted from this page', async () => {
    const codes = await codesOf(app, client);
    await browser.open(codes.verification_uri_complete);
    const { values } = browser.form();
    const stranger = new BrowserLite(app.issuer);
    await stranger.open('/device');
    const forged = await stranger.submit({ flow: values.get('flow')!, csrf: values.get('csrf')! });
    expect(forged.status).toBeGreaterThanOrEqual(400);
    await browser.open('/device');
    const elsewhere = await browser.submit({ user_code: codes.user_code }, { 'sec-fetch-site': 'cross-site' });
    expect(elsewhere.status).toBe(403);
  });

  it('RFC 8628 §5.1: limits guesses, in a browser and from an address', async () => {
    const codes = await codesOf(app, client);
    await browser.open('/device');
    for (let guess = 0; guess < 5; guess++)
      expect((await browser.submit({ user_code: 'BBBB-BBBB' })).html).toContain('No device waits with this code');
    const locked = await browser.submit({ user_code: codes.user_code });
    expect([locked.status, Number(locked.headers.get('retry-after'))]).toEqual([429, expect.any(Number)]);
    const fresh = new BrowserLite(app.issuer);
    await fresh.open('/device');
    await fresh.submit({ user_code: codes.user_code });
    expect(new URL(fresh.page.url).pathname).toBe('/login');
    await rows(`update throttle_counters set points = 100 where key like 'user_code-address:%'`);
    const next = new BrowserLite(app.issuer);
    await next.open('/device');
    expect((await next.submit({ user_code: codes.user_code })).status).toBe(429);
    await forgetGuesses(app);
  });

  it('is in the language that is asked for, and so are the pages behind it', async () => {
    const codes = await codesOf(app, client);
    await browser.open(`${codes.verification_uri_complete}&ui_locales=de`);
    expect(browser.page.html).toContain('An einem Gerät anmelden');
    await browser.submit();
    await browser.logIn(user);
    expect(browser.page.html).toContain('Code am Gerät');
    await browser.submit({ decision: 'allow' });
    expect(browser.page.html).toContain('Ihr Gerät ist angemeldet');
  });
});

describe('the user of a device', () => {
  it('RFC 8628 §5.4, §5.3: sees which application asks, from where, with which code, and is warned', async () => {
    const { body: codes } = await askForCodes(app, client, {}, { 'user-agent': FIREFOX });
    await toDecision(app, codes, user, browser);
    const { html } = browser.page;
    expect(path()).toBe('/consent');
    for (const shown of ['Ledger for the shell', codes.user_code, 'Firefox on Linux', '127.0.0.1', user.email])
      expect(html).toContain(shown);
    expect(html).toContain('If somebody else gave you the code or a link, deny it');
    expect(html).not.toContain('After your answer you go to');
  });

  it('RFC 8628 §3.3: decides anew for every device, whatever was allowed before', async () => {
    for (const codes of [await codesOf(app, client), await codesOf(app, client)]) {
      await toDecision(app, codes, user, browser);
      expect(path()).toBe('/consent');
      expect(await stateOf(codes.device_code)).toBe('authorization_pending');
      await browser.submit({ decision: 'allow' });
      expect(await stateOf(codes.device_code)).toBe('tokens');
    }
  });

  it('can be somebody else than who is signed in', async () => {
    const [codes, other] = [await codesOf(app, client), await buildUser(app)];
    await browser.open(authorizePath(await buildClient(app)));
    await browser.logIn(user);
    await toDecision(app, codes, user, browser);
    expect(browser.page.html).toContain(user.email);
    await browser.submit({ decision: 'another' });
    await browser.logIn(other);
    expect(browser.page.html).toContain(other.email);
    await browser.submit({ decision: 'allow' });
    const { body } = await poll(app, client, codes.device_code);
    expect((await app.send('GET', '/oauth2/userinfo', { token: body.access_token })).body.sub).toBe(other.id);
  });

  it('is of the customer of the application', async () => {
    const strangers = await app.newCustomer();
    const foreign = await buildDeviceClient(app, { customerId: strangers.customerId });
    const codes = await codesOf(app, foreign);
    await browser.open(authorizePath(await buildClient(app)));
    await browser.logIn(user);
    await toDecision(app, codes, user, browser);
    expect([path(), browser.page.status]).toEqual(['/login', 400]);
  });

  it('decides once: the first answer counts, in one browser and in two', async () => {
    const codes = await codesOf(app, client);
    const [one, two] = [await toDecision(app, codes, user), await toDecision(app, codes, await buildUser(app))];
    const again = one.form();
    expect((await one.submit({ decision: 'allow' })).html).toContain('Your device is signed in');
    expect((await two.submit({ decision: 'deny' })).html).toContain('This code is no longer valid');
    await one.open(`/consent?flow=${encodeURIComponent(again.values.get('flow')!)}`);
    expect(one.page.html).toContain('This code is no longer valid');
    expect(await stateOf(codes.device_code)).toBe('tokens');
  });

  it('finds the decision in the history, and the audit trail has both sides', async () => {
    const codes = await codesOf(app, client);
    await decide(app, codes, user);
    const denied = await codesOf(app, client);
    await decide(app, denied, user, 'deny');
    const trail = `select action, actor_id, client_id, details from audit_events
      where action like 'device.%' and actor_id = $1 order by id desc limit 2`;
    expect(await rows(trail, user.id)).toMatchObject([
      { action: 'device.denied', actor_id: user.id, client_id: client.id },
      { action: 'device.approved', client_id: client.id, details: { scopes: ['openid', 'profile'] } },
    ]);
    await browser.open('/login?return_to=/account/history');
    await browser.logIn(user);
    expect(browser.page.html).toContain('You signed in on a device');
    expect(browser.page.html).toContain('You refused a device');
  });

  it('has signed in to the application, which the trail says once for each session', async () => {
    const [member, brief] = [await buildUser(app), await buildDeviceClient(app)];
    const logins = () =>
      rows(
        `select action from audit_events where subject_id = $1 and action like 'login.%' and details ->> 'clientId' = $2
         order by id`,
        member.id,
        brief.id,
      );
    await browser.open(authorizePath(await buildClient(app)));
    await browser.logIn(member);
    for (const codes of [await codesOf(app, brief), await codesOf(app, brief)]) {
      await toDecision(app, codes, member, browser);
      await browser.submit({ decision: 'allow' });
    }
    expect(await logins()).toEqual([{ action: 'login.continued' }]);
    await decide(app, await codesOf(app, brief), member);
    expect(await logins()).toEqual([{ action: 'login.continued' }, { action: 'login.succeeded' }]);
  });

  it('who is no administrator is not asked for administration, and a device that wants nothing else gets nothing', async () => {
    const codes = await codesOf(app, client, { scope: 'admin' });
    await toDecision(app, codes, user, browser);
    expect(browser.page.html).toContain('The device is not signed in');
    expect(await stateOf(codes.device_code)).toBe('access_denied');
  });
});

describe('what an undecided or allowed code depends on', () => {
  it('the session: a code that was allowed ends with it', async () => {
    const codes = await codesOf(app, client);
    await decide(app, codes, user);
    await rows('delete from sessions where user_id = $1', user.id);
    expect(await stateOf(codes.device_code)).toBe('invalid_grant');
  });

  it('the session: nothing is allowed after its end', async () => {
    const codes = await codesOf(app, client);
    await toDecision(app, codes, user, browser);
    await rows('delete from sessions where user_id = $1', user.id);
    await browser.submit({ decision: 'allow' });
    expect(path()).toBe('/login');
    expect(await stateOf(codes.device_code)).toBe('authorization_pending');
  });

  it('the client: without it, or its grant type, neither waits nor works', async () => {
    const brief = await buildDeviceClient(app);
    const [codes, allowed] = [await codesOf(app, brief), await codesOf(app, brief)];
    await decide(app, allowed, user);
    await toDecision(app, codes, user, browser);
    await rows(`update clients set grant_types = '{refresh_token}' where id = $1`, brief.id);
    for (const { device_code: code } of [codes, allowed])
      expect((await poll(app, brief, code)).body.error).toBe('unauthorized_client');
    await browser.submit({ decision: 'allow' });
    expect(browser.page.html).toContain('The device is not signed in');
    await rows('delete from clients where id = $1', brief.id);
    expect(await rows('select from device_authorizations where client_id = $1', brief.id)).toEqual([]);
  });
});
