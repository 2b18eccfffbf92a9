import { beforeAll, describe, expect, it } from '@jest/globals';
import { SignJWT } from 'jose';
import { type Client, hashOfGenerated } from '#product';
import { useApp } from '../support/app.ts';
import { BrowserLite } from '../support/browser-lite.ts';
import { answerOf, authorizePath, buildClient, buildUser, type BuiltUser } from '../support/builders.ts';
import { newKey } from '../support/keys.ts';
import { askForTokens, claimsIn, codeOf, redeem, refresh, type Tokens } from '../support/logins.ts';
import { roundTripsOf } from '../support/queries.ts';

const app = useApp();
const SCOPES = ['openid', 'profile', 'email', 'phone', 'address', 'groups', 'offline_access'];
let admin: string;
/** The same client with and without a consent page. */
let trusted: Client;
let client: Client;
let user: BuiltUser;

const define = (input: object) =>
  app.data(
    admin,
    'mutation ($input: CreateAttributeDefinitionInput!) { createAttributeDefinition(input: $input) { attributeDefinition { id } } }',
    { input: { subject: 'USER', type: 'STRING', ...input } },
  );

beforeAll(async () => {
  admin = await app.token('admin');
  trusted = await buildClient(app, { scopes: SCOPES });
  client = await buildClient(app, { scopes: SCOPES, requireConsent: true });
  user = await buildUser(app, { givenName: 'Ada', name: 'Ada Lovelace' });
  await define({ name: 'badge', description: 'Badge number', visibleTo: 'OWNER', claim: 'badge', scope: 'PROFILE' });
  await define({ name: 'risk', claim: 'risk', scope: 'PROFILE' });
  await app.data(
    admin,
    'mutation ($id: ID!, $a: [AttributeInput!]) { updateUser(id: $id, input: { attributes: $a }) { user { id } } }',
    {
      id: user.id,
      a: Object.entries({ badge: 'B-7', risk: 'high', birthdate: '1815-12-10', locality: 'London' }).map(
        ([name, value]) => ({ name, value }),
      ),
    },
  );
});

const asking = (claims: object, given: Record<string, string> = {}) => ({
  scope: 'openid',
  claims: JSON.stringify(claims),
  ...given,
});
const userinfo = async (token: string) => (await app.send('GET', '/oauth2/userinfo', { token })).body;
async function tokens(by: Client, given: Record<string, string | undefined>): Promise<Tokens> {
  const { status, body } = await redeem(app, by, await codeOf(app, by, user, given));
  expect(status).toBe(200);
  return body;
}
const names = (...claims: string[]) => Object.fromEntries(claims.map((claim) => [claim, null]));

