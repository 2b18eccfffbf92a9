import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '#product';
import { type Answer, useApp } from '../support/app.ts';
import { BrowserLite } from '../support/browser-lite.ts';
import { answerOf, authorizePath, buildClient, buildUser, type BuiltUser, VERIFIER } from '../support/builders.ts';
import { Prover } from '../support/dpop.ts';
import { type Key, newKey, signed } from '../support/keys.ts';
import { claimsIn } from '../support/logins.ts';

const app = useApp({ CLIENT_REGISTRATION: 'on', ACCESS_TOKEN_SECONDS: '3600' });
const ASSERTION = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

let user: BuiltUser;
let key: Key;
let client: Client;
let prover: Prover;
const built = (given: Partial<Client> = {}): Promise<Client> =>
  buildClient(app, {
    type: 'confidential',
    tokenEndpointAuthMethod: 'private_key_jwt',
    jwks: { keys: [{ ...key.jwk }] },
    grantTypes: ['authorization_code', 'refresh_token', 'client_credentials'],
    idTokenSignedResponseAlg: 'ES256',
    authorizationSignedResponseAlg: 'ES256',
    requirePkce: false,
    fapi2: true,
    ...given,
  });
beforeAll(async () => {
  user = await buildUser(app);
  key = await newKey('ES256');
  client = await built();
  prover = await Prover.new(app);
});

const seconds = () => Math.floor(app.clock.now().getTime() / 1000);
const assertion = (of: Client, claims: object = {}, by = key): Promise<string> =>
  signed(by, {
    iss: of.id,
    sub: of.id,
    aud: app.issuer,
    iat: seconds(),
    exp: seconds() + 60,
    jti: randomUUID(),
    ...claims,
  });
/** The client authenticates as it should, unless the claims say otherwise. */
const proved = async (of: Client, claims: object = {}, by = key) => ({
  client_assertion_type: ASSERTION,
  client_assertion: await assertion(of, claims, by),
});
const outcome = ({ status, body }: Answer) => [status, body?.error];

const push = async (given: Record<string, string | undefined> = {}, of = client): Promise<Answer> => {
  const fields = {
    ...(await proved(of)),
    ...Object.fromEntries(new URLSearchParams(authorizePath(of, given).split('?')[1])),
  };
  return app.send('POST', '/oauth2/par', { body: new URLSearchParams(fields) });
};
const pathOf = async (of = client): Promise<string> => {
  const { request_uri } = (await push({ scope: 'openid offline_access' }, of)).body;
  return `/oauth2/authorize?${new URLSearchParams({ client_id: of.id, request_uri })}`;
};
const codeOf = async (of = client): Promise<string> => {
  const browser = new BrowserLite(app.issuer);
  await browser.open(await pathOf(of));
  return answerOf(await browser.logIn(user))['code']!;
};
const ask = async (fields: Record<string, string>, of = client, claims: object = {}, by = key): Promise<Answer> =>
  prover.ask({ ...fields, ...(await proved(of, claims, by)) });
const own = { grant_type: 'client_credentials', scope: 'read' };
const redemption = (code: string) => ({
  grant_type: 'authorization_code',
  redirect_uri: client.redirectUris[0]!,
  code,
  code_verifier: VERIFIER,
});
const plainly = async (fields: Record<string, string>, claims: object = {}, by = key): Promise<Answer> =>
  app.send('POST', '/oauth2/token', {
    body: new URLSearchParams({ ...fields, ...(await proved(client, claims, by)) }),
  });

