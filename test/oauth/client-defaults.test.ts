import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Client } from '../../src/modules/clients/index.ts';
import { useApp } from '../support/app.ts';
import { BrowserLite, type Page } from '../support/browser-lite.ts';
import { answerOf, authorizePath, buildClient, buildUser, type BuiltUser } from '../support/builders.ts';
import { buildDeviceClient, codesOf, poll, toDecision } from '../support/devices.ts';
import { type Key, newKey, signed } from '../support/keys.ts';
import { claimsIn, redeem, refresh, signedIn } from '../support/logins.ts';
import { codeOf, enroll, giveCode, type Enrolled } from '../support/mfa.ts';
import { queriesOf } from '../support/queries.ts';
import { manage, METADATA, newRegistered, newToken, register } from '../support/registrations.ts';

const [ONE, TWO, THREE] = ['urn:guildhall:acr:1', 'urn:guildhall:acr:2', 'urn:guildhall:acr:3'];
const DAY = 24 * 3600;

const app = useApp({ CLIENT_REGISTRATION: 'on' });
let plain: Client;
let user: BuiltUser;
let browser: BrowserLite;
beforeAll(async () => {
  plain = await buildClient(app);
});
beforeEach(async () => {
  user = await buildUser(app);
  browser = new BrowserLite(app.issuer);
});

const pathOf = ({ url }: Page): string => new URL(url).pathname;
const ask = (of: Client, given: Record<string, string | undefined> = {}) => browser.open(authorizePath(of, given));
const tokensOf = async (page: Page, of: Client) => (await redeem(app, of, answerOf(page)['code']!)).body;
/** Signs the user in by password, at an application without any defaults. */
async function signIn(): Promise<string> {
  await ask(plain);
  return (await tokensOf(await browser.logIn(user), plain)).access_token;
}
/** The same for a user who has had an authenticator app since. */
async function withFactor(): Promise<Enrolled> {
  const factor = await enroll(app, await signIn());
  app.clock.advance(60);
  return factor;
}

describe('default_max_age', () => {
  let client: Client;
  beforeAll(async () => {
    client = await buildClient(app, { defaultMaxAge: 300 });
  });

  it('OIDC Registration §2: default_max_age counts where the request has no max_age', async () => {
    await signIn();
    expect(answerOf(await ask(client))).toHaveProperty('code');
    app.clock.advance(301);
    expect(answerOf(await ask(client, { prompt: 'none' }))).toMatchObject({ error: 'login_required' });
    expect(pathOf(await ask(client))).toBe('/login');
    expect(answerOf(await browser.logIn(user))).toHaveProperty('code');
    expect(answerOf(await ask(client))).toHaveProperty('code');
  });

  it('OIDC Registration §2: max_age of the request overrides it, both ways', async () => {
    await signIn();
    app.clock.advance(400);
    expect(answerOf(await ask(client, { max_age: '3600' }))).toHaveProperty('code');
    expect(pathOf(await ask(client, { max_age: '' }))).toBe('/login');
    expect(pathOf(await ask(plain, { max_age: '10' }))).toBe('/login');
  });

  it('of 0 means a login each time, which the flow remembers', async () => {
    const each = await buildClient(app, { defaultMaxAge: 0 });
    await signIn();
    app.clock.advance(1);
    expect(pathOf(await ask(each))).toBe('/login');
    expect(answerOf(await browser.logIn(user))).toHaveProperty('code');
  });

  it('counts for pushed requests', async () => {
    await signIn();
    app.clock.advance(400);
    const body = (given: Record<string, string> = {}) =>
      new URLSearchParams(authorizePath(client, given).split('?')[1]);
    const push = async (given?: Record<string, string>) => {
      const pushed = await app.send('POST', '/oauth2/par', { body: body(given) });
      const query = new URLSearchParams({ client_id: client.id, request_uri: pushed.body.request_uri });
      return browser.open(`/oauth2/authorize?${query}`);
    };
    expect(pathOf(await push())).toBe('/login');
    expect(answerOf(await push({ max_age: '3600' }))).toHaveProperty('code');
  });

  it('counts for signed request objects', async () => {
    const key: Key = await newKey('ES256');
    const signer = await buildClient(app, { defaultMaxAge: 300, jwks: { keys: [{ ...key.jwk }] } });
    await signIn();
    app.clock.advance(400);
    const request = (claims: object) => {
      const own = Object.fromEntries(new URL(app.issuer + authorizePath(signer)).searchParams);
      return signed(key, { ...own, iss: signer.id, aud: app.issuer, ...claims });
    };
    // RFC 9101 §6.3: what is beside the object does not count.
    expect(pathOf(await ask(signer, { request: await request({}), max_age: '3600' }))).toBe('/login');
    expect(answerOf(await ask(signer, { request: await request({ max_age: 3600 }) }))).toHaveProperty('code');
  });

  it('counts for devices', async () => {
    const device = await buildDeviceClient(app, { defaultMaxAge: 300 });
    await signIn();
    app.clock.advance(400);
    const enter = async (given: Record<string, string> = {}) => {
      await browser.open('/device');
      return browser.submit({ user_code: (await codesOf(app, device, given)).user_code });
    };
    expect(pathOf(await enter())).toBe('/login');
    expect(pathOf(await enter({ max_age: '3600' }))).toBe('/consent');
  });

  it('takes no round trip more', async () => {
    await signIn();
    const [without, having] = [await queriesOf(() => ask(plain)), await queriesOf(() => ask(client))];
    expect(having).toHaveLength(without.length);
  });
});

