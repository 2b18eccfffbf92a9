import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '../../src/modules/clients/index.ts';
import { useApp } from '../support/app.ts';
import { BrowserLite } from '../support/browser-lite.ts';
import { answerOf, authorizePath, buildClient, buildUser, type BuiltUser } from '../support/builders.ts';
import { claimsIn, redeem } from '../support/logins.ts';

const app = useApp();
let client: Client;
let user: BuiltUser;

beforeAll(async () => {
  client = await buildClient(app);
  user = await buildUser(app);
});

const EVERY_KIND = ' +&=#%2B/?"<>\\\'éЖ漢🙂';

describe('what a client sends along', () => {
  it.each([
    ['2,000 characters', 'x'.repeat(2000)],
    ['2,000 characters that addresses escape', '%+ &='.repeat(400)],
    ['every kind of character', EVERY_KIND],
  ])('OIDC Core §3.1.2.1: comes back byte for byte, state and nonce of %s', async (_name, text) => {
    const [state, nonce] = [`s${text}`, `n${text}`];
    const browser = new BrowserLite(app.issuer);
    await browser.open(authorizePath(client, { state, nonce }));
    const { code, ...others } = answerOf(await browser.logIn(user));
    expect(others).toEqual({ state, iss: app.issuer });
    expect(claimsIn((await redeem(app, client, code!)).body.id_token).nonce).toBe(nonce);
  });

  it('OIDC Core §3.1.2.1: fills the address that login_hint says into the login page, and trusts it no further', async () => {
    const browser = new BrowserLite(app.issuer);
    await browser.open(authorizePath(client, { login_hint: 'somebody@example.com' }));
    expect(browser.form().values.get('email')).toBe('somebody@example.com');
    expect(answerOf(await browser.logIn(user))).toHaveProperty('code');
  });
});

describe('a request without a client to answer', () => {
  it.each<[string, Record<string, string>, string]>([
    ['client', { client_id: 'nobody' }, 'invalid_request: client_id is missing or unknown'],
    ['redirect URI', { redirect_uri: 'https://evil.example/' }, 'invalid_request: redirect_uri is not registered'],
  ])(
    'RFC 6749 §4.1.2.1: is told to the person for another %s, with what is wrong and a request id of its own',
    async (_name, given, detail) => {
      const ids = new Set<string | undefined>();
      for (const method of ['GET', 'POST'] as const) {
        const path = authorizePath(client, given);
        const body = new URLSearchParams(path.split('?')[1]);
        const { status, headers, text } =
          method === 'GET'
            ? await app.send('GET', path)
            : await app.send('POST', '/oauth2/authorize', { body, headers: { cookie: 'guildhall_session=x' } });
        expect([status, headers.get('location'), headers.get('cache-control')]).toEqual([400, null, 'no-store']);
        expect(text).toContain(detail);
        expect(text).not.toContain('evil.example');
        ids.add(/<dt>Request id<\/dt><dd><code>([\w-]{22})<\/code>/.exec(text)?.[1]);
      }
      expect(ids.size).toBe(2);
      expect(ids.has(undefined)).toBe(false);
    },
  );
});

describe('the session cookie', () => {
  it('from before the login is never taken over', async () => {
    const browser = new BrowserLite(app.issuer);
    browser.cookies.set('guildhall_session', 'x'.repeat(43));
    await browser.open(authorizePath(client));
    await browser.logIn(user);
    expect(browser.cookies.get('guildhall_session')).toMatch(/^[\w-]{65}$/);
    expect(browser.cookies.get('guildhall_session')).not.toBe('x'.repeat(43));
    const attacker = new BrowserLite(app.issuer);
    attacker.cookies.set('guildhall_session', 'x'.repeat(43));
    expect(answerOf(await attacker.open(authorizePath(client, { prompt: 'none' })))).toMatchObject({
      error: 'login_required',
    });
  });
});
