import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Client } from '../../src/modules/clients/index.ts';
import { useApp } from '../support/app.ts';
import type { Page } from '../support/browser-lite.ts';
import { BrowserLite } from '../support/browser-lite.ts';
import { buildUser, type BuiltUser } from '../support/builders.ts';
import { askForCodes, buildDeviceClient, codesOf, poll, toDecision, type DeviceAnswer } from '../support/devices.ts';
import { claimsIn, refresh } from '../support/logins.ts';
import { forgetGuesses } from '../support/mfa.ts';

const app = useApp();
let device: Client;
let user: BuiltUser;
beforeAll(async () => {
  device = await buildDeviceClient(app, { scopes: ['openid', 'profile', 'email', 'offline_access'] });
});
beforeEach(async () => {
  await forgetGuesses(app);
  user = await buildUser(app, { givenName: 'Ada', name: 'Ada Lovelace' });
});

const names = (...claims: string[]) => Object.fromEntries(claims.map((claim) => [claim, null]));
const asking = (claims: unknown, scope = 'openid') => ({ scope, claims: JSON.stringify(claims) });
const userinfo = async (token: string) => (await app.send('GET', '/oauth2/userinfo', { token })).body;

/** The user allows what the device asks for. Returns the page that asked, and the tokens. */
async function allowed(fields: Record<string, string>) {
  const codes = await codesOf(app, device, fields);
  const browser = await toDecision(app, codes, user);
  const { page } = browser;
  await browser.submit({ decision: 'allow' });
  return { page, ...(await poll(app, device, codes.device_code)) };
}

describe('claims of a device authorization request', () => {
  it('OIDC Core §5.5: are in userinfo and the ID token as those of a login, and last with the grant', async () => {
    const wanted = { userinfo: names('email'), id_token: names('given_name') };
    const { page, body } = await allowed(asking(wanted, 'openid offline_access'));
    expect(page.html).toContain('email address');
    expect(body.scope).toBe('openid offline_access');
    const again = await refresh(app, device, body.refresh_token);
    for (const tokens of [body, again.body]) {
      expect(claimsIn(tokens.id_token)).toMatchObject({ given_name: 'Ada' });
      expect(claimsIn(tokens.id_token)).not.toHaveProperty('email');
      const told = await userinfo(tokens.access_token);
      expect(told).toMatchObject({ sub: user.id, email: user.email, given_name: 'Ada' });
      for (const claim of ['email_verified', 'name']) expect(told).not.toHaveProperty(claim);
    }
  });

  it('OIDC Core §5.5: unknown ones and those of scopes that the client lacks are left out', async () => {
    const { body } = await allowed(asking({ userinfo: names('phone_number', 'shoe_size', 'email') }));
    expect(await userinfo(body.access_token)).toEqual({ sub: user.id, groups: [], email: user.email });
  });

  it('are given only with consent: a device without them gets none after one that had them', async () => {
    await allowed(asking({ userinfo: names('email') }));
    const { body } = await allowed({ scope: 'openid' });
    expect(await userinfo(body.access_token)).not.toHaveProperty('email');
  });

  it.each([
    ['no JSON', 'email'],
    ['a list', '[]'],
    ['another form', '{"userinfo":{"email":true}}'],
    ['too much', JSON.stringify({ userinfo: { email: { value: 'x'.repeat(4096) } } })],
  ])('OIDC Core §5.5: is invalid_request with %s', async (_, claims) => {
    const { status, body } = await askForCodes(app, device, { claims });
    expect([status, body.error]).toEqual([400, 'invalid_request']);
  });

  describe('about the login', () => {
    const end = async (codes: DeviceAnswer, page: Page) => {
      const { body } = await poll(app, device, codes.device_code);
      return [new URL(page.url).searchParams.get('answer'), body.error];
    };

    it('OIDC Core §5.5.1: name by sub who has to sign in', async () => {
      const other = await buildUser(app);
      const wanted = asking({ id_token: { sub: { value: other.id } } });
      const refused = await codesOf(app, device, wanted);
      expect(await end(refused, (await toDecision(app, refused, user)).page)).toEqual(['denied', 'access_denied']);
      const codes = await codesOf(app, device, wanted);
      const browser = await toDecision(app, codes, other);
      await browser.submit({ decision: 'allow' });
      expect((await poll(app, device, codes.device_code)).body.id_token).toBeDefined();
    });

    it('OIDC Core §5.5.1.1: an essential acr that the user cannot reach fails the request', async () => {
      const wanted = asking({ id_token: { acr: { essential: true, value: 'urn:guildhall:acr:2' } } });
      const codes = await codesOf(app, device, wanted);
      const browser = await toDecision(app, codes, user, new BrowserLite(app.issuer));
      expect(await end(codes, browser.page)).toEqual(['denied', 'access_denied']);
    });
  });
});
