import { beforeAll, describe, expect, it } from '@jest/globals';
import * as oauth from 'oauth4webapi';
import type { Client } from '../../../src/modules/clients/index.ts';
import { useApp } from '../../support/app.ts';
import { buildClient, buildUser, type BuiltUser } from '../../support/builders.ts';
import { buildParty, joinGroup, SECRET, signIn } from '../../support/parties.ts';
import { freePorts } from '../../support/ports.ts';

const app = useApp();
const insecure = { [oauth.allowInsecureRequests]: true };
const REDIRECT_URI = 'https://rp.example/callback';
let as: oauth.AuthorizationServer;
let user: BuiltUser;

const [port] = await freePorts(1);
const prefixed = useApp({ BASE_URL: `http://localhost:${port}/some/path`, PORT: String(port) });

const discover = async (algorithm: 'oidc' | 'oauth2', from = app): Promise<oauth.AuthorizationServer> => {
  const issuer = new URL(from.issuer);
  return oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, { algorithm, ...insecure }));
};

beforeAll(async () => {
  as = await discover('oidc');
  user = await buildUser(app, { name: 'Ada Lovelace' });
  await joinGroup(app, 'northwind_admin', user);
});

interface Login {
  readonly party: oauth.Client;
  readonly authentication: oauth.ClientAuth;
  readonly answer: URLSearchParams;
  readonly verifier: string;
  readonly nonce: string;
}

/** Signs the user in with the client, as far as the answer at its redirect URI, which is validated. */
async function authorize(client: Client, authentication: oauth.ClientAuth, more: object = {}): Promise<Login> {
  const party: oauth.Client = { client_id: client.id };
  const [verifier, state, nonce] = [
    oauth.generateRandomCodeVerifier(),
    oauth.generateRandomState(),
    oauth.generateRandomNonce(),
  ];
  const request = new URL(as.authorization_endpoint!);
  request.search = new URLSearchParams({
    client_id: client.id,
    redirect_uri: REDIRECT_URI,
    response_type: 'code',
    scope: 'openid profile email groups offline_access',
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    max_age: '600',
    state,
    nonce,
    ...more,
  }).toString();
  const { url } = await signIn(app, request, user);
  // Demands iss, since the metadata promises it (RFC 9207).
  const answer = oauth.validateAuthResponse(as, party, new URL(url), state);
  return { party, authentication, answer, verifier, nonce };
}

/** Redeems the code, and checks all there is to check, the ID token's signature included. */
async function redeem({ party, authentication, answer, verifier, nonce }: Login): Promise<oauth.TokenEndpointResponse> {
  const response = await oauth.authorizationCodeGrantRequest(
    as,
    party,
    authentication,
    answer,
    REDIRECT_URI,
    verifier,
    insecure,
  );
  const tokens = await oauth.processAuthorizationCodeResponse(as, party, response, {
    expectedNonce: nonce,
    maxAge: 600,
    requireIdToken: true,
  });
  await oauth.validateApplicationLevelSignature(as, response, insecure);
  return tokens;
}

describe('oauth4webapi finds the server', () => {
  it.each(['oidc', 'oauth2'] as const)('by the metadata of %s, and behind a path', async (algorithm) => {
    for (const server of [app, prefixed])
      expect(await discover(algorithm, server)).toMatchObject({
        issuer: server.issuer,
        token_endpoint: `${server.issuer}/oauth2/token`,
      });
  });
});

describe('oauth4webapi proves possession of a key', () => {
  it.each(['ES256', 'PS256', 'Ed25519'])('of %s: for a token of its own, and at its use (RFC 9449)', async (alg) => {
    const client = await buildParty(app, { grantTypes: ['client_credentials'], scopes: ['read'] });
    const party: oauth.Client = { client_id: client.id };
    const DPoP = oauth.DPoP(party, await oauth.generateKeyPair(alg));
    const ask = () =>
      oauth.clientCredentialsGrantRequest(
        as,
        party,
        oauth.ClientSecretBasic(SECRET),
        { scope: 'read' },
        { DPoP, ...insecure },
      );
    const first = await oauth.processClientCredentialsResponse(as, party, await ask()).catch((error: unknown) => error);
    expect(oauth.isDPoPNonceError(first)).toBe(true);
    const tokens = await oauth.processClientCredentialsResponse(as, party, await ask());
    expect(tokens.token_type).toBe('dpop');
    const url = new URL(`${app.issuer}/groups`);
    const used = await oauth.protectedResourceRequest(tokens.access_token, 'GET', url, undefined, undefined, {
      DPoP,
      ...insecure,
    });
    expect(used.status).toBe(200);
    const headers = { authorization: `DPoP ${tokens.access_token}` };
    const checked = new Request('https://api.example/', { headers });
    await expect(oauth.validateJwtAccessToken(as, checked, app.issuer, insecure)).rejects.toThrow();
  });
});

