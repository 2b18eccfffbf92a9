import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { type Client, SharedRates, storedCounter } from '#product';
import { type Answer, useApp } from '../../support/app.ts';
import { BrowserLite } from '../../support/browser-lite.ts';
import {
  answerOf,
  authorizePath,
  buildClient,
  buildConfidential,
  buildUser,
  type BuiltUser,
  CHALLENGE,
  SECRET,
} from '../../support/builders.ts';
import { askForCodes, buildDeviceClient, codesOf, decide } from '../../support/devices.ts';
import { buildExchanger, exchange } from '../../support/exchanges.ts';
import { newKey, signed } from '../../support/keys.ts';
import { askForTokens, browserOf, refresh, tokensOf } from '../../support/logins.ts';
import { optionsIn } from '../../support/passkeys.ts';
import { SoftPasskey } from '../../support/soft-passkey.ts';

const app = useApp({ TRUST_PROXY: '1' });
let client: Client;
let user: BuiltUser;
beforeAll(async () => {
  client = await buildClient(app);
});
const fresh = async (): Promise<BuiltUser> => (user = await buildUser(app));

type Name = Parameters<typeof storedCounter>[0];
/** As if somebody had come so near to the limit that one more is left. */
const nearly = (name: Name, what: string): void => {
  const counter = storedCounter(name, what);
  app.server.runtime.get(SharedRates).add(counter, counter.rate.points - 1);
};
const at = (of: Client = client): string => `${user.id} ${of.id}`;
const count = async (from: string, ...values: unknown[]): Promise<number> =>
  (await app.server.database.pool.query(`select count(*)::int as n from ${from}`, values)).rows[0].n;

/** What an endpoint answers a client that is to wait. */
const refused = {
  status: 429,
  body: expect.objectContaining({ error: 'temporarily_unavailable', code: 'TOO_MANY_TRIES' }),
};
const waitIn = ({ headers }: { headers: Headers }): number => Number(headers.get('retry-after'));

describe('what is stored in the name of a user', () => {
  it('has a limit that nobody uses up who knows the password alone', async () => {
    const { customerId } = await app.newCustomer();
    const change = 'update customers set email_codes = true where id = $1';
    await app.server.database.pool.query(change, [customerId]);
    const guarded = await buildUser(app, { customerId });
    const given = await buildClient(app, { customerId });
    await app.server.database.pool.query('update users set email_verified = true where id = $1', [guarded.id]);
    nearly('login', guarded.id);
    for (let time = 0; time < 3; time += 1) {
      const browser = new BrowserLite(app.issuer);
      await browser.open(authorizePath(given));
      const page = await browser.logIn(guarded);
      expect([page.status, new URL(page.url).pathname]).toEqual([200, '/email-code']);
    }
    expect(app.server.runtime.get(SharedRates).waitFor(storedCounter('login', guarded.id))).toBe(0);
  });

  it('has a limit of logins, which only those learn of who know the password', async () => {
    await fresh();
    const browser = () => browserOf(app, user);
    nearly('login', user.id);
    expect((await browser()).page.status).toBe(200);
    const before = await count('audit_events where subject_id = $1', user.id);
    const { page } = await browser();
    expect([page.status, page.html]).toEqual([429, expect.stringContaining('Too many tries')]);
    expect(waitIn(page)).toBeGreaterThan(3000);
    expect((await browserOf(app, { ...user, password: 'a wrong one' })).page.status).toBe(400);
    expect(await count("audit_events where subject_id = $1 and action <> 'login.failed'", user.id)).toBe(before);
    expect((await browserOf(app, await buildUser(app))).page.status).toBe(200);
    app.clock.advance(3601);
    expect((await browser()).page.status).toBe(200);
  });

  it('has a limit of grants at each client, and the application is told', async () => {
    await fresh();
    const other = await buildClient(app);
    const browser = await browserOf(app, user);
    const silently = async (of: Client) => answerOf(await browser.open(authorizePath(of, { prompt: 'none' })));
    nearly('grant', at());
    expect(await silently(client)).toHaveProperty('code');
    const before = await count('grants where user_id = $1', user.id);
    expect(await silently(client)).toMatchObject({
      error: 'temporarily_unavailable',
      error_description: expect.stringMatching(/Wait for 3[56]\d\d seconds/),
    });
    const login = new BrowserLite(app.issuer);
    await login.open(authorizePath(client));
    expect(answerOf(await login.logIn(user))).toMatchObject({ error: 'temporarily_unavailable' });
    expect(await count('grants where user_id = $1', user.id)).toBe(before);
    expect(await silently(other)).toHaveProperty('code');
  });

  it('has the same limit for devices', async () => {
    await fresh();
    const device = await buildDeviceClient(app);
    nearly('grant', at(device));
    const allow = async () => decide(app, await codesOf(app, device), user);
    expect((await allow()).status).toBe(200);
    const page = await allow();
    expect(page.status).toBe(429);
    expect(waitIn(page)).toBeGreaterThan(3000);
  });

  it('has a limit of uses of refresh tokens at each client', async () => {
    await fresh();
    const [one, two] = [await tokensOf(app, client, user, 'openid'), await tokensOf(app, client, user, 'openid')];
    nearly('refresh', at());
    const { body } = await refresh(app, client, one.refresh_token);
    const again = await refresh(app, client, body.refresh_token);
    expect(again).toMatchObject(refused);
    expect(waitIn(again)).toBeGreaterThan(3000);
    // Of which user another token is shows when it is used. Its next use waits.
    const last = await refresh(app, client, two.refresh_token);
    expect(last.status).toBe(200);
    expect(await refresh(app, client, last.body.refresh_token)).toMatchObject(refused);
    app.clock.advance(3601);
    const later = await tokensOf(app, client, user, 'openid');
    expect((await refresh(app, client, later.refresh_token)).status).toBe(200);
  });

  it('has a limit of exchanged tokens at each client', async () => {
    await fresh();
    const exchanger = await buildExchanger(app);
    const browser = await browserOf(app, user, authorizePath(exchanger));
    const { body } = await askForTokens(app, {
      grant_type: 'authorization_code',
      client_id: exchanger.id,
      client_secret: SECRET,
      redirect_uri: exchanger.redirectUris[0],
      code: answerOf(browser.page)['code'],
      code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
    });
    nearly('exchange', at(exchanger));
    expect((await exchange(app, exchanger, body.access_token)).status).toBe(200);
    expect(await exchange(app, exchanger, body.access_token)).toMatchObject(refused);
  });

  it('has a limit of consents', async () => {
    await fresh();
    const asking = await buildClient(app, { requireConsent: true });
    nearly('consent', user.id);
    const allow = async () => {
      const browser = await browserOf(app, user, authorizePath(asking, { prompt: 'consent' }));
      return browser.submit({ decision: 'allow' });
    };
    expect(answerOf(await allow())).toHaveProperty('code');
    const page = await allow();
    expect(page.status).toBe(429);
    expect(waitIn(page)).toBeGreaterThan(3000);
  });
});

