import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { type Client, hashOfGenerated } from '#product';
import { type Answer, useApp } from '../support/app.ts';
import { describeBound } from '../support/bindings.ts';
import { authorizePath, buildClient, buildUser, type BuiltUser, CHALLENGE, SECRET } from '../support/builders.ts';
import { buildDeviceClient, codesOf, decide, poll } from '../support/devices.ts';
import { Prover } from '../support/dpop.ts';
import { buildExchanger, exchange as exchangeToken } from '../support/exchanges.ts';
import { type Key, newKey, signed } from '../support/keys.ts';
import {
  askForTokens,
  codeOf,
  redeem,
  redemption,
  refresh,
  refreshing,
  type Tokens,
  tokensOf,
} from '../support/logins.ts';

const OTHER_VERIFIER = 'v'.repeat(43);

const app = useApp();
/** The client that things are bound to, and its user. */
let client: Client;
let user: BuiltUser;
/** The same without browsers. */
let device: Client;
let otherDevice: Client;
let strangeDevice: Client;
/** Another client of the same customer, and one of another. */
let neighbor: Client;
let stranger: Client;
let strangers: { clientId: string; clientSecret: string; customerId: string };

beforeAll(async () => {
  strangers = await app.newCustomer();
  const redirectUris = ['https://rp.example/callback', 'https://rp.example/other'];
  client = await buildClient(app, { redirectUris });
  neighbor = await buildClient(app, { redirectUris });
  stranger = await buildClient(app, { redirectUris, customerId: strangers.customerId });
  user = await buildUser(app);
  device = await buildDeviceClient(app);
  otherDevice = await buildDeviceClient(app);
  strangeDevice = await buildDeviceClient(app, { customerId: strangers.customerId });
});

const errorOf = ({ status, body }: Answer) => [status, body?.error];
const REFUSED = [400, 'invalid_grant'];
const GOOD = [200, undefined];

describeBound<string>('RFC 6749 §4.1.3: an authorization code', {
  make: () => codeOf(app, client, user),
  refusal: REFUSED,
  wrong: [
    { by: 'another client', present: async (code) => errorOf(await redeem(app, neighbor, code)) },
    { by: 'a client of another customer', present: async (code) => errorOf(await redeem(app, stranger, code)) },
    {
      by: 'another redirect URI of the same client',
      present: async (code) => errorOf(await redeem(app, client, code, { redirect_uri: client.redirectUris[1] })),
    },
    {
      by: 'another verifier',
      present: async (code) => errorOf(await redeem(app, client, code, { code_verifier: OTHER_VERIFIER })),
    },
    {
      by: 'the challenge in place of the verifier',
      present: async (code) => errorOf(await redeem(app, client, code, { code_verifier: CHALLENGE })),
    },
    {
      by: 'nobody’s verifier',
      present: async (code) => errorOf(await redeem(app, client, code, { code_verifier: undefined })),
    },
    { by: 'another grant', present: async (code) => errorOf(await refresh(app, client, code)) },
  ],
  right: async (code) => errorOf(await redeem(app, client, code)),
  good: GOOD,
});

/** The code of a device, which the user has allowed. */
const allowed = async (by: Client): Promise<string> => {
  const codes = await codesOf(app, by);
  await decide(app, codes, user);
  return codes.device_code;
};

describeBound<string>('RFC 8628 §3.4: a device code', {
  make: () => allowed(device),
  refusal: REFUSED,
  wrong: [
    { by: 'another client', present: async (code) => errorOf(await poll(app, otherDevice, code)) },
    { by: 'a client of another customer', present: async (code) => errorOf(await poll(app, strangeDevice, code)) },
    { by: 'whoever has most of it', present: async (code) => errorOf(await poll(app, device, code.slice(0, -1))) },
    { by: 'another grant', present: async (code) => errorOf(await refresh(app, device, code)) },
    {
      by: 'whoever has the code of its user',
      present: async () => errorOf(await poll(app, device, (await codesOf(app, device)).user_code)),
    },
  ],
  right: async (code) => [errorOf(await poll(app, device, code)), errorOf(await poll(app, device, code))],
  good: [GOOD, REFUSED],
});

const JWT_BEARER = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const workload = async (given: Partial<Client> = {}, subject = 'job'): Promise<Client> =>
  buildClient(app, {
    type: 'confidential',
    grantTypes: [JWT_BEARER],
    scopes: ['read'],
    trustedIssuers: [
      { issuer: 'https://ci.example', subject, audience: null, jwks: { keys: [{ ...key.jwk }] }, jwksUri: null },
    ],
    ...given,
  });
const assert = async (by: Client, assertion: string) =>
  errorOf(await askForTokens(app, { grant_type: JWT_BEARER, client_id: by.id, assertion }));
