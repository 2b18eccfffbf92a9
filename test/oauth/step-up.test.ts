import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Client } from '../../src/modules/clients/index.ts';
import { useApp } from '../support/app.ts';
import { BrowserLite, type Page } from '../support/browser-lite.ts';
import { answerOf, authorizePath, buildClient, buildUser, type BuiltUser } from '../support/builders.ts';
import { claimsIn, redeem } from '../support/logins.ts';
import { codeOf, enroll, giveCode, wrongCodeOf, type Enrolled } from '../support/mfa.ts';
import { queriesOf } from '../support/queries.ts';

const ONE = 'urn:guildhall:acr:1';
const TWO = 'urn:guildhall:acr:2';

const SESSION = 'select id, extract(epoch from auth_time)::float as at, expires_at, amr from sessions';

const app = useApp();
let client: Client;
let user: BuiltUser;
let browser: BrowserLite;

beforeAll(async () => {
  client = await buildClient(app);
});

beforeEach(async () => {
  user = await buildUser(app);
  browser = new BrowserLite(app.issuer);
});

const rows = async (text: string, ...values: unknown[]) => (await app.server.database.pool.query(text, values)).rows;
const claimsOf = async (page: Page) => claimsIn((await redeem(app, client, answerOf(page)['code']!)).body.id_token);
const pathOf = ({ url }: Page) => new URL(url).pathname;
const essential = (...values: string[]) => JSON.stringify({ id_token: { acr: { essential: true, values } } });

/** Signs in with the password alone. */
async function signIn(): Promise<string> {
  await browser.open(authorizePath(client));
  const { code } = answerOf(await browser.logIn(user));
  return (await redeem(app, client, code!)).body.access_token;
}

/** Signs in with the password alone, then enrolls a second factor. */
async function signInAndEnroll(): Promise<Enrolled> {
  const factor = await enroll(app, await signIn());
  app.clock.advance(60);
  return factor;
}

