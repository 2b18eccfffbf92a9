import { beforeAll, describe, expect, it } from '@jest/globals';
import { type Client, Consent, hashOfGenerated } from '#product';
import { type Answer, useApp } from '../support/app.ts';
import { BrowserLite } from '../support/browser-lite.ts';
import { answerOf, authorizePath, buildClient, buildUser, type BuiltUser, VERIFIER } from '../support/builders.ts';
import { Prover } from '../support/dpop.ts';
import { codesOf, DEVICE_CODE, poll, toDecision } from '../support/devices.ts';
import { EXCHANGE } from '../support/exchanges.ts';
import {
  ACTING,
  GOOD,
  type Held,
  NO_ACTING,
  STILL_ACTING,
  NO_CLIENT,
  NO_USER,
  SCOPE,
  type Uses,
} from '../support/held.ts';
import { type Key, newKey, signed } from '../support/keys.ts';
import { askForTokens, claimsIn, codeOf, redeem, refresh } from '../support/logins.ts';

const app = useApp();
const SECRET = 'ghs_secret';
const JWT_BEARER = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const ISSUER = { issuer: 'https://ci.example', subject: 'job', audience: null, jwksUri: null };
const rows = async (text: string, ...values: unknown[]) => (await app.server.database.pool.query(text, values)).rows;

let asking: Client;
let key: Key;
beforeAll(async () => {
  key = await newKey('ES256');
  asking = await buildClient(app, {
    type: 'confidential',
    secretHash: hashOfGenerated(SECRET),
    tokenEndpointAuthMethod: 'client_secret_post',
    grantTypes: ['client_credentials'],
    scopes: ['read'],
  });
});

async function hold(): Promise<Held> {
  const user = await buildUser(app);
  const client = await buildClient(app, {
    type: 'confidential',
    secretHash: hashOfGenerated(SECRET),
    tokenEndpointAuthMethod: 'client_secret_post',
    grantTypes: ['authorization_code', 'refresh_token', 'client_credentials', DEVICE_CODE, JWT_BEARER, EXCHANGE],
    allowsImpersonation: true,
    trustedIssuers: [{ ...ISSUER, jwks: { keys: [{ ...key.jwk }] } }],
    scopes: [...SCOPE.split(' '), 'read', 'admin'],
    requireConsent: true,
  });
  const now = app.clock.now();
  await app.server.runtime.fork().insert(Consent, {
    userId: user.id,
    clientId: client.id,
    customerId: client.customerId,
    scopes: SCOPE.split(' '),
    claims: ['email'],
    returnHosts: ['rp.example'],
    createdAt: now,
    updatedAt: now,
  });
  const browser = new BrowserLite(app.issuer);
  await browser.open(authorizePath(client, { scope: SCOPE }));
  const first = answerOf(await browser.logIn(user));
  const second = answerOf(await browser.open(authorizePath(client, { scope: SCOPE })));
  const third = answerOf(await browser.open(authorizePath(client, { scope: SCOPE })));
  const claims = JSON.stringify({ userinfo: { email: null } });
  const fourth = answerOf(await browser.open(authorizePath(client, { scope: 'openid', claims })));
  const { body: named } = await redeem(app, client, fourth['code']!, { client_secret: SECRET });
  await rows(`update customers set impersonation = 'administrators' where id = $1`, client.customerId);
  const admin = await buildUser(app, { role: 'admin' });
  const code = await codeOf(app, client, admin, { scope: 'openid admin' });
  const { access_token: adminToken } = (await redeem(app, client, code, { client_secret: SECRET })).body;
  const prover = await Prover.new(app);
  const bound = await prover.ask({
    grant_type: 'authorization_code',
    client_id: client.id,
    client_secret: SECRET,
    redirect_uri: client.redirectUris[0],
    code: third['code']!,
    code_verifier: VERIFIER,
  });
  const { body } = await redeem(app, client, first['code']!, { client_secret: SECRET });
  const [used, unused] = [await allowed(client, user, browser), await allowed(client, user, browser)];
  const { body: ofDevice } = await poll(app, client, used, { client_secret: SECRET });
  return {
    client,
    user,
    deviceCode: unused,
    deviceToken: ofDevice.access_token,
    prover,
    boundToken: bound.body.access_token,
    code: second['code']!,
    accessToken: body.access_token,
    refreshToken: body.refresh_token,
    namedToken: named.access_token,
    admin,
    adminToken,
    actingToken: (await actAs(client, user, adminToken)).body.access_token,
    ownToken: await app.token('read', { clientId: client.id, clientSecret: SECRET }),
    assertion: await signed(key, {
      iss: ISSUER.issuer,
      sub: ISSUER.subject,
      aud: app.issuer,
      exp: Math.floor(app.clock.now().getTime() / 1000) + 60,
      jti: client.id,
    }),
  };
}

