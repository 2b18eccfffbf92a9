import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Client } from '../../src/modules/clients/index.ts';
import { useApp, type Answer } from '../support/app.ts';
import { BrowserLite, type Page } from '../support/browser-lite.ts';
import { answerOf, authorizePath, buildClient, buildUser, type BuiltUser } from '../support/builders.ts';
import { askForCodes, buildDeviceClient, codesOf, poll, toDecision } from '../support/devices.ts';
import { claimsIn, redeem, refresh } from '../support/logins.ts';
import { codeOf, enroll, giveCode, type Enrolled } from '../support/mfa.ts';
import { addPasskey, givePasskey } from '../support/passkeys.ts';
import { queriesOf } from '../support/queries.ts';
import { SoftPasskey } from '../support/soft-passkey.ts';

const [BRONZE, SILVER, GOLD, BOTH] = ['https://levels.example/bronze', 'silver', 'phr', 'urn:example:both'] as const;

const app = useApp({ ACR_LEVELS: `${BRONZE}=any, ${SILVER}=otp|passkey, ${GOLD}=passkey, ${BOTH}=otp+passkey` });
let client: Client;
let user: BuiltUser;
let browser: BrowserLite;

beforeAll(async () => {
  client = await buildClient(app, { grantTypes: ['authorization_code', 'refresh_token'] });
});

beforeEach(async () => {
  user = await buildUser(app);
  browser = new BrowserLite(app.issuer);
});

const pathOf = ({ url }: Page) => new URL(url).pathname;
const claimsOf = async (page: Page, of = client) =>
  claimsIn((await redeem(app, of, answerOf(page)['code']!)).body.id_token);
const ask = (given: Record<string, string> = {}, of = client) => browser.open(authorizePath(of, given));
const essential = (...values: string[]) => JSON.stringify({ id_token: { acr: { essential: true, values } } });

async function signIn(): Promise<string> {
  await ask();
  const { code } = answerOf(await browser.logIn(user));
  return (await redeem(app, client, code!)).body.access_token;
}

/** A session of the password alone, whose user has set up an app and a passkey since. */
async function withBoth(): Promise<{ readonly factor: Enrolled; readonly passkey: SoftPasskey }> {
  const token = await signIn();
  const passkey = await addPasskey(app, browser, new SoftPasskey(new URL(app.issuer).origin));
  const factor = await enroll(app, token);
  app.clock.advance(60);
  return { factor, passkey };
}

describe('the levels of the configuration', () => {
  it('OIDC Discovery §3: are in the metadata, from the lowest to the highest', async () => {
    const { body } = await app.send('GET', '/.well-known/openid-configuration');
    expect(body.acr_values_supported).toEqual([BRONZE, SILVER, GOLD, BOTH]);
  });

  it('are what ID tokens say: the highest that the login reaches', async () => {
    await ask();
    expect(await claimsOf(await browser.logIn(user))).toMatchObject({ amr: ['pwd'], acr: BRONZE });
    browser = new BrowserLite(app.issuer);
    const { factor, passkey } = await withBoth();
    browser = new BrowserLite(app.issuer);
    await ask();
    await browser.logIn(user);
    expect(await claimsOf(await giveCode(browser, codeOf(app, factor.secret)))).toMatchObject({ acr: SILVER });
    browser = new BrowserLite(app.issuer);
    await ask();
    expect(await claimsOf(await givePasskey(browser, passkey))).toMatchObject({ acr: GOLD });
  });

  it('ask for just the factor that is missing, and a session keeps what it has proved', async () => {
    const { factor, passkey } = await withBoth();
    expect(pathOf(await ask({ acr_values: SILVER }))).toBe('/second-factor');
    expect(await claimsOf(await giveCode(browser, codeOf(app, factor.secret)))).toMatchObject({ acr: SILVER });
    const asked = await ask({ acr_values: GOLD });
    expect(pathOf(asked)).toBe('/second-factor');
    expect([asked.html.includes('name="code"'), asked.html.includes('data-options')]).toEqual([false, true]);
    const claims = await claimsOf(await givePasskey(browser, passkey));
    expect(claims).toMatchObject({ amr: ['pwd', 'otp', 'hwk', 'user', 'mfa'], acr: GOLD });
    expect(await claimsOf(await ask())).toMatchObject({ acr: BOTH });
  });

  it('that take two factors ask for one after the other', async () => {
    const { factor, passkey } = await withBoth();
    expect(pathOf(await ask({ claims: essential(BOTH) }))).toBe('/second-factor');
    const next = await giveCode(browser, codeOf(app, factor.secret));
    expect([pathOf(next), next.html.includes('name="code"')]).toEqual(['/second-factor', false]);
    expect(await claimsOf(await givePasskey(browser, passkey))).toMatchObject({ acr: BOTH });
  });

  it('another factor than the missing one does not reach it: the user is asked again', async () => {
    const { factor } = await withBoth();
    await ask({ claims: essential(GOLD) });
    const page = await giveCode(browser, codeOf(app, factor.secret));
    expect([pathOf(page), page.html.includes('name="code"')]).toEqual(['/second-factor', false]);
    expect(answerOf(await ask({ claims: essential(GOLD), prompt: 'none' }))).toMatchObject({
      error: 'interaction_required',
    });
  });

  it('OIDC Core §3.1.2.1: are tried in the order of acr_values, as far as the user can reach them', async () => {
    await enroll(app, await signIn());
    app.clock.advance(60);
    expect(pathOf(await ask({ acr_values: `${GOLD} ${SILVER} ${BRONZE}` }))).toBe('/second-factor');
    expect(await claimsOf(await ask({ acr_values: `${GOLD} ${BRONZE} ${SILVER}` }))).toMatchObject({ acr: BRONZE });
    expect(answerOf(await ask({ claims: essential(GOLD, BOTH) }))).toMatchObject({
      error: 'unmet_authentication_requirements',
    });
  });

  it('OIDC Core §5.5.1.1: are answered with the value that was asked for, also in refreshed ID tokens', async () => {
    const { passkey } = await withBoth();
    await ask({ acr_values: GOLD });
    await givePasskey(browser, passkey);
    const { body } = await redeem(app, client, answerOf(await ask({ claims: essential(BRONZE, SILVER) }))['code']!);
    expect(claimsIn(body.id_token).acr).toBe(SILVER);
    const again = await refresh(app, client, body.refresh_token);
    expect(claimsIn(again.body.id_token).acr).toBe(SILVER);
    expect((await claimsOf(await ask())).acr).toBe(GOLD);
  });

  it('take no round trip more', async () => {
    await signIn();
    const plain = await queriesOf(() => ask());
    const asked = await queriesOf(() => ask({ acr_values: `${GOLD} ${BRONZE}` }));
    expect(asked).toHaveLength(plain.length);
  });
});

