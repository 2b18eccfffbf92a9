import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { type Client, hashOfGenerated } from '#product';
import { useApp } from '../support/app.ts';
import { BrowserLite } from '../support/browser-lite.ts';
import { answerOf, authorizePath, buildClient, buildUser, type BuiltUser } from '../support/builders.ts';
import { Prover } from '../support/dpop.ts';
import { type Key, newKey, signed } from '../support/keys.ts';
import { claimsIn, redeem, redemption } from '../support/logins.ts';

const app = useApp();
const SECRET = 'ghs_secret';
let key: Key;
let client: Client;
let user: BuiltUser;
beforeAll(async () => {
  key = await newKey('ES256');
  client = await registered();
  user = await buildUser(app);
});

const registered = (given: Partial<Client> = {}): Promise<Client> =>
  buildClient(app, {
    type: 'confidential',
    tokenEndpointAuthMethod: 'client_secret_post',
    secretHash: hashOfGenerated(SECRET),
    jwks: { keys: [{ ...key.jwk }] },
    resources: ['https://a.example/', 'https://b.example/'],
    ...given,
  });

const seconds = () => Math.floor(app.clock.now().getTime() / 1000);
const plain = (of: Client): Record<string, string> =>
  Object.fromEntries(new URL(app.issuer + authorizePath(of)).searchParams);

/** A good object of the client's, with what is given in place of its claims; `undefined` leaves one out. */
const objectOf = (claims: Record<string, unknown> = {}, of = client, by = key, header: object = {}): Promise<string> =>
  signed(by, { ...plain(of), iss: of.id, aud: app.issuer, exp: seconds() + 60, ...claims }, header);

const path = (fields: Record<string, string>): string => `/oauth2/authorize?${new URLSearchParams(fields)}`;
/** Only the client and the object, and where errors go. */
const asking = (request: string, of = client): string =>
  path({ client_id: of.id, request, redirect_uri: of.redirectUris[0]!, response_type: 'code' });
const errorOf = async (address: string): Promise<string> => {
  const { url, status } = await new BrowserLite(app.issuer).open(address);
  return status === 400 ? 'page' : (new URL(url).searchParams.get('error') ?? url);
};
const push = (request: string, fields: Record<string, string> = {}, of = client) =>
  app.send('POST', '/oauth2/par', {
    body: new URLSearchParams({ client_id: of.id, client_secret: SECRET, request, ...fields }),
  });

