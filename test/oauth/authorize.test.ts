import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '../../src/modules/clients/index.ts';
import { useApp } from '../support/app.ts';
import { BrowserLite } from '../support/browser-lite.ts';
import {
  answerOf,
  authorizePath,
  buildClient,
  buildUser,
  CHALLENGE,
  VERIFIER,
  type BuiltUser,
} from '../support/builders.ts';
import { browserOf } from '../support/logins.ts';
import { queriesOf } from '../support/queries.ts';

const app = useApp();
let client: Client;
let user: BuiltUser;

beforeAll(async () => {
  client = await buildClient(app);
  user = await buildUser(app);
});

const newBrowser = () => new BrowserLite(app.issuer);

const signedIn = (as: BuiltUser = user): Promise<BrowserLite> => browserOf(app, as, authorizePath(client));

describe('GET /oauth2/authorize', () => {
  it('RFC 9207 §2: asks who is there, then answers the client with a code, its state and the issuer', async () => {
    const browser = newBrowser();
    const login = await browser.open(authorizePath(client));
    expect(login.status).toBe(200);
    expect(new URL(login.url).pathname).toBe('/login');
    const answer = await browser.logIn(user);
    expect(answer.status).toBe(303);
    expect(answer.url.startsWith('https://rp.example/callback?')).toBe(true);
    expect(answerOf(answer)).toEqual({ code: expect.stringMatching(/^[\w-]{65}$/), state: 'a state', iss: app.issuer });
  });

  it('RFC 6749 §3.1: answers a live session at once by GET, with two statements', async () => {
    const browser = await signedIn();
    const queries = await queriesOf(() => browser.open(authorizePath(client)));
    expect(answerOf(browser.page)).toHaveProperty('code');
    expect(queries).toHaveLength(2);
  });

  it('RFC 7636 §4.4: keeps the code and what it is bound to, for a minute, and not the code itself', async () => {
    const browser = await signedIn();
    const { code = '' } = answerOf(await browser.open(authorizePath(client, { nonce: 'n-0S6_WzA2Mj' })));
    const { rows } = await app.server.database.pool.query(
      `select c.*, g.user_id, g.scopes, c.expires_at - g.created_at = interval '60 seconds' as minute from authorization_codes c
       join grants g on g.id = c.grant_id where c.code_hash = sha256($1)`,
      [Buffer.from(code)],
    );
    expect(rows).toMatchObject([
      {
        client_id: client.id,
        redirect_uri: 'https://rp.example/callback',
        code_challenge: CHALLENGE,
        nonce: 'n-0S6_WzA2Mj',
        user_id: user.id,
        scopes: ['openid', 'profile'],
        minute: true,
        consumed_at: null,
      },
    ]);
  });

  it('gives a code that buys tokens once', async () => {
    const browser = await signedIn();
    const { code = '' } = answerOf(await browser.open(authorizePath(client)));
    const body = new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: client.id,
      redirect_uri: 'https://rp.example/callback',
      code,
      code_verifier: VERIFIER,
    });
    expect((await app.send('POST', '/oauth2/token', { body })).body).toHaveProperty('access_token');
    expect((await app.send('POST', '/oauth2/token', { body })).body).toMatchObject({ error: 'invalid_grant' });
  });

  it.each([
    ['of 2,000 characters', 'x'.repeat(2000)],
    ['with every kind of character', ' +&=#%2B/?"<>\\\'éЖ漢🙂\t'],
  ])('RFC 6749 §4.1.2: echoes a state %s byte for byte, through the login', async (_name, state) => {
    const browser = newBrowser();
    await browser.open(authorizePath(client, { state }));
    expect(answerOf(await browser.logIn(user))['state']).toBe(state);
  });

  it('echoes a state whose question marks were sent as they are', async () => {
    const path = `${authorizePath(client, { state: undefined })}&state=where?to=/home?now`;
    expect(answerOf(await (await signedIn()).open(path))['state']).toBe('where?to=/home?now');
  });

  it('RFC 6749 §3.1.2: leaves a query in the redirect URI as it is', async () => {
    const other = await buildClient(app, { redirectUris: ['https://rp.example/cb?tenant=a%20b'] });
    const { url } = await (await signedIn()).open(authorizePath(other));
    expect(url.startsWith('https://rp.example/cb?tenant=a%20b&code=')).toBe(true);
  });

  it('leaves no row behind for a visitor who does not sign in', async () => {
    const queries = await queriesOf(() => newBrowser().open(authorizePath(client)));
    expect(queries.every((text) => text.trimStart().startsWith('select'))).toBe(true);
  });

  it('RFC 6749 §3.1, §3.3: grants no more than the client is registered for, and ignores scopes it does not know', async () => {
    const modest = await buildClient(app, { scopes: ['openid', 'read'] });
    const browser = await signedIn();
    await browser.open(authorizePath(modest, { scope: 'openid profile read surprise' }));
    const { rows } = await app.server.database.pool.query('select scopes from grants where client_id = $1', [
      modest.id,
    ]);
    expect(rows).toEqual([{ scopes: ['openid'] }]);
  });
});

