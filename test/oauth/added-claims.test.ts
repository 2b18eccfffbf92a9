import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '#product';
import { useApp } from '../support/app.ts';
import { BrowserLite, type Page } from '../support/browser-lite.ts';
import { answerOf, authorizePath, buildClient, buildUser, type BuiltUser } from '../support/builders.ts';
import { browserOf, redeem, refresh } from '../support/logins.ts';

const app = useApp();
const rows = async (text: string, ...values: unknown[]) => (await app.server.database.pool.query(text, values)).rows;
const DEFINE = `mutation ($input: CreateAttributeDefinitionInput!) {
  createAttributeDefinition(input: $input) { attributeDefinition { id } }
}`;
const CHANGE = `mutation ($id: ID!, $input: UpdateAttributeDefinitionInput!) {
  updateAttributeDefinition(id: $id, input: $input) { attributeDefinition { id } }
}`;
const SET = `mutation ($id: ID!, $attributes: [AttributeInput!]) {
  updateUser(id: $id, input: { attributes: $attributes }) { user { id } }
}`;

let admin: string;
let user: BuiltUser;
beforeAll(async () => {
  admin = await app.token('admin');
  user = await buildUser(app);
});

let number = 0;
/** A new attribute of the user with a value; some time passes before. */
async function added(given: object = {}): Promise<{ id: string; name: string }> {
  app.clock.advance(1);
  const name = `extra${(number += 1)}`;
  const input = { subject: 'USER', name, type: 'STRING', visibleTo: 'OWNER', claim: name, scope: 'PROFILE', ...given };
  const { attributeDefinition } = (await app.data(admin, DEFINE, { input })).createAttributeDefinition;
  await app.data(admin, SET, { id: user.id, attributes: [{ name, value: 'secret' }] });
  app.clock.advance(1);
  return { id: attributeDefinition.id, name };
}

/** Signs in and allows what is asked; then the browser has a session. */
async function consented(client: Client, scope = 'openid profile') {
  const browser = new BrowserLite(app.issuer);
  await browser.open(authorizePath(client, { scope }));
  await browser.submit({ email: user.email, password: user.password });
  const tokens = await allowed(browser, client);
  return { browser, tokens };
}
const allowed = async (browser: BrowserLite, client: Client) =>
  (await redeem(app, client, answerOf(await browser.submit({ decision: 'allow' })).code!)).body;
const silently = async (browser: BrowserLite, client: Client, scope = 'openid profile') =>
  answerOf(await browser.open(authorizePath(client, { scope, prompt: 'none' })));
const again = (browser: BrowserLite, client: Client, scope = 'openid profile'): Promise<Page> =>
  browser.open(authorizePath(client, { scope }));
const userinfo = async (token: string) => (await app.send('GET', '/oauth2/userinfo', { token })).body;

