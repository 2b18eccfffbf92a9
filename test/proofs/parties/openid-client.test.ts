import { beforeAll, describe, expect, it } from '@jest/globals';
import { exportJWK } from 'jose';
import * as oidc from 'openid-client';
import type { Client } from '../../../src/modules/clients/index.ts';
import { useApp } from '../../support/app.ts';
import { BrowserLite, type Page } from '../../support/browser-lite.ts';
import { buildClient, buildUser, type BuiltUser } from '../../support/builders.ts';
import { buildDeviceClient, decide as decideAbout } from '../../support/devices.ts';
import { buildParty, joinGroup, SECRET, signIn } from '../../support/parties.ts';
import { buildWorkload, JWT_BEARER } from '../../support/workloads.ts';

const app = useApp();
const REDIRECT_URI = 'https://rp.example/callback';
let user: BuiltUser;
beforeAll(async () => {
  user = await buildUser(app, { name: 'Ada Lovelace' });
  await joinGroup(app, 'northwind_admin', user);
});

/** The library as the client would use it, the check of ID tokens' signatures included. */
const configure = (
  { id, type }: Client,
  metadata: Partial<oidc.ClientMetadata> = {},
  authentication = type === 'public' ? oidc.None() : oidc.ClientSecretBasic(SECRET),
): Promise<oidc.Configuration> =>
  oidc.discovery(new URL(app.issuer), id, metadata, authentication, {
    execute: [oidc.allowInsecureRequests, oidc.enableNonRepudiationChecks],
  });

interface Asking {
  readonly parameters: Record<string, string>;
  readonly checks: oidc.AuthorizationCodeGrantChecks;
}

/** What to ask for at the authorization endpoint, and how the answer is checked. */
async function request(given: Record<string, string> = {}): Promise<Asking> {
  const [pkceCodeVerifier, expectedState, expectedNonce] = [
    oidc.randomPKCECodeVerifier(),
    oidc.randomState(),
    oidc.randomNonce(),
  ];
  const parameters = {
    redirect_uri: REDIRECT_URI,
    scope: 'openid profile email groups',
    code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    max_age: '60',
    state: expectedState,
    nonce: expectedNonce,
    ...given,
  };
  return { parameters, checks: { pkceCodeVerifier, expectedState, expectedNonce, maxAge: 60, idTokenExpected: true } };
}

type Tokens = Awaited<ReturnType<typeof oidc.authorizationCodeGrant>>;

/** Signs the user in, and redeems the code. */
async function logIn(config: oidc.Configuration, given: Record<string, string> = {}): Promise<Tokens> {
  const { parameters, checks } = await request(given);
  const { url } = await signIn(app, oidc.buildAuthorizationUrl(config, parameters), user);
  return oidc.authorizationCodeGrant(config, new URL(url), checks);
}

