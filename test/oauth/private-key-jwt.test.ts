import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { JWK } from 'jose';
import { type Client, hashOfGenerated } from '#product';
import { type Answer, useApp } from '../support/app.ts';
import { authorizePath, buildClient, buildUser, VERIFIER } from '../support/builders.ts';
import { type Key, newKey, signed } from '../support/keys.ts';
import { askForTokens, codeOf } from '../support/logins.ts';
import { queriesOf } from '../support/queries.ts';

const app = useApp({ TRUST_PROXY: '1' });
const JWT_BEARER = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

const registered = (keys: readonly JWK[], given: Partial<Client> = {}): Promise<Client> =>
  buildClient(app, {
    type: 'confidential',
    tokenEndpointAuthMethod: 'private_key_jwt',
    grantTypes: ['client_credentials', 'authorization_code', 'refresh_token'],
    scopes: ['read', 'openid'],
    jwks: { keys },
    ...given,
  });

let key: Key;
let client: Client;
beforeAll(async () => {
  key = await newKey('ES256');
  client = await registered([key.jwk]);
});

let addresses = 0;
/** Callers of their own, so that none of them fails too often. */
const elsewhere = () => ({ 'x-forwarded-for': `192.0.2.${(addresses = (addresses + 1) % 250)}` });

const seconds = () => Math.floor(app.clock.now().getTime() / 1000);

/** A good assertion of the client's, with what is given in place of its claims; `undefined` leaves one out. */
function assertion(claims: Record<string, unknown> = {}, of = client, by = key, header: object = {}): Promise<string> {
  const now = seconds();
  const all = { iss: of.id, sub: of.id, aud: app.issuer, iat: now, exp: now + 60, jti: randomUUID(), ...claims };
  return signed(by, all, header);
}

const send = (
  client_assertion: string,
  fields: Record<string, string | undefined> = {},
  headers: Record<string, string> = elsewhere(),
): Promise<Answer> =>
  askForTokens(
    app,
    {
      grant_type: 'client_credentials',
      scope: 'read',
      client_assertion_type: JWT_BEARER,
      client_assertion,
      ...fields,
    },
    headers,
  );

const refused = async (answer: Promise<Answer> | Answer) => {
  const { status, body } = await answer;
  expect([status, body.error]).toEqual([401, 'invalid_client']);
};

describe('a client that signs with a key of its own', () => {
  it.each(['ES256', 'RS256', 'PS256', 'EdDSA', 'Ed25519'])(
    'OIDC Core §9: authenticates with private_key_jwt, signed with %s',
    async (alg) => {
      const own = await newKey(alg);
      const of = await registered([key.jwk, own.jwk]);
      expect((await send(await assertion({}, of, own))).status).toBe(200);
    },
  );

  it('RFC 7523 §2.2: takes an assertion with or without the client_id, and none beside another’s', async () => {
    expect((await send(await assertion(), { client_id: client.id })).status).toBe(200);
    await refused(send(await assertion(), { client_id: (await registered([key.jwk])).id }));
  });

  it('RFC 7523 §3: takes an assertion that is meant for the issuer, an endpoint, or nobody but them', async () => {
    for (const aud of [
      app.issuer,
      `${app.issuer}/oauth2/token`,
      `${app.issuer}/oauth2/device_authorization`,
      [app.issuer],
      [app.issuer, `${app.issuer}/oauth2/token`],
    ])
      expect((await send(await assertion({ aud }))).status).toBe(200);
  });

  it('does so at every endpoint that asks who a client is', async () => {
    const user = await buildUser(app);
    const authenticated = async () => ({ client_assertion_type: JWT_BEARER, client_assertion: await assertion() });
    const { body } = await askForTokens(app, {
      grant_type: 'authorization_code',
      code: await codeOf(app, client, user, { scope: 'openid' }),
      redirect_uri: client.redirectUris[0],
      code_verifier: VERIFIER,
      ...(await authenticated()),
    });
    const refreshing = { grant_type: 'refresh_token', refresh_token: body.refresh_token, ...(await authenticated()) };
    const { access_token: token } = (await askForTokens(app, refreshing)).body;
    const post = async (path: string) =>
      app.send('POST', path, { body: new URLSearchParams({ token, ...(await authenticated()) }) });
    const pushed = new URLSearchParams([
      ...Object.entries(await authenticated()),
      ...new URL(app.issuer + authorizePath(client)).searchParams,
    ]);
    expect((await app.send('POST', '/oauth2/par', { body: pushed })).status).toBe(201);
    expect((await post('/oauth2/introspect')).body).toMatchObject({ active: true, sub: user.id });
    expect((await post('/oauth2/revoke')).status).toBe(200);
    expect((await post('/oauth2/introspect')).body).toEqual({ active: false });
  });

  it('takes one statement more than a secret does', async () => {
    const good = await assertion();
    expect(await queriesOf(() => send(good))).toHaveLength(2);
  });

  it('picks the key by its id, and tries each where the assertion names none', async () => {
    const [one, two] = [await newKey('ES256'), await newKey('ES256')];
    const of = await registered([one.jwk, two.jwk]);
    expect((await send(await assertion({}, of, two))).status).toBe(200);
    expect((await send(await assertion({}, of, two, { kid: undefined }))).status).toBe(200);
    await refused(send(await assertion({}, of, two, { kid: one.kid })));
  });
});

