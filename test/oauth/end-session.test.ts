import { beforeAll, describe, expect, it } from '@jest/globals';
import { Keyring } from '#product';
import type { Client } from '../../src/modules/clients/index.ts';
import { useApp } from '../support/app.ts';
import { BrowserLite } from '../support/browser-lite.ts';
import { answerOf, authorizePath, buildClient, buildUser, type BuiltUser } from '../support/builders.ts';
import { claimsIn, redeem, refresh, type Tokens } from '../support/logins.ts';

const app = useApp();
const RETURN = 'https://rp.example/bye?from=us';
let client: Client;
let other: Client;

beforeAll(async () => {
  client = await buildClient(app, { postLogoutRedirectUris: [RETURN, 'com.example.app:/bye'] });
  other = await buildClient(app, { postLogoutRedirectUris: ['https://other.example/bye'] });
});

interface SignedIn {
  readonly browser: BrowserLite;
  readonly user: BuiltUser;
  readonly tokens: Tokens;
}

async function signIn(scope = 'openid'): Promise<SignedIn> {
  const user = await buildUser(app);
  const browser = new BrowserLite(app.issuer);
  await browser.open(authorizePath(client, { scope }));
  const { code } = answerOf(await browser.logIn(user));
  return { browser, user, tokens: (await redeem(app, client, code!)).body };
}

const logoutPath = (parameters: Record<string, string>): string => `/oauth2/logout?${new URLSearchParams(parameters)}`;

const isSignedIn = async (browser: BrowserLite): Promise<boolean> =>
  (await browser.open('/account')).html.includes('Some Body');

const isAlive = async ({ tokens }: SignedIn): Promise<boolean> =>
  (await app.send('GET', '/oauth2/userinfo', { token: tokens.access_token })).status === 200;

/** Signed with our own key, whatever it says; of some login, as every ID token is. */
const sign = (typ: string, claims: object): Promise<string> =>
  app.server.runtime.get(Keyring).sign('RS256', typ, { auth_time: 1, ...claims });

