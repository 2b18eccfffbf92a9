import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Client } from '../../src/modules/clients/index.ts';
import { type Answer, useApp } from '../support/app.ts';
import { buildClient, buildUser } from '../support/builders.ts';
import { codeOf, redeem, type Tokens, tokensOf } from '../support/logins.ts';
import { queriesOf } from '../support/queries.ts';

const app = useApp();
const ORIGIN = 'https://spa.example';
let client: Client;
let tokens: Tokens;

beforeAll(async () => {
  client = await buildClient(app, {
    redirectUris: [`${ORIGIN}/callback`, 'http://localhost:5173/', 'com.example.app:/callback'],
  });
  await buildClient(app, { redirectUris: ['https://other.example/callback'] });
  tokens = await tokensOf(app, client, await buildUser(app), 'openid');
});

const reads = ({ headers }: Answer): string | null => headers.get('access-control-allow-origin');

const preflight = (path: string, origin: string, method = 'POST'): Promise<Answer> =>
  app.send('OPTIONS', path, {
    headers: { origin, 'access-control-request-method': method, 'access-control-request-headers': 'authorization' },
  });

const userinfo = (origin?: string, token = tokens.access_token): Promise<Answer> =>
  app.send('GET', '/oauth2/userinfo', { token, ...(origin !== undefined && { headers: { origin } }) });

const ask = (path: string, fields: Record<string, string>, origin: string): Promise<Answer> =>
  app.send('POST', path, { body: new URLSearchParams(fields), headers: { origin } });

const REGISTERED_ONLY = ['/oauth2/token', '/oauth2/userinfo', '/oauth2/revoke', '/oauth2/par'];