describe('what an assertion must be', () => {
  it('RFC 7523 §3: takes an assertion once, however many present it at once', async () => {
    const good = await assertion();
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(good)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const jti = randomUUID();
    expect((await send(await assertion({ jti }))).status).toBe(200);
    await refused(send(await assertion({ jti })));
    const neighbor = await registered([key.jwk]);
    expect((await send(await assertion({ jti }, neighbor))).status).toBe(200);
  });

  type Fault = [string, () => Record<string, unknown>];
  const withClaims = async (_what: string, claims: () => Record<string, unknown>) =>
    refused(send(await assertion(claims())));

  it.each<Fault>([
    ['no iss', () => ({ iss: undefined })],
    ['another iss', () => ({ iss: 'somebody' })],
    ['no sub', () => ({ sub: undefined })],
  ])('RFC 7523 §3: refuses an assertion whose iss and sub are not the client: %s', withClaims);

  it.each<Fault>([
    ['no aud', () => ({ aud: undefined })],
    ['an empty aud', () => ({ aud: [] })],
    ['another server’s aud', () => ({ aud: 'https://other.example' })],
    ['an aud beside ours', () => ({ aud: [app.issuer, 'https://other.example'] })],
    ['an aud that only begins like ours', () => ({ aud: `${app.issuer}.example` })],
  ])('RFC 7523 §3: refuses an assertion that is meant for somebody else: %s', withClaims);

  it.each<Fault>([
    ['no exp', () => ({ exp: undefined })],
    ['an exp that has passed', () => ({ exp: seconds() - 1 })],
    ['an exp in an hour', () => ({ exp: seconds() + 3600 })],
    ['an exp that is no number', () => ({ exp: `${seconds() + 60}` })],
  ])('RFC 7523 §3: refuses an assertion that has expired, or does not soon: %s', withClaims);

  it.each<Fault>([
    ['an iat in the future', () => ({ iat: seconds() + 60 })],
    ['an nbf in the future', () => ({ nbf: seconds() + 60 })],
  ])('RFC 7523 §3: refuses an assertion from the future: %s', withClaims);

  it.each<Fault>([
    ['no jti', () => ({ jti: undefined })],
    ['an empty jti', () => ({ jti: '' })],
    ['a jti that is no text', () => ({ jti: 1 })],
    ['an endless jti', () => ({ jti: 'x'.repeat(256) })],
  ])('RFC 7523 §3: refuses an assertion without a jti of some length: %s', withClaims);

  it('RFC 7523 §3: takes an assertion from a clock that is a little ahead', async () => {
    expect((await send(await assertion({ iat: seconds() + 8, nbf: seconds() + 8 }))).status).toBe(200);
  });

  it('RFC 7523 §3: refuses an assertion that another key signed, or none, or that was changed, or is no JWT', async () => {
    const stranger = await newKey('ES256', key.kid);
    await refused(send(await assertion({}, client, stranger)));
    const [header, payload, signature] = (await assertion()).split('.') as [string, string, string];
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    await refused(send(`${encode({ alg: 'none' })}.${payload}.`));
    await refused(send(`${encode({ alg: 'HS256', kid: key.kid })}.${payload}.${signature}`));
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    await refused(send(`${header}.${encode({ ...claims, jti: 'x' })}.${signature}`));
    for (const text of ['nonsense', 'a.b.c', `${header}.${payload}`, `${header}.${encode({ sub: 1 })}.${signature}`])
      await refused(send(text));
  });

  it('refuses one that says it is something else (RFC 8725 §3.11)', async () => {
    await refused(send(await assertion({}, client, key, { typ: 'at+jwt' })));
    expect((await send(await assertion({}, client, key, { typ: 'JWT' }))).status).toBe(200);
  });

  it('RFC 7515 §4.1.9: takes its type as a media type, in any case', async () => {
    for (const typ of ['jwt', 'application/jwt', 'Client-Authentication+JWT', 'application/client-authentication+jwt'])
      expect((await send(await assertion({}, client, key, { typ }))).status).toBe(200);
  });

  it('refuses one of a type that is not known, or without a type', async () => {
    await refused(
      send(await assertion(), { client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:saml2' }),
    );
    await refused(send(await assertion(), { client_assertion_type: undefined }));
    await refused(askForTokens(app, { grant_type: 'client_credentials', client_assertion_type: JWT_BEARER }));
  });

  it('RFC 6749 §2.3: refuses an assertion beside another way of authenticating', async () => {
    const both = await send(await assertion(), { client_secret: 'ghs_secret' });
    expect([both.status, both.body.error]).toEqual([400, 'invalid_request']);
    const basic = { authorization: `Basic ${Buffer.from(`${client.id}:ghs_secret`).toString('base64')}` };
    expect((await send(await assertion(), {}, basic)).body.error).toBe('invalid_request');
  });
});

describe('a client authenticates as it is registered to', () => {
  it('OIDC Core §9: takes no secret of a client that has a key, no key of one that has a secret, nor nothing', async () => {
    const secret = 'ghs_secret';
    const of = await registered([key.jwk], { secretHash: hashOfGenerated(secret) });
    await refused(askForTokens(app, { grant_type: 'client_credentials', client_id: of.id, client_secret: secret }));
    await refused(askForTokens(app, { grant_type: 'client_credentials', client_id: of.id }));
    const withSecret = await registered([key.jwk], {
      tokenEndpointAuthMethod: 'client_secret_post',
      secretHash: hashOfGenerated(secret),
    });
    await refused(send(await assertion({}, withSecret)));
    await refused(send(await assertion({}, await buildClient(app))));
  });

  it('is told to wait after too many failures, and heard all the same when its signature is good', async () => {
    const from = { 'x-forwarded-for': '203.0.113.77' };
    const bad = await assertion({ aud: 'https://other.example' });
    for (let time = 0; time < 20; time++) await refused(send(bad, {}, from));
    const { status, headers } = await send(bad, {}, from);
    expect([status, Number(headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect((await send(await assertion(), {}, from)).status).toBe(200);
  });
});

describe('keys at an address', () => {
  let server: Server;
  let uri: string;
  let keys: JWK[] = [];
  let status = 200;
  let asked = 0;
  beforeAll(async () => {
    server = createServer((_request, response) => {
      asked++;
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ keys }));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    uri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks`;
  });
  afterAll(() => void server.close());

  it('are read once, and again for a key that was not there, once a minute at most', async () => {
    const [first, second] = [await newKey('ES256'), await newKey('ES256')];
    keys = [first.jwk];
    asked = 0;
    const of = await registered([], { jwks: null, jwksUri: uri });
    expect((await send(await assertion({}, of, first))).status).toBe(200);
    expect((await send(await assertion({}, of, first))).status).toBe(200);
    expect(asked).toBe(1);
    keys = [second.jwk];
    await refused(send(await assertion({}, of, second)));
    expect(asked).toBe(1);
    app.clock.advance(61);
    expect((await send(await assertion({}, of, second))).status).toBe(200);
    expect(asked).toBe(2);
    await refused(send(await assertion({}, of, first)));
    await refused(send(await assertion({}, of, first)));
    expect(asked).toBe(2);
  });

  it('are believed for an hour where the address fails, and not at all where it never answered', async () => {
    const own = await newKey('RS256');
    keys = [own.jwk];
    status = 200;
    const of = await registered([], { jwks: null, jwksUri: `${uri}?failing` });
    expect((await send(await assertion({}, of, own))).status).toBe(200);
    status = 500;
    app.clock.advance(30 * 60);
    expect((await send(await assertion({}, of, own))).status).toBe(200);
    app.clock.advance(31 * 60);
    await refused(send(await assertion({}, of, own)));
    await refused(send(await assertion({}, await registered([], { jwks: null, jwksUri: `${uri}?never` }), own)));
    status = 200;
  });

  it('are not read from where this server does not go', async () => {
    const of = await registered([], { jwks: null, jwksUri: 'https://169.254.169.254/jwks' });
    await refused(send(await assertion({}, of)));
  });
});

describe('discovery', () => {
  it('RFC 8414 §2: tells of private_key_jwt and its algorithms, at every endpoint', async () => {
    const { body } = await app.send('GET', '/.well-known/openid-configuration');
    for (const endpoint of ['token', 'introspection', 'revocation']) {
      expect(body[`${endpoint}_endpoint_auth_methods_supported`]).toContain('private_key_jwt');
      const algorithms = body[`${endpoint}_endpoint_auth_signing_alg_values_supported`];
      expect(algorithms).toEqual(['ES256', 'RS256', 'PS256', 'EdDSA', 'Ed25519']);
    }
  });
});