describe('what is stored for a client', () => {
  const push = (of: Client): Promise<Answer> =>
    app.send('POST', '/oauth2/par', {
      body: new URLSearchParams({
        client_id: of.id,
        client_secret: SECRET,
        redirect_uri: of.redirectUris[0]!,
        response_type: 'code',
        code_challenge: CHALLENGE,
        code_challenge_method: 'S256',
      }),
    });

  it('has a limit of pushed requests, also of clients that administrators made', async () => {
    const confidential = await buildConfidential(app);
    nearly('push', confidential.id);
    expect((await push(confidential)).status).toBe(201);
    const full = await push(confidential);
    expect(full).toMatchObject(refused);
    expect(waitIn(full)).toBeLessThanOrEqual(60);
    expect((await push(await buildConfidential(app))).status).toBe(201);
    app.clock.advance(61);
    expect((await push(confidential)).status).toBe(201);
  });

  it('has a limit of requests of devices, also of clients that administrators made', async () => {
    const grantTypes = ['urn:ietf:params:oauth:grant-type:device_code'];
    const confidential = await buildConfidential(app, { grantTypes });
    nearly('device', confidential.id);
    const ask = () => askForCodes(app, confidential, { client_secret: SECRET });
    expect((await ask()).status).toBe(200);
    const full = await ask();
    expect(full).toMatchObject(refused);
    expect(waitIn(full)).toBeLessThanOrEqual(60);
    app.clock.advance(61);
    expect((await ask()).status).toBe(200);
  });

  it('has a limit of assertions, of clients that no administrator made', async () => {
    const key = await newKey('ES256');
    const given = {
      type: 'confidential',
      tokenEndpointAuthMethod: 'private_key_jwt',
      grantTypes: ['client_credentials'],
      scopes: ['read'],
      jwks: { keys: [key.jwk] },
    } satisfies Partial<Client>;
    const ask = async (of: Client): Promise<Answer> => {
      const now = Math.floor(app.clock.now().getTime() / 1000);
      const claims = { iss: of.id, sub: of.id, aud: app.issuer, iat: now, exp: now + 60, jti: randomUUID() };
      return askForTokens(app, {
        grant_type: 'client_credentials',
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: await signed(key, claims),
      });
    };
    const registered = await buildClient(app, { ...given, source: 'registered' as const });
    const made = await buildClient(app, given);
    for (const each of [registered, made]) nearly('assertion', each.id);
    expect((await ask(registered)).status).toBe(200);
    expect(await ask(registered)).toMatchObject(refused);
    for (let time = 0; time < 2; time++) expect((await ask(made)).status).toBe(200);
  });
});

it('the audit trail has a hundred logins by unknown passkeys from an address, and then the answer is 429', async () => {
  const browser = new BrowserLite(app.issuer);
  await browser.open(authorizePath(client));
  const passkey = new SoftPasskey(new URL(app.issuer).origin);
  const options = optionsIn(browser.page);
  passkey.create({ ...options, rp: { id: options.rpId }, user: { id: 'AAAA' } });
  const credential = passkey.get(options);
  const form = browser.form();
  const send = () =>
    app.send('POST', '/login', {
      body: new URLSearchParams([...form.values, ['credential', credential]]),
      headers: {
        'x-forwarded-for': '203.0.113.7',
        'sec-fetch-site': 'same-origin',
        cookie: [...browser.cookies].map((pair) => pair.join('=')).join('; '),
      },
    });
  const events = () => count("audit_events where action = 'login.failed' and details ->> 'reason' = 'unknown_passkey'");
  const before = await events();
  for (let time = 0; time < 100; time++) expect((await send()).status).toBe(400);
  const answer = await send();
  expect(answer.status).toBe(429);
  expect(waitIn(answer)).toBeGreaterThan(0);
  expect((await events()) - before).toBe(100);
});
