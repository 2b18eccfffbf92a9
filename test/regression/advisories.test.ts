/**
 * What has gone wrong in comparable servers and was published, tried here through the front door: applications and their
 * tokens. A name says what went wrong there; `advisories-accounts.test.ts` has what concerns accounts and pages.
 */
import { createHmac } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { type Client, hashOfGenerated } from '#product';
import { useApp } from '../support/app.ts';
import type { BrowserLite } from '../support/browser-lite.ts';
import { answerOf, authorizePath, buildClient, buildUser, type BuiltUser, VERIFIER } from '../support/builders.ts';
import {
  askForTokens,
  browserOf,
  claimsIn,
  codeOf,
  redeem,
  refresh,
  tokensOf,
  type Tokens,
} from '../support/logins.ts';

const SECRET = 'ghs_a secret of more than enough letters';
const app = useApp();
let client: Client;
let user: BuiltUser;
let tokens: Tokens;

beforeAll(async () => {
  client = await buildClient(app);
  user = await buildUser(app);
  tokens = await tokensOf(app, client, user, 'openid profile');
});

const confidential = (given: Partial<Client> = {}): Promise<Client> =>
  buildClient(app, {
    type: 'confidential',
    tokenEndpointAuthMethod: 'client_secret_post',
    secretHash: hashOfGenerated(SECRET),
    ...given,
  });

const signedIn = (of: Client = client): Promise<BrowserLite> => browserOf(app, user, authorizePath(of));

const userinfo = async (token: string): Promise<number> =>
  (await app.send('GET', '/oauth2/userinfo', { token })).status;
const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');

describe('redirect URIs', () => {
  it.each([
    'https://rp.example/callback@evil.example',
    'https://rp.example@evil.example/callback',
    'https://rp.example\\@evil.example/callback',
    'https://rp.example/callback/../../evil',
    'https://rp.example/callback%2f..%2fevil',
    'https://rp.example/callback#@evil.example',
    'https://rp.example.evil.example/callback',
    'https://rp.example:443/callback',
    'https://rp.example/callback?code=mine',
    'https://RP.example/callback',
    'http://rp.example/callback',
    '//rp.example/callback',
    'https:rp.example/callback',
    'https://rp.example/callback\t',
    'javascript:alert(1)//https://rp.example/callback',
    'data:text/html,https://rp.example/callback',
  ])('matched by a parser of their own let codes leak: %j is told to nobody but the person', async (uri) => {
    const browser = await signedIn();
    const page = await browser.open(authorizePath(client, { redirect_uri: uri }));
    expect(page.status).toBe(400);
    expect(page.headers.get('location')).toBeNull();
  });

  it('with wildcards or scripts could be registered, and so could pages and keys of this machine', async () => {
    const token = await app.token('admin');
    const registration = (fields: object) =>
      app.send('POST', '/api/clients', {
        token,
        body: { client_name: 'x', redirect_uris: ['https://rp.example/cb'], ...fields },
      });
    for (const uri of ['https://*.example/cb', 'javascript:alert(1)', 'https://rp.example/cb#x', 'http://rp.example/'])
      expect((await registration({ redirect_uris: [uri] })).status).toBe(400);
    for (const field of ['logo_uri', 'tos_uri', 'policy_uri', 'jwks_uri'])
      for (const uri of ['javascript:alert(1)', 'data:image/svg+xml,<svg/>', 'file:///etc/passwd'])
        expect((await registration({ [field]: uri })).status).toBe(400);
  });

  it('of a logout were open, or an error sent the visitor anywhere', async () => {
    const own = await buildClient(app, { postLogoutRedirectUris: ['https://rp.example/bye'] });
    const { id_token: hint } = await tokensOf(app, own, user, 'openid');
    for (const uri of [
      'https://evil.example/',
      'https://rp.example/bye/',
      'https://rp.example/bye?x',
      '//evil.example',
    ])
      for (const more of [{ id_token_hint: hint }, { client_id: own.id }, {}]) {
        const query = new URLSearchParams({ post_logout_redirect_uri: uri, ...more });
        const { status, headers } = await app.send('GET', `/oauth2/logout?${query}`);
        // Without a client to look it up at, the address counts for nothing.
        expect([400, 303]).toContain(status);
        expect(headers.get('location') ?? '/logout').toMatch(/^\/logout(\?|$)/);
      }
  });

  it('came back in a page that ran what stood in the state (form_post)', async () => {
    const browser = await signedIn();
    const state = '"><script>alert(1)</script><input value="';
    const { html, status } = await browser.open(authorizePath(client, { response_mode: 'form_post', state }));
    expect(status).toBe(200);
    expect(html).not.toContain('<script>alert');
    expect(browser.form().values.get('state')).toBe(state);
  });
});