describe('claims requested by name', () => {
  it('OIDC Core §5.5: userinfo and the ID token have them without their scope, and no others', async () => {
    const wanted = {
      userinfo: names('email', 'birthdate'),
      id_token: { given_name: { essential: true }, groups: null },
    };
    const { id_token, access_token, scope } = await tokens(trusted, asking(wanted));
    expect(scope).toBe('openid');
    expect(claimsIn(id_token)).toMatchObject({ given_name: 'Ada', groups: [] });
    for (const claim of ['email', 'name', 'birthdate']) expect(claimsIn(id_token)).not.toHaveProperty(claim);
    const told = await userinfo(access_token);
    expect(told).toMatchObject({ sub: user.id, email: user.email, birthdate: '1815-12-10' });
    for (const claim of ['email_verified', 'name', 'locale']) expect(told).not.toHaveProperty(claim);
  });

  it('OIDC Core §5.5: the ID token has a claim of a granted scope if it is requested there', async () => {
    const wanted = { id_token: names('email', 'address') };
    const { id_token } = await tokens(trusted, asking(wanted, { scope: 'openid email' }));
    expect(claimsIn(id_token)).toMatchObject({ email: user.email, address: { locality: 'London' } });
    expect(claimsIn(id_token)).not.toHaveProperty('email_verified');
  });

  it('OIDC Core §5.5: unknown ones, hidden ones and those of scopes that the client lacks are left out', async () => {
    const few = await buildClient(app, { scopes: ['openid', 'email'] });
    const wanted = {
      userinfo: names('shoe_size', 'risk', 'name', 'email', '__proto__', 'a\0b', '\ud800'),
      id_token: names('constructor'),
    };
    const { access_token, id_token } = await tokens(few, asking(wanted));
    expect(await userinfo(access_token)).toEqual({ sub: user.id, groups: [], email: user.email });
    expect(Object.keys(claimsIn(id_token))).not.toContain('constructor');
  });

  it('OIDC Core §12.2: last with the grant: refreshed tokens have them, in narrower ones too', async () => {
    const wanted = { userinfo: names('email'), id_token: names('name') };
    const first = await tokens(trusted, asking(wanted, { scope: 'openid offline_access' }));
    const { body } = await refresh(app, trusted, first.refresh_token, { scope: 'openid' });
    expect(claimsIn(body.id_token)).toMatchObject({ name: 'Ada Lovelace' });
    expect(await userinfo(body.access_token)).toMatchObject({ email: user.email });
  });

  it('end when the client loses the scope that holds them', async () => {
    const lost = await buildClient(app, { scopes: ['openid', 'email', 'profile'] });
    const { access_token } = await tokens(lost, asking({ userinfo: names('email', 'name') }));
    await app.server.database.pool.query(`update clients set scopes = '{openid,profile}' where id = $1`, [lost.id]);
    const told = await userinfo(access_token);
    expect(told).toMatchObject({ name: 'Ada Lovelace' });
    expect(told).not.toHaveProperty('email');
  });

  it('are not given to another client that exchanges the token', async () => {
    const api = 'https://api.example/';
    const far = 'https://far.example/';
    const secret = 'ghs_a secret of more than enough letters';
    const issuerToo = { scopes: SCOPES, resources: [api] };
    const front = await buildClient(app, issuerToo);
    const server = await buildClient(app, {
      type: 'confidential',
      grantTypes: ['urn:ietf:params:oauth:grant-type:token-exchange'],
      tokenEndpointAuthMethod: 'client_secret_post',
      secretHash: hashOfGenerated(secret),
      servedResources: [api],
      resources: [far],
      scopes: SCOPES,
    });
    const { access_token } = await tokens(front, { ...asking({ userinfo: names('email') }), resource: api });
    const { status, body } = await askForTokens(app, {
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      client_id: server.id,
      client_secret: secret,
      resource: far,
      subject_token: access_token,
      subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
    });
    expect(status).toBe(200);
    const { rows } = await app.server.database.pool.query('select claims, id_token_claims from grants where id = $1', [
      claimsIn(body.access_token).gid,
    ]);
    expect(rows).toEqual([{ claims: [], id_token_claims: [] }]);
  });

  it('cost userinfo nothing, and the exchange of a code at most one round trip', async () => {
    const code = await codeOf(
      app,
      trusted,
      user,
      asking({ userinfo: names('email', 'birthdate'), id_token: names('name') }),
    );
    let body = {} as Tokens;
    const redeeming = await roundTripsOf(async () => (body = (await redeem(app, trusted, code)).body));
    expect(redeeming.length).toBeLessThanOrEqual(3);
    expect(await roundTripsOf(() => userinfo(body.access_token))).toHaveLength(1);
  });
});