describe('default_acr_values', () => {
  let client: Client;
  beforeAll(async () => {
    client = await buildClient(app, { defaultAcrValues: [TWO, ONE] });
  });

  it('OIDC Registration §2: default_acr_values are asked for where the request has no acr_values', async () => {
    const factor = await withFactor();
    expect(pathOf(await ask(client))).toBe('/second-factor');
    const body = await tokensOf(await giveCode(browser, codeOf(app, factor.secret)), client);
    expect(claimsIn(body.id_token)).toMatchObject({ acr: TWO });
    app.clock.advance(60);
    const again = await refresh(app, client, body.refresh_token);
    expect(claimsIn(again.body.id_token)).toMatchObject({ acr: TWO });
  });

  it('OIDC Registration §2: acr_values of the request, or an acr in its claims, override them', async () => {
    await withFactor();
    const inClaims = (...values: string[]) => JSON.stringify({ id_token: { acr: { values } } });
    for (const given of [{ acr_values: ONE }, { claims: inClaims(ONE) }])
      expect(claimsIn((await tokensOf(await ask(client, given), client)).id_token)).toMatchObject({ acr: ONE });
    const essential = JSON.stringify({ id_token: { acr: { essential: true, value: THREE } } });
    expect(answerOf(await ask(client, { claims: essential }))).toMatchObject({
      error: 'unmet_authentication_requirements',
    });
  });

  it('OIDC Core §5.5.1.1: are voluntary: a user without the factor gets in, and so does one of a level that is gone', async () => {
    const strange = await buildClient(app, { defaultAcrValues: ['urn:example:gone', TWO] });
    await signIn();
    expect(answerOf(await ask(client))).toHaveProperty('code');
    expect(answerOf(await ask(strange))).toHaveProperty('code');
  });

  it('are asked for by devices', async () => {
    const device = await buildDeviceClient(app, { defaultAcrValues: [TWO] });
    const factor = await withFactor();
    const codes = await codesOf(app, device);
    await toDecision(app, codes, user, browser);
    expect(pathOf(browser.page)).toBe('/second-factor');
    expect(pathOf(await giveCode(browser, codeOf(app, factor.secret)))).toBe('/consent');
    await browser.submit({ decision: 'allow' });
    expect(claimsIn((await poll(app, device, codes.device_code)).body.id_token)).toMatchObject({ acr: TWO });
  });
});

