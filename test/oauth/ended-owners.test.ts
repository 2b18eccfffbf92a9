import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '#product';
import { useApp } from '../support/app.ts';
import { BrowserLite } from '../support/browser-lite.ts';
import { authorizePath, buildConfidential, buildUser, SECRET, type BuiltUser } from '../support/builders.ts';
import { codeOf, redemption, refreshing, type Tokens } from '../support/logins.ts';

const app = useApp({ MEMBER_CLIENTS: 'on' });

let owner: BuiltUser;
let user: BuiltUser;
let own: Client;
let server: Client;
let tokens: Tokens;
let code: string;
beforeAll(async () => {
  owner = await buildUser(app);
  user = await buildUser(app);
  own = await buildConfidential(app, {
    ownerId: owner.id,
    requireConsent: true,
    scopes: ['openid', 'email'],
    postLogoutRedirectUris: ['https://rp.example/bye'],
  });
  server = await buildConfidential(app);
  const login = { ...redemption(own, await codeOf(app, own, user, { scope: 'openid email' })), client_secret: SECRET };
  tokens = (await app.send('POST', '/oauth2/token', { body: new URLSearchParams(login as Record<string, string>) }))
    .body;
  code = await codeOf(app, own, user, { scope: 'openid email' });
});

/** What the application gets at each door, and what others see of it: statuses, and whether its token is active. */
async function everywhere(at = app.issuer) {
  const secret = { client_id: own.id, client_secret: SECRET };
  const ask = async (path: string, form: object, method = 'POST') => {
    const body = new URLSearchParams(form as Record<string, string>);
    const get = method === 'GET' ? `?${body}` : '';
    return fetch(at + path + get, { method, redirect: 'manual', ...(method === 'POST' && { body }) });
  };
  const status = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).status;
  const userinfo = await fetch(`${at}/oauth2/userinfo`, {
    headers: { authorization: `Bearer ${tokens.access_token}` },
  });
  const seen = { client_id: server.id, client_secret: SECRET, token: tokens.access_token };
  const authorization = new URL(authorizePath(own), at);
  return {
    authorize: (await fetch(at + authorization.pathname + authorization.search, { redirect: 'manual' })).status,
    push: await status('/oauth2/par', { ...Object.fromEntries(authorization.searchParams), ...secret }),
    device: await status('/oauth2/device_authorization', { ...secret, scope: 'openid' }),
    code: await status('/oauth2/token', { ...redemption(own, 'wrong'), client_secret: SECRET }),
    introspect: await status('/oauth2/introspect', { ...secret, token: 'x' }),
    revoke: await status('/oauth2/revoke', { ...secret, token: 'x' }),
    userinfo: userinfo.status,
    isActive: ((await (await ask('/oauth2/introspect', seen)).json()) as { active: boolean }).active,
    logout: await status(
      '/oauth2/logout',
      { client_id: own.id, post_logout_redirect_uri: 'https://rp.example/bye' },
      'GET',
    ),
  };
}

const ENDED = {
  authorize: 400,
  push: 401,
  device: 401,
  code: 401,
  introspect: 401,
  revoke: 401,
  userinfo: 401,
  isActive: false,
  logout: 400,
};
// The device grant is not one of its grant types, and the code is none.
const GOING_ON = {
  authorize: 303,
  push: 201,
  device: 400,
  code: 400,
  introspect: 200,
  revoke: 200,
  userinfo: 200,
  isActive: true,
  logout: 303,
};

async function switchOwner(mutation: 'disableUsers' | 'enableUsers'): Promise<void> {
  const document = `mutation ($id: ID!) { ${mutation}(select: { ids: [$id] }) { changedCount } }`;
  const done = await app.data(await app.token('admin'), document, { id: owner.id });
  expect(done[mutation].changedCount).toBe(1);
}

it('ends the tokens of a client with its lifetime, its own and those of users', async () => {
  const expiresAt = new Date(app.clock.now().getTime() + 60_000);
  const client = await buildConfidential(app, {
    source: 'registered',
    expiresAt,
    grantTypes: ['client_credentials', 'authorization_code'],
    scopes: ['openid', 'read'],
  });
  const { id: clientId } = client;
  const itsOwn = await app.token('read', { clientId, clientSecret: SECRET });
  const form = { ...redemption(client, await codeOf(app, client, user, { scope: 'openid' })), client_secret: SECRET };
  const ofUser = await app.send('POST', '/oauth2/token', { body: new URLSearchParams(form as Record<string, string>) });
  const statuses = async () => [
    (await app.send('GET', '/groups', { token: itsOwn })).status,
    (await app.send('GET', '/oauth2/userinfo', { token: ofUser.body.access_token })).status,
  ];
  expect(await statuses()).toEqual([200, 200]);
  app.clock.advance(61);
  expect(await statuses()).toEqual([401, 401]);
});

describe('an application of a member', () => {
  it('acts nowhere while its owner may not sign in, and goes on when the owner may', async () => {
    expect(await everywhere()).toEqual(GOING_ON);
    await switchOwner('disableUsers');
    expect(await everywhere()).toEqual(ENDED);
    const presented = { ...refreshing(own, tokens.refresh_token), client_secret: SECRET };
    const refreshed = await app.send('POST', '/oauth2/token', { body: new URLSearchParams(presented) });
    expect([refreshed.status, refreshed.body.error]).toEqual([401, 'invalid_client']);
    const redeemed = { ...redemption(own, code), client_secret: SECRET } as Record<string, string>;
    expect((await app.send('POST', '/oauth2/token', { body: new URLSearchParams(redeemed) })).status).toBe(401);
    await switchOwner('enableUsers');
    expect(await everywhere()).toEqual(GOING_ON);
    expect((await app.send('POST', '/oauth2/token', { body: new URLSearchParams(presented) })).status).toBe(200);
  });

  it('shows nobody a page while its owner may not sign in', async () => {
    await switchOwner('disableUsers');
    const page = await new BrowserLite(app.issuer).open(authorizePath(own));
    expect([page.status, page.html.includes('client_id is missing or unknown')]).toEqual([400, true]);
    await switchOwner('enableUsers');
  });

  it('acts nowhere where members may not have applications', async () => {
    const other = await app.another({ baseUrl: app.issuer, ofMembers: 'off' });
    try {
      expect(await everywhere(`http://localhost:${other.port}`)).toEqual(ENDED);
    } finally {
      await other.stop();
    }
    expect(await everywhere()).toEqual(GOING_ON);
  });
});