let key: Key;
let account: Client;
beforeAll(async () => {
  key = await newKey('ES256');
  account = await workload();
});

describeBound<string>('RFC 7523 §2.1: the assertion of a workload', {
  make: () => {
    const exp = Math.floor(app.clock.now().getTime() / 1000) + 60;
    return signed(key, { iss: 'https://ci.example', sub: 'job', aud: app.issuer, exp, jti: randomUUID() });
  },
  refusal: REFUSED,
  wrong: [
    {
      by: 'an account that trusts the issuer for another workload',
      present: async (jwt) => assert(await workload({}, 'another job'), jwt),
    },
    {
      by: 'an account of another customer that trusts no such issuer',
      present: async (jwt) => assert(await workload({ customerId: strangers.customerId, trustedIssuers: [] }), jwt),
    },
    { by: 'whoever has most of it', present: (jwt) => assert(account, jwt.slice(0, -2)) },
    { by: 'another grant', present: async (jwt) => errorOf(await refresh(app, client, jwt)) },
  ],
  right: async (jwt) => [await assert(account, jwt), await assert(account, jwt)],
  good: [GOOD, REFUSED],
});

const exchanging = (given: Partial<Client> = {}) => buildExchanger(app, given);
const exchange = async (by: Client, token: string) => errorOf(await exchangeToken(app, by, token));
let exchanger: Client;
beforeAll(async () => {
  exchanger = await exchanging();
});

describeBound<string>('RFC 8693 §2.1: a token to exchange', {
  make: async () =>
    (await redeem(app, exchanger, await codeOf(app, exchanger, user), { client_secret: SECRET })).body.access_token,
  refusal: [400, 'invalid_request'],
  wrong: [
    { by: 'another client', present: async (token) => exchange(await exchanging(), token) },
    {
      by: 'a client of another customer',
      present: async (token) => exchange(await exchanging({ customerId: strangers.customerId }), token),
    },
    {
      by: 'a server of another resource',
      present: async (token) => exchange(await exchanging({ servedResources: ['https://api.example/'] }), token),
    },
    { by: 'whoever has most of it', present: (token) => exchange(exchanger, token.slice(0, -2)) },
  ],
  right: (token) => exchange(exchanger, token),
  good: GOOD,
});

describeBound<Tokens>('RFC 6749 §6: a refresh token', {
  make: () => tokensOf(app, client, user, 'openid profile'),
  refusal: REFUSED,
  wrong: [
    {
      by: 'another client',
      present: async ({ refresh_token: token }) => errorOf(await refresh(app, neighbor, token)),
    },
    {
      by: 'a client of another customer',
      present: async ({ refresh_token: token }) => errorOf(await refresh(app, stranger, token)),
    },
    {
      by: 'another grant',
      present: async ({ refresh_token: token }) => errorOf(await redeem(app, client, token)),
    },
    {
      by: 'another client that ends it',
      present: async ({ refresh_token: token }) => {
        await revoke(neighbor, token);
        await revoke(stranger, token);
        return REFUSED;
      },
    },
  ],
  right: async ({ refresh_token: token }) => errorOf(await refresh(app, client, token)),
  good: GOOD,
});

const revoke = (by: Client, token: string): Promise<Answer> =>
  app.send('POST', '/oauth2/revoke', { body: new URLSearchParams({ client_id: by.id, token }) });

const userinfo = async (token: string) => errorOf(await app.send('GET', '/oauth2/userinfo', { token }));

let prover: Prover;
let thief: Prover;
beforeAll(async () => {
  prover = await Prover.new(app);
  thief = await Prover.new(app);
});

describeBound<string>('RFC 9449 §10: a code of a key', {
  make: () => codeOf(app, client, user, { dpop_jkt: prover.jkt }),
  refusal: REFUSED,
  wrong: [
    { by: 'nobody’s key', present: async (code) => errorOf(await redeem(app, client, code)) },
    { by: 'another key', present: async (code) => errorOf(await thief.ask(redemption(client, code))) },
  ],
  right: async (code) => errorOf(await prover.ask(redemption(client, code))),
  good: GOOD,
});

describeBound<Tokens>('RFC 9449 §5: a refresh token of a key', {
  make: async () => (await prover.ask(redemption(client, await codeOf(app, client, user)))).body,
  refusal: REFUSED,
  wrong: [
    {
      by: 'nobody’s key',
      present: async ({ refresh_token: token }) => errorOf(await refresh(app, client, token)),
    },
    {
      by: 'another key',
      present: async ({ refresh_token: token }) => errorOf(await thief.ask(refreshing(client, token))),
    },
    {
      by: 'another client with the key',
      present: async ({ refresh_token: token }) => errorOf(await prover.ask(refreshing(neighbor, token))),
    },
  ],
  right: async ({ refresh_token: token }) => errorOf(await prover.ask(refreshing(client, token))),
  good: GOOD,
});

