import { beforeAll, describe, expect, it } from '@jest/globals';
import { cleanUp, type Client } from '#product';
import { useApp, type Answer } from '../support/app.ts';
import { BrowserLite } from '../support/browser-lite.ts';
import { answerOf, authorizePath, buildUser, VERIFIER } from '../support/builders.ts';
import { newKey } from '../support/keys.ts';
import { askForTokens } from '../support/logins.ts';
import { createToken, manage, METADATA, newRegistered, newToken, register } from '../support/registrations.ts';

const app = useApp({ CLIENT_REGISTRATION: 'on' });
const closed = useApp();
let admin: string;
beforeAll(async () => {
  admin = await app.token('admin');
});

const rows = async (text: string, ...values: unknown[]) => (await app.server.database.pool.query(text, values)).rows;
const errorOf = ({ status, body }: Answer) => [status, body?.error];
const count = async (table: string): Promise<number> => (await rows(`select count(*)::int as n from ${table}`))[0].n;
const registered = async (policy: object = {}, metadata: object = {}) =>
  (await newRegistered(app, admin, { policy, metadata })).body;

/** Expects a time in seconds that is now, or a moment ago: the clock goes on while the server answers. */
function expectNow(seconds: number): void {
  const now = Math.floor(app.clock.now().getTime() / 1000);
  expect(seconds).toBeLessThanOrEqual(now);
  expect(seconds).toBeGreaterThan(now - 60);
}