describe('a logout that a client asks for', () => {
  it('OIDC RP-Initiated Logout §2: with an ID token of this session, ends it and goes back with the state as it came', async () => {
    const signedIn = await signIn('openid offline_access');
    const { browser, tokens } = signedIn;
    const state = 'ä /?&=+%20';
    const page = await browser.open(
      logoutPath({ id_token_hint: tokens.id_token, post_logout_redirect_uri: RETURN, state }),
    );
    expect(page.status).toBe(303);
    expect(page.url.startsWith(`${RETURN}&state=`)).toBe(true);
    expect(answerOf(page)).toEqual({ from: 'us', state });
    expect(browser.cookies.has('guildhall_session')).toBe(false);
    expect(await isSignedIn(browser)).toBe(false);
    expect(await isAlive(signedIn)).toBe(false);
    expect((await refresh(app, client, tokens.refresh_token)).body.error).toBe('invalid_grant');
  });

  it('OIDC RP-Initiated Logout §2: works by POST from the client’s site, where the browser sends no cookies along', async () => {
    const { browser, tokens } = await signIn();
    const body = new URLSearchParams({ id_token_hint: tokens.id_token, post_logout_redirect_uri: RETURN, state: 's' });
    const posted = await app.send('POST', '/oauth2/logout', { body });
    expect(posted.status).toBe(303);
    const page = await browser.open(posted.headers.get('location')!);
    expect(page.url).toBe(`${RETURN}&state=s`);
    expect(await isSignedIn(browser)).toBe(false);
  });

  it('OIDC RP-Initiated Logout §2: works by POST with cookies too', async () => {
    const { browser, tokens } = await signIn();
    const cookie = `guildhall_session=${browser.cookies.get('guildhall_session')}`;
    const body = new URLSearchParams({ id_token_hint: tokens.id_token, post_logout_redirect_uri: RETURN });
    const posted = await app.send('POST', '/oauth2/logout', { body, headers: { cookie } });
    expect({ status: posted.status, location: posted.headers.get('location') }).toEqual({
      status: 303,
      location: RETURN,
    });
    expect(posted.headers.getSetCookie()).toEqual([expect.stringContaining('Max-Age=0')]);
    expect(await isSignedIn(browser)).toBe(false);
  });

  it('turns a form that is too long for an address into a question', async () => {
    const { browser, user } = await signIn();
    const sid = await sessionOf(user);
    const hint = await sign('JWT', { iss: app.issuer, aud: client.id, sub: user.id, sid, groups: ['x'.repeat(9_000)] });
    const body = new URLSearchParams({ id_token_hint: hint, post_logout_redirect_uri: RETURN, state: 's' });
    const posted = await app.send('POST', '/oauth2/logout', { body });
    const question = await browser.open(posted.headers.get('location')!);
    expect(question.html).toContain('Sign out?');
    expect((await browser.submit({ decision: 'logout' })).url).toBe(`${RETURN}&state=s`);
  });

  it('OIDC RP-Initiated Logout §4: accepts an ID token that has expired', async () => {
    const { browser, user } = await signIn();
    const expired = await sign('JWT', {
      iss: app.issuer,
      aud: client.id,
      sub: user.id,
      sid: await sessionOf(user),
      exp: 1,
    });
    const page = await browser.open(logoutPath({ id_token_hint: expired, post_logout_redirect_uri: RETURN }));
    expect(page.url).toBe(RETURN);
    expect(await isSignedIn(browser)).toBe(false);
  });

  it('OIDC RP-Initiated Logout §2: goes back at once when nobody is signed in any more', async () => {
    const { tokens } = await signIn();
    const page = await new BrowserLite(app.issuer).open(
      logoutPath({ id_token_hint: tokens.id_token, post_logout_redirect_uri: RETURN }),
    );
    expect(page.url).toBe(RETURN);
  });

  it('says that one is signed out where there is nowhere to go back to', async () => {
    const { browser, tokens } = await signIn();
    const page = await browser.open(logoutPath({ id_token_hint: tokens.id_token }));
    expect(page).toMatchObject({ status: 200, html: expect.stringContaining('You are signed out') });
    expect(await isSignedIn(browser)).toBe(false);
  });

  it('tolerates logout_hint, and shows its pages in the languages of ui_locales', async () => {
    const { browser, user, tokens } = await signIn();
    const hints = { logout_hint: user.email, ui_locales: 'de en' };
    const german = /<html lang="de"/;
    expect((await browser.open(logoutPath({ client_id: client.id, ...hints }))).html).toMatch(german);
    expect((await browser.submit({ decision: 'logout' })).html).toMatch(german);
    expect((await new BrowserLite(app.issuer).open(logoutPath(hints))).html).toMatch(german);
    expect((await browser.open(logoutPath({ id_token_hint: tokens.id_token, ...hints }))).html).toMatch(german);
    expect(await isSignedIn(browser)).toBe(false);
  });

  it('leaves a trace that names the client', async () => {
    const { browser, user, tokens } = await signIn();
    await browser.open(logoutPath({ id_token_hint: tokens.id_token }));
    const { rows } = await app.server.database.pool.query(
      `select details from audit_events where actor_id = $1 and action = 'session.ended'`,
      [user.id],
    );
    expect(rows).toEqual([{ details: { clientId: client.id } }]);
  });
});