describe('a client of the FAPI 2.0 Security Profile', () => {
  it('FAPI 2.0 §5.3.2.1: signs users in with pushed requests, PKCE, a key and bound tokens', async () => {
    const browser = new BrowserLite(app.issuer);
    await browser.open(await pathOf());
    const answer = answerOf(await browser.logIn(user));
    expect(answer['iss']).toBe(app.issuer);
    const { status, body } = await ask(redemption(answer['code']!));
    expect([status, body.token_type]).toEqual([200, 'DPoP']);
    expect(claimsIn(body.access_token).cnf).toEqual({ jkt: prover.jkt });
    expect(JSON.parse(Buffer.from(body.id_token.split('.')[0], 'base64url').toString()).alg).toBe('ES256');
  });

  it('JARM §3: gets its answers signed where it asks for that, by what the profile allows', async () => {
    const { request_uri } = (await push({ response_mode: 'jwt' })).body;
    const browser = new BrowserLite(app.issuer);
    await browser.open(`/oauth2/authorize?${new URLSearchParams({ client_id: client.id, request_uri })}`);
    const { response } = answerOf(await browser.logIn(user));
    expect(JSON.parse(Buffer.from(response!.split('.')[0]!, 'base64url').toString()).alg).toBe('ES256');
    const { status } = await ask(redemption(claimsIn(response!).code));
    expect(status).toBe(200);
  });

  it('FAPI 2.0 §5.3.2.2: sends no request that is not pushed', async () => {
    const browser = new BrowserLite(app.issuer);
    const answer = answerOf(await browser.open(authorizePath(client)));
    expect([answer['error'], answer['error_description']]).toEqual([
      'invalid_request',
      expect.stringContaining('push'),
    ]);
  });

  it('FAPI 2.0 §5.3.2.2: pushes none without PKCE, even with a nonce, or with another method', async () => {
    for (const given of [
      { code_challenge: undefined, code_challenge_method: undefined, nonce: 'n' },
      { code_challenge_method: 'plain' },
      { code_challenge_method: undefined },
      { response_type: 'token' },
      { response_type: 'code id_token' },
      { redirect_uri: undefined },
      { redirect_uri: 'https://elsewhere.example/' },
    ])
      expect([given, (await push(given)).status]).toEqual([given, 400]);
  });

  it('FAPI 2.0 §5.3.2.1: gets no token that is not bound, by any grant type', async () => {
    const code = await codeOf();
    const { refresh_token: token } = (await ask(redemption(await codeOf()))).body;
    const refresh = { grant_type: 'refresh_token', refresh_token: token };
    for (const fields of [own, redemption(code), refresh])
      expect([fields, outcome(await plainly(fields))]).toEqual([fields, [400, 'invalid_request']]);
    expect((await ask(redemption(code))).status).toBe(200);
  });

  it('FAPI 2.0 §5.3.2.1: authenticates with an assertion for the issuer, as a string, and nothing else', async () => {
    for (const aud of [
      [app.issuer],
      `${app.issuer}/oauth2/token`,
      [app.issuer, `${app.issuer}/oauth2/token`],
      undefined,
    ])
      expect([aud, outcome(await ask(own, client, { aud }))]).toEqual([aud, [401, 'invalid_client']]);
    expect((await ask(own)).status).toBe(200);
    const usual = await built({ fapi2: false });
    expect((await ask(own, usual, { aud: [`${app.issuer}/oauth2/token`] })).status).toBe(200);
  });

  it.each(['PS256', 'ES256', 'EdDSA', 'RS256'])(
    'FAPI 2.0 §5.4.1: signs with %s only if the profile has it',
    async (alg) => {
      const other = await newKey(alg);
      const of = await built({ jwks: { keys: [{ ...other.jwk }] } });
      expect((await ask(own, of, {}, other)).status).toBe(alg === 'RS256' ? 401 : 200);
      const usual = await built({ fapi2: false, jwks: { keys: [{ ...other.jwk }] } });
      expect((await ask(own, usual, {}, other)).status).toBe(200);
    },
  );

  it('FAPI 2.0 §5.3.2.1: keeps its refresh token, which is of no use to others', async () => {
    const first = (await ask(redemption(await codeOf()))).body;
    const form = { grant_type: 'refresh_token', refresh_token: first.refresh_token };
    for (let times = 0; times < 3; times += 1) {
      const { status, body } = await ask(form);
      expect([status, body.refresh_token, body.token_type]).toEqual([200, undefined, 'DPoP']);
    }
    expect(outcome(await ask(form, await built()))).toEqual([400, 'invalid_grant']);
    const revoking = new URLSearchParams({ token: first.refresh_token, ...(await proved(client)) });
    expect((await app.send('POST', '/oauth2/revoke', { body: revoking })).status).toBe(200);
    expect(outcome(await ask(form))).toEqual([400, 'invalid_grant']);
  });

  it('FAPI 2.0 §5.3.2.1: has a code for a minute, once', async () => {
    const [code, late] = [await codeOf(), await codeOf()];
    expect((await ask(redemption(code))).status).toBe(200);
    expect(outcome(await ask(redemption(code)))).toEqual([400, 'invalid_grant']);
    app.clock.advance(61);
    expect(outcome(await ask(redemption(late)))).toEqual([400, 'invalid_grant']);
  });
});

