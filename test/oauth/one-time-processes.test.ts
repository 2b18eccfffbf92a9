/** What clients may use once, used at two server processes at once. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '#product';
import { TestApp } from '../support/app.ts';
import { BrowserLite } from '../support/browser-lite.ts';
import { authorizePath, buildClient, buildUser, type BuiltUser } from '../support/builders.ts';
import { buildDeviceClient, codesOf, decide, DEVICE_CODE, toDecision } from '../support/devices.ts';
import { Prover } from '../support/dpop.ts';
import { type Key, newKey, signed } from '../support/keys.ts';
import { MANY, postMany, sendMany, statuses, times } from '../support/many.ts';
import { Processes } from '../support/processes.ts';

const ASSERTION = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
let app: TestApp;
let processes: Processes;
let user: BuiltUser;
let key: Key;
beforeAll(async () => {
  app = new TestApp({});
  await app.start();
  processes = new Processes(app);
  await processes.start(2);
  user = await buildUser(app);
  key = await newKey('ES256');
});
afterAll(async () => {
  await processes.stop();
  await app.stop();
});

const cookieOf = ({ cookies }: BrowserLite): string => [...cookies].map((pair) => pair.join('=')).join('; ');

/** A client that authenticates with its key. */
const buildKeyHolder = (given: Partial<Client> = {}): Promise<Client> =>
  buildClient(app, {
    type: 'confidential',
    tokenEndpointAuthMethod: 'private_key_jwt',
    jwks: { keys: [{ ...key.jwk }] },
    grantTypes: ['authorization_code', 'client_credentials'],
    scopes: ['openid', 'profile', 'email', 'read'],
    ...given,
  });

const proved = async ({ id }: Client) => {
  const now = Math.floor(app.clock.now().getTime() / 1000);
  const claims = { iss: id, sub: id, aud: app.issuer, iat: now, exp: now + 60, jti: randomUUID() };
  return { client_assertion_type: ASSERTION, client_assertion: await signed(key, claims) };
};

describe(`of ${MANY} requests at once to two server processes, one alone succeeds`, () => {
  it('RFC 8628 §3.4: with the code of a device that its user has allowed', async () => {
    const client = await buildDeviceClient(app);
    const codes = await codesOf(app, client);
    await decide(app, codes, user);
    const poll = { grant_type: DEVICE_CODE, client_id: client.id, device_code: codes.device_code };
    const answers = await postMany(processes, '/oauth2/token', poll);
    expect(statuses(answers)).toEqual([200, ...times(400, MANY - 1)]);
    const errors = answers.filter(({ status }) => status === 400).map(({ text }) => JSON.parse(text).error);
    expect(new Set(errors)).toEqual(new Set(['invalid_grant']));
  });

  it('RFC 8628 §3.3: that decides on a device', async () => {
    const client = await buildDeviceClient(app);
    const codes = await codesOf(app, client);
    const browser = await toDecision(app, codes, user);
    const { action, values } = browser.form();
    const headers = { cookie: cookieOf(browser), 'sec-fetch-site': 'same-origin' };
    const decided = await postMany(processes, action, { ...Object.fromEntries(values), decision: 'allow' }, headers);
    expect(statuses(decided)).toEqual(times(303, MANY));
    await sendMany(processes, decided[0]!.location!.replace(app.issuer, ''), { headers });
    const { rows } = await app.server.database.pool.query(
      'select count(*)::int as n from grants where client_id = $1',
      [client.id],
    );
    expect(rows).toEqual([{ n: 1 }]);
  });

  it('RFC 7523 §3: with the assertion of a client', async () => {
    const fields = { grant_type: 'client_credentials', scope: 'read', ...(await proved(await buildKeyHolder())) };
    const answers = await postMany(processes, '/oauth2/token', fields);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    // Who fails so often is made to wait.
    expect(new Set(statuses(answers)).isSubsetOf(new Set([200, 401, 429]))).toBe(true);
  });

  it('FAPI 2.0 §5.3.2.2: with a pushed request that survives reloads', async () => {
    const client = await buildKeyHolder({ fapi2: true, idTokenSignedResponseAlg: 'ES256', requirePkce: false });
    const push = async (): Promise<string> => {
      const fields = new URLSearchParams(authorizePath(client).split('?')[1]);
      for (const [name, value] of Object.entries(await proved(client))) fields.set(name, value);
      const { body } = await app.send('POST', '/oauth2/par', { body: fields });
      return `/oauth2/authorize?${new URLSearchParams({ client_id: client.id, request_uri: body.request_uri })}`;
    };
    const path = await push();
    const browser = new BrowserLite(app.issuer);
    await browser.open(path);
    // Nobody has signed in yet, so every reload leads to the login page.
    const reloads = await sendMany(processes, path, { headers: { cookie: cookieOf(browser) } });
    expect(statuses(reloads)).toEqual(times(303, MANY));
    expect(reloads.filter(({ location }) => location!.includes('code='))).toEqual([]);
    await browser.logIn(user);
    const used = await sendMany(processes, path, { headers: { cookie: cookieOf(browser) } });
    expect(statuses(used)).toEqual(times(400, MANY));
    const answers = await sendMany(processes, await push(), { headers: { cookie: cookieOf(browser) } });
    expect(answers.filter(({ location }) => /^https:.*[?&]code=/.test(location ?? ''))).toHaveLength(1);
  });
});

it('RFC 9449 §8: a nonce of one server is good at another, and a proof of it is good once', async () => {
  const { clientId, clientSecret } = app.customer;
  const own = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret, scope: 'read' };
  const prover = await Prover.new(app);
  const ask = async (address: string, dpop: string): Promise<Response> =>
    fetch(`${address}/oauth2/token`, { method: 'POST', body: new URLSearchParams(own), headers: { dpop } });
  const [one, other] = processes.addresses as [string, string];
  const refused = await ask(one, await prover.proof('POST', '/oauth2/token'));
  expect(refused.status).toBe(400);
  prover.nonce = refused.headers.get('dpop-nonce')!;
  const proof = await prover.proof('POST', '/oauth2/token');
  expect([(await ask(other, proof)).status, (await ask(one, proof)).status]).toEqual([200, 400]);
});
