import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '../../src/modules/clients/index.ts';
import { useApp } from '../support/app.ts';
import { BrowserLite } from '../support/browser-lite.ts';
import { answerOf, authorizePath, buildClient, buildUser } from '../support/builders.ts';
import { redeem, refresh, type Tokens } from '../support/logins.ts';

const app = useApp({ SESSION_IDLE_MINUTES: '30', SESSION_ABSOLUTE_MINUTES: '120' });
const MINUTE = 60;
let client: Client;
beforeAll(async () => {
  client = await buildClient(app);
});

async function signIn(scope = 'openid'): Promise<{ browser: BrowserLite; tokens: Tokens }> {
  const browser = new BrowserLite(app.issuer);
  await browser.open(authorizePath(client, { scope }));
  const { body } = await redeem(app, client, answerOf(await browser.logIn(await buildUser(app)))['code'] ?? '');
  return { browser, tokens: body };
}

const isSignedIn = async (browser: BrowserLite) => (await browser.open('/account')).html.includes('Some Body');
/** Whether an application gets a code without anybody being asked. */
const isKnown = async (browser: BrowserLite) =>
  'code' in answerOf(await browser.open(authorizePath(client, { prompt: 'none' })));
const use = (token: string) => refresh(app, client, token);

describe('a login', () => {
  it('ends half an hour after its last use, as configured', async () => {
    const { browser, tokens } = await signIn();
    app.clock.advance(29 * MINUTE);
    expect(await isSignedIn(browser)).toBe(true);
    app.clock.advance(29 * MINUTE);
    expect(await isKnown(browser)).toBe(true);
    app.clock.advance(31 * MINUTE);
    expect([await isSignedIn(browser), await isKnown(browser)]).toEqual([false, false]);
    expect((await use(tokens.refresh_token)).body.error).toBe('invalid_grant');
  });

  it('ends two hours after its beginning, however much it is used', async () => {
    const { browser, tokens } = await signIn();
    let { refresh_token: token } = tokens;
    for (let time = 0; time < 5; time++) {
      app.clock.advance(20 * MINUTE);
      expect(await isSignedIn(browser)).toBe(true);
      token = (await use(token)).body.refresh_token;
    }
    app.clock.advance(20 * MINUTE);
    expect([await isSignedIn(browser), await isKnown(browser)]).toEqual([false, false]);
    expect((await use(token)).body.error).toBe('invalid_grant');
  });

  it('is used by its applications too, but not by those that may be used while its user is away', async () => {
    const online = await signIn();
    const offline = await signIn('openid offline_access');
    app.clock.advance(20 * MINUTE);
    expect((await use(online.tokens.refresh_token)).status).toBe(200);
    const { refresh_token: token } = (await use(offline.tokens.refresh_token)).body;
    app.clock.advance(20 * MINUTE);
    expect(await isSignedIn(online.browser)).toBe(true);
    expect(await isSignedIn(offline.browser)).toBe(false);
    expect((await use(token)).status).toBe(200);
  });

  it('yields no access token that outlives it', async () => {
    const { tokens } = await signIn();
    let { refresh_token: token } = tokens;
    for (let time = 0; time < 5; time++) {
      app.clock.advance(23 * MINUTE);
      token = (await use(token)).body.refresh_token;
    }
    const { body } = await use(token);
    expect(body.expires_in).toBeLessThanOrEqual(5 * MINUTE);
    app.clock.advance(body.expires_in);
    expect((await app.send('GET', '/oauth2/userinfo', { token: body.access_token })).status).toBe(401);
  });

  it('starts anew when its user signs in again', async () => {
    const { browser } = await signIn();
    const user = await buildUser(app);
    await browser.open(authorizePath(client, { prompt: 'login' }));
    await browser.logIn(user);
    app.clock.advance(25 * MINUTE);
    await browser.open(authorizePath(client, { prompt: 'login' }));
    await browser.logIn(user);
    for (let time = 0; time < 5; time++) {
      app.clock.advance(20 * MINUTE);
      expect(await isSignedIn(browser)).toBe(true);
    }
  });

  it('that was renewed makes no token of before any fresher', async () => {
    const user = await buildUser(app);
    const browser = new BrowserLite(app.issuer);
    const token = async (given: Record<string, string>): Promise<string> => {
      await browser.open(authorizePath(client, { scope: 'openid', ...given }));
      return (await redeem(app, client, answerOf(await browser.logIn(user))['code'] ?? '')).body.access_token;
    };
    const before = await token({});
    app.clock.advance(11 * MINUTE);
    const after = await token({ prompt: 'login' });
    const changeTo = (name: string): string =>
      `mutation { requestOwnEmailChange(newEmail: "${name}@example.com") { user { id } } }`;
    const change = changeTo('another');
    const { body } = await app.graphql(before, change);
    expect(body.errors[0].extensions.code).toBe('REAUTHENTICATION_REQUIRED');
    expect(await app.data(after, change)).toEqual({ requestOwnEmailChange: { user: { id: user.id } } });
    for (let time = 1; time < 10; time++) await app.data(after, changeTo(`another-${time}`));
    expect((await app.graphql(after, change)).body.errors[0].extensions).toMatchObject({
      kind: 'RATE_LIMITED',
      retryAfter: expect.any(Number),
    });
  });
});