describe('consent to claims requested by name', () => {
  it('OIDC Core §5.5: is asked for by the page that names them, stored, listed and not asked for again', async () => {
    const someone = await buildUser(app);
    const browser = new BrowserLite(app.issuer);
    const path = authorizePath(client, asking({ userinfo: names('email', 'birthdate', 'badge', 'nonsense') }));
    await browser.open(path);
    const { html, url } = await browser.logIn(someone);
    expect(new URL(url).pathname).toBe('/consent');
    for (const text of ['See your email address', 'See your date of birth', 'Badge number'])
      expect(html).toContain(text);
    expect(html).not.toContain('nonsense');
    expect(answerOf(await browser.submit({ decision: 'allow' }))).toHaveProperty('code');
    expect(answerOf(await browser.open(path))).toHaveProperty('code');
    const { rows } = await app.server.database.pool.query('select scopes, claims from consents where user_id = $1', [
      someone.id,
    ]);
    expect(rows).toEqual([{ scopes: ['openid'], claims: ['email', 'badge', 'birthdate'] }]);
    const applications = (await browser.open('/account/applications')).html;
    expect(applications).toContain('See your date of birth');
    const data = await app.data(
      admin,
      'query ($id: ID!) { user(id: $id) { consents { edges { node { claims } } } } }',
      {
        id: someone.id,
      },
    );
    expect(data.user.consents.edges).toEqual([{ node: { claims: ['email', 'badge', 'birthdate'] } }]);
  });

  it('OIDC Core §5.5: is needed for more of them, and for none that a scope holds', async () => {
    const someone = await buildUser(app);
    const browser = new BrowserLite(app.issuer);
    await browser.open(authorizePath(client, { scope: 'openid email' }));
    await browser.logIn(someone);
    await browser.submit({ decision: 'allow' });
    const held = authorizePath(client, asking({ id_token: names('email') }, { scope: 'openid email' }));
    expect(answerOf(await browser.open(held))).toHaveProperty('code');
    const more = authorizePath(client, asking({ id_token: names('name') }, { scope: 'openid email', prompt: 'none' }));
    expect(answerOf(await browser.open(more))).toMatchObject({ error: 'consent_required' });
  });

  it('that is revoked ends what it allowed', async () => {
    const { access_token } = await tokens(client, asking({ userinfo: names('email') }));
    expect(await userinfo(access_token)).toMatchObject({ email: user.email });
    await app.server.database.pool.query(`update consents set claims = '{}' where client_id = $1 and user_id = $2`, [
      client.id,
      user.id,
    ]);
    expect((await app.send('GET', '/oauth2/userinfo', { token: access_token })).status).toBe(401);
  });
});

describe('the claims parameter', () => {
  it.each([
    ['no JSON', '{'],
    ['a list', '[]'],
    ['a member that is no object', '{"userinfo":["email"]}'],
    ['a claim that is neither null nor an object', '{"userinfo":{"email":true}}'],
    ['an essential that is no boolean', '{"id_token":{"acr":{"essential":"yes"}}}'],
    ['values that are no list', '{"id_token":{"acr":{"values":"one"}}}'],
    ['a sub of userinfo that is no text', '{"userinfo":{"sub":{"value":1}}}'],
    ['more than 4096 characters', JSON.stringify({ userinfo: { ['x'.repeat(4096)]: null } })],
  ])('OIDC Core §5.5: is invalid_request with %s', async (_name, claims) => {
    const browser = new BrowserLite(app.issuer);
    expect(answerOf(await browser.open(authorizePath(trusted, { claims })))).toMatchObject({
      error: 'invalid_request',
    });
  });

  it('OIDC Core §5.5.1: names the user who must sign in by sub, in either member', async () => {
    const other = await buildUser(app);
    for (const member of ['id_token', 'userinfo']) {
      const browser = new BrowserLite(app.issuer);
      await browser.open(authorizePath(trusted, asking({ [member]: { sub: { value: user.id } } })));
      expect(answerOf(await browser.logIn(other))).toMatchObject({ error: 'login_required' });
    }
    const browser = new BrowserLite(app.issuer);
    await browser.open(authorizePath(trusted, asking({ id_token: { sub: { values: [user.id, other.id] } } })));
    expect(answerOf(await browser.logIn(other))).toHaveProperty('code');
  });

  it('OIDC Core §5.5.1: an essential auth_time is in the ID token', async () => {
    const { id_token } = await tokens(trusted, asking({ id_token: { auth_time: { essential: true } } }));
    expect(claimsIn(id_token).auth_time).toEqual(expect.any(Number));
  });

  it('RFC 9101 §4: is an object in a signed request object', async () => {
    const key = await newKey('ES256');
    const signer = await buildClient(app, { scopes: SCOPES, jwks: { keys: [{ ...key.jwk }] } });
    const parameters = Object.fromEntries(new URL(authorizePath(signer), app.issuer).searchParams);
    const claims = { ...parameters, scope: 'openid', claims: { userinfo: names('email') }, aud: app.issuer };
    const request = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'ES256', kid: key.jwk.kid! })
      .sign(key.privateKey);
    const browser = new BrowserLite(app.issuer);
    await browser.open(`/oauth2/authorize?${new URLSearchParams({ client_id: signer.id, request })}`);
    const { code } = answerOf(await browser.logIn(user));
    const { body } = await redeem(app, signer, code!);
    expect(await userinfo(body.access_token)).toMatchObject({ email: user.email });
  });

  it('OIDC Discovery §3: is advertised', async () => {
    const { body } = await app.send('GET', '/.well-known/openid-configuration');
    expect(body.claims_parameter_supported).toBe(true);
  });
});