describe('a logout that nobody vouches for', () => {
  it('OIDC RP-Initiated Logout §2: without an ID token the user is asked, and may refuse', async () => {
    const { browser, user } = await signIn();
    const parameters = { client_id: client.id, post_logout_redirect_uri: RETURN, state: 's' };
    const page = await browser.open(logoutPath(parameters));
    expect(page.html).toContain('Some Application');
    expect(page.html).toContain(user.email);
    expect(page.headers.get('content-security-policy')).toContain(
      "form-action 'self' https://rp.example com.example.app:;",
    );
    expect(new URL((await browser.submit({ decision: 'stay' })).url).pathname).toBe('/account');
    expect(await isSignedIn(browser)).toBe(true);
    await browser.open(logoutPath(parameters));
    expect((await browser.submit({ decision: 'logout' })).url).toBe(`${RETURN}&state=s`);
    expect(await isSignedIn(browser)).toBe(false);
  });

  it('asks, with no parameter at all, and then says that one is signed out', async () => {
    const { browser } = await signIn();
    expect((await browser.open('/oauth2/logout')).html).toContain('Sign out?');
    expect((await browser.submit({ decision: 'logout' })).html).toContain('You are signed out');
    expect(await isSignedIn(browser)).toBe(false);
  });

  it('believes no form but its own', async () => {
    const { browser } = await signIn();
    await browser.open(logoutPath({ client_id: client.id }));
    expect((await browser.submit({ decision: 'logout', csrf: 'made-up' })).status).toBe(403);
    await browser.open(logoutPath({ client_id: client.id }));
    const cross = await browser.submit({ decision: 'logout' }, { 'sec-fetch-site': 'cross-site' });
    expect(cross.status).toBe(403);
    expect(await isSignedIn(browser)).toBe(true);
  });

  it.each([
    ['of another session of the same user', (own: SignedIn) => ({ sub: own.user.id, sid: crypto.randomUUID() })],
    ['of another user', (own: SignedIn) => ({ sub: crypto.randomUUID(), sid: claimsIn(own.tokens.id_token).sid })],
  ])('OIDC RP-Initiated Logout §2: with an ID token %s the user is asked', async (_whose, claims) => {
    const own = await signIn();
    const hint = await sign('JWT', { iss: app.issuer, aud: client.id, ...claims(own) });
    const page = await own.browser.open(logoutPath({ id_token_hint: hint, post_logout_redirect_uri: RETURN }));
    expect(page.html).toContain('Sign out?');
    expect(await isSignedIn(own.browser)).toBe(true);
    await own.browser.open(logoutPath({ id_token_hint: hint, post_logout_redirect_uri: RETURN }));
    expect((await own.browser.submit({ decision: 'logout' })).url).toBe(RETURN);
  });

  const forged: [string, (own: SignedIn) => string | Promise<string>][] = [
    ['that is none', () => 'nonsense'],
    ['whose signature is broken', ({ tokens }) => `${tokens.id_token.slice(0, -4)}AAAA`],
    ['without a signature', ({ tokens }) => unsigned(tokens.id_token)],
    ['that is an access token', ({ tokens }) => tokens.access_token],
    ['of another issuer', ({ tokens }) => sign('JWT', { ...claimsIn(tokens.id_token), iss: 'https://evil.example' })],
    ['that is a logout token', ({ tokens }) => sign('logout+jwt', claimsIn(tokens.id_token))],
  ];
  it.each(forged)(
    'OIDC RP-Initiated Logout §4: an ID token %s is not used: the user is asked, and not sent back',
    async (_what, hintOf) => {
      const own = await signIn();
      const hint = await hintOf(own);
      const page = await own.browser.open(logoutPath({ id_token_hint: hint, post_logout_redirect_uri: RETURN }));
      expect(page.html).toContain('Sign out?');
      expect(await isSignedIn(own.browser)).toBe(true);
      await own.browser.open(logoutPath({ id_token_hint: hint, post_logout_redirect_uri: RETURN }));
      const out = await own.browser.submit({ decision: 'logout' });
      expect({ path: new URL(out.url).pathname, html: out.html }).toEqual({
        path: '/logout',
        html: expect.stringContaining('You are signed out'),
      });
    },
  );
});

