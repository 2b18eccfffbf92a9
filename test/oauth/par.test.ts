import { beforeAll, describe, expect, it } from '@jest/globals';
import { cleanUp, type Client, hashOfGenerated } from '#product';
import { useApp, type Answer } from '../support/app.ts';
import { BrowserLite } from '../support/browser-lite.ts';
import { answerOf, authorizePath, buildClient, buildUser, type BuiltUser } from '../support/builders.ts';
import { browserOf, claimsIn, redeem } from '../support/logins.ts';
import { forgetGuesses } from '../support/mfa.ts';
import { queriesOf } from '../support/queries.ts';

const SECRET = 'ghs_a-secret-that-only-this-test-knows';
const URN = /^urn:ietf:params:oauth:request_uri:[\w-]{65}$/;

const app = useApp();
let client: Client;
let confidential: Client;
let user: BuiltUser;

beforeAll(async () => {
  client = await buildClient(app);
  confidential = await buildClient(app, {
    type: 'confidential',
    tokenEndpointAuthMethod: 'client_secret_post',
    secretHash: hashOfGenerated(SECRET),
  });
  user = await buildUser(app);
});

const rows = async (text: string, ...values: unknown[]) => (await app.server.database.pool.query(text, values)).rows;

const bodyOf = (of: Client, given: Record<string, string | undefined> = {}) =>
  new URLSearchParams(authorizePath(of, given).split('?')[1]);

const push = (
  given: Record<string, string | undefined> = {},
  of = client,
  headers: Record<string, string> = {},
): Promise<Answer> => app.send('POST', '/oauth2/par', { body: bodyOf(of, given), headers });

async function pushed(given: Record<string, string | undefined> = {}, of = client): Promise<string> {
  const { status, body, text } = await push(given, of);
  if (status !== 201) throw new Error(`Not pushed: ${status} ${text}`);
  return body.request_uri;
}

const pathTo = (requestUri: string, more: Record<string, string> = {}, of = client) =>
  `/oauth2/authorize?${new URLSearchParams({ client_id: of.id, request_uri: requestUri, ...more })}`;

const signedIn = (): Promise<BrowserLite> => browserOf(app, user, authorizePath(client));

