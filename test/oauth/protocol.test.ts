import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '../../src/modules/clients/index.ts';
import { Keyring } from '#product';
import { useApp } from '../support/app.ts';
import { BrowserLite } from '../support/browser-lite.ts';
import { answerOf, authorizePath, buildClient, buildUser, type BuiltUser } from '../support/builders.ts';
import { askForTokens, claimsIn, codeOf, redeem, tokensOf } from '../support/logins.ts';
import { buildParty, SECRET } from '../support/parties.ts';

const app = useApp();
let client: Client;
let service: Client;
let user: BuiltUser;
beforeAll(async () => {
  client = await buildClient(app);
  service = await buildParty(app, { grantTypes: ['client_credentials'], scopes: ['read'] });
  user = await buildUser(app);
});

const asService = (fields: Record<string, string>) =>
  askForTokens(app, {
    grant_type: 'client_credentials',
    client_id: service.id,
    client_secret: SECRET,
    scope: 'read',
    ...fields,
  });

describe('the token endpoint', () => {
  it('RFC 6749 §3.2: takes an empty parameter for one left out, and ignores parameters nobody knows', async () => {
    const { status, body } = await asService({ scope: '', color: 'blue', audience: 'https://api.example' });
    expect([status, body.scope]).toEqual([200, 'read']);
  });

  it('RFC 6749 §2.3.1: refuses a secret in the URL', async () => {
    const query = new URLSearchParams({ client_id: service.id, client_secret: SECRET });
    const body = new URLSearchParams({ grant_type: 'client_credentials' });
    const answer = await app.send('POST', `/oauth2/token?${query}`, { body });
    expect([answer.status, answer.body.error]).toEqual([401, 'invalid_client']);
  });

  it('RFC 6749 §5.2: answers errors in JSON, with a code and a sentence in ASCII, which nobody may keep', async () => {
    const { status, headers, body } = await redeem(app, client, 'no code at all');
    expect(status).toBe(400);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect([headers.get('cache-control'), headers.get('pragma')]).toEqual(['no-store', 'no-cache']);
    const sentence = expect.stringMatching(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
    expect(body).toMatchObject({ error: 'invalid_grant', error_description: sentence });
  });

  it('RFC 6750 §5.3: issues tokens that live at most an hour where nothing else is configured', async () => {
    expect((await asService({})).body.expires_in).toBeLessThanOrEqual(3600);
  });

  it('RFC 6749 §10.10: makes codes and refresh tokens of 128 random bits at least, no two alike', async () => {
    const codes = [await codeOf(app, client, user), await codeOf(app, client, user)];
    const { refresh_token: token } = await tokensOf(app, client, user, 'openid');
    const customer = Buffer.from(app.customer.customerId.replaceAll('-', ''), 'hex').toString('base64url');
    // 43 characters of base64url are 256 bits. Before them is the customer's id.
    const random = [...codes, token].map((made) => made.replace(/^rt_/, '').slice(customer.length));
    for (const part of random) expect(part).toMatch(/^[\w-]{43}$/);
    for (const made of [...codes, token]) expect(made.replace(/^rt_/, '')).toMatch(new RegExp(`^${customer}`));
    expect(new Set(codes).size).toBe(2);
  });
});

describe('the authorization endpoint', () => {
  it('RFC 6749 §3.1, OIDC Core §3.1.2.1, §15.1: takes ui_locales, claims_locales, display, acr_values and parameters nobody knows', async () => {
    const browser = new BrowserLite(app.issuer);
    const hints = {
      ui_locales: 'tlh fr-CA',
      claims_locales: 'fr',
      display: 'touch',
      acr_values: 'urn:x:y',
      color: 'blue',
    };
    await browser.open(authorizePath(client, hints));
    expect(answerOf(await browser.logIn(user))).toHaveProperty('code');
  });

  it('RFC 9700 §2.6: tells no other origin’s scripts anything', async () => {
    for (const method of ['GET', 'OPTIONS']) {
      const headers = { origin: 'https://rp.example', 'access-control-request-method': 'GET' };
      const answer = await app.send(method, authorizePath(client), { headers });
      expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
  });

  it('RFC 9700 §4.12: sends browsers on with 303, so that no password is posted twice', async () => {
    const browser = new BrowserLite(app.issuer);
    await browser.open(authorizePath(client));
    const { status, url } = await browser.logIn(user);
    expect([status, url]).toEqual([303, expect.stringMatching(/^https:\/\/rp\.example\/callback\?code=/)]);
  });
});

describe('the registration of clients', () => {
  it('RFC 6749 §3.1.2.2: refuses a public client without a redirect URI', async () => {
    const body = { client_name: 'App', client_type: 'public', token_endpoint_auth_method: 'none' };
    const answer = await app.send('POST', '/api/clients', { token: await app.token('admin'), body });
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_request']);
  });
});

describe('the metadata', () => {
  it('RFC 8414 §2, OIDC Discovery §3: has no empty list, and tells what would count as true when left out', async () => {
    const { body } = await app.send('GET', '/.well-known/openid-configuration');
    expect(Object.values(body)).not.toContainEqual([]);
    expect(Object.values(body)).not.toContain(null);
    expect(body).toHaveProperty('request_uri_parameter_supported', false);
    expect(body.id_token_signing_alg_values_supported).toContain('RS256');
  });
});

describe('what an ID token says', () => {
  it('OIDC Core §2: names the user by the same sub at every login, of at most 255 ASCII characters', async () => {
    const subs = [];
    for (const party of [client, client, await buildClient(app)])
      subs.push(claimsIn((await tokensOf(app, party, user, 'openid')).id_token).sub);
    expect(new Set(subs)).toEqual(new Set([user.id]));
    expect(user.id).toMatch(/^[\x21-\x7e]{1,255}$/);
  });

  it('OIDC Core §3.1.3.6: has the left half of the access token’s hash', async () => {
    const { id_token, access_token } = await tokensOf(app, client, user, 'openid');
    const hash = createHash('sha256').update(access_token).digest().subarray(0, 16).toString('base64url');
    expect(claimsIn(id_token).at_hash).toBe(hash);
  });
});

describe('an access token of ours', () => {
  const userinfo = (token: string) => app.send('GET', '/oauth2/userinfo', { token });
  const groups = (token: string) => app.send('GET', '/groups', { token });

  it.each<[string, Record<string, unknown>]>([
    ['RFC 9068 §4, RFC 6750 §5.2: is refused with another audience', { aud: 'https://api.example' }],
    ['RFC 9068 §4: is refused with another issuer', { iss: 'https://id.example' }],
    ['RFC 9068 §4: is refused once it is expired', { exp: 1 }],
  ])('%s', async (_name, change) => {
    const { access_token: token } = await tokensOf(app, client, user, 'openid');
    const sign = (claims: Record<string, unknown>) => app.server.runtime.get(Keyring).sign('ES256', 'at+jwt', claims);
    expect((await userinfo(await sign(claimsIn(token)))).status).toBe(200);
    const changed = await sign({ ...claimsIn(token), ...change });
    for (const { status, headers } of [await userinfo(changed), await groups(changed)]) {
      expect(status).toBe(401);
      expect(headers.get('www-authenticate')).toMatch(/^Bearer .*error="invalid_token"/);
    }
  });

  it('RFC 9068 §5, RFC 9700 §4.15: never passes for a user’s when it is a client’s own', async () => {
    const { access_token: token } = (await asService({})).body;
    expect(claimsIn(token).sub).toBe(service.id);
    expect((await userinfo(token)).status).toBe(403);
    expect((await app.send('GET', '/api/sessions', { token })).status).toBe(403);
    const { rows } = await app.server.database.pool.query('select from users where id::text = $1', [service.id]);
    expect(rows).toEqual([]);
  });
});