const actAs = (client: Client, user: BuiltUser, token: string): Promise<Answer> =>
  askForTokens(app, {
    grant_type: EXCHANGE,
    client_id: client.id,
    client_secret: SECRET,
    subject_token: token,
    subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
    requested_subject: user.id,
  });

/** The code of a device that the user has allowed. */
async function allowed(client: Client, user: BuiltUser, browser: BrowserLite): Promise<string> {
  const codes = await codesOf(app, client, { scope: SCOPE, client_secret: SECRET });
  await toDecision(app, codes, user, browser);
  await browser.submit({ decision: 'allow' });
  return codes.device_code;
}

const outcome = ({ status, body }: Answer): string => (status === 200 ? (body.scope ?? 'ok') : body.error);

async function introspect(token: string, client: Client): Promise<string> {
  const body = new URLSearchParams({ token, client_id: client.id, client_secret: SECRET });
  const answer = await app.send('POST', '/oauth2/introspect', { body });
  if (answer.status !== 200) return answer.body.error;
  return answer.body.active ? answer.body.scope : 'inactive';
}

async function addressAt(token: string): Promise<boolean | string> {
  const { status, body } = await app.send('GET', '/oauth2/userinfo', { token });
  return status === 200 ? Object.keys(body).includes('email') : body.error;
}

/** Everything a client can do with what it holds, and how each ends. */
async function everyUse(held: Held) {
  const { client, code, accessToken, refreshToken, deviceCode, deviceToken, ownToken, assertion } = held;
  const { prover, boundToken, namedToken, actingToken, adminToken, user } = held;
  const secret = { client_secret: SECRET };
  return {
    introspected: await introspect(accessToken, asking),
    'of a device introspected': await introspect(deviceToken, asking),
    'own introspected': await introspect(ownToken, asking),
    'refresh token introspected': await introspect(refreshToken, client),
    userinfo: await addressAt(accessToken),
    'claim by name': await addressAt(namedToken),
    'acting introspected': await introspect(actingToken, asking),
    'acting REST': (await app.send('GET', '/groups', { token: actingToken })).status,
    'bound introspected': await introspect(boundToken, asking),
    'bound REST': (await prover.use('GET', '/groups', boundToken)).status,
    REST: (await app.send('GET', '/groups', { token: accessToken })).status,
    GraphQL: (await app.graphql(accessToken, '{ __typename }')).status,
    'own REST': (await app.send('GET', '/groups', { token: ownToken })).status,
    client_credentials: outcome(
      await askForTokens(app, { grant_type: 'client_credentials', client_id: client.id, scope: 'read', ...secret }),
    ),
    'jwt-bearer': outcome(
      await askForTokens(app, { grant_type: JWT_BEARER, client_id: client.id, scope: 'read', assertion }),
    ),
    'acting as the user': outcome(await actAs(client, user, adminToken)),
    authorization_code: outcome(await redeem(app, client, code, secret)),
    refresh_token: outcome(await refresh(app, client, refreshToken, secret)),
    device_code: outcome(await poll(app, client, deviceCode, secret)),
  };
}

const lose = (client: Client, grantType: string) =>
  rows('update clients set grant_types = array_remove(grant_types, $2) where id = $1', client.id, grantType);

const NARROW = 'openid profile offline_access';

