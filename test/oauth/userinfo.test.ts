import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '../../src/modules/clients/index.ts';
import { useApp } from '../support/app.ts';
import { buildClient, buildUser, type BuiltUser } from '../support/builders.ts';
import { claimsIn, tokensOf } from '../support/logins.ts';
import { queriesOf } from '../support/queries.ts';

const app = useApp();
const ALL = 'openid profile email phone groups';
let client: Client;
let user: BuiltUser;
let token: string;
beforeAll(async () => {
  client = await buildClient(app, { scopes: ALL.split(' ') });
  user = await buildUser(app, {
    name: 'Ada Lovelace',
    givenName: 'Ada',
    familyName: 'Lovelace',
    username: 'ada',
    picture: 'https://example.com/ada.png',
    emailVerified: true,
    phoneNumber: '+44 20 7946 0000',
  });
  token = await accessToken(user);
});

const accessToken = async (of: BuiltUser, scope = ALL) => (await tokensOf(app, client, of, scope)).access_token;
const userinfo = (accessTo: string | undefined) => app.send('GET', '/oauth2/userinfo', { token: accessTo });
const rows = async (text: string, ...values: unknown[]) => (await app.server.database.pool.query(text, values)).rows;

describe('GET /oauth2/userinfo', () => {
  it('OIDC Core §5.4, RFC 6750 §5.3: answers the claims of the scopes, for nobody to keep', async () => {
    const { status, headers, body } = await userinfo(token);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toEqual({
      sub: user.id,
      groups: [],
      name: 'Ada Lovelace',
      given_name: 'Ada',
      family_name: 'Lovelace',
      preferred_username: 'ada',
      picture: 'https://example.com/ada.png',
      updated_at: expect.any(Number),
      email: user.email,
      email_verified: true,
      phone_number: '+44 20 7946 0000',
      phone_number_verified: false,
    });
  });

  it('OIDC Core §5.3.2: answers sub and groups with openid alone, sub being the ID token’s', async () => {
    const { access_token, id_token } = await tokensOf(app, client, user, 'openid');
    expect((await userinfo(access_token)).body).toEqual({ sub: claimsIn(id_token).sub, groups: [] });
  });

  it('OIDC Core §5.3.2: leaves out what the user has no value for', async () => {
    const plain = await buildUser(app);
    const { body } = await userinfo(await accessToken(plain));
    expect(Object.keys(body).toSorted()).toEqual(['email', 'email_verified', 'groups', 'name', 'sub', 'updated_at']);
  });

  it('shows a group in the answer right after it was joined, sorted, and not after it was left', async () => {
    const admin = await app.token('admin');
    const joining = await buildUser(app);
    const live = await accessToken(joining);
    const ids: string[] = [];
    for (const name of ['zeta_read', 'Alpha_admin', 'beta_read'])
      ids.push((await app.send('POST', '/groups', { token: admin, body: { name } })).body.id);
    for (const id of ids) await app.send('POST', `/groups/${id}/members/${joining.id}`, { token: admin });
    expect((await userinfo(live)).body.groups).toEqual(['Alpha_admin', 'beta_read', 'zeta_read']);
    await app.send('DELETE', `/groups/${ids[1]}/members/${joining.id}`, { token: admin });
    expect((await userinfo(live)).body.groups).toEqual(['beta_read', 'zeta_read']);
    await app.send('DELETE', `/groups/${ids[0]}`, { token: admin });
    expect((await userinfo(live)).body.groups).toEqual(['beta_read']);
  });

  it('takes one statement', async () => {
    const queries = await queriesOf(() => userinfo(token));
    expect(queries).toHaveLength(1);
    expect(queries[0]).toMatch(/^select/);
  });
});

describe('POST /oauth2/userinfo', () => {
  it('RFC 6750 §2.1, §2.2, OIDC Core §5.3, §5.3.1: takes the token by header, or in the form', async () => {
    expect((await app.send('POST', '/oauth2/userinfo', { token })).body.sub).toBe(user.id);
    const body = new URLSearchParams({ access_token: token });
    expect((await app.send('POST', '/oauth2/userinfo', { body })).body.sub).toBe(user.id);
  });

  it('RFC 6750 §2: refuses the token in both', async () => {
    const body = new URLSearchParams({ access_token: token });
    const answer = await app.send('POST', '/oauth2/userinfo', { token, body });
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_request']);
  });
});