describe('a request that must not be answered by a redirect', () => {
  it.each<[string, Record<string, string | undefined>, string]>([
    ['no client', { client_id: undefined }, 'client_id is missing or unknown'],
    ['an unknown client', { client_id: 'nobody' }, 'client_id is missing or unknown'],
    ['a client id with a NUL byte', { client_id: 'no\0body' }, 'client_id is missing or unknown'],
    ['no redirect URI', { redirect_uri: undefined }, 'redirect_uri is missing'],
    ['another redirect URI', { redirect_uri: 'https://evil.example/' }, 'redirect_uri is not registered'],
    ['a longer redirect URI', { redirect_uri: 'https://rp.example/callback/' }, 'redirect_uri is not registered'],
    ['a redirect URI in other case', { redirect_uri: 'https://RP.example/callback' }, 'redirect_uri is not registered'],
    [
      'a redirect URI with a query',
      { redirect_uri: 'https://rp.example/callback?a=b' },
      'redirect_uri is not registered',
    ],
  ])(
    'RFC 6749 §3.1.2.3, §3.1.2.4, §4.1.2.1, §10.15, RFC 9700 §4.11.2: shows a page, and never redirects, for %s',
    async (_name, given, detail) => {
      const { status, headers, text } = await app.send('GET', authorizePath(client, given));
      expect(status).toBe(400);
      expect(headers.get('content-type')).toContain('text/html');
      expect(headers.get('location')).toBeNull();
      expect(text).toContain(detail);
    },
  );

  it.each(['client_id', 'redirect_uri'])(
    'RFC 6749 §4.1.2.1: shows a page, and never redirects, for %s given twice',
    async (name) => {
      const path = `${authorizePath(client)}&${name}=https%3A%2F%2Fevil.example`;
      expect((await app.send('GET', path)).status).toBe(400);
    },
  );
});

