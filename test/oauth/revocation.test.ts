import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { type Client, hashOfGenerated } from '#product';
import { type Answer, useApp } from '../support/app.ts';
import { buildClient, buildUser, type BuiltUser } from '../support/builders.ts';
import { claimsIn, refresh, type Tokens, tokensOf } from '../support/logins.ts';
import { queriesOf } from '../support/queries.ts';

const app = useApp();
const SECRET = 'ghs_secret';
const service = (given: Partial<Client> = {}): Promise<Client> =>
  buildClient(app, {
    type: 'confidential',
    secretHash: hashOfGenerated(SECRET),
    tokenEndpointAuthMethod: 'client_secret_basic',
    grantTypes: ['client_credentials'],
    scopes: ['read'],
    redirectUris: [],
    ...given,
  });

let client: Client;
let account: Client;
let user: BuiltUser;
beforeAll(async () => {
  client = await buildClient(app);
  account = await service();
  user = await buildUser(app);
});

const send = (fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Answer> =>
  app.send('POST', '/oauth2/revoke', { body: new URLSearchParams(fields), headers });
const revoke = (token: string, of = client, fields: Record<string, string> = {}) =>
  send({ token, client_id: of.id, ...(of.type === 'confidential' && { client_secret: SECRET }), ...fields });
const login = (): Promise<Tokens> => tokensOf(app, client, user, 'openid offline_access');
const ownToken = (of = account) => app.token('read', { clientId: of.id, clientSecret: SECRET });
const userinfo = async (token: string) => (await app.send('GET', '/oauth2/userinfo', { token })).status;
const groups = async (token: string) => (await app.send('GET', '/groups', { token })).status;
const use = async (token: string, of = client) => (await refresh(app, of, token)).status;
const rows = async (text: string, ...values: unknown[]) => (await app.server.database.pool.query(text, values)).rows;
const trailOf = (subject: string) =>
  rows('select action, actor_id, subject_type, details from audit_events where subject_id = $1', subject);

describe('POST /oauth2/revoke', () => {
  it('RFC 7009 §2.1: ends a refresh token, and every access token of the same grant at once', async () => {
    const { refresh_token, access_token } = await login();
    const { status, headers } = await revoke(refresh_token);
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect([await userinfo(access_token), await groups(access_token)]).toEqual([401, 401]);
    expect(await use(refresh_token)).toBe(400);
    expect(await trailOf(claimsIn(access_token).gid)).toEqual([
      {
        action: 'grant.revoked',
        actor_id: client.id,
        subject_type: 'grant',
        details: { userId: user.id, clientId: client.id },
      },
    ]);
  });

  it('RFC 7009 §2.1: ends a user’s access token, and the refresh token that could replace it', async () => {
    const { refresh_token, access_token } = await login();
    expect((await revoke(access_token)).status).toBe(200);
    expect([await userinfo(access_token), await groups(access_token)]).toEqual([401, 401]);
    expect(await use(refresh_token)).toBe(400);
  });

  it('ends the grant by a refresh token that was used before, which its client may not know', async () => {
    const { refresh_token } = await login();
    const next = (await refresh(app, client, refresh_token)).body;
    expect((await revoke(refresh_token)).status).toBe(200);
    expect(await userinfo(next.access_token)).toBe(401);
    expect(await use(next.refresh_token)).toBe(400);
  });

  it('leaves the user’s other grants alone', async () => {
    const [one, other] = [await login(), await login()];
    await revoke(one.refresh_token);
    expect(await userinfo(other.access_token)).toBe(200);
    expect(await use(other.refresh_token)).toBe(200);
  });

  it('RFC 7009 §2: ends one access token of a client acting for itself, on every server at once', async () => {
    const [token, other] = [await ownToken(), await ownToken()];
    expect(await groups(token)).toBe(200);
    expect((await revoke(token, account)).status).toBe(200);
    expect((await revoke(token, account)).status).toBe(200);
    expect([await groups(token), await groups(other)]).toEqual([401, 200]);
    const ask = new URLSearchParams({ token, client_id: account.id, client_secret: SECRET });
    expect((await app.send('POST', '/oauth2/introspect', { body: ask })).text).toBe('{"active":false}');
    expect(await trailOf(claimsIn(token).jti)).toEqual([
      { action: 'token.revoked', actor_id: account.id, subject_type: 'token', details: {} },
    ]);
  });

  it('RFC 7009 §2.1: finds the token whatever token_type_hint says', async () => {
    for (const token_type_hint of ['access_token', 'refresh_token', 'nonsense']) {
      const { refresh_token, access_token } = await login();
      expect((await revoke(refresh_token, client, { token_type_hint })).status).toBe(200);
      expect(await userinfo(access_token)).toBe(401);
    }
  });

  it('RFC 7009 §2.2: answers 200 for a token that is unknown, dead, or no such token', async () => {
    const { refresh_token, id_token } = await login();
    for (const token of ['nonsense', 'rt_', 'a.b.c', id_token, refresh_token, refresh_token])
      expect((await revoke(token)).status).toBe(200);
  });

  it('takes two statements', async () => {
    const { refresh_token } = await login();
    expect(await queriesOf(() => revoke(refresh_token))).toHaveLength(2);
    const token = await ownToken();
    expect(await queriesOf(() => revoke(token, account))).toHaveLength(2);
  });
});

describe('what revocation does not do', () => {
  it('RFC 7009 §2.1: refuses another client’s tokens, and leaves them as they are', async () => {
    const other = await buildClient(app);
    const { refresh_token, access_token } = await login();
    for (const [token, of] of [
      [refresh_token, other],
      [access_token, other],
      [access_token, account],
      [await ownToken(), await service()],
    ] as const) {
      const { status, body } = await revoke(token, of);
      expect([status, body.error]).toEqual([400, 'invalid_grant']);
    }
    expect(await userinfo(access_token)).toBe(200);
    expect(await use(refresh_token)).toBe(200);
  });

  it('tells nothing of another customer’s tokens, and leaves them as they are', async () => {
    const { customerId } = await app.newCustomer();
    const stranger = await buildClient(app, { customerId });
    const { refresh_token, access_token } = await login();
    expect((await revoke(refresh_token, stranger)).status).toBe(200);
    expect((await revoke(access_token, stranger)).status).toBe(200);
    expect(await userinfo(access_token)).toBe(200);
    expect(await use(refresh_token)).toBe(200);
  });

  it('RFC 7009 §2.1: refuses a confidential client that does not authenticate', async () => {
    const token = await ownToken();
    const basic = { authorization: `Basic ${Buffer.from(`${account.id}:wrong`).toString('base64')}` };
    for (const answer of [
      await send({ token, client_id: account.id }),
      await send({ token, client_id: account.id, client_secret: 'wrong' }),
      await send({ token, client_id: randomUUID() }),
      await send({ token }),
      await send({ token }, basic),
    ])
      expect([answer.status, answer.body.error]).toEqual([401, 'invalid_client']);
    expect(await groups(token)).toBe(200);
  });

  it('refuses a request without a token, a token given twice, JSON and other methods', async () => {
    const none = await send({ client_id: client.id });
    expect([none.status, none.body.error]).toEqual([400, 'invalid_request']);
    const twice = new URLSearchParams([
      ['client_id', client.id],
      ['token', 'a'],
      ['token', 'b'],
    ]);
    expect((await app.send('POST', '/oauth2/revoke', { body: twice })).body.error).toBe('invalid_request');
    expect((await app.send('POST', '/oauth2/revoke', { body: { token: 'a' } })).status).toBe(400);
    const get = await app.send('GET', '/oauth2/revoke?token=a');
    expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST']);
  });
});

describe('where the database fails', () => {
  it('RFC 7009 §2.2.1: answers 503 with Retry-After, because the token may still be good', async () => {
    const { refresh_token, access_token } = await login();
    await rows(`create function fail() returns trigger language plpgsql as $$ begin raise 'no'; end $$`);
    await rows('create trigger fail before delete on grants for each row execute function fail()');
    try {
      const { status, headers, body } = await revoke(refresh_token);
      expect([status, body.error]).toEqual([503, 'temporarily_unavailable']);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await userinfo(access_token)).toBe(200);
    } finally {
      await rows('drop function fail cascade');
    }
    expect((await revoke(refresh_token)).status).toBe(200);
    expect(await userinfo(access_token)).toBe(401);
  });
});

describe('discovery', () => {
  it('RFC 8414 §2: tells of revocation, and how to authenticate there', async () => {
    const { body } = await app.send('GET', '/.well-known/oauth-authorization-server');
    expect(body.revocation_endpoint).toBe(`${app.issuer}/oauth2/revoke`);
    expect(body.revocation_endpoint_auth_methods_supported).toEqual(body.token_endpoint_auth_methods_supported);
  });
});