describe('step-up to the second factor', () => {
  it.each<[string, Record<string, string>]>([
    ['acr_values', { acr_values: TWO }],
    ['acr_values with others that are unknown here', { acr_values: `phr ${TWO} ${ONE}` }],
    ['a claim asked for', { claims: JSON.stringify({ id_token: { acr: { values: [TWO, ONE] } } }) }],
    ['an essential claim', { claims: essential(TWO) }],
    [
      'an essential claim of one value',
      { claims: JSON.stringify({ id_token: { acr: { essential: true, value: TWO } } }) },
    ],
  ])('OIDC Core §5.5.1.1: is asked for by %s', async (_name, given) => {
    const factor = await signInAndEnroll();
    const [before] = await rows(`${SESSION} where user_id = $1`, user.id);
    const secret = browser.cookies.get('guildhall_session');
    const asked = await browser.open(authorizePath(client, { ...given, nonce: 'n' }));
    expect([pathOf(asked), asked.status]).toEqual(['/second-factor', 200]);
    expect(asked.html).toContain(user.email);
    const claims = await claimsOf(await giveCode(browser, codeOf(app, factor.secret)));
    expect(claims).toMatchObject({ sub: user.id, nonce: 'n', amr: ['pwd', 'otp', 'mfa'], acr: TWO });
    const [after, ...others] = await rows(`${SESSION} where user_id = $1`, user.id);
    expect(others).toEqual([]);
    expect(after).toMatchObject({ id: before.id, expires_at: before.expires_at, amr: ['pwd', 'otp', 'mfa'] });
    // The password is as old as it was.
    expect(after.at).toBe(before.at);
    expect(claims.auth_time).toBe(Math.floor(before.at));
    // The session's secret rotates; the one before it is dead.
    expect(browser.cookies.get('guildhall_session')).not.toBe(secret);
    const stolen = new BrowserLite(app.issuer);
    stolen.cookies.set('guildhall_session', secret!);
    expect(answerOf(await stolen.open(authorizePath(client, { prompt: 'none' })))).toMatchObject({
      error: 'login_required',
    });
    const trail = await rows(
      `select details from audit_events where action = 'session.raised' and actor_id = $1`,
      user.id,
    );
    expect(trail).toEqual([{ details: { amr: ['pwd', 'otp', 'mfa'], clientId: client.id } }]);
  });

  it('is not asked for again once it was given, and takes two statements then', async () => {
    const factor = await signInAndEnroll();
    await browser.open(authorizePath(client, { acr_values: TWO }));
    await giveCode(browser, codeOf(app, factor.secret));
    const queries = await queriesOf(() => browser.open(authorizePath(client, { claims: essential(TWO) })));
    expect((await claimsOf(browser.page)).acr).toBe(TWO);
    expect(queries).toHaveLength(2);
    expect((await claimsOf(await browser.open(authorizePath(client, { claims: essential(ONE) })))).acr).toBe(ONE);
  });

  it.each<[string, Record<string, string>]>([
    ['prefers one factor', { acr_values: `${ONE} ${TWO}` }],
    ['asks for nothing that is known here', { acr_values: 'phr phrh' }],
    ['asks without a user to ask', { acr_values: TWO, prompt: 'none' }],
    ['asks for the claim and any value of it', { claims: '{"id_token":{"acr":{"essential":true}}}' }],
  ])('is left out where the client %s', async (_name, given) => {
    await signInAndEnroll();
    expect((await claimsOf(await browser.open(authorizePath(client, given)))).acr).toBe(ONE);
  });

  it('OIDC Core §5.5.1.1: that nobody can give is done without where it is a favor', async () => {
    await signIn();
    expect((await claimsOf(await browser.open(authorizePath(client, { acr_values: TWO })))).acr).toBe(ONE);
    const claims = JSON.stringify({ id_token: { acr: { values: [TWO] } } });
    expect((await claimsOf(await browser.open(authorizePath(client, { claims })))).acr).toBe(ONE);
  });

  it('OIDC Core §5.5.1.1: that nobody can give fails the request where it is essential', async () => {
    await signIn();
    for (const claims of [essential(TWO), essential('phr')])
      for (const prompt of [undefined, 'none'])
        expect(answerOf(await browser.open(authorizePath(client, { claims, prompt })))).toMatchObject({
          error: 'unmet_authentication_requirements',
          state: 'a state',
          iss: app.issuer,
        });
  });

  it('that is essential cannot be asked for with prompt=none', async () => {
    await signInAndEnroll();
    const path = authorizePath(client, { claims: essential(TWO), prompt: 'none' });
    expect(answerOf(await browser.open(path))).toMatchObject({ error: 'interaction_required' });
  });

  it('takes a right code, and may be tried again', async () => {
    const factor = await signInAndEnroll();
    const secret = browser.cookies.get('guildhall_session');
    await browser.open(authorizePath(client, { acr_values: TWO }));
    const page = await giveCode(browser, wrongCodeOf(app, factor.secret));
    expect([page.status, page.html.includes('That code is')]).toEqual([400, true]);
    expect(browser.cookies.get('guildhall_session')).toBe(secret);
    expect(await rows('select amr from sessions where user_id = $1', user.id)).toEqual([{ amr: ['pwd'] }]);
    expect(answerOf(await giveCode(browser, codeOf(app, factor.secret)))).toHaveProperty('code');
  });

  it('never stands in for the password', async () => {
    const factor = await signInAndEnroll();
    await browser.open(authorizePath(client, { acr_values: TWO, prompt: 'login' }));
    expect(pathOf(browser.page)).toBe('/login');
    const flow = browser.form().values.get('flow')!;
    await browser.open(`/second-factor?flow=${flow}`);
    expect(pathOf(browser.page)).toBe('/login');
    await browser.logIn(user);
    expect(pathOf(browser.page)).toBe('/second-factor');
    expect((await claimsOf(await giveCode(browser, codeOf(app, factor.secret)))).acr).toBe(TWO);
  });

  it('is worth nothing to who is signed in by then, and asks for the login where the session ended', async () => {
    const factor = await signInAndEnroll();
    await browser.open(authorizePath(client, { acr_values: TWO }));
    const asked = browser.page;
    const other = await buildUser(app);
    await browser.open(authorizePath(client, { prompt: 'login' }));
    await browser.logIn(other);
    browser.page = asked;
    expect(pathOf(await giveCode(browser, codeOf(app, factor.secret)))).toBe('/login');
    expect(await rows('select amr from sessions where user_id = $1', other.id)).toEqual([{ amr: ['pwd'] }]);
  });

  it('belongs to the browser that was asked, and takes no form without its token', async () => {
    const factor = await signInAndEnroll();
    await browser.open(authorizePath(client, { acr_values: TWO }));
    const stranger = new BrowserLite(app.issuer);
    await stranger.open(authorizePath(client));
    expect((await stranger.open(browser.page.url)).status).toBe(400);
    expect((await browser.submit({ code: codeOf(app, factor.secret), csrf: 'made-up' })).status).toBe(403);
  });
});

describe('the claims parameter', () => {
  it.each([
    'no json',
    '[]',
    '"text"',
    'null',
    '{"id_token":[]}',
    '{"userinfo":"email"}',
    '{"id_token":{"acr":true}}',
    '{"id_token":{"acr":{"essential":"yes"}}}',
    '{"id_token":{"acr":{"values":"urn:guildhall:acr:2"}}}',
    '{"id_token":{"acr":{"values":[2]}}}',
    '{"id_token":{"sub":{"value":7}}}',
    '{"userinfo":{"email":[]}}',
  ])('OIDC Core §5.5: %s is invalid_request', async (claims) => {
    expect(answerOf(await browser.open(authorizePath(client, { claims })))).toMatchObject({ error: 'invalid_request' });
  });

  it.each<[string, Record<string, string>]>([
    [
      'claims about anything else',
      { claims: '{"userinfo":{"email":{"essential":true},"__proto__":null},"id_token":{"nickname":null},"x":7}' },
    ],
    ['claims that are null', { claims: '{"userinfo":null,"id_token":null}' }],
    ['ui_locales', { ui_locales: 'tlh fr-CA en-GB' }],
    ['claims_locales', { claims_locales: 'de' }],
    ['display', { display: 'popup' }],
    ['parameters nobody knows', { foo: 'bar' }],
  ])('OIDC Core §3.1.2.1: %s does not stand in the way', async (_name, given) => {
    await browser.open(authorizePath(client, given));
    expect(browser.page.html).toContain('<html lang="en">');
    expect(answerOf(await browser.logIn(user))).toHaveProperty('code');
  });
});
