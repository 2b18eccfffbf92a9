import { beforeAll, describe, expect, it } from '@jest/globals';
import { type Client, hashOfGenerated, PasswordHasher } from '#product';
import { useApp } from '../support/app.ts';
import { buildClient } from '../support/builders.ts';
import { askForTokens, claimsIn } from '../support/logins.ts';
import { queriesOf } from '../support/queries.ts';

const app = useApp();
const SECRET = 'ghs_a secret: with + every % sort';

const service = (given: Partial<Client> = {}): Promise<Client> =>
  buildClient(app, {
    type: 'confidential',
    secretHash: hashOfGenerated(SECRET),
    tokenEndpointAuthMethod: 'client_secret_basic',
    grantTypes: ['client_credentials'],
    scopes: ['openid', 'read', 'write'],
    redirectUris: [],
    ...given,
  });

const encode = (text: string) => new URLSearchParams({ '': text }).toString().slice(1);
const basic = (id: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${encode(id)}:${encode(secret)}`).toString('base64')}`,
});
const cc = (fields: Record<string, string | undefined>, headers?: Record<string, string>) =>
  askForTokens(app, { grant_type: 'client_credentials', ...fields }, headers);

let client: Client;
beforeAll(async () => {
  client = await service();
});

describe('client_credentials', () => {
  it('RFC 6749 §4.4.3, §5.1: answers a token for the scopes asked for, which nobody may keep', async () => {
    const { status, headers, body } = await cc({ client_id: client.id, client_secret: SECRET, scope: 'write read' });
    expect(status).toBe(200);
    expect(body).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 900,
      scope: 'write read',
    });
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('pragma')).toBe('no-cache');
  });

  it('RFC 9068 §2.1, §2.2, §2.2.3: answers a signed at+jwt that names issuer, audience, subject, client, customer and scope, and has no session', async () => {
    const { body } = await cc({ client_id: client.id, client_secret: SECRET, scope: 'read' });
    expect(JSON.parse(Buffer.from(body.access_token.split('.')[0], 'base64url').toString())).toEqual({
      alg: 'ES256',
      typ: 'at+jwt',
      kid: expect.any(String),
    });
    const claims = claimsIn(body.access_token);
    expect(claims).toEqual({
      iss: app.issuer,
      aud: app.issuer,
      sub: client.id,
      client_id: client.id,
      customer_id: client.customerId,
      scope: 'read',
      jti: expect.any(String),
      iat: expect.any(Number),
      exp: claims.iat + 900,
    });
  });

  it('RFC 6749 §3.3: grants what the client is registered for when no scope is asked for, and never a user’s scope', async () => {
    expect((await cc({ client_id: client.id, client_secret: SECRET })).body.scope).toBe('read write');
  });

  it('grants a scope that a registered one includes', async () => {
    const { id } = await service({ scopes: ['admin'] });
    expect((await cc({ client_id: id, client_secret: SECRET, scope: 'read' })).body.scope).toBe('read');
  });

  it.each(['admin', 'openid', 'nonsense', 'read nonsense'])('RFC 6749 §5.2: refuses the scope “%s”', async (scope) => {
    const { status, body } = await cc({ client_id: client.id, client_secret: SECRET, scope });
    expect([status, body.error]).toEqual([400, 'invalid_scope']);
  });

  it('takes one statement and writes nothing', async () => {
    await cc({ client_id: client.id, client_secret: SECRET });
    const queries = await queriesOf(() => cc({ client_id: client.id, client_secret: SECRET }));
    expect(queries).toHaveLength(1);
    expect(queries[0]).toMatch(/^select/);
  });

  it('RFC 6749 §4.4: is not for public clients', async () => {
    const open = await service({ type: 'public', tokenEndpointAuthMethod: 'none', secretHash: null });
    const { status, body } = await cc({ client_id: open.id });
    expect([status, body.error]).toEqual([400, 'unauthorized_client']);
  });
});

