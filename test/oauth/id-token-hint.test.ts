import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '../../src/modules/clients/index.ts';
import { Keyring } from '#product';
import { useApp } from '../support/app.ts';
import { BrowserLite } from '../support/browser-lite.ts';
import { answerOf, authorizePath, buildClient, buildUser, type BuiltUser } from '../support/builders.ts';
import { browserOf, claimsIn, redeem, tokensOf, type Tokens } from '../support/logins.ts';

const app = useApp();
let client: Client;
let user: BuiltUser;
let other: BuiltUser;
let tokens: Tokens;

beforeAll(async () => {
  client = await buildClient(app);
  user = await buildUser(app);
  other = await buildUser(app);
  tokens = await tokensOf(app, client, user, 'openid');
});

async function signedIn(as: BuiltUser): Promise<BrowserLite> {
  const browser = await browserOf(app, as, authorizePath(client));
  app.clock.advance(10);
  return browser;
}

const hinted = (given: Record<string, string> = {}) =>
  authorizePath(client, { id_token_hint: tokens.id_token, ...given });
const claimed = (given: Record<string, string> = {}) =>
  authorizePath(client, { claims: JSON.stringify({ id_token: { sub: { value: user.id } } }), ...given });

describe.each([
  ['id_token_hint', hinted],
  ['the sub claim asked for with a value', claimed],
])('a request that says who is to be signed in, by %s,', (_name, ask) => {
  it('OIDC Core §3.1.2.2: lets the one it names pass who is signed in', async () => {
    const browser = await signedIn(user);
    expect(answerOf(await browser.open(ask({ prompt: 'none' })))).toHaveProperty('code');
    const { code } = answerOf(await browser.open(ask()));
    expect(claimsIn((await redeem(app, client, code!)).body.id_token).sub).toBe(user.id);
  });

  it('OIDC Core §3.1.2.2: with prompt=none is answered login_required where nobody or somebody else is signed in', async () => {
    for (const browser of [new BrowserLite(app.issuer), await signedIn(other)])
      expect(answerOf(await browser.open(ask({ prompt: 'none' })))).toMatchObject({ error: 'login_required' });
  });

  it('asks for the password where somebody else is signed in, and then is content', async () => {
    const browser = await signedIn(other);
    await browser.open(ask());
    expect(new URL(browser.page.url).pathname).toBe('/login');
    expect(answerOf(await browser.logIn(user))).toHaveProperty('code');
  });

  it('OIDC Core §3.1.2.2: ends with login_required, and no code, when somebody else signs in', async () => {
    for (const path of [ask(), ask({ prompt: 'login' }), ask({ prompt: 'select_account' })]) {
      const browser = new BrowserLite(app.issuer);
      await browser.open(path);
      const answer = answerOf(await browser.logIn(other));
      expect(answer).toMatchObject({ error: 'login_required', state: 'a state', iss: app.issuer });
      expect(answer).not.toHaveProperty('code');
    }
  });
});

describe('id_token_hint', () => {
  it('fills in the address of the one it names, before what login_hint says', async () => {
    const browser = new BrowserLite(app.issuer);
    await browser.open(hinted({ login_hint: 'somebody@example.com' }));
    expect(browser.form().values.get('email')).toBe(user.email);
  });

  it('OIDC Core §3.1.2.1: may have expired', async () => {
    app.clock.advance(7200);
    expect(answerOf(await (await signedIn(user)).open(hinted({ prompt: 'none' })))).toHaveProperty('code');
  });

  const forged = (change: Record<string, unknown>, typ = 'JWT') =>
    app.server.runtime.get(Keyring).sign('RS256', typ, { ...claimsIn(tokens.id_token), ...change });

  it('is read before the sign-in begins, so it may be longer than what a sign-in carries along', async () => {
    const hint = await forged({ groups: Array.from({ length: 40 }, (_, n) => `group ${n} `.padEnd(200, 'x')) });
    expect(hint.length).toBeGreaterThan(11_000);
    const fields = Object.fromEntries(new URL(app.issuer + hinted({ id_token_hint: hint })).searchParams);
    const { body } = await app.send('POST', '/oauth2/par', { body: new URLSearchParams(fields) });
    const pushed = { client_id: client.id, request_uri: body.request_uri };
    for (const path of [hinted({ id_token_hint: hint }), `/oauth2/authorize?${new URLSearchParams(pushed)}`]) {
      const browser = new BrowserLite(app.issuer);
      await browser.open(path);
      expect(browser.form().values.get('email')).toBe(user.email);
      expect(answerOf(await browser.logIn(user))).toHaveProperty('code');
    }
    const browser = new BrowserLite(app.issuer);
    await browser.open(hinted({ id_token_hint: hint, prompt: 'login' }));
    expect(answerOf(await browser.logIn(other))).toMatchObject({ error: 'login_required' });
    const form = { body: new URLSearchParams(fields) };
    expect((await app.send('POST', '/oauth2/authorize', form)).headers.get('location')).toContain('/login?');
  });

  it.each<[string, () => Promise<string> | string]>([
    ['no token at all', () => 'hint'],
    ['a token with another signature', () => `${tokens.id_token.slice(0, -6)}AAAAAA`],
    ['an unsigned token', () => `eyJhbGciOiJub25lIn0.${tokens.id_token.split('.')[1]}.`],
    ['an access token', () => tokens.access_token],
    ['a token for another client', async () => (await tokensOf(app, await buildClient(app), user, 'openid')).id_token],
    ['a token of another issuer', () => forged({ iss: 'https://other.example' })],
    ['a token of another type', () => forged({}, 'logout+jwt')],
    ['something signed that names no session', () => forged({ sid: undefined })],
  ])('OIDC Core §3.1.2.1: is not %s, which is invalid_request', async (_name, make) => {
    const browser = await signedIn(user);
    const path = authorizePath(client, { id_token_hint: await make() });
    expect(answerOf(await browser.open(path))).toMatchObject({ error: 'invalid_request', state: 'a state' });
  });

  it('names somebody else than the sub claim does: nobody is both', async () => {
    const claims = JSON.stringify({ id_token: { sub: { value: other.id } } });
    for (const as of [user, other]) {
      const browser = new BrowserLite(app.issuer);
      await browser.open(hinted({ claims }));
      expect(answerOf(await browser.logIn(as))).toMatchObject({ error: 'login_required' });
    }
  });
});