describe('the access token of a client of the profile', () => {
  it.each([
    [true, 900],
    [false, 3600],
  ])('lives for a short time, whatever ACCESS_TOKEN_SECONDS says: fapi2 %s, %d seconds', async (fapi2, expiresIn) => {
    const { body } = await ask(own, await built({ fapi2 }));
    expect(body.expires_in).toBe(expiresIn);
    const { iat, exp } = claimsIn(body.access_token);
    expect(exp - iat).toBe(expiresIn);
  });
});

describe('its pushed request', () => {
  it('FAPI 2.0 §5.3.2.2: survives a reload until a code is issued, and then is used up', async () => {
    const path = await pathOf();
    const [browser, other] = [new BrowserLite(app.issuer), new BrowserLite(app.issuer)];
    for (let times = 0; times < 3; times += 1) expect((await browser.open(path)).html).toContain('name="password"');
    await other.open(path);
    expect(answerOf(await browser.logIn(user))['code']).toBeDefined();
    expect((await browser.open(path)).status).toBe(400);
    // Whoever has the same page open gets no second code.
    expect((await other.logIn(user)).status).toBe(400);
  });

  it('is used up when the user declines, whatever other windows are open', async () => {
    const path = await pathOf(await built({ requireConsent: true }));
    const [browser, other] = [new BrowserLite(app.issuer), new BrowserLite(app.issuer)];
    for (const each of [browser, other]) {
      await each.open(path);
      await each.logIn(user);
    }
    expect(answerOf(await browser.submit({ decision: 'deny' }))['error']).toBe('access_denied');
    expect((await browser.open(path)).status).toBe(400);
    expect((await other.submit({ decision: 'allow' })).status).toBe(400);
  });

  it('is used up by one of many at once, with a session', async () => {
    const browser = new BrowserLite(app.issuer);
    await browser.open(await pathOf());
    await browser.logIn(user);
    const path = await pathOf();
    const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
    const answers = await Promise.all(Array.from({ length: 10 }, () => app.send('GET', path, { headers: { cookie } })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, ...Array<number>(9).fill(400)]);
  });

  it('expires, and is for this client alone', async () => {
    const path = await pathOf();
    const query = new URLSearchParams(path.split('?')[1]);
    query.set('client_id', (await built()).id);
    expect((await app.send('GET', `/oauth2/authorize?${query}`)).status).toBe(400);
    app.clock.advance(91);
    expect((await app.send('GET', path)).status).toBe(400);
  });
});