describe('openid-client, with all its checks on', () => {
  /** Logs in and answers the question of consent. */
  async function decide(config: oidc.Configuration, parameters: Record<string, string>, decision: string) {
    const browser = new BrowserLite(app.issuer);
    await browser.open(oidc.buildAuthorizationUrl(config, parameters).href);
    await browser.logIn(user);
    return browser.submit({ decision });
  }

  it('signs a user in who has to log in and to consent', async () => {
    const config = await configure(await buildClient(app, { requireConsent: true }));
    const { parameters, checks } = await request();
    const answer = await decide(config, parameters, 'allow');
    const tokens = await oidc.authorizationCodeGrant(config, new URL(answer.url), checks);
    expect(tokens.claims()).toMatchObject({ sub: user.id, auth_time: expect.any(Number) });
    const info = await oidc.fetchUserInfo(config, tokens.access_token, user.id);
    expect(info).toMatchObject({ name: 'Ada Lovelace', email: user.email, groups: ['northwind_admin'] });
  });

  it('is told when the user says no', async () => {
    const config = await configure(await buildClient(app, { requireConsent: true }));
    const { parameters, checks } = await request();
    const answer = await decide(config, parameters, 'deny');
    const told = oidc.authorizationCodeGrant(config, new URL(answer.url), checks);
    await expect(told).rejects.toMatchObject({ error: 'access_denied' });
  });

  it('gets single claims by name (OpenID Connect Core §5.5)', async () => {
    const config = await configure(await buildParty(app));
    const claims = JSON.stringify({ userinfo: { email: { essential: true } }, id_token: { name: null } });
    const tokens = await logIn(config, { scope: 'openid', claims });
    expect(tokens.claims()).toMatchObject({ sub: user.id, name: 'Ada Lovelace' });
    expect(await oidc.fetchUserInfo(config, tokens.access_token, user.id)).toMatchObject({ email: user.email });
  });

  it('refreshes, and is told when a refresh token is old', async () => {
    const config = await configure(await buildClient(app));
    const { refresh_token: first } = await logIn(config);
    const { refresh_token: second } = await oidc.refreshTokenGrant(config, first!);
    const third = await oidc.refreshTokenGrant(config, second!);
    expect(third.claims()).toMatchObject({ sub: user.id });
    await expect(oidc.refreshTokenGrant(config, first!)).rejects.toMatchObject({ error: 'invalid_grant', status: 400 });
  });

  it('pushes the request, where the client has to (RFC 9126)', async () => {
    const config = await configure(await buildParty(app, { requirePushedAuthorizationRequests: true }));
    const { parameters, checks } = await request();
    const url = await oidc.buildAuthorizationUrlWithPAR(config, parameters);
    expect([...url.searchParams.keys()].toSorted()).toEqual(['client_id', 'request_uri']);
    const answer = await signIn(app, url, user);
    const tokens = await oidc.authorizationCodeGrant(config, new URL(answer.url), checks);
    expect(tokens.claims()).toMatchObject({ sub: user.id });

    const refused = await oidc
      .buildAuthorizationUrlWithPAR(config, { ...parameters, scope: 'phone' })
      .catch((error: unknown) => error);
    expect(refused).toMatchObject({ error: 'invalid_scope', status: 400 });
  });

  it('proves possession of a key: pushed request, code, refresh, userinfo and the API (RFC 9449)', async () => {
    const client = await buildClient(app, { requirePushedAuthorizationRequests: true, dpopBoundAccessTokens: true });
    const config = await configure(client);
    const keys = await oidc.randomDPoPKeyPair('ES256');
    const DPoP = oidc.getDPoPHandle(config, keys);
    const { parameters, checks } = await request({ scope: 'openid profile offline_access read' });
    const url = await oidc.buildAuthorizationUrlWithPAR(config, parameters, { DPoP });
    const answer = await signIn(app, url, user);
    const tokens = await oidc.authorizationCodeGrant(config, new URL(answer.url), checks, undefined, { DPoP });
    expect(tokens.token_type).toBe('dpop');
    const again = await oidc.refreshTokenGrant(config, tokens.refresh_token!, undefined, { DPoP });
    const info = await oidc.fetchUserInfo(config, again.access_token, user.id, { DPoP });
    expect(info).toMatchObject({ name: 'Ada Lovelace' });
    const groups = new URL(`${app.issuer}/groups`);
    const ask = (given?: oidc.DPoPOptions) =>
      oidc.fetchProtectedResource(config, again.access_token, groups, 'GET', undefined, undefined, given);
    expect((await ask({ DPoP })).status).toBe(200);
    await expect(ask()).rejects.toMatchObject({ status: 401 });
    const thief = oidc.getDPoPHandle(config, await oidc.randomDPoPKeyPair('ES256'));
    await expect(ask({ DPoP: thief })).rejects.toMatchObject({ status: 401 });
    await expect(
      oidc.refreshTokenGrant(config, again.refresh_token!, undefined, { DPoP: thief }),
    ).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  it('signs in on a device without a browser, and is told what its user decides (RFC 8628)', async () => {
    const config = await configure(await buildDeviceClient(app));
    const begin = () => oidc.initiateDeviceAuthorization(config, { scope: 'openid profile offline_access' });
    const [allowed, denied] = [await begin(), await begin()];
    const polled = [allowed, denied].map((device) => oidc.pollDeviceAuthorizationGrant(config, device));
    await decideAbout(app, allowed, user);
    await decideAbout(app, denied, user, 'deny');
    const [tokens, refusal] = await Promise.allSettled(polled);
    if (tokens?.status !== 'fulfilled') throw tokens?.reason;
    expect(tokens.value.claims()).toMatchObject({ sub: user.id });
    expect(refusal).toMatchObject({ status: 'rejected', reason: { error: 'access_denied' } });
    const again = await oidc.refreshTokenGrant(config, tokens.value.refresh_token!);
    expect(await oidc.fetchUserInfo(config, again.access_token, user.id)).toMatchObject({ name: 'Ada Lovelace' });
  });

  it('exchanges tokens, and assertions of workloads (genericGrantRequest)', async () => {
    const EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange';
    const config = await configure(
      await buildParty(app, { grantTypes: ['authorization_code', EXCHANGE], resources: ['https://api.example/'] }),
    );
    const { access_token } = await logIn(config);
    const exchanged = await oidc.genericGrantRequest(config, EXCHANGE, {
      subject_token: access_token,
      subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      audience: 'https://api.example/',
      scope: 'openid',
    });
    expect(exchanged).toMatchObject({
      scope: 'openid',
      issued_token_type: 'urn:ietf:params:oauth:token-type:access_token',
    });
    const { workload, assertion } = await buildWorkload(app);
    const own = await oidc.genericGrantRequest(await configure(workload, {}, oidc.None()), JWT_BEARER, { assertion });
    expect(own.scope).toBe('read');
  });

  it('reads answers as forms (response_mode=form_post)', async () => {
    const config = await configure(await buildClient(app));
    const { parameters, checks } = await request({ response_mode: 'form_post' });
    const browser = new BrowserLite(app.issuer);
    await browser.open(oidc.buildAuthorizationUrl(config, parameters).href);
    await browser.logIn(user);
    const { action, values } = browser.form();
    expect(action).toBe(REDIRECT_URI);
    const answer = new Request(action, { method: 'POST', body: values });
    expect((await oidc.authorizationCodeGrant(config, answer, checks)).claims()).toMatchObject({ sub: user.id });
  });

  it('gets tokens for a resource (RFC 8707)', async () => {
    const resource = 'https://api.example/';
    const config = await configure(await buildParty(app, { resources: [resource] }));
    const { access_token: token } = await logIn(config, { resource });
    expect(await oidc.tokenIntrospection(config, token)).toMatchObject({ active: true, aud: resource });
    const told = oidc.buildAuthorizationUrl(config, (await request({ resource: 'https://other.example/' })).parameters);
    expect(await errorOf(config, await new BrowserLite(app.issuer).open(told.href))).toBe('invalid_target');
  });

  it('reads ID tokens and userinfo signed with the algorithms the client registers', async () => {
    const algorithms = { idTokenSignedResponseAlg: 'ES256', userinfoSignedResponseAlg: 'RS256' } as const;
    const config = await configure(await buildParty(app, algorithms), {
      id_token_signed_response_alg: 'ES256',
      userinfo_signed_response_alg: 'RS256',
    });
    const tokens = await logIn(config);
    const info = await oidc.fetchUserInfo(config, tokens.access_token, tokens.claims()!.sub);
    expect(info).toMatchObject({ iss: app.issuer, email: user.email, groups: ['northwind_admin'] });
  });

  it('asks what a token is worth, and revokes it (RFC 7662, RFC 7009)', async () => {
    const config = await configure(await buildParty(app));
    const { access_token: token, refresh_token: refresh } = await logIn(config);
    expect(await oidc.tokenIntrospection(config, token)).toMatchObject({
      active: true,
      sub: user.id,
      scope: 'openid profile email groups',
      iss: app.issuer,
    });
    expect(await oidc.tokenIntrospection(config, refresh!)).toMatchObject({ active: true });
    await oidc.tokenRevocation(config, refresh!, { token_type_hint: 'refresh_token' });
    expect(await oidc.tokenIntrospection(config, token)).toEqual({ active: false });
    await expect(oidc.fetchUserInfo(config, token, user.id)).rejects.toMatchObject({
      status: 401,
      cause: [expect.objectContaining({ scheme: 'bearer' })],
    });
    await oidc.tokenRevocation(config, 'nonsense');
  });

  it('authenticates with a key of its own wherever that is asked for (private_key_jwt)', async () => {
    const { privateKey, publicKey } = await oidc.randomDPoPKeyPair('ES256');
    const client = await buildParty(app, {
      secretHash: null,
      tokenEndpointAuthMethod: 'private_key_jwt',
      jwks: { keys: [await exportJWK(publicKey)] },
    });
    const config = await configure(client, {}, oidc.PrivateKeyJwt(privateKey));
    const { parameters, checks } = await request();
    const answer = await signIn(app, await oidc.buildAuthorizationUrlWithPAR(config, parameters), user);
    const tokens = await oidc.authorizationCodeGrant(config, new URL(answer.url), checks);
    const { access_token: token } = await oidc.refreshTokenGrant(config, tokens.refresh_token!);
    expect(await oidc.tokenIntrospection(config, token)).toMatchObject({ active: true, sub: user.id });
    await oidc.tokenRevocation(config, token);
    expect(await oidc.tokenIntrospection(config, token)).toEqual({ active: false });
  });

  it('acts for itself, in what it is registered for alone', async () => {
    const config = await configure(await buildParty(app, { grantTypes: ['client_credentials'], scopes: ['read'] }));
    expect(await oidc.clientCredentialsGrant(config)).toMatchObject({ token_type: 'bearer', scope: 'read' });
    await expect(oidc.clientCredentialsGrant(config, { scope: 'write' })).rejects.toMatchObject({
      error: 'invalid_scope',
    });
  });

  it('ends the session, and comes back with its state', async () => {
    const client = await buildParty(app, { postLogoutRedirectUris: ['https://rp.example/bye'] });
    const config = await configure(client);
    const { parameters, checks } = await request();
    const browser = new BrowserLite(app.issuer);
    await browser.open(oidc.buildAuthorizationUrl(config, parameters).href);
    const answer = await browser.logIn(user);
    const tokens = await oidc.authorizationCodeGrant(config, new URL(answer.url), checks);
    const out = oidc.buildEndSessionUrl(config, {
      id_token_hint: tokens.id_token!,
      post_logout_redirect_uri: 'https://rp.example/bye',
      state: 'a state',
    });
    expect((await browser.open(out.href)).url).toBe('https://rp.example/bye?state=a+state');
    const { parameters: again } = await request({ prompt: 'none' });
    const page = await browser.open(oidc.buildAuthorizationUrl(config, again).href);
    expect(await errorOf(config, page)).toBe('login_required');
    await expect(oidc.refreshTokenGrant(config, tokens.refresh_token!)).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });
});

/** The error the library finds in an answer, once it has found the answer to be the server's. */
async function errorOf(config: oidc.Configuration, { url }: Page): Promise<unknown> {
  const expectedState = new URL(url).searchParams.get('state')!;
  const outcome = oidc.authorizationCodeGrant(config, new URL(url), { expectedState });
  return outcome.then(
    () => undefined,
    (error: unknown) => (error instanceof oidc.AuthorizationResponseError ? error.error : error),
  );
}
