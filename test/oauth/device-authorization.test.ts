import { beforeAll, describe, expect, it } from '@jest/globals';
import { type Client, hashOfGenerated } from '#product';
import { useApp, type Answer } from '../support/app.ts';
import { BrowserLite } from '../support/browser-lite.ts';
import { buildClient, buildUser, type BuiltUser } from '../support/builders.ts';
import { askForCodes, buildDeviceClient, codesOf, decide, poll, toDecision } from '../support/devices.ts';
import { claimsIn, refresh } from '../support/logins.ts';
import { forgetGuesses } from '../support/mfa.ts';
import { roundTripsOf } from '../support/queries.ts';

const SECRET = 'ghs_a-secret-that-only-this-test-knows';
const CODE = /^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/;

const app = useApp();
let client: Client;
let user: BuiltUser;

beforeAll(async () => {
  client = await buildDeviceClient(app);
  user = await buildUser(app);
});

const rows = async (text: string, ...values: unknown[]) => (await app.server.database.pool.query(text, values)).rows;
const errorOf = ({ status, body }: Answer) => [status, body.error];
const PENDING = [400, 'authorization_pending'];
const TOO_EARLY = [400, 'slow_down'];
const DENIED = [400, 'access_denied'];
const REFUSED = [400, 'invalid_grant'];

