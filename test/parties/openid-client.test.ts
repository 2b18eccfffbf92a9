import { describe, expect, it } from '@jest/globals';
import * as oidc from 'openid-client';
import { useApp } from '../support/app.ts';
import { BrowserLite } from '../support/browser-lite.ts';
import { buildClient, buildUser } from '../support/builders.ts';

const app = useApp();

describe('openid-client, with all its checks on', () => {
  it('signs a user in who has to log in and to consent', async () => {
    const client = await buildClient(app, { requireConsent: true });
    const user = await buildUser(app, { name: 'Ada Lovelace' });
    const issuer = new URL(app.issuer);
    const config = await oidc.discovery(issuer, client.id, undefined, oidc.None(), {
      execute: [oidc.allowInsecureRequests],
    });
    const verifier = oidc.randomPKCECodeVerifier();
    const [state, nonce] = [oidc.randomState(), oidc.randomNonce()];
    const url = oidc.buildAuthorizationUrl(config, {
      redirect_uri: 'https://rp.example/callback',
      scope: 'openid profile email groups',
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      max_age: '60',
      state,
      nonce,
    });

    const browser = new BrowserLite(app.issuer);
    await browser.open(url.href);
    await browser.logIn(user);
    const answer = await browser.submit({ decision: 'allow' });

    const tokens = await oidc.authorizationCodeGrant(config, new URL(answer.url), {
      pkceCodeVerifier: verifier,
      expectedState: state,
      expectedNonce: nonce,
      maxAge: 60,
      idTokenExpected: true,
    });
    expect(tokens.claims()).toMatchObject({ sub: user.id, nonce, auth_time: expect.any(Number) });
    const info = await oidc.fetchUserInfo(config, tokens.access_token, user.id);
    expect(info).toMatchObject({ sub: user.id, name: 'Ada Lovelace', email: user.email, groups: [] });
  });

  it('is told when the user says no', async () => {
    const client = await buildClient(app, { requireConsent: true });
    const user = await buildUser(app);
    const config = await oidc.discovery(new URL(app.issuer), client.id, undefined, oidc.None(), {
      execute: [oidc.allowInsecureRequests],
    });
    const verifier = oidc.randomPKCECodeVerifier();
    const url = oidc.buildAuthorizationUrl(config, {
      redirect_uri: 'https://rp.example/callback',
      scope: 'openid',
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    const browser = new BrowserLite(app.issuer);
    await browser.open(url.href);
    await browser.logIn(user);
    const answer = await browser.submit({ decision: 'deny' });
    await expect(
      oidc.authorizationCodeGrant(config, new URL(answer.url), { pkceCodeVerifier: verifier }),
    ).rejects.toMatchObject({
      error: 'access_denied',
    });
  });
});
