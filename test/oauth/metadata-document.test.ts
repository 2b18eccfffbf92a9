import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Answer, useApp } from '../support/app.ts';
import { BrowserLite } from '../support/browser-lite.ts';
import { answerOf, authorizePath, buildClient, buildUser, VERIFIER } from '../support/builders.ts';
import { newKey, signed } from '../support/keys.ts';
import { askForTokens } from '../support/logins.ts';
import { until } from '../support/until.ts';

const RESOURCE = 'https://mcp.example/';
const app = useApp({
  CLIENT_METADATA_HOSTS: '127.0.0.1,*.agent.example',
  CLIENT_METADATA_RESOURCES: RESOURCE,
  TRUST_PROXY: '1',
  // Of this an address gets a tenth: on a slow machine, too, documents are read faster than its budget fills.
  COST_PER_SECOND: '500',
});
const closed = useApp();

interface Served {
  status?: number;
  headers?: Record<string, string>;
  body?: string;
  /** What the answer waits for. */
  hold?: Promise<void>;
}
let server: Server;
let base: string;
const served = new Map<string, Served>();
const asked: string[] = [];
beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url!);
    const {
      status = 200,
      headers = {},
      body = '',
      hold = Promise.resolve(),
    } = served.get(request.url!) ?? { status: 404 };
    void hold.then(() => response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());
beforeEach(() => {
  asked.length = 0;
  // The budget of an address fills again.
  app.clock.advance(400);
});

let made = 0;
const RETURN = 'http://127.0.0.1/callback';
const documentOf = (id: string, given: object = {}): object => ({
  client_id: id,
  client_name: 'Agent',
  redirect_uris: [RETURN],
  grant_types: ['authorization_code', 'refresh_token'],
  ...given,
});

/** Serves a document at a new address, which is its client_id. */
function serve(given: object = {}, answer: Served = {}): string {
  const path = `/clients/${(made += 1)}.json`;
  const id = base + path;
  served.set(path, { body: JSON.stringify(documentOf(id, given)), ...answer });
  return id;
}
const serveAgain = (id: string, given: object, answer: Served = {}) =>
  served.set(new URL(id).pathname, { body: JSON.stringify(documentOf(id, given)), ...answer });

const pathOf = (id: string, given: Record<string, string | undefined> = {}) =>
  authorizePath({ id, redirectUris: [RETURN] } as never, given);
const ask = (id: string, given: Record<string, string | undefined> = {}, headers: Record<string, string> = {}) =>
  app.send('GET', pathOf(id, given), { headers });
const rows = async (text: string, ...values: unknown[]) => (await app.server.database.pool.query(text, values)).rows;
const rowOf = async (id: string) => (await rows('select * from clients where id = $1', id))[0];

/** Signs a user in with the client, and allows it. */
async function signIn(id: string, given: Record<string, string> = {}, user?: Awaited<ReturnType<typeof buildUser>>) {
  const browser = new BrowserLite(app.issuer);
  await browser.open(pathOf(id, given));
  const consent = await browser.logIn(user ?? (await buildUser(app)));
  const { code } = answerOf(await browser.submit({ decision: 'allow' }));
  return { browser, consent, code: code! };
}
const redeem = (id: string, code: string, given: object = {}) =>
  askForTokens(app, {
    grant_type: 'authorization_code',
    client_id: id,
    redirect_uri: RETURN,
    code,
    code_verifier: VERIFIER,
    ...given,
  });