describe('POST /oauth2/device_authorization', () => {
  it('RFC 8628 §3.2: answers with the codes, where to enter them, how long they live and how often to poll', async () => {
    const { status, headers, body } = await askForCodes(app, client);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toContain('application/json');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toEqual({
      device_code: expect.stringMatching(/^[\w-]{65}$/),
      user_code: expect.stringMatching(CODE),
      verification_uri: `${app.issuer}/device`,
      verification_uri_complete: `${app.issuer}/device?user_code=${body.user_code}`,
      expires_in: 900,
      interval: 5,
    });
  });

  it('RFC 8628 §5.2: stores neither code, so that a stolen table opens nothing', async () => {
    const { device_code: deviceCode, user_code: userCode } = await codesOf(app, client);
    const newest = 'select *, sha256($1) as hash from device_authorizations order by id desc limit 1';
    const [row] = await rows(newest, Buffer.from(deviceCode));
    expect(row.device_code_hash).toEqual(row.hash);
    const text = JSON.stringify(row);
    for (const code of [deviceCode, userCode, userCode.replace('-', '')]) expect(text).not.toContain(code);
    const sameHash = 'select from device_authorizations where user_code_mac = encode(sha256($1::bytea), $2)';
    for (const form of ['base64', 'hex']) expect(await rows(sameHash, userCode, form)).toEqual([]);
  });

  it('RFC 8628 §3.1: takes a client as the token endpoint does', async () => {
    const confidential = await buildDeviceClient(app, {
      type: 'confidential',
      tokenEndpointAuthMethod: 'client_secret_post',
      secretHash: hashOfGenerated(SECRET),
    });
    const basic = `Basic ${Buffer.from(`${confidential.id}:${SECRET}`).toString('base64')}`;
    expect((await askForCodes(app, confidential, { client_secret: SECRET })).status).toBe(200);
    expect((await askForCodes(app, confidential, { client_id: undefined }, { authorization: basic })).status).toBe(200);
    for (const refused of [
      await askForCodes(app, confidential),
      await askForCodes(app, confidential, { client_secret: 'another' }),
      await askForCodes(app, { id: 'nobody' }),
      await askForCodes(app, client, { client_secret: SECRET }),
    ])
      expect(errorOf(refused)).toEqual([401, 'invalid_client']);
    await forgetGuesses(app);
  });

  it('RFC 8628 §3.1: refuses a client that is not registered for it, scopes and resources that it has not, and doubles', async () => {
    const web = await buildClient(app);
    expect(errorOf(await askForCodes(app, web))).toEqual([400, 'unauthorized_client']);
    expect(errorOf(await poll(app, web, 'x'))).toEqual([400, 'unauthorized_client']);
    for (const scope of ['phone', 'something'])
      expect(errorOf(await askForCodes(app, client, { scope }))).toEqual([400, 'invalid_scope']);
    const resource = 'https://api.example/';
    expect(errorOf(await askForCodes(app, client, { resource }))).toEqual([400, 'invalid_target']);
    const twice = new URLSearchParams([
      ['client_id', client.id],
      ['scope', 'openid'],
      ['scope', 'profile'],
    ]);
    const answer = await app.send('POST', '/oauth2/device_authorization', { body: twice });
    expect(errorOf(answer)).toEqual([400, 'invalid_request']);
  });

  it('limits how many requests a public client can have stored from one address', async () => {
    await askForCodes(app, client);
    await app.server.database.pool.query('update throttle_counters set points = 300 where key like $1', [
      'device-address:%',
    ]);
    const { status, headers, body } = await askForCodes(app, client);
    expect([status, body.error]).toEqual([429, 'temporarily_unavailable']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    await forgetGuesses(app);
  });

  it('RFC 8628 §4: is in the metadata, with its grant type', async () => {
    const { body } = await app.send('GET', '/.well-known/openid-configuration');
    expect(body.device_authorization_endpoint).toBe(`${app.issuer}/oauth2/device_authorization`);
    expect(body.grant_types_supported).toContain('urn:ietf:params:oauth:grant-type:device_code');
  });
});

describe('a device that polls', () => {
  it('RFC 8628 §3.5: waits until its user has decided, and learns it in one round trip', async () => {
    const { device_code: code } = await codesOf(app, client);
    const trips = await roundTripsOf(async () => expect(errorOf(await poll(app, client, code))).toEqual(PENDING));
    expect(trips).toHaveLength(1);
  });

  it('RFC 8628 §3.5: is told to slow down, by five seconds each time, if it polls too early', async () => {
    const { device_code: code } = await codesOf(app, client);
    expect(errorOf(await poll(app, client, code))).toEqual(PENDING);
    app.clock.advance(4);
    expect(errorOf(await poll(app, client, code))).toEqual(TOO_EARLY);
    app.clock.advance(9);
    expect(errorOf(await poll(app, client, code))).toEqual(TOO_EARLY);
    app.clock.advance(15);
    expect(errorOf(await poll(app, client, code))).toEqual(PENDING);
    app.clock.advance(14);
    expect(errorOf(await poll(app, client, code))).toEqual(TOO_EARLY);
  });

  it('RFC 8628 §3.4: gets the tokens of a login once its user has allowed it, and gets them once', async () => {
    const codes = await codesOf(app, client, { scope: 'openid profile email offline_access' });
    const page = await decide(app, codes, user);
    expect(page.html).toContain('Your device is signed in');
    const { status, body } = await poll(app, client, codes.device_code);
    expect(status).toBe(200);
    expect(body).toMatchObject({ token_type: 'Bearer', scope: 'openid profile email offline_access' });
    const [session] = await rows(
      'select id, floor(extract(epoch from auth_time))::int as time from sessions where user_id = $1 order by id desc',
      user.id,
    );
    const said = { sub: user.id, sid: session.id, auth_time: session.time };
    expect(claimsIn(body.access_token)).toMatchObject({ ...said, client_id: client.id });
    expect(claimsIn(body.id_token)).toMatchObject({ ...said, aud: client.id, amr: ['pwd'] });
    expect(claimsIn(body.id_token).nonce).toBeUndefined();
    expect((await app.send('GET', '/oauth2/userinfo', { token: body.access_token })).body.email).toBe(user.email);
    expect((await refresh(app, client, body.refresh_token)).status).toBe(200);
    expect(errorOf(await poll(app, client, codes.device_code))).toEqual(REFUSED);
    expect((await app.send('GET', '/oauth2/userinfo', { token: body.access_token })).status).toBe(200);
  });

  it('gets them once, of many polls at the same moment', async () => {
    const codes = await codesOf(app, client);
    await decide(app, codes, user);
    const answers = await Promise.all(Array.from({ length: 8 }, () => poll(app, client, codes.device_code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.error === 'invalid_grant')).toHaveLength(7);
  });

  it('gets no refresh token without the grant type', async () => {
    const plain = await buildDeviceClient(app, { grantTypes: ['urn:ietf:params:oauth:grant-type:device_code'] });
    const codes = await codesOf(app, plain);
    await decide(app, codes, user);
    const { status, body } = await poll(app, plain, codes.device_code);
    expect([status, body.refresh_token]).toEqual([200, undefined]);
  });

  it('RFC 8628 §3.5: learns that its user has denied it, for good', async () => {
    const codes = await codesOf(app, client);
    const browser = await toDecision(app, codes, user);
    const page = await browser.submit({ decision: 'deny' });
    expect(page.html).toContain('The device is not signed in');
    const told = async () => errorOf(await poll(app, client, codes.device_code));
    expect([await told(), await told()]).toEqual([DENIED, DENIED]);
    await browser.open(codes.verification_uri_complete);
    expect((await browser.submit()).html).toContain('No device waits with this code');
  });

  it('learns the same if its user gives up on the login page', async () => {
    const codes = await codesOf(app, client);
    const browser = new BrowserLite(app.issuer);
    await browser.open(codes.verification_uri_complete);
    await browser.submit();
    await browser.submit({ decision: 'cancel' });
    expect(browser.page.html).toContain('The device is not signed in');
    expect(errorOf(await poll(app, client, codes.device_code))).toEqual(DENIED);
  });

  it('RFC 8628 §3.5: learns that its code has expired, also if its user has allowed it too late', async () => {
    const [waiting, allowed] = [await codesOf(app, client), await codesOf(app, client)];
    await decide(app, allowed, user);
    const browser = await toDecision(app, waiting, user);
    app.clock.advance(901);
    for (const { device_code: code } of [waiting, allowed])
      expect(errorOf(await poll(app, client, code))).toEqual([400, 'expired_token']);
    expect((await browser.submit({ decision: 'allow' })).html).toContain('This code is no longer valid');
    expect(errorOf(await poll(app, client, waiting.device_code))).toEqual([400, 'expired_token']);
  });

  it('RFC 8628 §3.4: is refused a device code that is unknown, missing or another client’s', async () => {
    const { device_code: code } = await codesOf(app, client);
    const other = await buildDeviceClient(app);
    expect(errorOf(await poll(app, client, 'unknown'))).toEqual(REFUSED);
    expect(errorOf(await poll(app, other, code))).toEqual(REFUSED);
    expect(errorOf(await poll(app, client, ''))).toEqual([400, 'invalid_request']);
    expect(errorOf(await poll(app, client, code))).toEqual(PENDING);
  });

  it('may narrow the access token to a resource that it has asked for, and to no other', async () => {
    const resources = ['https://one.example/', 'https://two.example/'];
    const party = await buildDeviceClient(app, { resources });
    const codes = await codesOf(app, party, { resource: resources[0] });
    await decide(app, codes, user);
    expect(errorOf(await poll(app, party, codes.device_code, { resource: resources[1] }))).toEqual([
      400,
      'invalid_target',
    ]);
    const { body } = await poll(app, party, codes.device_code, { resource: resources[0] });
    expect(claimsIn(body.access_token).aud).toBe(resources[0]);
  });

  it('RFC 8628 §3.4: proves its secret, if it has one, before anything is redeemed', async () => {
    const confidential = await buildDeviceClient(app, {
      type: 'confidential',
      tokenEndpointAuthMethod: 'client_secret_post',
      secretHash: hashOfGenerated(SECRET),
    });
    const codes = await codesOf(app, confidential, { client_secret: SECRET });
    await decide(app, codes, user);
    const guess = { client_secret: 'another' };
    expect(errorOf(await poll(app, confidential, codes.device_code, guess))).toEqual([401, 'invalid_client']);
    expect((await poll(app, confidential, codes.device_code, { client_secret: SECRET })).status).toBe(200);
    await forgetGuesses(app);
  });
});