describe('codes', () => {
  it('could be injected where PKCE was left out on one side', async () => {
    const loose = await confidential({ requirePkce: false });
    const with_ = await codeOf(app, loose, user);
    const fields = { client_secret: SECRET };
    expect((await redeem(app, loose, with_, { ...fields, code_verifier: undefined })).body.error).toBe('invalid_grant');
    const browser = await signedIn(loose);
    const bare = { code_challenge: undefined, code_challenge_method: undefined, nonce: 'n' };
    const { code } = answerOf(await browser.open(authorizePath(loose, bare)));
    expect((await redeem(app, loose, code!, fields)).body.error).toBe('invalid_grant');
    expect((await redeem(app, loose, code!, { ...fields, code_verifier: undefined })).status).toBe(200);
  });

  it('went to whoever asked with a plain challenge, or none', async () => {
    const browser = await signedIn();
    for (const given of [
      { code_challenge: VERIFIER, code_challenge_method: 'plain' },
      { code_challenge: VERIFIER, code_challenge_method: undefined },
      { code_challenge: undefined, code_challenge_method: undefined },
    ])
      expect(answerOf(await browser.open(authorizePath(client, given)))).toMatchObject({ error: 'invalid_request' });
  });

  it('were made without consent where prompt=none or a scope more was asked for', async () => {
    const asking = await buildClient(app, { requireConsent: true });
    const browser = await signedIn(asking);
    const silent = (scope: string) => browser.open(authorizePath(asking, { scope, prompt: 'none' }));
    expect(answerOf(await silent('openid'))).toMatchObject({ error: 'consent_required' });
    await browser.open(authorizePath(asking, { scope: 'openid' }));
    await browser.submit({ decision: 'allow' });
    expect(answerOf(await silent('openid'))).toHaveProperty('code');
    expect(answerOf(await silent('openid email'))).toMatchObject({ error: 'consent_required' });
    expect(answerOf(await silent('openid offline_access'))).toMatchObject({ error: 'consent_required' });
  });
});

