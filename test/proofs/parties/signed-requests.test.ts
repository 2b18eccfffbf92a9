/** Clients that sign their requests, and clients without a browser, as libraries of others make them. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import * as oauth from 'oauth4webapi';
import * as oidc from 'openid-client';
import type { Client } from '../../../src/modules/clients/index.ts';
import { useApp } from '../../support/app.ts';
import { buildUser, type BuiltUser } from '../../support/builders.ts';
import { buildDeviceClient, decide } from '../../support/devices.ts';
import { type Key, newKey } from '../../support/keys.ts';
import { buildParty, SECRET, signIn } from '../../support/parties.ts';

const app = useApp();
const insecure = { [oauth.allowInsecureRequests]: true };
const REDIRECT_URI = 'https://rp.example/callback';
const VERIFIER = oauth.generateRandomCodeVerifier();
let as: oauth.AuthorizationServer;
let user: BuiltUser;
let key: Key;
beforeAll(async () => {
  const issuer = new URL(app.issuer);
  as = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, insecure));
  user = await buildUser(app, { name: 'Ada Lovelace' });
  key = await newKey('ES256');
});

const buildSigner = (): Promise<Client> =>
  buildParty(app, { jwks: { keys: [{ ...key.jwk }] }, requireSignedRequestObject: true });

const parameters = (state: string): Record<string, string> => ({
  redirect_uri: REDIRECT_URI,
  response_type: 'code',
  scope: 'openid profile',
  code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
  code_challenge_method: 'S256',
  state,
});

describe('a client that signs its requests', () => {
  it.each(['in the address', 'pushed'])('is oauth4webapi (RFC 9101, %s)', async (how) => {
    const { id } = await buildSigner();
    const party: oauth.Client = { client_id: id };
    const authentication = oauth.ClientSecretPost(SECRET);
    const signer = { key: key.privateKey, kid: key.kid };
    const request = await oauth.issueRequestObject(as, party, new URLSearchParams(parameters('signed')), signer);
    const url = new URL(as.authorization_endpoint!);
    url.searchParams.set('client_id', id);
    if (how === 'pushed') {
      const form = new URLSearchParams({ request });
      const pushed = await oauth.pushedAuthorizationRequest(as, party, authentication, form, insecure);
      const { request_uri: uri } = await oauth.processPushedAuthorizationResponse(as, party, pushed);
      url.searchParams.set('request_uri', uri);
    } else url.searchParams.set('request', request);
    const answer = oauth.validateAuthResponse(as, party, new URL((await signIn(app, url, user)).url), 'signed');
    const redeemed = await oauth.authorizationCodeGrantRequest(
      as,
      party,
      authentication,
      answer,
      REDIRECT_URI,
      VERIFIER,
      insecure,
    );
    const tokens = await oauth.processAuthorizationCodeResponse(as, party, redeemed, { requireIdToken: true });
    expect(oauth.getValidatedIdTokenClaims(tokens)).toMatchObject({ sub: user.id });
  });

  it('is openid-client (buildAuthorizationUrlWithJAR), and is refused with a key that is not registered', async () => {
    const { id } = await buildSigner();
    const options = { execute: [oidc.allowInsecureRequests] };
    const config = await oidc.discovery(new URL(app.issuer), id, SECRET, undefined, options);
    const request = (by: Key) =>
      oidc.buildAuthorizationUrlWithJAR(config, parameters('jar'), { key: by.privateKey, kid: by.kid });
    const { url } = await signIn(app, await request(key), user);
    const tokens = await oidc.authorizationCodeGrant(config, new URL(url), {
      pkceCodeVerifier: VERIFIER,
      expectedState: 'jar',
      idTokenExpected: true,
    });
    expect(tokens.claims()).toMatchObject({ sub: user.id });
    const forged = await request(await newKey('ES256', key.kid));
    expect((await signIn(app, forged, user)).url).not.toContain('code=');
  });
});

describe('a command line, as kubelogin and oauth2 of Go are', () => {
  it('signs in by a code with oauth4webapi, waits, and refreshes its ID token (RFC 8628)', async () => {
    const client = await buildDeviceClient(app, { idTokenClaims: true, scopes: ['openid', 'email', 'offline_access'] });
    const party: oauth.Client = { client_id: client.id };
    const none = oauth.None();
    const scope = new URLSearchParams({ scope: 'openid email offline_access' });
    const asked = await oauth.deviceAuthorizationRequest(as, party, none, scope, insecure);
    const codes = await oauth.processDeviceAuthorizationResponse(as, party, asked);
    const poll = async () => {
      const response = await oauth.deviceCodeGrantRequest(as, party, none, codes.device_code, insecure);
      return oauth.processDeviceCodeResponse(as, party, response);
    };
    await expect(poll()).rejects.toMatchObject({ error: 'authorization_pending' });
    await decide(app, codes, user);
    app.clock.advance(codes.interval ?? 5);
    const tokens = await poll();
    expect(oauth.getValidatedIdTokenClaims(tokens)).toMatchObject({ sub: user.id, email: user.email });
    const again = await oauth.refreshTokenGrantRequest(as, party, none, tokens.refresh_token!, insecure);
    const refreshed = await oauth.processRefreshTokenResponse(as, party, again);
    expect(oauth.getValidatedIdTokenClaims(refreshed)).toMatchObject({ sub: user.id, email: user.email });
  });
});