describe('a client that describes itself', () => {
  it('Client ID Metadata Document §3, §4: signs a user in, after a warning with its host', async () => {
    const id = serve();
    const { consent, code } = await signIn(id, { resource: RESOURCE });
    expect(new URL(consent.url).pathname).toBe('/consent');
    expect(consent.html).toContain('This application says at');
    expect(consent.html).toContain(new URL(id).host);
    expect(consent.html).toContain(RESOURCE);
    const tokens = await redeem(id, code);
    expect(tokens.status).toBe(200);
    const again = { grant_type: 'refresh_token', client_id: id, refresh_token: tokens.body.refresh_token };
    expect((await askForTokens(app, again)).status).toBe(200);
    // Read once, for all of it.
    expect(asked).toHaveLength(1);
    expect(await rowOf(id)).toMatchObject({
      source: 'document',
      type: 'public',
      name: 'Agent',
      customer_id: app.customer.customerId,
      require_consent: true,
      require_pkce: true,
    });
    const { client } = await app.data(await app.token('admin'), 'query ($id: ID!) { client(id: $id) { source } }', {
      id,
    });
    expect(client.source).toBe('DOCUMENT');
  });

  it('has the defaults of its document, of the levels only those of this server', async () => {
    const [two, one] = ['urn:guildhall:acr:2', 'urn:guildhall:acr:1'];
    const given = { default_acr_values: [two, 'urn:elsewhere:gold', one], default_max_age: 0 };
    const id = serve(given);
    expect((await ask(id)).status).toBe(303);
    expect(await rowOf(id)).toMatchObject({ default_acr_values: [two, one], default_max_age: 0 });
    serveAgain(id, { ...given, default_acr_values: [one, two] });
    app.clock.advance(3600);
    await ask(id);
    expect(await rowOf(id)).toMatchObject({ default_acr_values: [one, two] });
    expect((await ask(serve({ default_max_age: -1 }))).text).toContain('defaultMaxAge must be a whole number');
  });

  it('is bound by what its document demands of itself', async () => {
    const given = { dpop_bound_access_tokens: true, id_token_signed_response_alg: 'ES256' };
    const id = serve(given);
    const { code } = await signIn(id);
    expect((await redeem(id, code)).body.error_description).toContain('no DPoP proof');
    expect(await rowOf(id)).toMatchObject({ dpop_bound_access_tokens: true, id_token_signed_response_alg: 'ES256' });
    serveAgain(id, { id_token_signed_response_alg: 'ES512' });
    app.clock.advance(3600);
    await ask(id);
    expect(await rowOf(id)).toMatchObject({ dpop_bound_access_tokens: false, id_token_signed_response_alg: 'RS256' });
    // The operator has named its host, so it is told by a redirect.
    const toldTo = async (client: string) => (await ask(client)).headers.get('location') ?? '';
    expect(await toldTo(serve({ require_pushed_authorization_requests: true }))).toContain('push');
    const keys = { keys: [(await newKey('ES256')).jwk] };
    const signer = { token_endpoint_auth_method: 'private_key_jwt', jwks: keys, require_signed_request_object: true };
    expect(await toldTo(serve(signer))).toContain('signed+request+object');
  });

  it.each(['\0', '\ud800'])('is refused with keys whose text cannot be stored (%j)', async (text) => {
    const jwks = { keys: [{ ...(await newKey('ES256')).jwk, kid: text }] };
    const { status, text: page } = await ask(serve({ token_endpoint_auth_method: 'private_key_jwt', jwks }));
    expect([status, page]).toEqual([400, expect.stringContaining('half of a surrogate pair')]);
  });

  it('asks for consent in every flow', async () => {
    const id = serve();
    const user = await buildUser(app);
    const { browser } = await signIn(id, {}, user);
    const again = await browser.open(pathOf(id));
    expect(new URL(again.url).pathname).toBe('/consent');
  });

  it('authenticates with the keys of its document, and with nothing less', async () => {
    const key = await newKey('ES256');
    const id = serve({ token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [key.jwk] } });
    const { code } = await signIn(id);
    expect((await redeem(id, code)).status).toBe(401);
    const now = Math.floor(app.clock.now().getTime() / 1000);
    const claims = { iss: id, sub: id, aud: app.issuer, jti: `${made}`, iat: now, exp: now + 60 };
    const assertion = {
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: await signed(key, claims),
    };
    expect((await redeem(id, code, assertion)).status).toBe(200);
  });

  it('pushes requests, whose redirect URI has to be in the document when it is used, too', async () => {
    const id = serve({ redirect_uris: [RETURN, `${base}/back`] });
    const form = new URLSearchParams(pathOf(id, { redirect_uri: `${base}/back` }).split('?')[1]);
    const { status, body } = await app.send('POST', '/oauth2/par', { body: form });
    expect(status).toBe(201);
    serveAgain(id, {});
    app.clock.advance(80);
    const reference = new URLSearchParams({ client_id: id, request_uri: body.request_uri });
    // The document was read a minute ago: it may be believed for ten.
    const before = await app.send('GET', `/oauth2/authorize?${reference}`);
    expect(before.status).toBe(303);
    const next = (await app.send('POST', '/oauth2/par', { body: form })).body;
    app.clock.advance(600);
    const late = new URLSearchParams({ client_id: id, request_uri: next.request_uri });
    expect((await app.send('GET', `/oauth2/authorize?${late}`)).status).toBe(400);
    expect((await ask(id, { redirect_uri: `${base}/back` })).status).toBe(400);
    expect((await ask(id)).status).toBe(303);
  });

  it('is read again after a while, and ends when its document says so', async () => {
    const id = serve();
    const { code } = await signIn(id);
    const { body } = await redeem(id, code);
    const refresh = { grant_type: 'refresh_token', client_id: id, refresh_token: body.refresh_token };
    served.set(new URL(id).pathname, { status: 503 });
    app.clock.advance(601);
    const kept = await askForTokens(app, refresh);
    expect(kept.status).toBe(200);
    served.set(new URL(id).pathname, { status: 404 });
    app.clock.advance(61);
    const ended = { ...refresh, refresh_token: kept.body.refresh_token };
    expect((await askForTokens(app, ended)).status).toBe(401);
    expect((await ask(id)).status).toBe(400);
    serveAgain(id, { client_name: 'Agent 2' });
    app.clock.advance(61);
    expect((await ask(id)).status).toBe(303);
    expect((await rowOf(id)).name).toBe('Agent 2');
    expect((await askForTokens(app, ended)).status).toBe(200);
  });

  it('loses all that users allowed it when it gets or loses its key', async () => {
    const id = serve();
    const { code } = await signIn(id);
    const { body } = await redeem(id, code);
    const key = await newKey('ES256');
    serveAgain(id, { token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [key.jwk] } });
    app.clock.advance(601);
    expect((await ask(id)).status).toBe(303);
    expect(await rows('select * from consents where client_id = $1', id)).toEqual([]);
    const refresh = { grant_type: 'refresh_token', client_id: id, refresh_token: body.refresh_token };
    expect((await askForTokens(app, refresh)).status).toBe(401);
  });

  it.each([60, 3600, 999_999])('is believed as long as its answer says, within bounds: max-age=%i', async (seconds) => {
    const id = serve({}, { headers: { 'cache-control': `public, max-age=${seconds}` } });
    const least = Math.min(seconds, 3600);
    await ask(id);
    app.clock.advance(least - 1);
    await ask(id);
    expect(asked).toHaveLength(1);
    app.clock.advance(2);
    await ask(id);
    expect(asked).toHaveLength(2);
  });
});