describe('tokens', () => {
  it('were good for another client that presented them', async () => {
    const other = await buildClient(app);
    const { refresh_token: token } = await tokensOf(app, client, user, 'openid');
    expect((await refresh(app, other, token)).body.error).toBe('invalid_grant');
    expect((await refresh(app, client, token, { client_id: undefined })).status).toBe(401);
    expect((await refresh(app, client, token)).status).toBe(200);
  });

  it('grew by being refreshed, or by being asked for', async () => {
    const { refresh_token: token } = await tokensOf(app, client, user, 'openid');
    for (const scope of ['openid email', 'admin', 'openid admin', 'openid offline_access'])
      expect((await refresh(app, client, token, { scope })).body.error).toBe('invalid_scope');
    const reader = await confidential({ grantTypes: ['client_credentials'], scopes: ['read'] });
    for (const scope of ['write', 'admin', 'read admin', 'openid']) {
      const fields = { grant_type: 'client_credentials', client_id: reader.id, client_secret: SECRET, scope };
      expect((await askForTokens(app, fields)).body.error).toBe('invalid_scope');
    }
    const browser = await signedIn();
    const { code } = answerOf(await browser.open(authorizePath(client, { scope: 'openid read write admin' })));
    expect((await redeem(app, client, code!)).body.scope).toBe('openid');
  });

  it('of any algorithm, or none, or of a key they brought along, were believed', async () => {
    const [header, payload, signature] = tokens.access_token.split('.') as [string, string, string];
    const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString()) as { kid: string };
    const { text: jwks, body } = await app.send('GET', '/oauth2/jwks');
    const key = body.keys.find((one: { kid: string }) => one.kid === kid);
    const hmac = (head: object, secret: string): string => {
      const input = `${encoded(head)}.${payload}`;
      return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`;
    };
    const forged = [
      `${encoded({ alg: 'none', typ: 'at+jwt', kid })}.${payload}.`,
      `${encoded({ alg: 'nOnE', typ: 'at+jwt', kid })}.${payload}.${signature}`,
      hmac({ alg: 'HS256', typ: 'at+jwt', kid }, jwks),
      hmac({ alg: 'HS256', typ: 'at+jwt', kid }, JSON.stringify(key)),
      hmac({ alg: 'HS256', typ: 'at+jwt', kid: '../../../../dev/null' }, ''),
      `${encoded({ alg: 'ES256', typ: 'at+jwt', jwk: key })}.${payload}.${signature}`,
      `${encoded({ alg: 'ES256', typ: 'at+jwt', kid, jku: 'https://evil.example/jwks' })}.${payload}.${signature}`,
      `${encoded({ alg: 'ES256', typ: 'at+jwt', kid: `${kid}' or '1'='1` })}.${payload}.${signature}`,
      `${encoded({ alg: 'ES256', typ: 'at+jwt', kid, crit: ['exp'] })}.${payload}.${signature}`,
      `${header}.${encoded({ ...claimsIn(tokens.access_token), sub: app.customer.customerId })}.${signature}`,
      `${header}.${payload}.${Buffer.alloc(64).toString('base64url')}`,
      `${header}.${payload}.`,
      `${header}..${signature}`,
    ];
    expect(await userinfo(tokens.access_token)).toBe(200);
    for (const token of forged) {
      expect([401, 400]).toContain(await userinfo(token));
      expect((await app.send('GET', '/groups', { token })).status).toBe(401);
      expect((await app.graphql(token, '{ viewer { __typename } }')).body.errors[0].extensions.kind).toBe(
        'UNAUTHENTICATED',
      );
    }
  });

  it('of one kind passed as another: ID, refresh, access and clients’ tokens', async () => {
    expect(await userinfo(tokens.id_token)).toBe(401);
    expect(await userinfo(tokens.refresh_token)).toBe(401);
    expect(await userinfo(await app.token('admin'))).toBe(403);
    for (const token of [tokens.id_token, tokens.refresh_token])
      expect((await app.send('GET', '/groups', { token })).status).toBe(401);
    const browser = await signedIn();
    const hinted = await browser.open(authorizePath(client, { id_token_hint: tokens.access_token, prompt: 'none' }));
    expect(answerOf(hinted)).toMatchObject({ error: 'invalid_request' });
  });

  it('lived on when their user was disabled, deleted or signed out', async () => {
    const admin = await app.token('admin');
    const ends: readonly ((id: string) => Promise<unknown>)[] = [
      (id) =>
        app.data(admin, 'mutation ($id: ID!) { updateUser(id: $id, input: { isActive: false }) { user { id } } }', {
          id,
        }),
      (id) => app.data(admin, 'mutation ($id: ID!) { deleteUser(id: $id) { user { id } } }', { id }),
      (id) => app.data(admin, 'mutation ($id: ID!) { revokeUserSessions(userId: $id) { count } }', { id }),
    ];
    for (const end of ends) {
      const somebody = await buildUser(app);
      const own = await tokensOf(app, client, somebody, 'openid offline_access');
      await end(somebody.id);
      expect(await userinfo(own.access_token)).toBe(401);
      expect((await app.send('GET', '/groups', { token: own.access_token })).status).toBe(401);
      expect((await refresh(app, client, own.refresh_token)).body.error).toBe('invalid_grant');
    }
  });

  it('were told of to another tenant, or to anybody (introspection)', async () => {
    const { clientId, clientSecret } = await app.newCustomer();
    const ask = (fields: Record<string, string>) =>
      app.send('POST', '/oauth2/introspect', { body: new URLSearchParams({ token: tokens.access_token, ...fields }) });
    expect((await ask({ client_id: clientId, client_secret: clientSecret })).text).toBe('{"active":false}');
    for (const fields of [{}, { client_id: client.id }, { client_id: clientId, client_secret: 'wrong' }])
      expect((await ask(fields)).status).toBe(401);
  });

  it('of many who asked in the same moment were taken for one another’s', async () => {
    const users = await Promise.all(Array.from({ length: 8 }, () => buildUser(app)));
    const all = await Promise.all(users.map((one) => tokensOf(app, client, one, 'openid email')));
    const answers = await Promise.all(
      [...all, ...all].map(({ access_token: token }) => app.send('GET', '/oauth2/userinfo', { token })),
    );
    expect(answers.map(({ body }) => [body.sub, body.email])).toEqual(
      [...users, ...users].map(({ id, email }) => [id, email]),
    );
  });
});

describe('requests', () => {
  it('with a parameter twice, as a list or beside another were read in two ways', async () => {
    const twice = `${authorizePath(client)}&redirect_uri=${encodeURIComponent('https://evil.example/')}`;
    expect((await (await signedIn()).open(twice)).status).toBe(400);
    const fields = { grant_type: 'authorization_code', client_id: client.id, code: 'x', redirect_uri: 'x' };
    for (const more of ['&client_id=other', '&grant_type=client_credentials', '&code=y', '&x=1&x=2']) {
      const body = new URLSearchParams(`${new URLSearchParams(fields)}${more}`);
      expect((await app.send('POST', '/oauth2/token', { body })).body.error).toBe('invalid_request');
    }
    const query = new URLSearchParams({ 'client_id[]': client.id, 'response_type[0]': 'code' });
    expect((await app.send('GET', `/oauth2/authorize?${query}`)).status).toBe(400);
    const inQuery = await app.send('POST', `/oauth2/token?${new URLSearchParams(fields)}`, {
      body: new URLSearchParams(),
    });
    expect(inQuery.status).toBe(401);
  });

  it('with what no parser expects brought the server down, or told of its inside', async () => {
    const hostile = ['\0', '\ud800', "' or 1=1 --", '{"$gt":""}', '../'.repeat(40), '%', '\r\nSet-Cookie: a=b', '𝒳'];
    const deep = `${'{"id_token":'.repeat(3000)}1${'}'.repeat(3000)}`;
    for (const value of [...hostile, deep]) {
      const names = [
        'client_id',
        'redirect_uri',
        'state',
        'scope',
        'nonce',
        'prompt',
        'claims',
        'login_hint',
        'resource',
      ];
      for (const name of names) {
        const { status, headers, text } = await app.send('GET', authorizePath(client, { [name]: value }));
        expect([name, value, status < 500]).toEqual([name, value, true]);
        expect(headers.getSetCookie().filter((cookie) => cookie.startsWith('a='))).toEqual([]);
        expect(text).not.toMatch(/select |node_modules|at \w+ \(/);
      }
      const form = { grant_type: value, client_id: value, code: value, refresh_token: value, token: value };
      for (const path of ['/oauth2/token', '/oauth2/introspect', '/oauth2/revoke', '/oauth2/par', '/oauth2/userinfo'])
        expect((await app.send('POST', path, { body: new URLSearchParams(form) })).status).toBeLessThan(500);
    }
  });

  it('with another host in their head decided what the server calls itself', async () => {
    const headers = {
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      forwarded: 'host=evil.example',
    };
    const metadata = await app.send('GET', '/.well-known/openid-configuration', { headers });
    expect(metadata.text).not.toContain('evil.example');
    const page = await app.send('GET', authorizePath(client), { headers });
    expect(page.headers.get('location')).not.toContain('evil.example');
  });
});
