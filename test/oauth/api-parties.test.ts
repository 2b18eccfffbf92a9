/** Programs of others get tokens for a registered API, and an API that knows the issuer alone checks them. */
import { beforeAll, expect, it } from '@jest/globals';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import * as oauth from 'oauth4webapi';
import * as oidc from 'openid-client';
import type { Client } from '#product';
import { buildApi, giveScopes, type BuiltApi } from '../support/apis.ts';
import { useApp } from '../support/app.ts';
import { buildUser, type BuiltUser } from '../support/builders.ts';
import { buildDeviceClient, decide } from '../support/devices.ts';
import { buildParty, SECRET, signIn } from '../support/parties.ts';

const app = useApp();
const insecure = { [oauth.allowInsecureRequests]: true };
const REDIRECT_URI = 'https://rp.example/callback';
const OWN = 'orders:read orders:write';
let api: BuiltApi;
let client: Client;
let user: BuiltUser;

beforeAll(async () => {
  const { customerId } = app.customer;
  user = await buildUser(app);
  api = await buildApi(app, { customerId, scopes: ['orders:read', 'orders:write'], signingAlg: 'PS256' });
  client = await buildParty(app, { grantTypes: ['authorization_code', 'refresh_token', 'client_credentials'] });
  await giveScopes(app, client, api, 'orders:read', 'orders:write');
});

const discover = async (): Promise<oauth.AuthorizationServer> => {
  const issuer = new URL(app.issuer);
  const found = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure });
  return oauth.processDiscoveryResponse(issuer, found);
};
const configure = ({ id, type }: Client): Promise<oidc.Configuration> =>
  oidc.discovery(new URL(app.issuer), id, {}, type === 'public' ? oidc.None() : oidc.ClientSecretBasic(SECRET), {
    execute: [oidc.allowInsecureRequests, oidc.enableNonRepudiationChecks],
  });

/** What two verifiers say of a token for the API, each by the server's metadata; both refuse it for another API. */
async function verified(token: string): Promise<object> {
  const as = await discover();
  const asked = (audience: string) => {
    const headers = { authorization: `Bearer ${token}` };
    return oauth.validateJwtAccessToken(as, new Request('https://api.example/', { headers }), audience, insecure);
  };
  const keys = createRemoteJWKSet(new URL(as.jwks_uri!));
  const verify = (audience: string) =>
    jwtVerify(token, keys, { issuer: as.issuer, audience, typ: 'at+jwt', algorithms: ['PS256'] });
  for (const refused of [asked(app.issuer), verify(app.issuer)]) await expect(refused).rejects.toThrow(/aud/);
  const { payload } = await verify(api.identifier);
  expect(await asked(api.identifier)).toEqual(payload);
  return payload;
}

it('openid-client gets them by code, by refresh token and for itself', async () => {
  const config = await configure(client);
  const checks = { pkceCodeVerifier: oidc.randomPKCECodeVerifier(), expectedState: oidc.randomState() };
  const url = oidc.buildAuthorizationUrl(config, {
    redirect_uri: REDIRECT_URI,
    scope: `openid offline_access ${OWN}`,
    resource: api.identifier,
    code_challenge: await oidc.calculatePKCECodeChallenge(checks.pkceCodeVerifier),
    code_challenge_method: 'S256',
    state: checks.expectedState,
  });
  const resource = { resource: api.identifier };
  const answer = new URL((await signIn(app, url, user)).url);
  const tokens = await oidc.authorizationCodeGrant(config, answer, checks, resource);
  const refreshed = await oidc.refreshTokenGrant(config, tokens.refresh_token!, {
    scope: 'openid orders:read',
    ...resource,
  });
  const own = await oidc.clientCredentialsGrant(config, { scope: 'orders:write', ...resource });
  const said = [tokens, refreshed, own].map(({ scope }) => scope);
  expect(said).toEqual([`openid offline_access ${OWN}`, 'openid orders:read', 'orders:write']);
  expect(await verified(tokens.access_token)).toMatchObject({ sub: user.id, client_id: client.id, scope: said[0] });
  expect(await verified(refreshed.access_token)).toMatchObject({ sub: user.id, scope: said[1] });
  expect(await verified(own.access_token)).toMatchObject({ sub: client.id, scope: said[2] });
});

it('oauth4webapi gets them by code, by refresh token and for itself', async () => {
  const [as, party, way] = [await discover(), { client_id: client.id }, oauth.ClientSecretBasic(SECRET)];
  const [verifier, state] = [oauth.generateRandomCodeVerifier(), oauth.generateRandomState()];
  const request = new URL(as.authorization_endpoint!);
  request.search = new URLSearchParams({
    client_id: client.id,
    redirect_uri: REDIRECT_URI,
    response_type: 'code',
    scope: `offline_access ${OWN}`,
    resource: api.identifier,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
  }).toString();
  const { url } = await signIn(app, request, user);
  const answer = oauth.validateAuthResponse(as, party, new URL(url), state);
  const options = { additionalParameters: { resource: api.identifier }, ...insecure };
  const tokens = await oauth.processAuthorizationCodeResponse(
    as,
    party,
    await oauth.authorizationCodeGrantRequest(as, party, way, answer, REDIRECT_URI, verifier, options),
  );
  const refreshed = await oauth.processRefreshTokenResponse(
    as,
    party,
    await oauth.refreshTokenGrantRequest(as, party, way, tokens.refresh_token!, options),
  );
  const asked = { scope: 'orders:write', resource: api.identifier };
  const own = await oauth.processClientCredentialsResponse(
    as,
    party,
    await oauth.clientCredentialsGrantRequest(as, party, way, asked, insecure),
  );
  for (const { access_token: token } of [tokens, refreshed])
    expect(await verified(token)).toMatchObject({ sub: user.id, scope: `offline_access ${OWN}` });
  expect(await verified(own.access_token)).toMatchObject({ sub: client.id, scope: 'orders:write' });
});

it('openid-client gets them on a device', async () => {
  const device = await buildDeviceClient(app);
  await giveScopes(app, device, api, 'orders:read');
  const config = await configure(device);
  const asked = { scope: 'orders:read', resource: api.identifier };
  const codes = await oidc.initiateDeviceAuthorization(config, asked);
  await decide(app, codes, user);
  // The library waits as long as it is told before it asks.
  const tokens = await oidc.pollDeviceAuthorizationGrant(config, { ...codes, interval: 0 });
  expect(await verified(tokens.access_token)).toMatchObject({ sub: user.id, client_id: device.id, scope: asked.scope });
});