describe('POST /oauth2/par', () => {
  it('RFC 9126 §2.2: answers 201 with a reference that cannot be guessed and does not last, for no cache to keep', async () => {
    const { status, headers, body } = await push();
    expect(status).toBe(201);
    expect(headers.get('content-type')).toContain('application/json');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toEqual({ request_uri: expect.stringMatching(URN), expires_in: 90 });
  });

  it('keeps the reference’s hash, for the client and its customer, and nothing that proves the client', async () => {
    const { body } = await push({ client_secret: SECRET, nonce: 'n' }, confidential);
    const [row] = await rows(
      'select * from pushed_requests where reference_hash = sha256($1)',
      Buffer.from(body.request_uri),
    );
    expect(row).toMatchObject({ customer_id: confidential.customerId, client_id: confidential.id });
    expect(row.parameters).toContain('nonce=n');
    expect(row.parameters).not.toContain('secret');
    expect(JSON.stringify(row)).not.toContain(body.request_uri.slice(-43));
  });

  it('RFC 9126 §2: takes a client as the token endpoint does', async () => {
    const basic = (secret: string) => ({
      authorization: `Basic ${Buffer.from(`${confidential.id}:${secret}`).toString('base64')}`,
    });
    expect((await push({}, confidential, basic(SECRET))).status).toBe(201);
    expect((await push({ client_id: undefined }, confidential, basic(SECRET))).status).toBe(201);
    expect((await push({ client_secret: SECRET }, confidential)).status).toBe(201);
    for (const refused of [
      await push({}, confidential, basic('another')),
      await push({ client_secret: 'another' }, confidential),
      await push({}, confidential),
      await push({ client_id: 'nobody' }),
      await push({ client_secret: SECRET }, client),
    ]) {
      expect(refused.status).toBe(401);
      expect(refused.body).toMatchObject({ error: 'invalid_client' });
    }
    await forgetGuesses(app);
  });

  it('RFC 9126 §2.1: refuses a request that refers to another', async () => {
    for (const requestUri of ['urn:ietf:params:oauth:request_uri:x', 'https://rp.example/request']) {
      const { status, body } = await push({ request_uri: requestUri });
      expect([status, body.error]).toEqual([400, 'invalid_request']);
    }
  });

  it.each<[string, Record<string, string | undefined>, string]>([
    ['a request object', { request: 'e30.e30.' }, 'request_not_supported'],
    ['no redirect URI', { redirect_uri: undefined }, 'invalid_request'],
    ['another redirect URI', { redirect_uri: 'https://evil.example/' }, 'invalid_request'],
    ['the implicit flow', { response_type: 'token' }, 'unsupported_response_type'],
    ['another response mode', { response_mode: 'fragment' }, 'invalid_request'],
    ['no scope it may have', { scope: 'phone' }, 'invalid_scope'],
    ['no code challenge', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
    ['a plain code challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['a prompt of none and more', { prompt: 'none login' }, 'invalid_request'],
    ['malformed claims', { claims: '[' }, 'invalid_request'],
    ['an ID token that is none', { id_token_hint: 'x' }, 'invalid_request'],
    ['a NUL byte', { nonce: 'a\0b' }, 'invalid_request'],
  ])('RFC 9126 §2.1, §2.3: refuses %s, as authorize would, in JSON', async (_name, given, error) => {
    const { status, body, headers } = await push(given);
    expect(status).toBe(400);
    expect(body).toMatchObject({ error, error_description: expect.any(String) });
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('location')).toBeNull();
  });

  it('RFC 6749 §3.1: refuses a parameter given twice', async () => {
    for (const name of ['client_id', 'scope', 'foo']) {
      const body = bodyOf(client, { foo: 'a' });
      body.append(name, 'b');
      const answer = await app.send('POST', '/oauth2/par', { body });
      expect([answer.status, answer.body.error]).toEqual([400, 'invalid_request']);
    }
  });

  it('RFC 8707 §2: keeps every resource of a request, which may name several', async () => {
    const resources = ['https://api.example/a', 'https://api.example/b'];
    const asking = await buildClient(app, { resources });
    const body = bodyOf(asking);
    for (const resource of resources) body.append('resource', resource);
    const { body: answer } = await app.send('POST', '/oauth2/par', { body });
    const page = await (await signedIn()).open(pathTo(answer.request_uri, {}, asking));
    expect(answerOf(page)).toHaveProperty('code');
    expect(await rows('select resources from grants where client_id = $1', asking.id)).toEqual([{ resources }]);
  });

  it('RFC 9126 §2.3: answers 405 for another method, and 413 for a request too large', async () => {
    const { status, headers } = await app.send('GET', '/oauth2/par');
    expect([status, headers.get('allow')]).toEqual([405, 'POST']);
    for (const length of [9000, 70_000]) {
      const large = await push({ state: 'x'.repeat(length) });
      expect([large.status, large.body.error]).toEqual([413, 'invalid_request']);
    }
  });

  it('refuses a client that signs nobody in', async () => {
    const service = await buildClient(app, { grantTypes: ['client_credentials'] });
    expect((await push({}, service)).body).toMatchObject({ error: 'unauthorized_client' });
  });

  it('takes so many requests of public clients from one address, and of others as many as they like', async () => {
    await push();
    await rows(`update throttle_counters set points = 300 where key like '%push-address%'`);
    const refused = await push();
    expect([refused.status, refused.body.error]).toEqual([429, 'temporarily_unavailable']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await push({ client_secret: SECRET }, confidential)).status).toBe(201);
    await forgetGuesses(app);
  });

  it('RFC 9126 §5: is in the metadata', async () => {
    const { body } = await app.send('GET', '/.well-known/oauth-authorization-server');
    expect(body.pushed_authorization_request_endpoint).toBe(`${app.issuer}/oauth2/par`);
    expect(body.require_pushed_authorization_requests).toBe(false);
  });
});