describe('a signed request object', () => {
  it('RFC 9101 §6.3: is the request, and parameters beside it do not count', async () => {
    const browser = new BrowserLite(app.issuer);
    const object = await objectOf({
      scope: 'openid email',
      state: 'of the object',
      resource: client.resources,
      max_age: 60,
    });
    const query = {
      client_id: client.id,
      request: object,
      scope: 'openid profile admin',
      state: 'of the URL',
      prompt: 'none',
    };
    await browser.open(path(query));
    const { code, state } = answerOf(await browser.logIn(user));
    expect(state).toBe('of the object');
    const { body } = await redeem(app, client, code!, { client_secret: SECRET });
    expect([body.scope, claimsIn(body.access_token).aud]).toEqual(['openid email', client.resources]);
  });

  it.each(['ES256', 'RS256', 'PS256', 'EdDSA'])('RFC 9101 §10.2: is signed with %s', async (alg) => {
    const own = await newKey(alg);
    const of = await registered({ jwks: { keys: [{ ...own.jwk }] } });
    const typed = { typ: 'oauth-authz-req+jwt' };
    const { url } = await new BrowserLite(app.issuer).open(asking(await objectOf({}, of, own, typed), of));
    expect(new URL(url).pathname).toBe('/login');
  });

  it('RFC 7515 §4.1.9: names its type as a media type, in any case', async () => {
    for (const typ of ['OAuth-AuthZ-Req+JWT', 'application/oauth-authz-req+jwt', 'jwt', 'application/JWT']) {
      const { url } = await new BrowserLite(app.issuer).open(asking(await objectOf({}, client, key, { typ })));
      expect([typ, new URL(url).pathname]).toEqual([typ, '/login']);
    }
  });

  it('RFC 9126 §3: can be pushed, and its reference then works once', async () => {
    const { status, body } = await push(await objectOf({ state: 'pushed' }));
    expect(status).toBe(201);
    const browser = new BrowserLite(app.issuer);
    await browser.open(path({ client_id: client.id, request_uri: body.request_uri }));
    expect(answerOf(await browser.logIn(user))['state']).toBe('pushed');
    const refused = await push(await objectOf({ aud: 'https://other.example' }));
    expect([refused.status, refused.body.error]).toEqual([400, 'invalid_request_object']);
  });

  it('RFC 9449 §10.1: is bound to the key of the proof it is pushed with, and must not name another', async () => {
    const [prover, thief] = [await Prover.new(app), await Prover.new(app)];
    const pushBy = async (claims: object) =>
      prover.ask(
        { client_id: client.id, client_secret: SECRET, request: await objectOf({ ...claims }) },
        {},
        '/oauth2/par',
      );
    const { body } = await pushBy({});
    const browser = new BrowserLite(app.issuer);
    await browser.open(path({ client_id: client.id, request_uri: body.request_uri }));
    const { code } = answerOf(await browser.logIn(user));
    const redemptionBy = (by: Prover) => by.ask({ ...redemption(client, code!), client_secret: SECRET });
    expect((await redemptionBy(thief)).body.error).toBe('invalid_grant');
    expect((await redemptionBy(prover)).status).toBe(200);
    expect((await pushBy({ dpop_jkt: prover.jkt })).status).toBe(201);
    const refused = await pushBy({ dpop_jkt: thief.jkt });
    expect([refused.status, refused.body.error]).toEqual([400, 'invalid_dpop_proof']);
  });

  type Fault = [string, () => Promise<string>];
  it.each<Fault>([
    ['another key', async () => objectOf({}, client, await newKey('ES256', key.kid))],
    ['another client’s iss', () => objectOf({ iss: 'somebody' })],
    ['no client_id', () => objectOf({ client_id: undefined })],
    ['another client_id', () => objectOf({ client_id: 'somebody' })],
    ['no aud', () => objectOf({ aud: undefined })],
    ['another server’s aud', () => objectOf({ aud: 'https://other.example' })],
    ['an end that has passed', () => objectOf({ exp: seconds() - 1 })],
    ['a beginning in the future', () => objectOf({ nbf: seconds() + 60 })],
    ['an issue in the future', () => objectOf({ iat: seconds() + 60 })],
    ['another type', () => objectOf({}, client, key, { typ: 'at+jwt' })],
    ['a request in it', async () => objectOf({ request: await objectOf() })],
    ['a request_uri in it', () => objectOf({ request_uri: `https://rp.example/${randomUUID()}` })],
    ['a list', () => objectOf({ scope: ['openid', 'email'] })],
    ['nothing', () => objectOf({ state: null })],
    [
      'no signature',
      async () => `${Buffer.from('{"alg":"none"}').toString('base64url')}.${(await objectOf()).split('.')[1]}.`,
    ],
    ['nonsense', () => Promise.resolve('nonsense')],
  ])('RFC 9101 §6.2: is refused with %s', async (_what, make) => {
    expect(await errorOf(asking(await make()))).toBe('invalid_request_object');
  });

  it('RFC 9101 §5, RFC 6749 §3.1: is refused beside a request_uri, and twice', async () => {
    const address = asking(await objectOf());
    expect(await errorOf(`${address}&request_uri=${encodeURIComponent('https://rp.example/request.jwt')}`)).toBe(
      'invalid_request',
    );
    expect(await errorOf(`${address}&request=${await objectOf({ state: 'another' })}`)).toBe('invalid_request');
  });

  it('leads nowhere but to a registered redirect URI', async () => {
    expect(await errorOf(asking(await objectOf({ redirect_uri: 'https://evil.example/' })))).toBe('page');
    expect(await errorOf(path({ client_id: client.id, request: 'nonsense' }))).toBe('page');
  });

  it('OIDC Core §6.1: is not supported for a client without keys', async () => {
    const of = await registered({ jwks: null });
    expect(await errorOf(asking(await objectOf({}, of), of))).toBe('request_not_supported');
  });
});

describe('a client that has to sign its requests', () => {
  it('RFC 9101 §10.5: is refused without an object, at both endpoints, and served with one', async () => {
    const of = await registered({ requireSignedRequestObject: true });
    expect(await errorOf(authorizePath(of))).toBe('invalid_request');
    const body = new URLSearchParams({ ...plain(of), client_secret: SECRET });
    expect((await app.send('POST', '/oauth2/par', { body })).body.error).toBe('invalid_request');
    const pushed = await push(await objectOf({}, of), {}, of);
    for (const address of [
      asking(await objectOf({}, of), of),
      path({ client_id: of.id, request_uri: pushed.body.request_uri }),
    ]) {
      const browser = new BrowserLite(app.issuer);
      await browser.open(address);
      expect(answerOf(await browser.logIn(user))).toHaveProperty('code');
    }
  });

  it('is registered so over GraphQL and REST', async () => {
    const token = await app.token('admin');
    const query = `mutation ($input: CreateClientInput!) { createClient(input: $input) { client { id requireSignedRequestObject } } }`;
    const input = { name: 'Signer', redirectUris: ['https://a.example/'], requireSignedRequestObject: true };
    const { createClient } = await app.data(token, query, { input: { ...input, jwks: { keys: [key.jwk] } } });
    expect(createClient.client.requireSignedRequestObject).toBe(true);
    const without = await app.graphql(token, query, { input });
    expect(without.body.errors[0].extensions.faults[0].path).toBe('requireSignedRequestObject');
    const change = { require_signed_request_object: false };
    expect((await app.send('PATCH', `/api/clients/${createClient.client.id}`, { token, body: change })).status).toBe(
      200,
    );
  });
});