describe('a client', () => {
  const CREATE = `mutation ($input: CreateClientInput!) {
    createClient(input: $input) { client { id version defaultAcrValues defaultMaxAge } }
  }`;
  const UPDATE = `mutation ($id: ID!, $input: UpdateClientInput!) {
    updateClient(id: $id, input: $input) { client { defaultAcrValues defaultMaxAge } }
  }`;
  const FIRST = { name: 'Ledger', redirectUris: ['https://rp.example/callback'] };
  let token: string;
  beforeAll(async () => {
    token = await app.token('read write admin');
  });
  const create = (input: object, by = token) => app.graphql(by, CREATE, { input: { ...FIRST, ...input } });

  it('is created and changed with defaults, and has none at first', async () => {
    const { client: first } = (await create({})).body.data.createClient;
    expect(first).toMatchObject({ defaultAcrValues: [], defaultMaxAge: null });
    const input = { defaultAcrValues: [TWO, ONE, TWO], defaultMaxAge: 0 };
    const { body } = await app.graphql(token, UPDATE, { id: first.id, input });
    expect(body.data.updateClient.client).toEqual({ defaultAcrValues: [TWO, ONE], defaultMaxAge: 0 });
    const none = { defaultAcrValues: [], defaultMaxAge: null };
    const cleared = await app.graphql(token, UPDATE, { id: first.id, input: none });
    expect(cleared.body.data.updateClient.client).toEqual(none);
  });

  it('is created with them by REST', async () => {
    const body = {
      client_name: 'Ledger',
      redirect_uris: FIRST.redirectUris,
      default_acr_values: [TWO],
      default_max_age: 60,
    };
    const { status, body: made } = await app.send('POST', '/api/clients', { token, body });
    expect(status).toBe(201);
    const text = 'query ($id: ID!) { client(id: $id) { defaultAcrValues defaultMaxAge } }';
    const { body: found } = await app.graphql(token, text, { id: made.client_id });
    expect(found.data.client).toEqual({ defaultAcrValues: [TWO], defaultMaxAge: 60 });
    const refused = await app.send('POST', '/api/clients', { token, body: { ...body, default_max_age: -1 } });
    expect([refused.status, refused.body.error]).toEqual([400, 'invalid_request']);
  });

  it.each([
    [{ defaultAcrValues: ['gold'] }, 'defaultAcrValues', `defaultAcrValues can contain only ${ONE}, ${TWO}, ${THREE}.`],
    [{ defaultMaxAge: -1 }, 'defaultMaxAge', 'defaultMaxAge must be a whole number of seconds from 0 to 31536000.'],
    [{ defaultMaxAge: 365 * DAY + 1 }, 'defaultMaxAge', /from 0 to 31536000/],
  ])('is refused with %j', async (input, path, message) => {
    const [error] = (await create(input)).body.errors;
    expect(error.extensions.faults[0].path).toContain(path);
    expect(error.message).toEqual(typeof message === 'string' ? message : expect.stringMatching(message));
  });

  it('gets them from nobody who may not change it', async () => {
    const { client } = (await create({})).body.data.createClient;
    const { token: members } = await signedIn(app, await buildClient(app));
    for (const by of [members, await app.token('read')]) {
      const { body } = await app.graphql(by, UPDATE, { id: client.id, input: { defaultMaxAge: 1 } });
      expect(body.data?.updateClient ?? null).toBeNull();
    }
  });

  it('OIDC Registration §2: registers itself with them, and is told that auth_time is always there', async () => {
    const defaults = { default_acr_values: [THREE, ONE], default_max_age: 3600 };
    const registered = await newRegistered(app, token, { metadata: { ...defaults, require_auth_time: false } });
    expect(registered.body).toMatchObject({ ...defaults, require_auth_time: true });
    const read = await manage(app, 'GET', registered);
    expect(read.body).toMatchObject(defaults);
    const metadata = { ...METADATA, client_id: registered.body.client_id };
    const replaced = await manage(app, 'PUT', registered, { ...metadata, default_max_age: 0 });
    expect(replaced.body).toMatchObject({ default_max_age: 0, require_auth_time: true });
    expect(replaced.body).not.toHaveProperty('default_acr_values');
  });

  it.each([
    [{ default_acr_values: ['gold'] }, 'default_acr_values can contain only'],
    [{ default_acr_values: ONE }, 'default_acr_values'],
    [{ default_max_age: 1.5 }, 'default_max_age must be a whole number of seconds'],
    [{ default_max_age: '60' }, 'default_max_age'],
  ])('does not register itself with %j', async (given, description) => {
    const { secret } = await newToken(app, token);
    const { status, body } = await register(app, secret, { ...METADATA, ...given });
    expect([status, body.error]).toEqual([400, 'invalid_client_metadata']);
    expect(body.error_description).toContain(description);
  });

  it('does not register itself with several faults without being told of all', async () => {
    const { secret } = await newToken(app, token);
    const given = {
      default_max_age: -1,
      id_token_signed_response_alg: 'none',
      token_endpoint_auth_method: 'private_key_jwt',
    };
    const { status, body } = await register(app, secret, { ...METADATA, ...given });
    expect([status, body.error]).toEqual([400, 'invalid_client_metadata']);
    expect(body.error_description).toContain('id_token_signed_response_alg must be ');
    expect(body.error_description).toContain('default_max_age must be a whole number of seconds');
    expect(body.error_description).toContain('jwks or jwks_uri must be given for private_key_jwt.');
  });
});