describe('errors told to the client', () => {
  it.each<[string, Record<string, string | undefined>, string]>([
    [
      'RFC 6749 §4.1.2.1: answers invalid_request without a response type',
      { response_type: undefined },
      'invalid_request',
    ],
    ['RFC 6749 §3.1: takes an empty response type for none', { response_type: '' }, 'invalid_request'],
    [
      'RFC 9700 §2.1.2, OIDC Core §3.2: refuses the implicit flow',
      { response_type: 'token' },
      'unsupported_response_type',
    ],
    [
      'RFC 6749 §4.1.2.1, OIDC Core §3.3: refuses the hybrid flow',
      { response_type: 'code id_token' },
      'unsupported_response_type',
    ],
    ['another response mode', { response_mode: 'fragment' }, 'invalid_request'],
    ['OIDC Core §6.1: refuses a request object', { request: 'e30.e30.' }, 'request_not_supported'],
    [
      'OIDC Core §6.2: refuses a request object by its address',
      { request_uri: 'https://rp.example/request' },
      'request_uri_not_supported',
    ],
    ['OIDC Core §7.2.1: refuses a registration', { registration: '{}' }, 'registration_not_supported'],
    [
      'RFC 6749 §4.1.2.1: answers invalid_scope where no scope is one it may have',
      { scope: 'phone surprise' },
      'invalid_scope',
    ],
    [
      'RFC 7636 §4.4.1: refuses a request without the code challenge that is demanded',
      { code_challenge: undefined, code_challenge_method: undefined },
      'invalid_request',
    ],
    ['RFC 7636 §4.3: refuses a code challenge method alone', { code_challenge: undefined }, 'invalid_request'],
    ['RFC 7636 §4.4.1: refuses a plain code challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
    [
      'RFC 7636 §4.3: refuses a code challenge without its method, which would be plain',
      { code_challenge_method: undefined },
      'invalid_request',
    ],
    ['RFC 7636 §4.2: refuses a malformed code challenge', { code_challenge: 'short' }, 'invalid_request'],
    ['OIDC Core §3.1.2.1: refuses prompt none beside another', { prompt: 'none login' }, 'invalid_request'],
    ['an unknown prompt', { prompt: 'dance' }, 'invalid_request'],
    ['a negative max_age', { max_age: '-1' }, 'invalid_request'],
    ['a max_age that is no number', { max_age: 'old' }, 'invalid_request'],
    ['a nonce with a NUL byte', { nonce: 'a\0b' }, 'invalid_request'],
    [
      'OIDC Core §3.1.2.6: answers login_required to prompt none with nobody signed in',
      { prompt: 'none' },
      'login_required',
    ],
  ])('%s', async (_name, given, error) => {
    const { status, headers } = await app.send('GET', authorizePath(client, given));
    expect(status).toBe(303);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    const answer = answerOf({ url: headers.get('location') ?? '' });
    const description = expect.stringMatching(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
    expect(answer).toEqual({ error, error_description: description, state: 'a state', iss: app.issuer });
  });

  it.each(['scope', 'nonce', 'prompt', 'foo'])('RFC 6749 §3.1: refuses %s given twice', async (name) => {
    const { headers } = await app.send('GET', `${authorizePath(client)}&${name}=a&${name}=b`);
    expect(answerOf({ url: headers.get('location') ?? '' })).toMatchObject({
      error: 'invalid_request',
      state: 'a state',
    });
  });

  it('RFC 6749 §3.1: refuses state given twice, and then none is echoed', async () => {
    const { headers } = await app.send('GET', `${authorizePath(client)}&state=b`);
    const answer = answerOf({ url: headers.get('location') ?? '' });
    expect(answer).toMatchObject({ error: 'invalid_request', iss: app.issuer });
    expect(answer).not.toHaveProperty('state');
  });

  it('RFC 6749 §4.1.2.1: answers unauthorized_client to a client that is not registered for codes', async () => {
    const service = await buildClient(app, { grantTypes: ['client_credentials'] });
    const { headers } = await app.send('GET', authorizePath(service));
    expect(answerOf({ url: headers.get('location') ?? '' })).toMatchObject({ error: 'unauthorized_client' });
  });

  it('a request too long to be carried through a login', async () => {
    const { headers } = await app.send('GET', authorizePath(client, { state: 's', ui_locales: 'x'.repeat(9000) }));
    expect(answerOf({ url: headers.get('location') ?? '' })).toMatchObject({ error: 'invalid_request', state: 's' });
  });
});

describe('loopback redirect URIs', () => {
  it.each([
    ['http://127.0.0.1/cb', 'http://127.0.0.1:51004/cb', true],
    ['http://127.0.0.1:8080/cb', 'http://127.0.0.1/cb', true],
    ['http://[::1]/cb', 'http://[::1]:4711/cb', true],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:51004/cb2', false],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:99999/cb', false],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:1@evil.example/cb', false],
    ['http://127.0.0.1/cb', 'http://127.0.0.1.evil.example/cb', false],
    ['http://127.0.0.1/cb', 'http://localhost:1/cb', false],
    ['http://localhost/cb', 'http://localhost:3118/cb', true],
    ['http://localhost:8080/cb', 'http://localhost/cb', true],
    ['http://localhost/cb', 'http://localhost:3118/cb2', false],
    ['http://localhost/cb', 'http://127.0.0.1:1/cb', false],
    ['http://localhost/cb', 'http://localhost.evil.example:1/cb', false],
    ['http://localhost/cb', 'http://localhost:1@evil.example/cb', false],
    ['http://app.localhost/cb', 'http://app.localhost:1/cb', false],
    ['https://localhost/cb', 'https://localhost:1/cb', false],
    ['https://127.0.0.1/cb', 'https://127.0.0.1:1/cb', false],
  ])(
    'RFC 8252 §7.3, §8.4, RFC 9700 §4.1.3: compares a redirect URI as it is, but for a loopback port: registered %s, asked %s: %s',
    async (registered, asked, allowed) => {
      const native = await buildClient(app, { redirectUris: [registered] });
      const { status, headers } = await app.send('GET', authorizePath(native, { redirect_uri: asked, prompt: 'none' }));
      expect(status).toBe(allowed ? 303 : 400);
      if (allowed) expect(headers.get('location')).toContain(`${asked}?error=login_required`);
    },
  );
});

describe('POST /oauth2/authorize', () => {
  const post = (path: string, headers: Record<string, string> = {}) => {
    const body = new URLSearchParams(path.split('?')[1]);
    return app.send('POST', '/oauth2/authorize', { body, headers });
  };

  it('OIDC Core §3.1.2.1: answers POST like GET where the session is known', async () => {
    const { cookies } = await signedIn();
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
    const { status, headers } = await post(authorizePath(client), { cookie });
    expect(status).toBe(303);
    expect(answerOf({ url: headers.get('location') ?? '' })).toMatchObject({
      code: expect.anything(),
      state: 'a state',
    });
  });

  it('asks again by GET where it is not: a form of another site brings no cookies along', async () => {
    const { status, headers } = await post(authorizePath(client, { prompt: 'none' }));
    expect(status).toBe(303);
    const again = headers.get('location') ?? '';
    expect(again).toMatch(/^\/oauth2\/authorize\?client_id=/);
    const browser = await signedIn();
    expect(answerOf(await browser.open(again))).toHaveProperty('code');
  });

  it('shows a page for another content type, a body too large and parameters given twice', async () => {
    expect((await app.send('POST', '/oauth2/authorize', { body: {} })).status).toBe(400);
    expect((await post(`?state=${'x'.repeat(70_000)}`)).status).toBe(400);
    expect((await post(`${authorizePath(client)}&client_id=b`)).status).toBe(400);
  });
});

describe('who is signed in', () => {
  it('counts with the client’s customer only', async () => {
    const elsewhere = await app.newCustomer();
    const foreign = await buildClient(app, { customerId: elsewhere.customerId });
    const { url } = await (await signedIn()).open(authorizePath(foreign));
    expect(new URL(url).pathname).toBe('/login');
  });

  it.each([
    ['idle for an hour', 3601],
    ['older than a day', 86_401],
  ])('no longer counts when %s', async (_name, seconds) => {
    const browser = await signedIn();
    app.clock.advance(seconds);
    expect(new URL((await browser.open(authorizePath(client))).url).pathname).toBe('/login');
  });

  it('keeps counting while it is used, until the day is over', async () => {
    const browser = await signedIn();
    for (let used = 0; used < 26; used++) {
      app.clock.advance(3300);
      expect(answerOf(await browser.open(authorizePath(client)))).toHaveProperty('code');
    }
    app.clock.advance(3300);
    expect(new URL((await browser.open(authorizePath(client))).url).pathname).toBe('/login');
  });

  it('may change while requests are under way: each gets a code or is asked to log in', async () => {
    const leaver = await buildUser(app);
    const browser = await signedIn(leaver);
    const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
    const ask = () => app.send('GET', authorizePath(client), { headers: { cookie } });
    const before = Array.from({ length: 25 }, ask);
    const end = app.server.database.pool.query('delete from sessions where user_id = $1', [leaver.id]);
    const answers = await Promise.all([...before, ...Array.from({ length: 25 }, ask)]);
    await end;
    const targets = answers.map(({ headers }) => headers.get('location') ?? '');
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 303));
    expect(targets.every((target) => target.startsWith('/login?flow=') || target.includes('?code='))).toBe(true);
    expect(targets.at(-1)).toContain('/login?flow=');
  });

  it('ends at once with the user', async () => {
    const leaver = await buildUser(app);
    const browser = await signedIn(leaver);
    await app.server.database.pool.query('update users set is_active = false where id = $1', [leaver.id]);
    expect(new URL((await browser.open(authorizePath(client))).url).pathname).toBe('/login');
  });
});