describeBound<Tokens>('an access token', {
  make: () => tokensOf(app, client, user, 'openid'),
  refusal: 'nothing',
  wrong: [
    {
      by: 'another customer’s resource server',
      present: async ({ access_token: token }) => {
        const { clientId, clientSecret } = strangers;
        const body = new URLSearchParams({ client_id: clientId, client_secret: clientSecret, token });
        const { text } = await app.send('POST', '/oauth2/introspect', { body });
        return text === '{"active":false}' ? 'nothing' : text;
      },
    },
    {
      by: 'another client that ends it',
      present: async ({ access_token: token }) => {
        await revoke(neighbor, token);
        await revoke(stranger, token);
        return 'nothing';
      },
    },
    {
      by: 'whoever wants a refresh token',
      present: async ({ access_token: token }) => ((await refresh(app, client, token)).status === 400 ? 'nothing' : ''),
    },
    {
      by: 'whoever wants an ID token',
      present: async ({ id_token: token }) => ((await userinfo(token))[0] === 401 ? 'nothing' : ''),
    },
  ],
  right: ({ access_token: token }) => userinfo(token),
  good: GOOD,
});

const push = async (): Promise<string> => {
  const body = new URLSearchParams(authorizePath(client).split('?')[1]);
  return (await app.send('POST', '/oauth2/par', { body })).body.request_uri;
};

/** Where somebody is sent who goes on with a pushed request. */
const goOn = async (by: Client, requestUri: string): Promise<string> => {
  const query = new URLSearchParams({ client_id: by.id, request_uri: requestUri });
  const { status, headers } = await app.send('GET', `/oauth2/authorize?${query}`);
  return `${status} ${(headers.get('location') ?? '').replace(/\?.*/, '')}`;
};

describeBound<string>('RFC 9126 §4: a pushed request', {
  make: push,
  refusal: '400 ',
  wrong: [
    { by: 'another client', present: (uri) => goOn(neighbor, uri) },
    { by: 'a client of another customer', present: (uri) => goOn(stranger, uri) },
    { by: 'whoever has most of it', present: (uri) => goOn(client, uri.slice(0, -1)) },
  ],
  right: async (uri) => [await goOn(client, uri), await goOn(client, uri)],
  good: ['303 /login', '400 '],
});

describe('a client’s secret', () => {
  it('RFC 6749 §2.3: is good for that client alone, at every endpoint', async () => {
    const confidential: Partial<Client> = {
      type: 'confidential',
      tokenEndpointAuthMethod: 'client_secret_post',
      secretHash: hashOfGenerated(SECRET),
      grantTypes: ['client_credentials'],
      scopes: ['read'],
    };
    const one = await buildClient(app, confidential);
    const two = await buildClient(app, { ...confidential, secretHash: hashOfGenerated(`${SECRET}!`) });
    for (const path of ['/oauth2/token', '/oauth2/introspect', '/oauth2/revoke']) {
      const form = { grant_type: 'client_credentials', token: 'x', client_secret: SECRET };
      const ask = (id: string) => app.send('POST', path, { body: new URLSearchParams({ ...form, client_id: id }) });
      expect((await ask(one.id)).status).toBe(200);
      expect(errorOf(await ask(two.id))).toEqual([401, 'invalid_client']);
    }
  });
});

describe('what a token was made for', () => {
  it('ends with what it hangs on: a code used twice takes its tokens along, and nobody else’s', async () => {
    const [first, second] = [await codeOf(app, client, user), await tokensOf(app, client, user, 'openid')];
    const { body: tokens } = await redeem(app, client, first);
    expect(errorOf(await redeem(app, neighbor, first))).toEqual(REFUSED);
    expect(await userinfo(tokens.access_token)).toEqual(GOOD);
    expect(errorOf(await redeem(app, client, first))).toEqual(REFUSED);
    expect((await userinfo(tokens.access_token))[0]).toBe(401);
    expect(errorOf(await refresh(app, client, tokens.refresh_token))).toEqual(REFUSED);
    expect(await userinfo(second.access_token)).toEqual(GOOD);
  });

  it('is not changed by what else a request names', async () => {
    const { refresh_token: token } = await tokensOf(app, client, user, 'openid');
    const fields = { grant_type: 'refresh_token', client_id: client.id, refresh_token: token };
    const { body } = await askForTokens(app, { ...fields, sub: 'somebody', user_id: stranger.id, customer_id: '1' });
    const { sub } = (await app.send('GET', '/oauth2/userinfo', { token: body.access_token })).body;
    expect(sub).toBe(user.id);
  });
});
