import { describe, expect, it } from '@jest/globals';
import type { Client } from '../../src/modules/clients/index.ts';
import { useApp } from '../support/app.ts';
import { BrowserLite } from '../support/browser-lite.ts';
import { answerOf, authorizePath, buildClient, buildUser } from '../support/builders.ts';
import { claimsIn, redeem } from '../support/logins.ts';

const app = useApp();
const RETURN = 'https://rp.example/bye?a=1&b=2';
const URI = 'https://rp.example/out?app=1';
const withFrame = (given: Partial<Client> = {}): Promise<Client> =>
  buildClient(app, { frontchannelLogoutUri: URI, postLogoutRedirectUris: [RETURN], ...given });

/** A browser that has signed in to each of the clients, and the ID token of the first. */
async function signIn(...clients: readonly Client[]) {
  const user = await buildUser(app);
  const browser = new BrowserLite(app.issuer);
  await browser.open(authorizePath(clients[0]!, { scope: 'openid' }));
  const { code } = answerOf(await browser.logIn(user));
  const { id_token: hint } = (await redeem(app, clients[0]!, code!)).body;
  for (const client of clients.slice(1)) await browser.open(authorizePath(client, { scope: 'openid' }));
  return { browser, hint: hint as string };
}

const logoutPath = (parameters: Record<string, string>): string => `/oauth2/logout?${new URLSearchParams(parameters)}`;
const framesIn = (html: string): string[] =>
  [...html.matchAll(/<iframe[^>]* src="([^"]*)"/g)].map(([, address]) => address!.replaceAll('&amp;', '&'));
const policyOf = ({ headers }: { headers: Headers }): string => headers.get('content-security-policy')!;

describe('a logout of which browsers tell clients', () => {
  it('OIDC Front-Channel Logout §2: loads the address of every client that the session signed in to', async () => {
    const [first, silent] = await Promise.all([withFrame(), buildClient(app)]);
    const second = await withFrame({
      redirectUris: ['https://two.example/callback'],
      frontchannelLogoutUri: 'https://two.example/out',
    });
    const unused = await withFrame({ frontchannelLogoutUri: 'https://unused.example/out' });
    const { browser, hint } = await signIn(first, second, silent);
    const page = await browser.open(logoutPath({ id_token_hint: hint, post_logout_redirect_uri: RETURN, state: 's' }));
    expect(page.status).toBe(200);
    expect(framesIn(page.html).toSorted()).toEqual([URI, 'https://two.example/out']);
    expect(page.html).not.toContain(new URL(unused.frontchannelLogoutUri!).host);
    expect(policyOf(page)).toMatch(/frame-src https:\/\/(?:rp|two)\.example https:\/\/(?:rp|two)\.example; /);
    expect(policyOf(page)).toContain("default-src 'none'");
    expect(browser.cookies.has('guildhall_session')).toBe(false);
  });

  it('OIDC RP-Initiated Logout §3: goes on to the client by itself, with the state, and without scripts', async () => {
    const { browser, hint } = await signIn(await withFrame());
    const { html } = await browser.open(
      logoutPath({ id_token_hint: hint, post_logout_redirect_uri: RETURN, state: 'a"b' }),
    );
    const address = `${RETURN}&state=a%22b`.replaceAll('&', '&amp;');
    expect(html).toContain(`<meta http-equiv="refresh" content="3; url=${address}"`);
    expect(html).toContain(`<a href="${address}"`);
    expect(html).not.toContain('<script');
  });

  it('OIDC Front-Channel Logout §2: tells issuer and session to a client that wants them, as its ID tokens have them', async () => {
    const { browser, hint } = await signIn(await withFrame({ frontchannelLogoutSessionRequired: true }));
    const { html } = await browser.open(logoutPath({ id_token_hint: hint }));
    const [frame] = framesIn(html);
    const { searchParams } = new URL(frame!);
    expect(Object.fromEntries(searchParams)).toEqual({ app: '1', iss: app.issuer, sid: claimsIn(hint).sid });
    expect(html).not.toContain('http-equiv="refresh"');
  });

  it('OIDC Front-Channel Logout §2: also after the page that asks', async () => {
    const { browser } = await signIn(await withFrame());
    await browser.open('/logout');
    const page = await browser.submit({ decision: 'logout' });
    expect([page.status, framesIn(page.html)]).toEqual([200, [URI]]);
    expect((await browser.open('/account')).url).toContain('/login');
  });

  it('shows no frames to a browser that stays signed in, or without such a client', async () => {
    const told = await signIn(await withFrame());
    const asked = await told.browser.open(logoutPath({ post_logout_redirect_uri: RETURN }));
    expect(framesIn(asked.html)).toEqual([]);
    expect(policyOf(asked)).not.toContain('frame-src');
    await told.browser.submit({ decision: 'stay' });
    expect((await told.browser.open('/account')).url).not.toContain('/login');
    const { browser, hint } = await signIn(await buildClient(app, { postLogoutRedirectUris: [RETURN] }));
    const page = await browser.open(logoutPath({ id_token_hint: hint, post_logout_redirect_uri: RETURN }));
    expect([page.status, page.url]).toEqual([303, RETURN]);
  });

  it('OIDC Front-Channel Logout §3: is in the metadata', async () => {
    const { body } = await app.send('GET', '/.well-known/openid-configuration');
    expect(body).toMatchObject({ frontchannel_logout_supported: true, frontchannel_logout_session_supported: true });
  });
});

describe('registering the address', () => {
  const UPDATE = `mutation ($id: ID!, $input: UpdateClientInput!) {
    updateClient(id: $id, input: $input) { client { frontchannelLogoutUri frontchannelLogoutSessionRequired } } }`;
  const change = async (id: string, input: object, scope: 'read' | 'admin' = 'admin') =>
    (await app.graphql(await app.token(scope), UPDATE, { id, input })).body;

  it('keeps it, and takes it away with null', async () => {
    const { id } = await buildClient(app);
    const given = { frontchannelLogoutUri: URI, frontchannelLogoutSessionRequired: true };
    expect((await change(id, given)).data.updateClient.client).toEqual(given);
    const none = { frontchannelLogoutUri: null, frontchannelLogoutSessionRequired: false };
    expect((await change(id, none)).data.updateClient.client).toEqual(none);
    const body = { frontchannel_logout_uri: URI };
    const token = await app.token('admin');
    expect((await app.send('PUT', `/api/clients/${id}`, { token, body })).status).toBe(200);
  });

  it.each([
    ['https://other.example/out'],
    ['https://rp.example:8443/out'],
    ['http://rp.example/out'],
    ['https://rp.example/out#a'],
    ['javascript:alert(1)'],
    ['https://rp.example;frame-src *'],
  ])('OIDC Front-Channel Logout §2: refuses %s, which is not of a redirect URI', async (uri) => {
    const { id } = await buildClient(app);
    const { errors } = await change(id, { frontchannelLogoutUri: uri });
    expect(errors[0].extensions.faults.map(({ path }: { path: string }) => path)).toContain('frontchannelLogoutUri');
  });

  it('refuses to want the session told without an address, and who may not change clients', async () => {
    const { id } = await buildClient(app);
    const { errors } = await change(id, { frontchannelLogoutSessionRequired: true });
    expect(errors[0].extensions.code).toBe('INVALID_INPUT');
    const refused = await change(id, { frontchannelLogoutUri: URI }, 'read');
    expect(refused.errors[0].extensions.code).toBe('INSUFFICIENT_SCOPE');
  });
});