describe('prompt and max_age', () => {
  it.each<[string, Record<string, string>, number, 'code' | 'login' | 'login_required']>([
    ['no prompt', {}, 10, 'code'],
    ['OIDC Core §3.1.2.3: shows nothing with prompt none', { prompt: 'none' }, 10, 'code'],
    ['OIDC Core §3.1.2.3: asks for the password again with prompt login', { prompt: 'login' }, 10, 'login'],
    ['OIDC Core §3.1.2.1: asks nothing with a max_age not yet reached', { max_age: '60' }, 10, 'code'],
    ['OIDC Core §3.1.2.1: asks for the password again with a max_age passed', { max_age: '5' }, 10, 'login'],
    ['OIDC Core §3.1.2.1: asks for the password again with max_age 0', { max_age: '0' }, 1, 'login'],
    [
      'OIDC Core §3.1.2.6: answers login_required with a max_age passed and prompt none',
      { max_age: '5', prompt: 'none' },
      10,
      'login_required',
    ],
  ])('%s', async (_name, given, seconds, outcome) => {
    const browser = await signedIn();
    app.clock.advance(seconds);
    const page = await browser.open(authorizePath(client, given));
    if (outcome === 'code') return expect(answerOf(page)).toHaveProperty('code');
    if (outcome === 'login_required') return expect(answerOf(page)).toMatchObject({ error: 'login_required' });
    expect(new URL(page.url).pathname).toBe('/login');
    // Signing in within the flow is what it asks for.
    return expect(answerOf(await browser.logIn(user))).toHaveProperty('code');
  });
});
