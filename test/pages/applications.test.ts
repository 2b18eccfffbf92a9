import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '../../src/modules/clients/index.ts';
import { useApp } from '../support/app.ts';
import { BrowserLite } from '../support/browser-lite.ts';
import { answerOf, authorizePath, buildClient, buildUser, type BuiltUser } from '../support/builders.ts';
import { redeem, refresh, type Tokens } from '../support/logins.ts';

const app = useApp();
let ledger: Client;
let wiki: Client;

beforeAll(async () => {
  ledger = await buildClient(app, { name: 'Ledger & Söhne', requireConsent: true });
  wiki = await buildClient(app, { name: 'Wiki', requireConsent: true });
});

interface Allowed {
  readonly browser: BrowserLite;
  readonly user: BuiltUser;
  readonly tokens: Tokens;
}

/** Signs in with the client and allows it what it asks for. */
async function allow(client: Client, given: { user?: BuiltUser; browser?: BrowserLite } = {}): Promise<Allowed> {
  const { user = await buildUser(app), browser = new BrowserLite(app.issuer) } = given;
  await browser.open(authorizePath(client, { scope: 'openid email offline_access admin' }));
  if (new URL(browser.page.url).pathname === '/login') await browser.logIn(user);
  if (browser.page.url.startsWith(app.issuer)) await browser.submit({ decision: 'allow' });
  const { body } = await redeem(app, client, answerOf(browser.page).code!);
  return { browser, user, tokens: body };
}

const userinfo = async ({ access_token: token }: Tokens) =>
  (await app.send('GET', '/oauth2/userinfo', { token })).status;

const ids = (html: string) => [...html.matchAll(/name="client" value="([^"]+)"/g)].map(([, id]) => id!);

