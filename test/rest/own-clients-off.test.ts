import { describe, expect, it } from '@jest/globals';
import { expectError } from '../support/answers.ts';
import { useApp } from '../support/app.ts';
import { BrowserLite } from '../support/browser-lite.ts';
import { authorizePath, buildClient, buildUser } from '../support/builders.ts';
import { signedIn, tokensOf } from '../support/logins.ts';

const app = useApp({ MEMBER_CLIENTS: 'off' });
const body = { client_name: 'Shop', redirect_uris: ['https://shop.example/callback'] };

describe('MEMBER_CLIENTS', () => {
  it('off keeps users from registering clients of their own, and administrators from nothing', async () => {
    const { token } = await signedIn(app, await buildClient(app));
    expectError(await app.send('POST', '/api/clients', { token, body }), 403, 'insufficient_scope', 'cannot register');
    const boss = await buildUser(app, { role: 'admin' });
    const { access_token } = await tokensOf(app, await buildClient(app), boss, 'openid write');
    const made = await app.send('POST', '/api/clients', { token: access_token, body });
    expect(made.status).toBe(201);
    expect((await app.send('GET', '/api/clients', { token })).body.clients).toEqual([]);
  });

  it('off keeps those there from signing anybody in and from being changed, not from being deleted', async () => {
    const { token, user } = await signedIn(app, await buildClient(app));
    const own = await buildClient(app, { ownerId: user.id, requireConsent: true, scopes: ['openid'] });
    const page = await new BrowserLite(app.issuer).open(authorizePath(own));
    expect([page.status, page.html.includes('client_id is missing or unknown')]).toEqual([400, true]);
    expect((await app.send('PATCH', `/api/clients/${own.id}`, { token, body: { client_name: 'x' } })).status).toBe(403);
    expect((await app.send('DELETE', `/api/clients/${own.id}`, { token })).status).toBe(200);
  });
});