it('OIDC Registration §2: every ID token has auth_time, also a refreshed one', async () => {
  await ask(plain);
  const body = await tokensOf(await browser.logIn(user), plain);
  const { auth_time: first } = claimsIn(body.id_token);
  app.clock.advance(600);
  const again = await refresh(app, plain, body.refresh_token);
  expect(claimsIn(again.body.id_token).auth_time).toBe(first);
  expect(first).toEqual(expect.any(Number));
});

describe('a request without scope', () => {
  const SCOPES = ['openid', 'profile', 'groups', 'organization', 'offline_access', 'read'];

  it('RFC 6749 §3.3: asks for what the client is registered for, which the answer says', async () => {
    const client = await buildClient(app, { scopes: SCOPES });
    for (const scope of [undefined, '']) {
      await ask(client, { scope });
      const { scope: granted, id_token: token } = await tokensOf(await browser.logIn(user), client);
      expect([granted, claimsIn(token).sub]).toEqual(['openid profile groups', user.id]);
      browser = new BrowserLite(app.issuer);
    }
  });

  it('RFC 6749 §3.3: does so when it is pushed, signed or of a device', async () => {
    const key: Key = await newKey('ES256');
    const client = await buildClient(app, { scopes: SCOPES, jwks: { keys: [{ ...key.jwk }] } });
    const without = Object.fromEntries(new URL(app.issuer + authorizePath(client, { scope: undefined })).searchParams);
    const object = await signed(key, { ...without, iss: client.id, aud: app.issuer });
    for (const request of [without, { client_id: client.id, request: object }]) {
      const { body } = await app.send('POST', '/oauth2/par', { body: new URLSearchParams(request) });
      await browser.open(
        `/oauth2/authorize?${new URLSearchParams({ client_id: client.id, request_uri: body.request_uri })}`,
      );
      expect((await tokensOf(await browser.logIn(user), client)).scope).toBe('openid profile groups');
      browser = new BrowserLite(app.issuer);
    }
    const device = await buildDeviceClient(app, { scopes: SCOPES });
    const codes = await codesOf(app, device, { scope: '' });
    await (await toDecision(app, codes, user)).submit({ decision: 'allow' });
    expect((await poll(app, device, codes.device_code)).body.scope).toBe('openid profile groups');
  });

  it('RFC 6749 §3.3: is refused where the client may only have what has to be asked for', async () => {
    const client = await buildClient(app, { scopes: ['offline_access', 'admin'] });
    expect(answerOf(await ask(client, { scope: undefined }))).toMatchObject({ error: 'invalid_scope' });
  });
});