describe('the applications page', () => {
  it('is reached from the account, and tells what one has allowed whom', async () => {
    const { browser } = await allow(ledger);
    expect((await browser.open('/account')).html).toContain('href="/account/applications"');
    const { html } = await browser.open('/account/applications');
    expect(html).toContain('Ledger &amp; Söhne');
    expect(html).toContain('See your email address · Keep this access while you are away');
    expect(ids(html)).toEqual([ledger.id]);
    await allow(wiki, { browser });
    expect(ids((await browser.open('/account/applications')).html)).toEqual([wiki.id, ledger.id]);
  });

  it('takes access away, of every session and at once, and leaves other applications alone', async () => {
    const here = await allow(ledger);
    const elsewhere = await allow(ledger, { user: here.user });
    const other = await allow(wiki, { browser: here.browser });
    await here.browser.open('/account/applications');
    expect(ids((await here.browser.submit({ client: ledger.id })).html)).toEqual([wiki.id]);
    expect([await userinfo(here.tokens), await userinfo(elsewhere.tokens)]).toEqual([401, 401]);
    expect((await refresh(app, ledger, elsewhere.tokens.refresh_token)).body.error).toBe('invalid_grant');
    expect(await userinfo(other.tokens)).toBe(200);
    expect((await here.browser.open('/account')).html).toContain('Some Body');
    const { rows } = await app.server.database.pool.query(
      `select subject_type, subject_id, actor_id, details from audit_events
       where action = 'consent.revoked' and actor_id = $1`,
      [here.user.id],
    );
    expect(rows).toEqual([
      { subject_type: 'client', subject_id: ledger.id, actor_id: here.user.id, details: { userId: here.user.id } },
    ]);
  });

  it('has the application ask again', async () => {
    const { browser } = await allow(ledger);
    await browser.open('/account/applications');
    await browser.submit({ client: ledger.id });
    const page = await browser.open(authorizePath(ledger, { scope: 'openid email offline_access' }));
    expect(new URL(page.url).pathname).toBe('/consent');
  });

  it('says so when there is none, and when somebody was faster', async () => {
    const { browser } = await allow(ledger);
    await browser.open('/account/applications');
    await browser.submit({ client: ledger.id });
    expect(browser.page.html).toContain('No application has asked');
    expect((await browser.submit({ client: ledger.id })).status).toBe(200);
    expect((await browser.submit({ client: 'of\0nobody' })).status).toBe(400);
  });

  it('takes nothing from anybody else', async () => {
    const victim = await allow(ledger);
    const admin = await allow(wiki, { user: await buildUser(app, { role: 'admin' }) });
    await admin.browser.open('/account/applications');
    await admin.browser.submit({ client: ledger.id });
    expect(await userinfo(victim.tokens)).toBe(200);
  });

  it('believes no form but its own, and changes nothing by GET', async () => {
    const { browser, tokens } = await allow(ledger);
    await browser.open(`/account/applications?client=${ledger.id}`);
    expect((await browser.submit({ client: ledger.id, csrf: 'made-up' })).status).toBe(403);
    await browser.open('/account/applications');
    expect((await browser.submit({ client: ledger.id }, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect(await userinfo(tokens)).toBe(200);
  });

  it('is for those who are signed in', async () => {
    const { url } = await new BrowserLite(app.issuer).open('/account/applications');
    expect(new URL(url).pathname).toBe('/login');
    const { browser } = await allow(ledger);
    await browser.open('/account/applications');
    browser.cookies.delete('guildhall_session');
    expect(new URL((await browser.submit({ client: ledger.id })).url).pathname).toBe('/login');
  });
});

describe('consents in GraphQL', () => {
  const OWN = '{ consents { edges { node { id userId clientId clientName scopes createdAt updatedAt } } } }';
  const OF =
    'query ($id: ID!) { user(id: $id) { consents { totalCount edges { node { id clientId client { name } } } } } }';
  const REVOKE = 'mutation ($id: ID!) { revokeConsent(id: $id) { consent { userId clientId client { name } } } }';
  const reason = async (token: string, query: string, variables: object) =>
    (await app.graphql(token, query, variables)).body.errors?.[0].extensions.code;

  it('a user lists and revokes their own', async () => {
    const { user, tokens, browser } = await allow(ledger);
    const other = await allow(wiki, { browser });
    const token = other.tokens.access_token;
    const own = async () => (await app.data(token, OWN)).consents.edges.map(({ node }: { node: object }) => node);
    const consents = await own();
    expect(consents).toMatchObject([{ clientId: wiki.id }, { clientId: ledger.id, userId: user.id }]);
    const { id } = consents[1];
    expect(consents[1]).toEqual({
      id: expect.any(String),
      userId: user.id,
      clientId: ledger.id,
      clientName: 'Ledger & Söhne',
      scopes: ['OPENID', 'EMAIL', 'OFFLINE_ACCESS'],
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    const { revokeConsent } = await app.data(token, REVOKE, { id });
    expect(revokeConsent.consent.clientId).toBe(ledger.id);
    expect(await userinfo(tokens)).toBe(401);
    expect(await reason(token, REVOKE, { id })).toBe('CONSENT_NOT_FOUND');
    expect(await own()).toHaveLength(1);
  });

  it('administrators see and revoke those of every user of their customer, members nobody else’s', async () => {
    const { user, tokens } = await allow(ledger);
    const member = (await allow(wiki)).tokens.access_token;
    const administrator = await allow(wiki, { user: await buildUser(app, { role: 'admin' }) });
    for (const token of [administrator.tokens.access_token, await app.token('admin')])
      expect((await app.data(token, OF, user)).user.consents).toEqual({
        totalCount: 1,
        edges: [{ node: { id: expect.any(String), clientId: ledger.id, client: { name: 'Ledger & Söhne' } } }],
      });
    expect((await app.data(await app.token('read'), OF, user)).user.consents).toBe(null);
    const meant = (await app.data(await app.token('admin'), OF, user)).user.consents.edges[0].node;
    expect(await reason(member, REVOKE, meant)).toBe('CONSENT_NOT_FOUND');
    expect(await reason(await app.token('write'), REVOKE, meant)).toBe('INSUFFICIENT_SCOPE');
    expect(await userinfo(tokens)).toBe(200);
    const { revokeConsent } = await app.data(administrator.tokens.access_token, REVOKE, meant);
    expect(revokeConsent.consent).toEqual({
      userId: user.id,
      clientId: ledger.id,
      client: { name: expect.any(String) },
    });
    expect(await userinfo(tokens)).toBe(401);
  });

  it('another customer’s are not found', async () => {
    const { user, tokens } = await allow(ledger);
    const { consents } = (await app.data(await app.token('admin'), OF, user)).user;
    const foreign = await app.token('admin', await app.newCustomer());
    expect(await reason(foreign, REVOKE, consents.edges[0].node)).toBe('CONSENT_NOT_FOUND');
    expect(await reason(foreign, REVOKE, { id: 'nonsense\0' })).toBe('CONSENT_NOT_FOUND');
    expect(await userinfo(tokens)).toBe(200);
  });
});