const restrictions: readonly (readonly [string, (held: Held) => Promise<unknown>, Uses])[] = [
  ['nothing changed', async () => undefined, GOOD],
  ['the client is deleted', ({ client }) => rows('delete from clients where id = $1', client.id), NO_CLIENT],
  [
    'the client loses authorization_code',
    ({ client }) => lose(client, 'authorization_code'),
    {
      ...NO_USER,
      'acting as the user': 'invalid_request',
      authorization_code: 'unauthorized_client',
      'of a device introspected': SCOPE,
      device_code: SCOPE,
    },
  ],
  [
    'the client loses device_code',
    ({ client }) => lose(client, DEVICE_CODE),
    { ...GOOD, 'of a device introspected': 'inactive', device_code: 'unauthorized_client' },
  ],
  [
    'the client loses refresh_token',
    ({ client }) => lose(client, 'refresh_token'),
    { ...GOOD, 'refresh token introspected': 'inactive', refresh_token: 'unauthorized_client' },
  ],
  [
    'the client loses client_credentials',
    ({ client }) => lose(client, 'client_credentials'),
    { ...GOOD, client_credentials: 'unauthorized_client' },
  ],
  [
    'the client loses jwt-bearer',
    ({ client }) => lose(client, JWT_BEARER),
    { ...GOOD, 'jwt-bearer': 'unauthorized_client' },
  ],
  [
    'the client no longer acts for itself',
    async ({ client }) => [await lose(client, 'client_credentials'), await lose(client, JWT_BEARER)],
    {
      ...GOOD,
      'own introspected': 'inactive',
      'own REST': 401,
      client_credentials: 'unauthorized_client',
      'jwt-bearer': 'unauthorized_client',
    },
  ],
  [
    'the client no longer trusts the issuer',
    ({ client }) => rows(`update clients set trusted_issuers = '[]' where id = $1`, client.id),
    { ...GOOD, 'jwt-bearer': 'invalid_grant' },
  ],
  [
    'the client has to prove its key',
    ({ client }) => rows('update clients set dpop_bound_access_tokens = true where id = $1', client.id),
    {
      ...GOOD,
      client_credentials: 'invalid_request',
      authorization_code: 'invalid_request',
      refresh_token: 'invalid_request',
      device_code: 'invalid_request',
      'jwt-bearer': 'invalid_request',
      'acting as the user': 'invalid_request',
    },
  ],
  [
    'the client has to have a certificate',
    ({ client }) =>
      rows('update clients set tls_client_certificate_bound_access_tokens = true where id = $1', client.id),
    {
      ...GOOD,
      client_credentials: 'invalid_request',
      authorization_code: 'invalid_request',
      refresh_token: 'invalid_request',
      device_code: 'invalid_request',
      'jwt-bearer': 'invalid_request',
      'acting as the user': 'invalid_request',
    },
  ],
  [
    'the client loses one scope',
    ({ client }) => rows(`update clients set scopes = array_remove(scopes, 'email') where id = $1`, client.id),
    {
      ...GOOD,
      introspected: NARROW,
      'bound introspected': NARROW,
      'of a device introspected': NARROW,
      device_code: NARROW,
      'refresh token introspected': NARROW,
      userinfo: false,
      'claim by name': false,
      'acting introspected': 'openid profile',
      'acting as the user': 'openid profile',
      authorization_code: NARROW,
      refresh_token: NARROW,
    },
  ],
  [
    'the client loses the scope openid',
    ({ client }) => rows(`update clients set scopes = array_remove(scopes, 'openid') where id = $1`, client.id),
    {
      ...GOOD,
      introspected: 'profile email offline_access',
      'bound introspected': 'profile email offline_access',
      'of a device introspected': 'profile email offline_access',
      device_code: 'profile email offline_access',
      'refresh token introspected': 'profile email offline_access',
      userinfo: 'insufficient_scope',
      'claim by name': 'invalid_token',
      'acting introspected': 'email profile',
      'acting as the user': 'email profile',
      authorization_code: 'profile email offline_access',
      refresh_token: 'profile email offline_access',
    },
  ],
  [
    'the client loses every scope of the login',
    ({ client }) => rows(`update clients set scopes = '{read}' where id = $1`, client.id),
    { ...NO_USER, 'acting as the user': 'invalid_request' },
  ],
  [
    'the client loses every scope of its own',
    ({ client }) =>
      rows(`update clients set scopes = array_remove(array_remove(scopes, 'read'), 'admin') where id = $1`, client.id),
    {
      ...GOOD,
      'acting as the user': 'access_denied',
      'own introspected': 'inactive',
      'own REST': 403,
      client_credentials: 'invalid_scope',
      'jwt-bearer': 'invalid_scope',
    },
  ],
  ['the user is disabled', ({ user }) => rows('update users set is_active = false where id = $1', user.id), NO_USER],
  ['the user is deleted', ({ user }) => rows('delete from users where id = $1', user.id), NO_USER],
  [
    'the session ends',
    ({ user }) => rows('delete from sessions where user_id = $1', user.id),
    { ...NO_USER, ...STILL_ACTING },
  ],
  ['the consent is taken back', ({ user }) => rows('delete from consents where user_id = $1', user.id), NO_USER],
  [
    'the consent no longer covers what was granted',
    ({ user }) => rows(`update consents set scopes = array_remove(scopes, 'email') where user_id = $1`, user.id),
    { ...NO_USER, 'claim by name': true },
  ],
  [
    'the consent no longer covers the claim',
    ({ user }) => rows(`update consents set claims = '{}' where user_id = $1`, user.id),
    { ...GOOD, 'claim by name': 'invalid_token' },
  ],
  [
    'the client loses token-exchange',
    ({ client }) => lose(client, EXCHANGE),
    { ...GOOD, ...NO_ACTING, 'acting as the user': 'unauthorized_client' },
  ],
  [
    'the client lets nobody act as users',
    ({ client }) => rows('update clients set allows_impersonation = false where id = $1', client.id),
    { ...GOOD, ...NO_ACTING },
  ],
  [
    'the customer lets nobody act as users',
    ({ client }) => rows(`update customers set impersonation = 'off' where id = $1`, client.customerId),
    { ...GOOD, ...NO_ACTING },
  ],
  [
    'the administrator is one no more',
    ({ admin }) => rows(`update users set role = 'member' where id = $1`, admin.id),
    { ...GOOD, ...NO_ACTING },
  ],
  [
    'the administrator is disabled',
    ({ admin }) => rows('update users set is_active = false where id = $1', admin.id),
    { ...GOOD, ...NO_ACTING, 'acting as the user': 'invalid_request' },
  ],
  [
    'the session of the administrator ends',
    ({ admin }) => rows('delete from sessions where user_id = $1', admin.id),
    { ...GOOD, ...NO_ACTING, 'acting as the user': 'invalid_request' },
  ],
  [
    'the grant of the administrator is ended',
    ({ adminToken }) => rows('delete from grants where id = $1', claimsIn(adminToken).gid),
    { ...GOOD, ...NO_ACTING, 'acting as the user': 'invalid_request' },
  ],
  [
    'the client needs no consent any more, and there is none',
    ({ user, client }) =>
      rows(
        `with given as (delete from consents where user_id = $1)
         update clients set require_consent = false where id = $2`,
        user.id,
        client.id,
      ),
    GOOD,
  ],
  [
    'the grants are ended',
    ({ user }) => rows('delete from grants where user_id = $1', user.id),
    { ...NO_USER, 'acting as the user': ACTING },
  ],
];

describe('every restriction holds on every grant, and at every use of a token', () => {
  it.each(restrictions)('%s', async (_name, restrict, uses) => {
    const held = await hold();
    await restrict(held);
    expect(await everyUse(held)).toEqual(uses);
  });

  it('leaves nothing of a customer that is deleted', async () => {
    const other = await app.newCustomer();
    const token = await app.token('read', other);
    await rows('delete from customers where id = $1', other.customerId);
    expect((await app.send('GET', '/groups', { token })).status).toBe(401);
    expect(claimsIn(token).customer_id).toBe(other.customerId);
  });
});