describe('userinfo, asked wrongly,', () => {
  const refused = async (bad: string) => {
    const { status, headers, body } = await userinfo(bad);
    expect([status, body.error]).toEqual([401, 'invalid_token']);
    expect(headers.get('www-authenticate')).toMatch(/^Bearer error="invalid_token"/);
  };

  it('RFC 6750 §3, OIDC Core §5.3.3: refuses a request without a token, telling how to give one and no more', async () => {
    const { status, headers } = await userinfo(undefined);
    expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  });

  it('RFC 6750 §2.3: refuses a token in the URL', async () => {
    const { status, body } = await app.send('GET', `/oauth2/userinfo?access_token=${token}`);
    expect([status, body.error]).toEqual([400, 'invalid_request']);
  });

  it('RFC 9068 §4, RFC 6750 §3.1: refuses an ID token, a refresh token, a changed one and nonsense', async () => {
    const { id_token, refresh_token, access_token } = await tokensOf(app, client, user, 'openid');
    await refused(id_token);
    await refused(refresh_token);
    const [header, payload, signature] = access_token.split('.') as [string, string, string];
    const other = Buffer.from(JSON.stringify({ ...claimsIn(access_token), sub: 'x' })).toString('base64url');
    await refused(`${header}.${other}.${signature}`);
    await refused(`${header}.${payload}.`);
    await refused(`${header}.${payload}.${signature}.`);
    await refused(`${header}.${payload}.${Buffer.alloc(64).toString('base64url')}`);
    await refused('nonsense');
    await refused('a.b.c');
  });

  it('RFC 9068 §4: refuses other headers than ours, whatever the signature', async () => {
    const [header, payload, signature] = token.split('.') as [string, string, string];
    const ours = JSON.parse(Buffer.from(header, 'base64url').toString());
    const changes = [
      { alg: 'none' },
      { alg: 'HS256' },
      { typ: 'JWT' },
      { crit: ['x'] },
      { jku: 'https://evil.example' },
    ];
    for (const change of [...changes, { kid: 'unknown' }, { kid: 1 }]) {
      const changed = Buffer.from(JSON.stringify({ ...ours, ...change })).toString('base64url');
      await refused(`${changed}.${payload}.${signature}`);
    }
    await refused(`${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`);
  });

  it('refuses another scheme', async () => {
    const { status } = await app.send('GET', '/oauth2/userinfo', { headers: { authorization: `Basic ${token}` } });
    expect(status).toBe(401);
  });

  it('RFC 6750 §3.1, OIDC Core §5.3.1: refuses a token without the scope openid, and a client’s own, with 403', async () => {
    for (const small of [await accessToken(user, 'profile'), await app.token('admin')]) {
      const { status, headers, body } = await userinfo(small);
      expect([status, body.error]).toEqual([403, 'insufficient_scope']);
      expect(headers.get('www-authenticate')).toBe('Bearer error="insufficient_scope", scope="openid"');
    }
  });

  it('refuses a token whose user is disabled, or whose session, client or user is gone', async () => {
    const endings = [
      'update users set is_active = false where id = $1',
      'delete from users where id = $1',
      'delete from sessions where user_id = $1',
      'delete from grants where user_id = $1',
    ];
    for (const ending of endings) {
      const leaving = await buildUser(app);
      const live = await accessToken(leaving);
      expect((await userinfo(live)).status).toBe(200);
      await rows(ending, leaving.id);
      await refused(live);
    }
    const gone = await buildClient(app);
    const { access_token } = await tokensOf(app, gone, user, 'openid');
    await rows('delete from clients where id = $1', gone.id);
    await refused(access_token);
  });

  it('RFC 6750 §3.1: refuses a token that has expired', async () => {
    const short = await accessToken(user);
    app.clock.advance(899);
    expect((await userinfo(short)).status).toBe(200);
    app.clock.advance(2);
    await refused(short);
    app.clock.advance(-901);
  });
});