describe('a claim that is added to a scope', () => {
  it('reaches nobody who had allowed the scope before, until the user has seen it', async () => {
    const client = await buildClient(app, { requireConsent: true });
    const { browser, tokens } = await consented(client);
    const { name } = await added();
    expect(await userinfo(tokens.access_token)).not.toHaveProperty(name);
    const refreshed = (await refresh(app, client, tokens.refresh_token)).body;
    expect(await userinfo(refreshed.access_token)).not.toHaveProperty(name);
    expect(await silently(browser, client)).toMatchObject({ error: 'consent_required' });
    const page = await again(browser, client);
    expect(page.html).toContain(name);
    const { access_token } = await allowed(browser, client);
    expect(await userinfo(access_token)).toHaveProperty(name, 'secret');
    expect(await silently(browser, client)).toHaveProperty('code');
  });

  it('is not allowed by a consent to other scopes', async () => {
    const client = await buildClient(app, { requireConsent: true, scopes: ['openid', 'profile', 'email'] });
    const { browser } = await consented(client, 'openid profile');
    const { name } = await added();
    await again(browser, client, 'openid email');
    await allowed(browser, client);
    expect(await silently(browser, client, 'openid email')).toHaveProperty('code');
    expect(await silently(browser, client)).toMatchObject({ error: 'consent_required' });
    await again(browser, client);
    expect(await userinfo((await allowed(browser, client)).access_token)).toHaveProperty(name, 'secret');
  });

  it('asks nobody again where it is in other scopes, or where the client gets no such claims', async () => {
    const client = await buildClient(app, { requireConsent: true });
    const { browser } = await consented(client);
    await added({ scope: 'PHONE' });
    await added({ visibleTo: 'ADMINISTRATORS' });
    await added({ claim: null, scope: null });
    expect(await silently(browser, client)).toHaveProperty('code');
  });

  it('reaches clients at once that are registered to need no consent', async () => {
    const client = await buildClient(app);
    const browser = new BrowserLite(app.issuer);
    await browser.open(authorizePath(client));
    const code = answerOf(await browser.submit({ email: user.email, password: user.password })).code!;
    const { name } = await added();
    const { access_token } = (await redeem(app, client, code)).body;
    expect(await userinfo(access_token)).toHaveProperty(name, 'secret');
  });

  it('is added by a change, too: of the claim, the scope, or who may see it', async () => {
    for (const [before, input] of [
      [
        { claim: null, scope: null },
        { claim: 'changed1', scope: 'PROFILE' },
      ],
      [{ scope: 'EMAIL' }, { scope: 'PROFILE' }],
      [{ visibleTo: 'ADMINISTRATORS' }, { visibleTo: 'MEMBERS' }],
    ]) {
      const { id } = await added(before);
      const client = await buildClient(app, { requireConsent: true });
      const { browser } = await consented(client);
      app.clock.advance(1);
      await app.data(admin, CHANGE, { id, input });
      expect([input, await silently(browser, client)]).toEqual([
        input,
        expect.objectContaining({ error: 'consent_required' }),
      ]);
      await again(browser, client);
      await allowed(browser, client);
      app.clock.advance(1);
      await app.data(admin, CHANGE, { id, input: { description: 'What it is' } });
      expect(await silently(browser, client)).toHaveProperty('code');
    }
  });

  it('reaches a client whose consent names the claim', async () => {
    const client = await buildClient(app, { requireConsent: true });
    const { tokens } = await consented(client);
    const { name } = await added();
    await rows('update consents set claims = $2 where client_id = $1', client.id, [name]);
    expect(await userinfo(tokens.access_token)).toHaveProperty(name, 'secret');
  });

  it('is not allowed by a page that was open when it was added', async () => {
    const client = await buildClient(app, { requireConsent: true });
    const browser = new BrowserLite(app.issuer);
    await browser.open(authorizePath(client, { scope: 'openid profile' }));
    await browser.submit({ email: user.email, password: user.password });
    const { name } = await added();
    const page = await browser.submit({ decision: 'allow' });
    expect(new URL(page.url).pathname).toBe('/consent');
    expect(page.html).toContain(name);
    const { access_token } = await allowed(browser, client);
    expect(await userinfo(access_token)).toHaveProperty(name, 'secret');
    expect(await silently(browser, client)).toHaveProperty('code');
  });

  it('stays allowed when an older page is confirmed later', async () => {
    const client = await buildClient(app, { requireConsent: true, scopes: ['openid', 'profile', 'email'] });
    const browser = await browserOf(app, user, authorizePath(client, { scope: 'openid profile' }));
    const older = browser.form();
    await added();
    await again(browser, client);
    await allowed(browser, client);
    const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
    const body = new URLSearchParams([...older.values, ['decision', 'allow']]);
    const headers = { 'sec-fetch-site': 'same-origin', cookie };
    expect((await app.send('POST', '/consent', { body, headers })).status).toBe(303);
    expect(await silently(browser, client)).toHaveProperty('code');
  });

  it('is not asked for again if it was allowed by name', async () => {
    const client = await buildClient(app, { requireConsent: true });
    const { browser } = await consented(client);
    const { name } = await added();
    await browser.open(
      authorizePath(client, { scope: 'openid', claims: JSON.stringify({ userinfo: { [name]: null } }) }),
    );
    await allowed(browser, client);
    expect(await silently(browser, client)).toHaveProperty('code');
  });

  it('needs nothing new of consents from before all this was stored', async () => {
    const client = await buildClient(app, { requireConsent: true });
    const { name } = await added();
    const { browser, tokens } = await consented(client);
    await rows(`update consents set scopes_since = '{}' where client_id = $1`, client.id);
    expect(await silently(browser, client)).toHaveProperty('code');
    expect(await userinfo(tokens.access_token)).toHaveProperty(name, 'secret');
  });
});
