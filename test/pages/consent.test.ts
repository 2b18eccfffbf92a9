import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '../../src/modules/clients/index.ts';
import { useApp } from '../support/app.ts';
import { BrowserLite } from '../support/browser-lite.ts';
import { answerOf, authorizePath, buildClient, buildUser, type BuiltUser } from '../support/builders.ts';
import { browserOf } from '../support/logins.ts';
import { queriesOf } from '../support/queries.ts';

const app = useApp();
let client: Client;
let trusted: Client;
let user: BuiltUser;

beforeAll(async () => {
  client = await buildClient(app, { requireConsent: true, policyUri: 'https://rp.example/privacy' });
  trusted = await buildClient(app);
});

/** A browser of a new user, signed in. */
async function signedIn(): Promise<BrowserLite> {
  user = await buildUser(app);
  const browser = await browserOf(app, user, authorizePath(trusted));
  return browser;
}

const isConsentPage = (url: string) => new URL(url).pathname === '/consent';

describe('consent', () => {
  it('OIDC Core §3.1.2.4: is asked for after the login, naming the client and what it would get', async () => {
    user = await buildUser(app);
    const browser = new BrowserLite(app.issuer);
    await browser.open(authorizePath(client, { scope: 'openid email groups' }));
    const page = await browser.logIn(user);
    expect(isConsentPage(page.url)).toBe(true);
    expect(page.html).toContain('Some Application');
    expect(page.html).toContain(user.email);
    expect(page.html).toContain('See your groups');
    // The identifier tells groups, too, which has a line of its own here.
    expect(page.html.match(/names of the groups/g)).toHaveLength(1);
    expect(page.html).toContain('href="https://rp.example/privacy"');
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self' https://rp.example;");
    const answer = answerOf(await browser.submit({ decision: 'allow' }));
    expect(answer).toEqual({ code: expect.anything(), state: 'a state', iss: app.issuer });
  });

  it('is remembered per client and set of scopes, with a trail', async () => {
    const browser = await signedIn();
    await browser.open(authorizePath(client, { scope: 'openid email' }));
    await browser.submit({ decision: 'allow' });
    const queries = await queriesOf(() => browser.open(authorizePath(client, { scope: 'email openid' })));
    expect(answerOf(browser.page)).toHaveProperty('code');
    expect(queries).toHaveLength(2);
    expect(answerOf(await browser.open(authorizePath(client, { scope: 'openid' })))).toHaveProperty('code');
    expect(isConsentPage((await browser.open(authorizePath(client, { scope: 'openid groups' }))).url)).toBe(true);
    await browser.submit({ decision: 'allow' });
    const { rows } = await app.server.database.pool.query('select scopes from consents where user_id = $1', [user.id]);
    expect(rows).toEqual([{ scopes: ['email', 'groups', 'openid'] }]);
    const trail = await app.server.database.pool.query(
      `select details from audit_events where action = 'consent.given' and actor_id = $1 order by id`,
      [user.id],
    );
    expect(trail.rows).toEqual([
      { details: { userId: user.id, scopes: ['openid', 'email'], returnHost: 'rp.example' } },
      { details: { userId: user.id, scopes: ['openid', 'groups'], returnHost: 'rp.example' } },
    ]);
    expect((await browser.open('/account/history')).html).toContain('You allowed an application access');
  });

  it('RFC 6749 §4.1.2.1: refused is told to the client as access_denied, and remembered nowhere', async () => {
    const browser = await signedIn();
    await browser.open(authorizePath(client));
    expect(answerOf(await browser.submit({ decision: 'deny' }))).toMatchObject({
      error: 'access_denied',
      state: 'a state',
      iss: app.issuer,
    });
    expect(isConsentPage((await browser.open(authorizePath(client))).url)).toBe(true);
  });

  it('is refused by a form that says nothing', async () => {
    const browser = await signedIn();
    await browser.open(authorizePath(client));
    expect(answerOf(await browser.submit())).toMatchObject({ error: 'access_denied' });
  });

  it('OIDC Core §3.1.2.1: is asked for again with prompt=consent, of a trusted client too', async () => {
    for (const asking of [client, trusted]) {
      const browser = await signedIn();
      await browser.open(authorizePath(asking, { prompt: 'consent' }));
      await browser.submit({ decision: 'allow' });
      expect(answerOf(browser.page)).toHaveProperty('code');
      app.clock.advance(1);
      expect(isConsentPage((await browser.open(authorizePath(asking, { prompt: 'consent' }))).url)).toBe(true);
      expect(answerOf(await browser.submit({ decision: 'allow' }))).toHaveProperty('code');
    }
  });

  it('OIDC Core §3.1.2.6: that is missing ends prompt=none', async () => {
    const browser = await signedIn();
    const page = await browser.open(authorizePath(client, { prompt: 'none' }));
    expect(answerOf(page)).toMatchObject({ error: 'consent_required', state: 'a state' });
  });

  it('RFC 6749 §10.12: is given by nobody but the one who was asked, in that browser, on that page', async () => {
    const browser = await signedIn();
    await browser.open(authorizePath(client));
    const asked = browser.page;
    expect((await browser.submit({ decision: 'allow', csrf: 'made-up' })).status).toBe(403);
    // Meanwhile somebody else signs in in another window of the same browser.
    const other = await buildUser(app);
    await browser.open(authorizePath(trusted, { prompt: 'login' }));
    await browser.logIn(other);
    browser.page = asked;
    expect((await browser.submit({ decision: 'allow' })).status).toBe(403);
    const { rows } = await app.server.database.pool.query('select 1 from consents where user_id = $1', [other.id]);
    expect(rows).toEqual([]);
  });

  it('asks for the login again when the session ended meanwhile', async () => {
    const browser = await signedIn();
    await browser.open(authorizePath(client));
    await app.server.database.pool.query('delete from sessions where user_id = $1', [user.id]);
    expect(new URL((await browser.submit({ decision: 'allow' })).url).pathname).toBe('/login');
    expect(isConsentPage((await browser.logIn(user)).url)).toBe(true);
  });
});
