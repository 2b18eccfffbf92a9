import { beforeAll, describe, expect, it } from '@jest/globals';
import { type Client } from '#product';
import { type Answer, useApp } from '../support/app.ts';
import { buildClient, buildConfidential, buildUser, type BuiltUser, SECRET } from '../support/builders.ts';
import { claimsIn, codeOf, redeem, refresh, type Tokens } from '../support/logins.ts';
import { queriesOf } from '../support/queries.ts';

const app = useApp();
const confidential = (given: Partial<Client> = {}): Promise<Client> => buildConfidential(app, given);

/** A server that others' tokens are shown to. */
let resourceServer: Client;
let client: Client;
let service: Client;
let user: BuiltUser;
beforeAll(async () => {
  resourceServer = await confidential({ grantTypes: ['client_credentials'], scopes: ['read'], redirectUris: [] });
  client = await confidential();
  service = await confidential({ grantTypes: ['client_credentials'], scopes: ['read', 'write'], redirectUris: [] });
  user = await buildUser(app);
});

const send = (fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Answer> =>
  app.send('POST', '/oauth2/introspect', { body: new URLSearchParams(fields), headers });
const ask = (token: string, asking = resourceServer, fields: Record<string, string> = {}): Promise<Answer> =>
  send({ token, client_id: asking.id, client_secret: SECRET, ...fields });
const login = async (scope = 'openid email offline_access', of = client): Promise<Tokens> =>
  (await redeem(app, of, await codeOf(app, of, user, { scope }), { client_secret: SECRET })).body;
const serviceToken = (scope: string) => app.token(scope, { clientId: service.id, clientSecret: SECRET });
const rows = async (text: string, ...values: unknown[]) => (await app.server.database.pool.query(text, values)).rows;

const isInactive = (answer: Answer) => {
  expect(answer.status).toBe(200);
  expect(answer.text).toBe('{"active":false}');
};

describe('POST /oauth2/introspect', () => {
  it('RFC 7662 §2.2: tells of a user’s access token whose it is, what for and until when, for nobody to keep', async () => {
    const { access_token } = await login();
    const { status, headers, body } = await ask(access_token);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-store');
    const { iat, exp, jti, sid, auth_time } = claimsIn(access_token);
    expect(body).toEqual({
      active: true,
      scope: 'openid email offline_access',
      client_id: client.id,
      sub: user.id,
      username: user.email,
      token_type: 'Bearer',
      iss: app.issuer,
      aud: app.issuer,
      customer_id: client.customerId,
      iat,
      exp,
      jti,
      sid,
      auth_time,
    });
  });

  it('RFC 7662 §5: names the user only where the token’s client may know the address', async () => {
    expect((await ask((await login('openid')).access_token)).body).not.toHaveProperty('username');
  });

  it('RFC 7662 §2.2: tells of a client’s own token, whose sub is the client', async () => {
    const token = await serviceToken('write');
    const { iat, exp, jti } = claimsIn(token);
    expect((await ask(token)).body).toEqual({
      active: true,
      scope: 'write',
      client_id: service.id,
      sub: service.id,
      token_type: 'Bearer',
      iss: app.issuer,
      aud: app.issuer,
      customer_id: service.customerId,
      iat,
      exp,
      jti,
    });
  });

  it('tells of a refresh token to its own client alone', async () => {
    const { refresh_token, access_token } = await login();
    const { body } = await ask(refresh_token, client);
    expect(body).toEqual({
      active: true,
      scope: 'openid email offline_access',
      client_id: client.id,
      sub: user.id,
      username: user.email,
      iss: app.issuer,
      aud: app.issuer,
      customer_id: client.customerId,
      sid: claimsIn(access_token).sid,
      iat: expect.any(Number),
      exp: body.iat + 30 * 86_400,
    });
    isInactive(await ask(refresh_token, resourceServer));
  });

  it('RFC 7662 §2.1: finds the token whatever token_type_hint says', async () => {
    const { access_token, refresh_token } = await login();
    for (const token_type_hint of ['refresh_token', 'access_token', 'nonsense']) {
      expect((await ask(access_token, resourceServer, { token_type_hint })).body.active).toBe(true);
      expect((await ask(refresh_token, client, { token_type_hint })).body.active).toBe(true);
    }
  });

  it('takes one statement, the client’s authentication included, and writes nothing', async () => {
    const { access_token, refresh_token } = await login();
    const own = await serviceToken('read');
    for (const token of [access_token, own, refresh_token, 'nonsense']) {
      const queries = await queriesOf(() => ask(token, client));
      expect(queries).toHaveLength(1);
      expect(queries[0]).toMatch(/^select/);
    }
  });
});

describe('a dead token, introspected', () => {
  it('RFC 7662 §2.2: tells of what is no token of ours, or an ID token, that it is not active, and no more', async () => {
    const { id_token, access_token } = await login();
    for (const token of ['nonsense', 'rt_', 'a.b.c', '\u{1f600}', id_token, `${access_token}x`])
      isInactive(await ask(token, client));
  });

  it('RFC 7662 §2.2: tells no more of an expired token', async () => {
    const { access_token, refresh_token } = await login('openid');
    const own = await serviceToken('read');
    app.clock.advance(901);
    isInactive(await ask(access_token));
    isInactive(await ask(own));
    expect((await ask(refresh_token, client)).body.active).toBe(true);
    app.clock.advance(3600);
    isInactive(await ask(refresh_token, client));
  });

  it('RFC 7662 §2.2: tells no more of a token whose grant or client is gone', async () => {
    const leaving = await confidential();
    const { access_token, refresh_token } = await login('openid', leaving);
    expect((await ask(access_token)).body.active).toBe(true);
    await rows('delete from grants where client_id = $1', leaving.id);
    isInactive(await ask(access_token));
    isInactive(await ask(refresh_token, leaving));
    const gone = await confidential({ grantTypes: ['client_credentials'], scopes: ['read'] });
    const own = await app.token('read', { clientId: gone.id, clientSecret: SECRET });
    await rows('delete from clients where id = $1', gone.id);
    isInactive(await ask(own));
  });

  it('tells no more of a refresh token that was used', async () => {
    const { refresh_token } = await login();
    const next = (await refresh(app, client, refresh_token, { client_secret: SECRET })).body.refresh_token;
    isInactive(await ask(refresh_token, client));
    expect((await ask(next, client)).body.active).toBe(true);
  });

  it('tells no more of another customer’s tokens', async () => {
    const other = await app.newCustomer();
    const stranger = await confidential({ customerId: other.customerId });
    const { access_token, refresh_token } = await login();
    for (const token of [access_token, refresh_token, await serviceToken('read')])
      isInactive(await ask(token, stranger));
    isInactive(await ask(await app.token('read', other)));
  });

  it('tells nothing of scopes that the client has lost since', async () => {
    const shrinking = await confidential({ grantTypes: ['client_credentials'], scopes: ['read', 'write'] });
    const token = await app.token('write', { clientId: shrinking.id, clientSecret: SECRET });
    await rows(`update clients set scopes = '{read}' where id = $1`, shrinking.id);
    expect((await ask(token)).body.scope).toBe('read');
    await rows(`update clients set scopes = '{openid}' where id = $1`, shrinking.id);
    isInactive(await ask(token));
  });
});

describe('who may not introspect', () => {
  it('RFC 7662 §2.1: refuses who does not authenticate, with the challenge where the header was used', async () => {
    const { access_token: token } = await login();
    const wrong = await send({ token, client_id: client.id, client_secret: 'wrong' });
    expect([wrong.status, wrong.body.error]).toEqual([401, 'invalid_client']);
    expect((await send({ token })).body.error).toBe('invalid_client');
    expect((await send({ token, client_id: client.id })).body.error).toBe('invalid_client');
    const basic = { authorization: `Basic ${Buffer.from(`${client.id}:wrong`).toString('base64')}` };
    const { status, headers } = await send({ token }, basic);
    expect([status, headers.get('www-authenticate')]).toEqual([401, expect.stringMatching(/^Basic /)]);
  });

  it('RFC 7662 §4: refuses public clients, which could be anybody', async () => {
    const open = await buildClient(app);
    const { access_token: token } = await login();
    const { status, body } = await send({ token, client_id: open.id });
    expect([status, body.error]).toEqual([401, 'invalid_client']);
  });

  it('refuses a request without a token, a token given twice, JSON and other methods', async () => {
    const credentials = { client_id: client.id, client_secret: SECRET };
    const none = await send(credentials);
    expect([none.status, none.body]).toEqual([
      400,
      expect.objectContaining({ error: 'invalid_request', error_description: 'token is missing.' }),
    ]);
    const twice = new URLSearchParams([...Object.entries(credentials), ['token', 'a'], ['token', 'b']]);
    expect((await app.send('POST', '/oauth2/introspect', { body: twice })).body.error).toBe('invalid_request');
    expect((await app.send('POST', '/oauth2/introspect', { body: { token: 'a' } })).status).toBe(400);
    const get = await app.send('GET', '/oauth2/introspect?token=a');
    expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST']);
  });
});

describe('discovery', () => {
  it('RFC 8414 §2: tells of introspection, and how to authenticate there', async () => {
    const { body } = await app.send('GET', '/.well-known/oauth-authorization-server');
    expect(body.introspection_endpoint).toBe(`${app.issuer}/oauth2/introspect`);
    expect(body.introspection_endpoint_auth_methods_supported).toContain('client_secret_basic');
    expect(body.introspection_endpoint_auth_methods_supported).not.toContain('none');
  });
});