describe('a logout that cannot be', () => {
  it.each([
    'https://rp.example/bye',
    'https://rp.example/bye?from=us&more=1',
    'https://rp.example/bye?from=us#',
    'HTTPS://rp.example/bye?from=us',
    'https://rp.example:443/bye?from=us',
    'https://rp.example/callback',
    'https://other.example/bye',
    'com.example.app:/bye/',
    'javascript:alert(1)',
  ])('OIDC RP-Initiated Logout §3: goes nowhere the client has not registered to the letter (%s)', async (uri) => {
    const { browser, tokens } = await signIn();
    const page = await browser.open(
      logoutPath({ id_token_hint: tokens.id_token, post_logout_redirect_uri: uri, state: 's' }),
    );
    expect(page).toMatchObject({ status: 400, html: expect.stringContaining('post_logout_redirect_uri') });
    expect(page.headers.get('location')).toBe(null);
    expect(await isSignedIn(browser)).toBe(true);
  });

  it('says of an address that is not registered what is wrong, and lets the person sign out all the same', async () => {
    const { browser, tokens } = await signIn();
    const uri = 'https://other.example/bye';
    const { html } = await browser.open(logoutPath({ id_token_hint: tokens.id_token, post_logout_redirect_uri: uri }));
    expect(html).toContain('You are not signed out yet');
    expect(html).not.toContain('sign-in link');
    const [, href = ''] = /<a href="([^"]+)" class="button">Sign out</.exec(html) ?? [];
    await browser.open(href);
    await browser.submit({ decision: 'logout' });
    expect(await isSignedIn(browser)).toBe(false);
  });

  it('OIDC RP-Initiated Logout §2: does not trust an address that no client stands for', async () => {
    const { browser } = await signIn();
    await browser.open(logoutPath({ post_logout_redirect_uri: RETURN, state: 's' }));
    expect(new URL((await browser.submit({ decision: 'logout' })).url).pathname).toBe('/logout');
    const nobody = await new BrowserLite(app.issuer).open(logoutPath({ post_logout_redirect_uri: RETURN }));
    expect(new URL(nobody.url).pathname).toBe('/logout');
  });

  it('OIDC RP-Initiated Logout §2: client_id must be the client that the ID token was issued to', async () => {
    const { browser, tokens } = await signIn();
    const mismatch = { id_token_hint: tokens.id_token, client_id: other.id };
    const page = await browser.open(logoutPath({ ...mismatch, post_logout_redirect_uri: 'https://other.example/bye' }));
    expect(page).toMatchObject({ status: 400, html: expect.stringContaining('id_token_hint') });
    expect(await isSignedIn(browser)).toBe(true);
    const match = await browser.open(logoutPath({ id_token_hint: tokens.id_token, client_id: client.id }));
    expect(match.html).toContain('You are signed out');
  });

  it.each([['client_id=unknown'], ['client_id=%00'], ['client_id=a&client_id=b'], ['state=%00']])(
    'tells a person what is wrong with %s',
    async (query) => {
      const { browser } = await signIn();
      const page = await browser.open(`/oauth2/logout?${query}`);
      expect(page.status).toBe(400);
      expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(await isSignedIn(browser)).toBe(true);
    },
  );

  it('sends the page’s own form nowhere else than the endpoint would', async () => {
    const { browser } = await signIn();
    await browser.open(logoutPath({ client_id: client.id, post_logout_redirect_uri: RETURN }));
    const page = await browser.submit({ decision: 'logout', post_logout_redirect_uri: 'https://evil.example/' });
    expect(page.status).toBe(400);
    expect(await isSignedIn(browser)).toBe(true);
  });

  it('answers other sites’ scripts nothing', async () => {
    const { headers } = await app.send('GET', '/oauth2/logout', { headers: { origin: 'https://rp.example' } });
    expect(headers.get('access-control-allow-origin')).toBe(null);
  });
});

async function sessionOf({ id }: BuiltUser): Promise<string> {
  const { rows } = await app.server.database.pool.query('select id from sessions where user_id = $1', [id]);
  return rows[0].id;
}

function unsigned(token: string): string {
  const header = Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT' })).toString('base64url');
  return `${header}.${token.split('.')[1]}.`;
}