describe('a request that was pushed', () => {
  it('RFC 9126 §4: is the one answered, whatever else the address says', async () => {
    const requestUri = await pushed({ nonce: 'pushed', state: 'pushed' });
    const more = { scope: 'openid groups', state: 'other', nonce: 'other', redirect_uri: 'https://evil.example/' };
    const page = await (await signedIn()).open(pathTo(requestUri, { ...more, prompt: 'login', foo: 'bar' }));
    expect(page.url.startsWith('https://rp.example/callback?')).toBe(true);
    const { code, ...others } = answerOf(page);
    expect(others).toEqual({ state: 'pushed', iss: app.issuer });
    const { body } = await redeem(app, client, code!);
    expect(claimsIn(body.id_token)).toMatchObject({ nonce: 'pushed' });
    expect(body.scope).toBe('openid profile');
  });

  it('goes through the login, whose page can be loaded again', async () => {
    const state = 'é +&=#%2B/?"<>'.repeat(140);
    const browser = new BrowserLite(app.issuer);
    await browser.open(pathTo(await pushed({ state, response_mode: 'form_post' })));
    await browser.open(browser.page.url);
    await browser.logIn(user);
    expect(Object.fromEntries(browser.form().values)).toMatchObject({ code: expect.anything(), state });
  });

  it('takes two statements where somebody is signed in', async () => {
    const browser = await signedIn();
    const requestUri = await pushed();
    const queries = await queriesOf(() => browser.open(pathTo(requestUri)));
    expect(answerOf(browser.page)).toHaveProperty('code');
    expect(queries).toHaveLength(2);
  });

  it('RFC 9126 §4: is used once', async () => {
    const browser = await signedIn();
    const requestUri = await pushed();
    expect(answerOf(await browser.open(pathTo(requestUri)))).toHaveProperty('code');
    const page = await browser.open(pathTo(requestUri));
    expect(page.status).toBe(400);
    expect(page.html).toContain('invalid_request_uri: request_uri is unknown, expired or used');
    expect(page.headers.get('location')).toBeNull();
  });

  it('is used once of twenty tries at the same moment', async () => {
    const cookie = [...(await signedIn()).cookies].map((pair) => pair.join('=')).join('; ');
    const requestUri = await pushed();
    const ask = () => app.send('GET', pathTo(requestUri), { headers: { cookie } });
    const answers = await Promise.all(Array.from({ length: 20 }, ask));
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(19);
  });

  it('RFC 9126 §2.2: is bound to the client that pushed it, which may still use it', async () => {
    const other = await buildClient(app);
    const elsewhere = await app.newCustomer();
    const foreign = await buildClient(app, { customerId: elsewhere.customerId });
    const browser = await signedIn();
    const requestUri = await pushed();
    for (const thief of [other, foreign]) expect((await browser.open(pathTo(requestUri, {}, thief))).status).toBe(400);
    expect((await browser.open(pathTo(requestUri, { client_id: 'no\0body' }))).status).toBe(400);
    expect((await browser.open(pathTo(requestUri).replace(/client_id=[^&]*&/, ''))).status).toBe(400);
    expect(answerOf(await browser.open(pathTo(requestUri)))).toHaveProperty('code');
  });

  it('RFC 9126 §2.2: ends after its time', async () => {
    const browser = await signedIn();
    const [requestUri, late] = [await pushed(), await pushed()];
    app.clock.advance(80);
    expect(answerOf(await browser.open(pathTo(requestUri)))).toHaveProperty('code');
    app.clock.advance(15);
    expect((await browser.open(pathTo(late))).status).toBe(400);
  });

  it('that nobody pushed, or is named twice, is a page and never a redirect', async () => {
    const unknown = `urn:ietf:params:oauth:request_uri:${'x'.repeat(43)}`;
    const requestUri = await pushed();
    for (const path of [pathTo(unknown), `${pathTo(requestUri)}&request_uri=${requestUri}`]) {
      const { status, headers } = await app.send('GET', path);
      expect([status, headers.get('location')]).toEqual([400, null]);
    }
  });

  it('is checked again when it is used', async () => {
    const changing = await buildClient(app);
    const requestUri = await pushed({}, changing);
    await rows(`update clients set redirect_uris = '{https://rp.example/new}' where id = $1`, changing.id);
    const { status, text } = await app.send('GET', pathTo(requestUri, {}, changing));
    expect(status).toBe(400);
    expect(text).toContain('redirect_uri is not registered');
  });

  it('goes with its client', async () => {
    const leaving = await buildClient(app);
    const requestUri = await pushed({}, leaving);
    await rows('delete from clients where id = $1', leaving.id);
    expect((await app.send('GET', pathTo(requestUri, {}, leaving))).status).toBe(400);
    expect(await rows('select 1 from pushed_requests where client_id = $1', leaving.id)).toEqual([]);
  });

  it('may be used by POST, which a browser without our cookies is asked to repeat by GET', async () => {
    const requestUri = await pushed();
    const body = new URLSearchParams(pathTo(requestUri).split('?')[1]);
    const first = await app.send('POST', '/oauth2/authorize', { body });
    expect(first.status).toBe(303);
    expect(answerOf(await (await signedIn()).open(first.headers.get('location')!))).toHaveProperty('code');
  });

  it('is told of its errors where it said', async () => {
    const requestUri = await pushed({ prompt: 'none', state: 'kept' });
    const { headers } = await app.send('GET', pathTo(requestUri));
    expect(answerOf({ url: headers.get('location')! })).toMatchObject({
      error: 'login_required',
      state: 'kept',
      iss: app.issuer,
    });
  });

  it('is taken out of the database a week after its end', async () => {
    await pushed();
    app.clock.advance(8 * 86_400);
    await cleanUp(app.server.runtime);
    expect(await rows('select 1 from pushed_requests where expires_at < now()')).toEqual([]);
    expect(await rows('select 1 from pushed_requests')).toEqual([]);
  });
});

describe('a client registered to push its requests', () => {
  let strict: Client;
  beforeAll(async () => {
    strict = await buildClient(app, { requirePushedAuthorizationRequests: true });
  });

  it('RFC 9126 §6: is refused a request that it did not push', async () => {
    const page = await (await signedIn()).open(authorizePath(strict));
    expect(answerOf(page)).toMatchObject({ error: 'invalid_request', state: 'a state', iss: app.issuer });
  });

  it('is answered one that it did, through the login', async () => {
    const browser = await browserOf(app, user, pathTo(await pushed({ prompt: 'login consent' }, strict), {}, strict));
    expect(answerOf(await browser.submit({ decision: 'allow' }))).toHaveProperty('code');
  });
});