describe('a device', () => {
  let device: Client;
  beforeAll(async () => {
    device = await buildDeviceClient(app);
  });

  const tokens = async (codes: { readonly device_code: string }): Promise<Answer> =>
    poll(app, device, codes.device_code);

  it('gets acr, amr and auth_time of the login of the user who allowed it', async () => {
    const codes = await codesOf(app, device);
    await toDecision(app, codes, user, browser);
    await browser.submit({ decision: 'allow' });
    const login = await claimsOf(await ask());
    const { status, body } = await tokens(codes);
    expect(status).toBe(200);
    const { amr, acr, auth_time: authTime } = claimsIn(body.id_token);
    expect({ amr, acr, authTime }).toEqual({ amr: ['pwd'], acr: BRONZE, authTime: login.auth_time });
  });

  it('asks for a level by acr_values: who is signed in gives the missing factor before deciding', async () => {
    const { factor } = await withBoth();
    const codes = await codesOf(app, device, { acr_values: SILVER });
    await toDecision(app, codes, user, browser);
    expect(pathOf(browser.page)).toBe('/second-factor');
    expect((await tokens(codes)).body.error).toBe('authorization_pending');
    expect(pathOf(await giveCode(browser, codeOf(app, factor.secret)))).toBe('/consent');
    await browser.submit({ decision: 'allow' });
    app.clock.advance(10);
    const { body } = await tokens(codes);
    expect(claimsIn(body.id_token)).toMatchObject({ amr: ['pwd', 'otp', 'mfa'], acr: SILVER });
    const again = await refresh(app, device, body.refresh_token);
    expect(claimsIn(again.body.id_token)).toMatchObject({ amr: ['pwd', 'otp', 'mfa'], acr: SILVER });
  });

  it('does without a level that its user cannot reach', async () => {
    await signIn();
    const codes = await codesOf(app, device, { acr_values: `${GOLD} something` });
    await toDecision(app, codes, user, browser);
    expect(pathOf(browser.page)).toBe('/consent');
    await browser.submit({ decision: 'allow' });
    expect(claimsIn((await tokens(codes)).body.id_token).acr).toBe(BRONZE);
  });

  it('asks for a login that is not older than max_age, and gets its time', async () => {
    await signIn();
    const before = await claimsOf(await ask());
    app.clock.advance(600);
    const codes = await codesOf(app, device, { max_age: '300' });
    await browser.open('/device');
    await browser.submit({ user_code: codes.user_code });
    expect(pathOf(browser.page)).toBe('/login');
    expect(pathOf(await browser.logIn(user))).toBe('/consent');
    await browser.submit({ decision: 'allow' });
    const { auth_time: authTime } = claimsIn((await tokens(codes)).body.id_token);
    expect(authTime).toBeGreaterThanOrEqual(before.auth_time + 600);
    const recent = await codesOf(app, device, { max_age: '300' });
    await toDecision(app, recent, user, browser);
    expect(pathOf(browser.page)).toBe('/consent');
  });

  it.each(['soon', '-1', '1.5', '12345678901'])('is refused with max_age %s', async (maxAge) => {
    const { status, body } = await askForCodes(app, device, { max_age: maxAge });
    expect([status, body.error]).toEqual([400, 'invalid_request']);
  });

  it('is refused with acr_values that are too long for a flow', async () => {
    const { status, body } = await askForCodes(app, device, { acr_values: 'x'.repeat(12_000) });
    expect([status, body.error]).toEqual([413, 'invalid_request']);
  });
});