describe('a document', () => {
  it.each<[string, object, Served?]>([
    ['that claims another client_id', { client_id: 'https://good.example/client' }],
    ['without a client_id', { client_id: undefined }],
    ['with a secret', { client_secret: 'x' }],
    ['that authenticates with a secret', { token_endpoint_auth_method: 'client_secret_basic' }],
    ['without redirect URIs', { redirect_uris: [] }],
    ['with a redirect URI of somebody else', { redirect_uris: [RETURN, 'https://victim.example/callback'] }],
    ['with a redirect URI that only begins like its host', { redirect_uris: ['http://127.0.0.1.evil.example/'] }],
    ['with a redirect URI with a loopback host as user', { redirect_uris: ['http://127.0.0.1@evil.example/'] }],
    ['with private_key_jwt and no keys', { token_endpoint_auth_method: 'private_key_jwt' }],
    ['with keys of somebody else', { token_endpoint_auth_method: 'private_key_jwt', jwks_uri: 'https://a.example/' }],
    ['with the name of the service', { client_name: 'Gui1dhall' }],
    ['with grant types that sign nobody in', { grant_types: ['client_credentials'] }],
    ['that redirects', {}, { status: 302, headers: { location: 'http://127.0.0.1/' } }],
    ['that redirects to an inner address', {}, { status: 307, headers: { location: 'http://169.254.169.254/' } }],
    ['that is too long', { client_name: 'x'.repeat(20_000) }],
    ['that is no JSON', {}, { body: '<html>' }],
    ['that is a list', {}, { body: '[]' }],
    ['that is not said to be JSON', {}, { headers: { 'content-type': 'text/plain' } }],
    ['that is not there', {}, { status: 404 }],
  ])('Client ID Metadata Document §4, §4.1, §6: is refused: %s', async (_, given, answer: Served = {}) => {
    const id = serve(given, answer);
    const refused = await ask(id);
    expect([refused.status, refused.headers.get('location')]).toEqual([400, null]);
    expect(await rowOf(id)).toBeUndefined();
    // Not asked for again at once.
    await ask(id);
    expect(asked).toHaveLength(1);
  });

  it('gives a client nothing beyond signing users in', async () => {
    const id = serve({
      grant_types: ['authorization_code', 'client_credentials'],
      scope: 'openid admin write',
      resources: ['https://other.example/'],
      served_resources: [app.issuer],
      require_consent: false,
      logo_uri: 'https://victim.example/logo.png',
      backchannel_logout_uri: 'http://169.254.169.254/',
    });
    await ask(id);
    expect(await rowOf(id)).toMatchObject({
      grant_types: ['authorization_code'],
      scopes: ['openid'],
      resources: [RESOURCE],
      served_resources: [],
      require_consent: true,
      logo_uri: null,
      backchannel_logout_uri: null,
    });
  });

  it('is read once for requests that come at the same time, and only a few are read at once', async () => {
    const one = serve();
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask(one)));
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303, 303]);
    expect(asked).toHaveLength(1);
    const { promise: hold, resolve: release } = Promise.withResolvers<void>();
    let refused = 0;
    const flood = Array.from({ length: 30 }, async () => {
      const { status } = await ask(serve({}, { hold }));
      if (status === 503 && (refused += 1) === 20) release();
      return status;
    });
    expect((await Promise.all(flood)).filter((status) => status === 303)).toHaveLength(10);
  });

  it('is read for others while documents hang that one address asks for', async () => {
    const { promise: hold, resolve: release } = Promise.withResolvers<void>();
    const flood = Array.from({ length: 40 }, () => ask(serve({}, { hold }), {}, { 'x-forwarded-for': '192.0.2.1' }));
    const putOff: Answer[] = [];
    for (const each of flood) void each.then((answer) => answer.status === 503 && putOff.push(answer));
    // Those beyond its share are put off at once.
    await until(() => putOff.length === 30);
    for (const { headers } of putOff) expect(headers.get('retry-after')).toBe('1');
    expect((await ask(serve(), {}, { 'x-forwarded-for': '192.0.2.2' })).status).toBe(303);
    release();
    expect((await Promise.all(flood)).filter(({ status }) => status === 303)).toHaveLength(10);
  });

  it('costs the address that asks for many of them its budget', async () => {
    const answers: number[] = [];
    for (let n = 0; n < 60; n += 1) answers.push((await ask(serve({}, { status: 404 }))).status);
    expect(answers).toContain(429);
    expect(asked.length).toBeLessThan(60);
    app.clock.advance(300);
  });
});