describe('client authentication', () => {
  it.each(['client_secret_basic', 'client_secret_post'])(
    'RFC 6749 §2.3.1: takes the secret by header, form-encoded, and by form, of a client registered with %s',
    async (tokenEndpointAuthMethod) => {
      const { id } = await service({ tokenEndpointAuthMethod });
      expect((await cc({}, basic(id, SECRET))).status).toBe(200);
      expect((await cc({ client_id: id }, basic(id, SECRET))).status).toBe(200);
      expect((await cc({ client_id: id, client_secret: SECRET })).status).toBe(200);
    },
  );

  it.each([
    ['a wrong secret', () => ({ client_id: client.id, client_secret: 'wrong' })],
    ['no secret', () => ({ client_id: client.id })],
    ['an empty secret', () => ({ client_id: client.id, client_secret: '' })],
    ['an unknown client', () => ({ client_id: 'nobody', client_secret: SECRET })],
    ['no client', () => ({})],
  ])('RFC 6749 §3.2.1: refuses %s with 401 and no challenge', async (_name, fields) => {
    const { status, headers, body } = await cc(fields());
    expect([status, body.error]).toEqual([401, 'invalid_client']);
    expect(headers.get('www-authenticate')).toBeNull();
  });

  it.each([
    ['a wrong secret', () => basic(client.id, 'wrong')],
    ['an unknown client', () => basic('nobody', SECRET)],
    ['a client id with a NUL byte', () => basic('no\0body', SECRET)],
    ['a header without a colon', () => ({ authorization: `Basic ${Buffer.from('abc').toString('base64')}` })],
    [
      'a header that is not form-encoded',
      () => ({ authorization: `Basic ${Buffer.from('a:%zz').toString('base64')}` }),
    ],
    ['another scheme', () => ({ authorization: 'Bearer abc' })],
  ])('RFC 6749 §5.2: challenges who tried by header with %s in the header', async (_name, headers) => {
    const answer = await cc({}, headers());
    expect([answer.status, answer.body.error]).toEqual([401, 'invalid_client']);
    expect(answer.headers.get('www-authenticate')).toMatch(/^Basic realm=/);
  });

  it('RFC 6749 §2.3: refuses two ways at once, and a client_id that is another’s', async () => {
    const both = await cc({ client_secret: SECRET }, basic(client.id, SECRET));
    expect([both.status, both.body.error]).toEqual([400, 'invalid_request']);
    const other = await cc({ client_id: 'other' }, basic(client.id, SECRET));
    expect([other.status, other.body.error]).toEqual([400, 'invalid_request']);
  });

  it('refuses a secret of a client registered without one', async () => {
    const open = await buildClient(app);
    const { body } = await askForTokens(app, { grant_type: 'refresh_token', client_id: open.id, client_secret: 'x' });
    expect(body.error).toBe('invalid_client');
  });

  it('knows an argon2id secret, compares it once a minute, and not at all when it was replaced', async () => {
    const hasher = app.server.runtime.get(PasswordHasher);
    const { id } = await service({ secretHash: await hasher.hash('chosen by hand') });
    expect((await cc({ client_id: id, client_secret: 'chosen by hand' })).status).toBe(200);
    expect((await cc({ client_id: id, client_secret: 'chosen by hand' })).status).toBe(200);
    expect((await cc({ client_id: id, client_secret: 'guessed' })).status).toBe(401);
    await app.server.database.pool.query('update clients set secret_hash = $2 where id = $1', [
      id,
      hashOfGenerated('another'),
    ]);
    expect((await cc({ client_id: id, client_secret: 'chosen by hand' })).status).toBe(401);
  });

  it('takes the secret before the last one while its time has not run out', async () => {
    const { id } = await service({
      secretHash: hashOfGenerated('new'),
      previousSecretHash: hashOfGenerated('old'),
      previousSecretExpiresAt: new Date(app.clock.now().getTime() + 60_000),
    });
    expect((await cc({ client_id: id, client_secret: 'old' })).status).toBe(200);
    expect((await cc({ client_id: id, client_secret: 'new' })).status).toBe(200);
    app.clock.advance(61);
    expect((await cc({ client_id: id, client_secret: 'old' })).status).toBe(401);
    expect((await cc({ client_id: id, client_secret: 'new' })).status).toBe(200);
  });
});

describe('POST /oauth2/token', () => {
  const send = (body: string, type = 'application/x-www-form-urlencoded') =>
    app.send('POST', '/oauth2/token', { body, headers: { 'content-type': type } });

  it.each([
    ['RFC 6749 §3.2: refuses a parameter given twice', 'grant_type=client_credentials&grant_type=client_credentials'],
    ['refuses a NUL byte', 'grant_type=client_credentials&client_id=a%00b'],
    ['refuses a body of more than 64 KiB', `grant_type=${'x'.repeat(70_000)}`],
  ])('%s', async (_name, body) => {
    const answer = await send(body);
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_request']);
  });

  it('refuses JSON', async () => {
    const answer = await send('{"grant_type":"client_credentials"}', 'application/json');
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_request']);
  });

  it.each(['password', 'implicit', 'toString', 'urn:ietf:params:oauth:grant-type:saml2-bearer'])(
    'RFC 6749 §5.2, RFC 9700 §2.4: refuses the grant type %s, which it does not know',
    async (grant_type) => {
      const { status, body } = await cc({ grant_type, client_id: client.id, client_secret: SECRET });
      expect([status, body.error]).toEqual([400, 'unsupported_grant_type']);
    },
  );

  it.each(['authorization_code', 'refresh_token'])(
    'RFC 6749 §5.2: answers unauthorized_client for %s to a client not registered for it',
    async (grant_type) => {
      const { status, body } = await cc({ grant_type, client_id: client.id, client_secret: SECRET });
      expect([status, body.error]).toEqual([400, 'unauthorized_client']);
    },
  );

  it('says what is missing', async () => {
    const none = await cc({ grant_type: undefined, client_id: client.id, client_secret: SECRET });
    expect(none.body).toEqual({
      error: 'invalid_request',
      error_description: 'grant_type is missing.',
      error_uri: `${app.issuer}/docs/errors#INVALID_REQUEST`,
      code: 'INVALID_REQUEST',
    });
    const open = await buildClient(app);
    const { body } = await askForTokens(app, { grant_type: 'authorization_code', client_id: open.id });
    expect(body).toMatchObject({ error: 'invalid_request', error_description: 'code is missing.' });
  });

  it('RFC 6749 §3.2: answers other methods than POST with 405', async () => {
    const { status, headers, body } = await app.send('GET', '/oauth2/token');
    expect([status, headers.get('allow'), body.error]).toEqual([405, 'POST', 'invalid_request']);
  });
});