describe('scripts of other sites', () => {
  it.each(REGISTERED_ONLY)(
    'RFC 9700 §2.6: may speak to %s from an origin that a client has registered',
    async (path) => {
      for (const origin of [ORIGIN, 'http://localhost:5173', 'https://other.example']) {
        const answer = await preflight(path, origin);
        expect({ status: answer.status, text: answer.text, reads: reads(answer) }).toEqual({
          status: 204,
          text: '',
          reads: origin,
        });
        expect(answer.headers.get('access-control-allow-headers')).toBe('authorization, content-type, dpop');
        expect(answer.headers.get('access-control-allow-methods')).toContain('POST');
        expect(answer.headers.get('access-control-max-age')).toBe('3600');
        expect(answer.headers.get('vary')).toBe('Origin');
      }
    },
  );

  it.each(REGISTERED_ONLY)('RFC 9700 §2.6: may not speak to %s from any other', async (path) => {
    const others = [
      'https://evil.example',
      'http://spa.example',
      'https://spa.example:444',
      'https://sub.spa.example',
      'https://spa.example.evil.example',
      'HTTPS://SPA.EXAMPLE',
      'https://spa.example/callback',
      'com.example.app://',
      'null',
      '*',
      '',
    ];
    for (const origin of others) expect([origin, reads(await preflight(path, origin))]).toEqual([origin, null]);
  });

  it('read what their own client is told, and no other’s', async () => {
    const own = await userinfo(ORIGIN);
    expect([own.status, reads(own), own.headers.get('vary')]).toEqual([200, ORIGIN, 'Origin']);
    const foreign = await userinfo('https://other.example');
    expect([foreign.status, reads(foreign), foreign.headers.get('vary')]).toEqual([200, null, 'Origin']);
  });

  it('redeem codes, refresh and revoke, and read what went wrong', async () => {
    const code = await codeOf(app, client, await buildUser(app), { scope: 'openid offline_access' });
    const granted = await app.send('POST', '/oauth2/token', {
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: client.id,
        redirect_uri: client.redirectUris[0]!,
        code,
        code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
      }),
      headers: { origin: ORIGIN },
    });
    expect([granted.status, reads(granted)]).toEqual([200, ORIGIN]);
    const refresh = { grant_type: 'refresh_token', client_id: client.id, refresh_token: granted.body.refresh_token };
    expect(reads(await ask('/oauth2/token', refresh, ORIGIN))).toBe(ORIGIN);
    const wrong = await ask('/oauth2/token', { ...refresh, refresh_token: 'wrong' }, ORIGIN);
    expect([wrong.body.error, reads(wrong)]).toEqual(['invalid_grant', ORIGIN]);
    const revoked = await ask('/oauth2/revoke', { client_id: client.id, token: granted.body.access_token }, ORIGIN);
    expect([revoked.status, reads(revoked)]).toEqual([200, ORIGIN]);
    const foreign = await ask('/oauth2/token', { ...refresh, refresh_token: 'wrong' }, 'https://other.example');
    expect(reads(foreign)).toBe(null);
    const unknown = await ask('/oauth2/token', { ...refresh, client_id: 'unknown' }, ORIGIN);
    expect([unknown.body.error, reads(unknown)]).toEqual(['invalid_client', null]);
  });

  it('see that their token has expired', async () => {
    const answer = await userinfo(ORIGIN, 'expired');
    expect([answer.status, reads(answer)]).toEqual([401, ORIGIN]);
    expect(answer.headers.get('access-control-expose-headers')).toBe('www-authenticate, retry-after, dpop-nonce');
    expect(reads(await userinfo('https://evil.example', 'expired'))).toBe(null);
  });

  it.each(['/oauth2/jwks', '/.well-known/openid-configuration', '/.well-known/oauth-authorization-server'])(
    'read %s, which is public, wherever they come from',
    async (path) => {
      const answer = await app.send('GET', path, { headers: { origin: 'https://evil.example' } });
      expect([answer.status, reads(answer)]).toEqual([200, '*']);
      expect([
        (await preflight(path, 'https://evil.example', 'GET')).status,
        reads(await app.send('GET', path)),
      ]).toEqual([204, '*']);
    },
  );

  it.each(['/oauth2/jwks', '/.well-known/openid-configuration', '/.well-known/oauth-authorization-server'])(
    'may send any header to %s, such as those of the protocols that they speak',
    async (path) => {
      const { headers } = await preflight(path, 'https://inspector.example', 'GET');
      expect(headers.get('access-control-allow-headers')).toBe('*');
    },
  );

  it.each(['/oauth2/authorize', '/oauth2/logout', '/oauth2/introspect', '/login', '/account', '/api/users', '/groups'])(
    'RFC 9700 §2.6: read nothing of %s',
    async (path) => {
      for (const method of ['GET', 'OPTIONS', 'POST'])
        expect(reads(await app.send(method, path, { headers: { origin: ORIGIN } }))).toBe(null);
      expect(reads(await preflight(path, ORIGIN))).toBe(null);
    },
  );

  it('never have cookies count for them', async () => {
    for (const answer of [await preflight('/oauth2/token', ORIGIN), await userinfo(ORIGIN)])
      expect(answer.headers.get('access-control-allow-credentials')).toBe(null);
  });

  it('are forgotten with the redirect URI they stand on, at once', async () => {
    const admin = await app.token('admin');
    const input = { name: 'SPA', type: 'PUBLIC', redirectUris: ['https://moving.example/a'] };
    const create = 'mutation ($input: CreateClientInput!) { createClient(input: $input) { client { id } } }';
    const { id } = (await app.data(admin, create, { input })).createClient.client;
    expect(reads(await preflight('/oauth2/token', 'https://moving.example'))).toBe('https://moving.example');
    await app.send('PATCH', `/api/clients/${id}`, {
      token: admin,
      body: { redirect_uris: ['https://moved.example/a'] },
    });
    expect(reads(await preflight('/oauth2/token', 'https://moving.example'))).toBe(null);
    expect(reads(await preflight('/oauth2/token', 'https://moved.example'))).toBe('https://moved.example');
  });

  it('cost no queries, once they have asked', async () => {
    expect(await queriesOf(() => userinfo())).toHaveLength(1);
    expect(await queriesOf(() => userinfo(ORIGIN))).toHaveLength(1);
    const code = await codeOf(app, client, await buildUser(app));
    expect(await queriesOf(() => redeem(app, client, code))).toHaveLength(2);
  });

  it('are told by the database as browsers tell them', async () => {
    const urls = fc.array(fc.webUrl({ withFragments: false, size: 'small' }), { maxLength: 4 });
    const fixed = ['https://a.example:443/x', 'http://a.example:80', 'http://[::1]:8080/x', 'https://a.example?x'];
    const { pool } = app.server.database;
    await fc.assert(
      fc.asyncProperty(urls, async (some) => {
        // As they are registered: with the host as browsers write it.
        const uris = [...some.map((url) => new URL(url).href), ...fixed];
        const { rows } = await pool.query('select web_origins($1) as origins', [uris]);
        expect(new Set(rows[0].origins)).toEqual(new Set(uris.map((uri) => new URL(uri).origin)));
      }),
      { numRuns: 30 },
    );
  });
});