describe('its request object', () => {
  const objectOf = (claims: object): Promise<string> => {
    const plain = Object.fromEntries(new URLSearchParams(authorizePath(client).split('?')[1]));
    const times = { iat: seconds(), nbf: seconds(), exp: seconds() + 300 };
    return signed(key, { ...plain, iss: client.id, aud: app.issuer, ...times, ...claims });
  };
  const pushed = async (claims: object): Promise<Answer> => {
    const fields = { ...(await proved(client)), client_id: client.id, request: await objectOf(claims) };
    return app.send('POST', '/oauth2/par', { body: new URLSearchParams(fields) });
  };

  it.each([
    ['everything it needs', () => ({})],
    ['several audiences', () => ({ aud: [app.issuer, 'https://other.example'] })],
    ['a clock that is ahead', () => ({ iat: seconds() + 8, nbf: seconds() + 8 })],
    ['an hour of life', () => ({ exp: seconds() + 3600 })],
  ])('FAPI 2.0 Message Signing §5.3.1: is accepted with %s', async (_what, claims) => {
    expect((await pushed(claims())).status).toBe(201);
  });

  it.each([
    ['no exp', () => ({ exp: undefined })],
    ['no nbf', () => ({ nbf: undefined })],
    ['more than an hour of life', () => ({ exp: seconds() + 4200 })],
    ['an nbf of more than an hour ago', () => ({ nbf: seconds() - 4200, exp: seconds() - 700 })],
    ['such an nbf, though it lives longer', () => ({ nbf: seconds() - 4200 })],
    ['an iat in the future', () => ({ iat: seconds() + 61 })],
  ])('FAPI 2.0 Message Signing §5.3.1: is refused with %s', async (_what, claims) => {
    expect(outcome(await pushed(claims()))).toEqual([400, 'invalid_request_object']);
  });
});

describe('registering for the profile', () => {
  const CREATE = `mutation ($input: CreateClientInput!) { createClient(input: $input) {
    clientSecret client { id fapi2 tokenEndpointAuthMethod requirePkce requirePushedAuthorizationRequests idTokenSignedResponseAlg } } }`;
  const input = () => ({ name: 'Bank', redirectUris: ['https://a.example/'], fapi2: true, jwks: { keys: [key.jwk] } });
  const create = async (more: object) =>
    (await app.graphql(await app.token('admin'), CREATE, { input: { ...input(), ...more } })).body;

  it('gives the client what it demands', async () => {
    const { createClient } = (await create({})).data;
    expect(createClient).toEqual({
      clientSecret: null,
      client: {
        id: expect.any(String),
        fapi2: true,
        tokenEndpointAuthMethod: 'PRIVATE_KEY_JWT',
        requirePkce: true,
        requirePushedAuthorizationRequests: true,
        idTokenSignedResponseAlg: 'ES256',
      },
    });
    const token = await app.token('admin');
    const { id } = createClient.client;
    expect((await app.send('PUT', `/api/clients/${id}`, { token, body: { fapi2: false } })).status).toBe(200);
    expect((await app.send('PUT', `/api/clients/${id}`, { token, body: { fapi2: true } })).status).toBe(200);
  });

  it.each([
    [{ tokenEndpointAuthMethod: 'CLIENT_SECRET_BASIC' }, 'tokenEndpointAuthMethod'],
    [{ type: 'PUBLIC', tokenEndpointAuthMethod: 'NONE' }, 'tokenEndpointAuthMethod'],
    [{ idTokenSignedResponseAlg: 'RS256' }, 'idTokenSignedResponseAlg'],
    [{ userinfoSignedResponseAlg: 'RS256' }, 'userinfoSignedResponseAlg'],
    [{ authorizationSignedResponseAlg: 'RS256' }, 'authorizationSignedResponseAlg'],
    [{ grantTypes: ['AUTHORIZATION_CODE', 'DEVICE_CODE'] }, 'grantTypes'],
    [{ grantTypes: ['JWT_BEARER'], trustedIssuers: [] }, 'grantTypes'],
  ])('is refused with %j', async (more, path) => {
    const { errors } = await create(more);
    expect(errors[0].extensions.faults.map((fault: { path: string }) => fault.path)).toContain(path);
  });

  it('is refused to a member', async () => {
    const { errors } = (await app.graphql(await app.token('read'), CREATE, { input: input() })).body;
    expect(errors[0].extensions.code).toBeDefined();
  });
});