describe('POST /oauth2/register', () => {
  it('RFC 7591 §3.1, §3.2.1: registers a client, and answers with its credentials and all metadata as registered', async () => {
    const { secret, id } = await newToken(app, admin, { scopes: ['OPENID', 'PROFILE'] });
    const { status, headers, body } = await register(app, secret, {
      ...METADATA,
      post_logout_redirect_uris: ['https://ledger.partner.example/bye'],
      logo_uri: 'https://ledger.partner.example/logo.png',
      contacts: ['ops@partner.example'],
      software_id: 'ledger',
      something_else: true,
    });
    expect(status).toBe(201);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toEqual({
      client_id: expect.any(String),
      client_id_issued_at: expect.any(Number),
      client_secret: expect.stringMatching(/^ghs_/),
      client_secret_expires_at: 0,
      registration_access_token: expect.stringMatching(/^ghr_[\w-]{65}$/),
      registration_client_uri: `${app.issuer}/oauth2/register/${body.client_id}`,
      client_name: 'Ledger',
      redirect_uris: METADATA.redirect_uris,
      post_logout_redirect_uris: ['https://ledger.partner.example/bye'],
      grant_types: ['authorization_code'],
      response_types: ['code'],
      scope: 'openid profile',
      token_endpoint_auth_method: 'client_secret_basic',
      logo_uri: 'https://ledger.partner.example/logo.png',
      contacts: ['ops@partner.example'],
      software_id: 'ledger',
      id_token_signed_response_alg: 'RS256',
      authorization_signed_response_alg: 'RS256',
      require_auth_time: true,
      require_pushed_authorization_requests: false,
      require_signed_request_object: false,
      fapi2: false,
      dpop_bound_access_tokens: false,
      tls_client_certificate_bound_access_tokens: false,
      frontchannel_logout_session_required: false,
      subject_type: 'public',
    });
    expectNow(body.client_id_issued_at);
    const { client } = await app.data(
      admin,
      'query ($id: ID!) { client(id: $id) { source expiresAt requireConsent requirePkce ownerId history { edges { node { action actorType details } } } } }',
      { id: body.client_id },
    );
    expect(client).toMatchObject({ source: 'REGISTERED', expiresAt: null, requireConsent: true, ownerId: null });
    expect(client.history.edges[0].node).toMatchObject({
      action: 'client.created',
      details: { source: 'registered', name: 'Ledger' },
    });
    const { initialAccessToken } = await app.data(
      admin,
      'query ($id: ID!) { initialAccessToken(id: $id) { clientsRegistered history { edges { node { action details } } } } }',
      { id },
    );
    expect(initialAccessToken.clientsRegistered).toBe(1);
    expect(initialAccessToken.history.edges[0].node).toMatchObject({
      action: 'initial_access_token.used',
      details: { clientId: body.client_id },
    });
  });

  it('RFC 9101 §10.5: serves a client that says so by signed request objects alone', async () => {
    const key = await newKey('ES256');
    const signer = { token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [key.jwk] } };
    const body = await registered({}, { ...signer, require_signed_request_object: true });
    expect(body.require_signed_request_object).toBe(true);
    const plain = authorizePath({ id: body.client_id, redirectUris: body.redirect_uris } as Client);
    expect((await app.send('GET', plain)).text).toContain('signed request object');
    const { secret } = await newToken(app, admin);
    const keyless = await register(app, secret, { ...METADATA, require_signed_request_object: true });
    expect([keyless.status, keyless.body.error_description]).toEqual([
      400,
      'require_signed_request_object needs jwks or jwks_uri.',
    ]);
  });

  it('RFC 7591 §5: stores hashes of the tokens alone', async () => {
    const { secret } = await newToken(app, admin);
    const { body } = await register(app, secret);
    const stored = JSON.stringify([
      await rows('select * from initial_access_tokens'),
      await rows('select * from client_registrations'),
      await rows('select * from clients where id = $1', body.client_id),
      await rows('select * from audit_events'),
    ]);
    for (const text of [secret, body.registration_access_token, body.client_secret]) expect(stored).not.toContain(text);
  });

  it('RFC 7591 §3: lets the user sign in with the client, after a warning that it registered itself', async () => {
    const made = await registered(
      { grantTypes: ['AUTHORIZATION_CODE', 'REFRESH_TOKEN'] },
      {
        grant_types: ['authorization_code', 'refresh_token'],
        token_endpoint_auth_method: 'none',
      },
    );
    expect(made.client_secret).toBeUndefined();
    const browser = new BrowserLite(app.issuer);
    const client = { id: made.client_id, redirectUris: made.redirect_uris };
    await browser.open(authorizePath(client as never));
    const consent = await browser.logIn(await buildUser(app));
    expect(new URL(consent.url).pathname).toBe('/consent');
    expect(consent.html).toContain('registered itself');
    const { code } = answerOf(await browser.submit({ decision: 'allow' }));
    const tokens = await askForTokens(app, {
      grant_type: 'authorization_code',
      client_id: made.client_id,
      redirect_uri: made.redirect_uris[0],
      code,
      code_verifier: VERIFIER,
    });
    expect(tokens.status).toBe(200);
    expect(tokens.body.refresh_token).toBeDefined();
  });

  it('gives a client without a name a neutral one, which names no host', async () => {
    const made = await registered({}, { client_name: undefined });
    expect(made.client_name).toBe('Unnamed application');
  });

  it('does not redirect to a client that registered itself before a page was shown', async () => {
    const { client_id: id, redirect_uris: redirectUris } = await registered();
    const answer = await app.send('GET', authorizePath({ id, redirectUris } as never, { scope: 'unknown' }));
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
    expect(answer.text).toContain('This sign-in link does not work');
  });

  it('gives a service account of such a registration its own tokens', async () => {
    const made = await registered(
      { grantTypes: ['CLIENT_CREDENTIALS'], scopes: ['READ'] },
      { redirect_uris: undefined, grant_types: ['client_credentials'], scope: 'read' },
    );
    expect(made.response_types).toEqual([]);
    const credentials = { clientId: made.client_id, clientSecret: made.client_secret };
    expect(await app.data(await app.token('read', credentials), '{ viewer { __typename } }')).toBeDefined();
  });

  it('RFC 7591 §3.2.2, RFC 6750 §3: refuses requests without a valid initial access token', async () => {
    const before = await count('clients');
    const none = await register(app, undefined);
    expect([...errorOf(none), none.headers.get('www-authenticate')]).toEqual([401, 'invalid_token', 'Bearer']);
    const unknown = await register(app, 'ghi_unknown');
    expect(errorOf(unknown)).toEqual([401, 'invalid_token']);
    expect(unknown.headers.get('www-authenticate')).toContain('error="invalid_token"');
    expect(errorOf(await register(app, admin))).toEqual([401, 'invalid_token']);

    const revoked = await newToken(app, admin);
    const revoke = 'mutation ($id: ID!) { revokeInitialAccessToken(id: $id) { initialAccessToken { revokedAt } } }';
    await app.data(admin, revoke, { id: revoked.id });
    expect(errorOf(await register(app, revoked.secret))).toEqual([401, 'invalid_token']);
    const expired = await newToken(app, admin, { lifetime: 60 });
    app.clock.advance(61);
    expect(errorOf(await register(app, expired.secret))).toEqual([401, 'invalid_token']);
    admin = await app.token('admin');
    expect(await count('clients')).toBe(before);
  });

  it.each([
    ['a host that is not allowed', { redirect_uris: ['https://evil.example/'] }],
    ['a host that ends like an allowed one', { redirect_uris: ['https://evilpartner.example/'] }],
    ['a host in front of an allowed one', { redirect_uris: ['https://a.partner.example.evil.example/'] }],
    ['an allowed host as the user name', { redirect_uris: ['https://a.partner.example@evil.example/'] }],
    ['another loopback host', { redirect_uris: ['http://127.0.0.1/'] }],
    ['another scheme', { redirect_uris: ['com.evil.app:/callback'] }],
    ['one good and one bad', { redirect_uris: [...METADATA.redirect_uris, 'https://evil.example/'] }],
    ['http', { redirect_uris: ['http://ledger.partner.example/'] }],
    ['a fragment', { redirect_uris: ['https://ledger.partner.example/#x'] }],
    ['no list', { redirect_uris: 'https://ledger.partner.example/' }],
    ['none', { redirect_uris: [] }],
  ])('RFC 7591 §3.2.2: answers invalid_redirect_uri for %s', async (_, metadata) => {
    const { secret } = await newToken(app, admin);
    expect(errorOf(await register(app, secret, { ...METADATA, ...metadata }))).toEqual([400, 'invalid_redirect_uri']);
    expect((await register(app, secret)).status).toBe(201);
  });

  it.each([
    ['a grant type that is not allowed', { grant_types: ['client_credentials'] }],
    ['a grant type that does not exist', { grant_types: ['implicit'] }],
    ['an authentication method that is not allowed', { token_endpoint_auth_method: 'client_secret_post' }],
    ['an authentication method that does not exist', { token_endpoint_auth_method: 'client_secret_jwt' }],
    ['response types that do not fit', { response_types: ['token'] }],
    ['private_key_jwt without keys', { token_endpoint_auth_method: 'private_key_jwt' }],
    ['keys at a foreign host', { token_endpoint_auth_method: 'private_key_jwt', jwks_uri: 'https://169.254.169.254/' }],
    ['a logo at a foreign host', { logo_uri: 'https://evil.example/logo.png' }],
    ['a page at a foreign host', { client_uri: 'https://evil.example/' }],
    ['a page that is a script', { client_uri: 'javascript:alert(1)' }],
    ['a logout address inside', { backchannel_logout_uri: 'https://10.0.0.1/' }],
    ['a name like the server’s', { client_name: 'Gui1dhall' }],
    ['a name in two lines', { client_name: 'a\nb' }],
    ['a name that is none', { client_name: 7 }],
    [
      'pairwise subjects of two hosts',
      {
        subject_type: 'pairwise',
        redirect_uris: ['https://one.partner.example/', 'https://two.partner.example/'],
      },
    ],
    ['private keys', { jwks: { keys: [{ kty: 'oct', k: 'AAAA' }] } }],
    ['a contact that cannot be stored', { contacts: ['a\0b'] }],
    ['a software_id that cannot be stored', { software_id: '\0' }],
    ['a software statement that nobody asked for', { software_statement: 'x' }, 'unapproved_software_statement'],
  ])(
    'RFC 7591 §3.2.2: answers invalid_client_metadata for %s',
    async (_, metadata, error = 'invalid_client_metadata') => {
      const { secret } = await newToken(app, admin, {
        tokenEndpointAuthMethods: ['CLIENT_SECRET_BASIC', 'PRIVATE_KEY_JWT'],
      });
      const answer = await register(app, secret, { ...METADATA, ...metadata });
      expect([...errorOf(answer), answer.text]).toEqual([400, error, answer.text]);
      // Every character of it can be told.
      expect(answer.body.error_description).not.toContain('?');
      // Nothing was counted.
      expect((await register(app, secret)).status).toBe(201);
    },
  );

  it('RFC 7591 §3.1: reads JSON objects only, up to a size', async () => {
    const { secret } = await newToken(app, admin);
    const form = await app.send('POST', '/oauth2/register', { token: secret, body: new URLSearchParams('a=b') });
    expect(errorOf(form)).toEqual([400, 'invalid_request']);
    for (const body of ['{', '[]', 'null', '"x"', JSON.stringify({ client_name: 'x'.repeat(200_000) })])
      expect(errorOf(await register(app, secret, body))).toEqual([400, 'invalid_request']);
    const get = await app.send('GET', '/oauth2/register', { token: secret });
    expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST']);
  });

  it('registers no more clients at once than the token allows', async () => {
    const { secret, id } = await newToken(app, admin, { clientsMax: 3 });
    const answers = await Promise.all(Array.from({ length: 20 }, () => register(app, secret)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(17);
    const [{ n }] = await rows(
      'select count(*)::int as n from client_registrations where initial_access_token_id = $1',
      id,
    );
    expect(n).toBe(3);
  });

  it('registers clients of the customer of the token only', async () => {
    const other = await app.newCustomer();
    const { secret } = await newToken(app, await app.token('admin', other));
    const { body } = await register(app, secret);
    const [client] = await rows('select customer_id from clients where id = $1', body.client_id);
    expect(client.customer_id).toBe(other.customerId);
    const mine = await newRegistered(app, admin);
    const { registration_access_token } = body;
    const stolen = { ...mine, body: { ...mine.body, registration_access_token } };
    for (const method of ['GET', 'PUT', 'DELETE'])
      expect(errorOf(await manage(app, method, stolen, method === 'PUT' ? METADATA : undefined))).toEqual([
        401,
        'invalid_token',
      ]);
    const revoke = 'mutation ($id: ID!) { revokeInitialAccessToken(id: $id) { initialAccessToken { id } } }';
    const { body: refused } = await app.graphql(await app.token('admin', other), revoke, {
      id: mine.tokenId,
    });
    expect(refused.errors[0].extensions.code).toBe('INITIAL_ACCESS_TOKEN_NOT_FOUND');
  });

  it('ends a client when its lifetime is over, and deletes it later', async () => {
    const made = await registered({ clientLifetime: 3600 });
    expectNow(made.client_secret_expires_at - 3600);
    const client = { id: made.client_id, redirectUris: made.redirect_uris };
    const token = {
      grant_type: 'authorization_code',
      code: 'x',
      client_id: made.client_id,
      client_secret: made.client_secret,
    };
    expect(errorOf(await askForTokens(app, token))).toEqual([400, 'invalid_request']);
    expect((await app.send('GET', authorizePath(client as never))).status).toBe(303);
    app.clock.advance(3600);
    expect(errorOf(await askForTokens(app, token))).toEqual([401, 'invalid_client']);
    expect((await app.send('GET', authorizePath(client as never))).status).toBe(400);
    expect(errorOf(await manage(app, 'GET', { body: made, tokenId: '' }))).toEqual([401, 'invalid_token']);
    app.clock.advance(8 * 86_400);
    await cleanUp(app.server.runtime);
    expect(await rows('select id from clients where id = $1', made.client_id)).toEqual([]);
    admin = await app.token('admin');
  });

  it('lets pages of other sites register, which send no cookies', async () => {
    const { secret } = await newToken(app, admin);
    const { headers } = await app.send('POST', '/oauth2/register', {
      token: secret,
      body: METADATA,
      headers: { origin: 'https://inspector.example' },
    });
    expect(headers.get('access-control-allow-origin')).toBe('*');
    const preflight = await app.send('OPTIONS', '/oauth2/register', {
      headers: { origin: 'https://inspector.example', 'access-control-request-method': 'POST' },
    });
    expect(preflight.headers.get('access-control-allow-headers')).toBe('*, authorization');
  });
});

describe('a server that does not let clients register themselves, as by default', () => {
  it('has no endpoint, advertises none, and makes no tokens', async () => {
    expect((await closed.send('POST', '/oauth2/register', { body: {} })).status).toBe(404);
    const { body } = await closed.send('GET', '/.well-known/openid-configuration');
    expect(body.registration_endpoint).toBeUndefined();
    const { body: refused } = await createToken(closed, await closed.token('admin'));
    expect(refused.errors[0].extensions.code).toBe('CLIENT_REGISTRATION_OFF');
  });

  it('RFC 8414 §2: the metadata has the endpoint where it is open', async () => {
    const { body } = await app.send('GET', '/.well-known/openid-configuration');
    expect(body.registration_endpoint).toBe(`${app.issuer}/oauth2/register`);
  });
});