describe('the address of a document', () => {
  it.each([
    ['at another host', 'http://localhost:1/client.json'],
    ['at an inner address', 'http://169.254.169.254/client.json'],
    ['without a path', 'http://127.0.0.1/'],
    ['with a query', 'http://127.0.0.1/client.json?a=b'],
    ['with an empty query', 'http://127.0.0.1/client.json?'],
    ['with a fragment', 'http://127.0.0.1/client.json#a'],
    ['with a user', 'http://user@127.0.0.1/client.json'],
    ['that is not in its normal form', 'http://127.0.0.1/a/../client.json'],
    ['in another notation of the host', 'http://2130706433/client.json'],
    ['of a file', 'file:///etc/passwd'],
    ['that is too long', `http://127.0.0.1/${'a'.repeat(250)}`],
  ])('Client ID Metadata Document §3: is no client_id: %s', async (_, id) => {
    expect((await ask(id)).status).toBe(400);
    expect(await rows("select id from clients where source = 'document' and id = $1", id)).toEqual([]);
  });

  it('is not reached where its name leads to an inner address', async () => {
    // The name does not exist, or leads to nothing that is public.
    expect((await ask('https://metadata.agent.example/client.json')).status).toBe(400);
  });

  it('stays the id of a client that an administrator has made', async () => {
    const id = serve({ redirect_uris: [`${base}/evil`] });
    await buildClient(app, { id, name: 'Made' });
    expect((await ask(id, { redirect_uri: `${base}/evil` })).status).toBe(400);
    expect(await rowOf(id)).toMatchObject({ name: 'Made', source: 'created' });
    expect(asked).toEqual([]);
  });

  it('belongs to the customer of the operator, whoever’s users ask', async () => {
    const other = await app.newCustomer();
    const id = serve();
    const stranger = await buildUser(app, { customerId: other.customerId });
    const browser = new BrowserLite(app.issuer);
    await browser.open(pathOf(id));
    expect(new URL((await browser.logIn(stranger)).url).pathname).toBe('/login');
    expect((await rowOf(id)).customer_id).toBe(app.customer.customerId);
  });
});

describe('where the operator allows it', () => {
  it('Client ID Metadata Document §5: the metadata says so, and only there', async () => {
    const supported = async (of: typeof app) =>
      (await of.send('GET', '/.well-known/openid-configuration')).body.client_id_metadata_document_supported;
    expect([await supported(app), await supported(closed)]).toEqual([true, undefined]);
  });

  it('nothing is read elsewhere, and a client of before cannot be used', async () => {
    const id = serve();
    expect((await closed.send('GET', pathOf(id))).status).toBe(400);
    expect(asked).toEqual([]);
    await buildClient(closed, { id, source: 'document', redirectUris: [RETURN] });
    expect((await closed.send('GET', pathOf(id))).status).toBe(400);
    const token = await askForTokens(closed, { grant_type: 'refresh_token', client_id: id, refresh_token: 'x' });
    expect([token.status, token.body.error]).toEqual([401, 'invalid_client']);
  });
});