describe('oauth4webapi, with all its checks on, signs a user in', () => {
  const ways: [string, () => Promise<Client>, oauth.ClientAuth][] = [
    ['client_secret_basic', () => buildParty(app), oauth.ClientSecretBasic(SECRET)],
    [
      'client_secret_post',
      () => buildParty(app, { tokenEndpointAuthMethod: 'client_secret_post' }),
      oauth.ClientSecretPost(SECRET),
    ],
    ['none', () => buildClient(app), oauth.None()],
  ];

  it.each(ways)('as a client with %s: code, userinfo, access token, refresh', async (_name, client, authentication) => {
    const login = await authorize(await client(), authentication);
    const { party } = login;
    const tokens = await redeem(login);
    const claims = oauth.getValidatedIdTokenClaims(tokens)!;
    expect(claims).toMatchObject({ sub: user.id, groups: ['northwind_admin'], sid: expect.any(String) });

    const answer = await oauth.userInfoRequest(as, party, tokens.access_token, insecure);
    const info = await oauth.processUserInfoResponse(as, party, claims.sub, answer);
    expect(info).toMatchObject({ name: 'Ada Lovelace', email: user.email, groups: ['northwind_admin'] });

    const request = new Request('https://api.example/', {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
    expect(await oauth.validateJwtAccessToken(as, request, app.issuer, insecure)).toMatchObject({
      client_id: party.client_id,
      sub: user.id,
    });

    const refreshed = await oauth.refreshTokenGrantRequest(as, party, authentication, tokens.refresh_token!, insecure);
    const more = await oauth.processRefreshTokenResponse(as, party, refreshed);
    await oauth.validateApplicationLevelSignature(as, refreshed, insecure);
    expect(oauth.getValidatedIdTokenClaims(more)).toMatchObject({ sub: claims.sub, auth_time: claims.auth_time });
    expect(more.refresh_token).not.toBe(tokens.refresh_token);
  });
});

describe('oauth4webapi, for a service account', () => {
  it('gets a token that it can validate', async () => {
    const client = await buildParty(app, { grantTypes: ['client_credentials'], scopes: ['read', 'write'] });
    const party = { client_id: client.id };
    const way = oauth.ClientSecretBasic(SECRET);
    const response = await oauth.clientCredentialsGrantRequest(as, party, way, { scope: 'read' }, insecure);
    const tokens = await oauth.processClientCredentialsResponse(as, party, response);
    const request = new Request('https://api.example/', {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
    expect(await oauth.validateJwtAccessToken(as, request, app.issuer, insecure)).toMatchObject({
      sub: client.id,
      client_id: client.id,
      scope: 'read',
    });
  });
});

describe('oauth4webapi, as a confidential client', () => {
  const way = oauth.ClientSecretBasic(SECRET);

  it('pushes what it asks for', async () => {
    const client = await buildParty(app);
    const party = { client_id: client.id };
    const parameters = { redirect_uri: REDIRECT_URI, response_type: 'code', scope: 'openid', state: 'a state' };
    const challenge = await oauth.calculatePKCECodeChallenge(oauth.generateRandomCodeVerifier());
    const pushed = { ...parameters, code_challenge: challenge, code_challenge_method: 'S256' };
    const response = await oauth.pushedAuthorizationRequest(as, party, way, pushed, insecure);
    const { request_uri } = await oauth.processPushedAuthorizationResponse(as, party, response);
    const request = new URL(as.authorization_endpoint!);
    request.search = new URLSearchParams({ client_id: client.id, request_uri }).toString();
    const { url } = await signIn(app, request, user);
    expect(oauth.validateAuthResponse(as, party, new URL(url), 'a state').has('code')).toBe(true);
  });

  it('gets a token for a resource server, which can validate it, and another cannot', async () => {
    const resource = 'https://api.example/';
    const login = await authorize(await buildParty(app, { resources: [resource] }), way, { resource });
    const { access_token: token } = await redeem(login);
    const asked = () => new Request(resource, { headers: { authorization: `Bearer ${token}` } });
    const claims = await oauth.validateJwtAccessToken(as, asked(), resource, insecure);
    expect(claims).toMatchObject({ sub: user.id, aud: resource });
    await expect(oauth.validateJwtAccessToken(as, asked(), app.issuer, insecure)).rejects.toThrow(/aud/);
  });

  it('asks about a token, and revokes it', async () => {
    const login = await authorize(await buildParty(app), way);
    const { party } = login;
    const { access_token: token } = await redeem(login);
    const worth = async () => {
      const response = await oauth.introspectionRequest(as, party, way, token, insecure);
      return oauth.processIntrospectionResponse(as, party, response);
    };
    expect(await worth()).toMatchObject({ active: true, sub: user.id, client_id: party.client_id });
    await oauth.processRevocationResponse(await oauth.revocationRequest(as, party, way, token, insecure));
    expect(await worth()).toEqual({ active: false });
  });

  it('reads signed answers of userinfo', async () => {
    const login = await authorize(await buildParty(app, { userinfoSignedResponseAlg: 'ES256' }), way);
    const party = { ...login.party, userinfo_signed_response_alg: 'ES256' };
    const { access_token: token } = await redeem(login);
    const response = await oauth.userInfoRequest(as, party, token, insecure);
    const info = await oauth.processUserInfoResponse(as, party, user.id, response);
    await oauth.validateApplicationLevelSignature(as, response, insecure);
    expect(info).toMatchObject({ aud: party.client_id, groups: ['northwind_admin'] });
  });
});

describe('oauth4webapi understands', () => {
  it('JARM §2.4: signed authorization responses, and signed errors', async () => {
    const client = await buildClient(app, { authorizationSignedResponseAlg: 'ES256' });
    const party: oauth.Client = { client_id: client.id, authorization_signed_response_alg: 'ES256' };
    const verifier = oauth.generateRandomCodeVerifier();
    const state = oauth.generateRandomState();
    const answerTo = async (more: object): Promise<URLSearchParams> => {
      const request = new URL(as.authorization_endpoint!);
      request.search = new URLSearchParams({
        client_id: client.id,
        redirect_uri: REDIRECT_URI,
        response_type: 'code',
        response_mode: 'jwt',
        scope: 'openid',
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        ...more,
      }).toString();
      const { url } = await signIn(app, request, user);
      return oauth.validateJwtAuthResponse(as, party, new URL(url), state, insecure);
    };
    await expect(answerTo({ prompt: 'none' })).rejects.toMatchObject({ error: 'login_required' });
    const answer = await answerTo({});
    const response = await oauth.authorizationCodeGrantRequest(
      as,
      party,
      oauth.None(),
      answer,
      REDIRECT_URI,
      verifier,
      insecure,
    );
    const tokens = await oauth.processAuthorizationCodeResponse(as, party, response);
    expect(oauth.getValidatedIdTokenClaims(tokens)).toMatchObject({ sub: user.id });
  });

  it('RFC 9207 §2, §2.4: an error at its redirect URI, iss included', async () => {
    const client = await buildClient(app);
    await expect(authorize(client, oauth.None(), { prompt: 'none' })).rejects.toMatchObject({
      error: 'login_required',
    });
  });

  it('a code that was used', async () => {
    const login = await authorize(await buildClient(app), oauth.None());
    await redeem(login);
    await expect(redeem(login)).rejects.toMatchObject({ error: 'invalid_grant', status: 400 });
  });

  it('the challenge to a client that failed to authenticate', async () => {
    const client = await buildParty(app, { grantTypes: ['client_credentials'], scopes: ['read'] });
    const party = { client_id: client.id };
    const way = oauth.ClientSecretBasic('wrong');
    const response = await oauth.clientCredentialsGrantRequest(as, party, way, {}, insecure);
    await expect(oauth.processClientCredentialsResponse(as, party, response)).rejects.toMatchObject({
      status: 401,
      cause: [expect.objectContaining({ scheme: 'basic' })],
    });
  });

  it('the challenge to a token that is none', async () => {
    const party = { client_id: 'anybody' };
    const response = await oauth.userInfoRequest(as, party, 'nonsense', insecure);
    await expect(oauth.processUserInfoResponse(as, party, user.id, response)).rejects.toMatchObject({
      status: 401,
      cause: [{ scheme: 'bearer', parameters: expect.objectContaining({ error: 'invalid_token' }) }],
    });
  });
});

describe('oauth4webapi, as a resource server that calls the next one', () => {
  it('exchanges the token of a user (RFC 8693)', async () => {
    const EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange';
    const resources = ['https://orders.example/'];
    const application = await buildParty(app, { resources });
    const authentication = oauth.ClientSecretPost(SECRET);
    const login = await authorize(application, authentication, { resource: resources[0]! });
    const { access_token } = await redeem(login);
    const server = await buildParty(app, {
      grantTypes: [EXCHANGE],
      scopes: ['openid'],
      servedResources: resources,
      resources: ['https://stock.example/'],
    });
    const party: oauth.Client = { client_id: server.id };
    const parameters = new URLSearchParams({
      subject_token: access_token,
      subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      resource: 'https://stock.example/',
    });
    const asked = await oauth.genericTokenEndpointRequest(as, party, authentication, EXCHANGE, parameters, insecure);
    const exchanged = await oauth.processGenericTokenEndpointResponse(as, party, asked);
    const shown = await oauth.introspectionRequest(as, party, authentication, exchanged.access_token, insecure);
    expect(await oauth.processIntrospectionResponse(as, party, shown)).toMatchObject({
      active: true,
      sub: user.id,
      act: { sub: server.id },
      aud: 'https://stock.example/',
    });
  });
});
