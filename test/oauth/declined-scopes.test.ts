/** Optional scopes that a user leaves out on the consent page: remembered, and in no token. */
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Client } from '#product';
import { buildApi, giveScopes, type BuiltApi } from '../support/apis.ts';
import { useApp } from '../support/app.ts';
import type { BrowserLite } from '../support/browser-lite.ts';
import { answerOf, authorizePath, buildUser, SECRET, type BuiltUser } from '../support/builders.ts';
import { askForCodes, DEVICE_CODE, poll, toDecision } from '../support/devices.ts';
import { buildExchanger, exchange, EXCHANGE } from '../support/exchanges.ts';
import { browserOf, codeOf, redeem, refresh } from '../support/logins.ts';
import { queriesOf } from '../support/queries.ts';

const app = useApp();
const ALL = 'openid mail:read mail:send';
const LESS = 'openid mail:read';
let customerId: string;
let client: Client;
let mail: BuiltApi;
let user: BuiltUser;

const run = (text: string, ...values: unknown[]) => app.server.database.pool.query(text, values);
const setOptional = (api: BuiltApi, ...names: string[]) =>
  run('update api_scopes set is_optional = name = any($2) where api_id = $1', api.id, names);
const isAsked = ({ page }: BrowserLite) => new URL(page.url).pathname === '/consent';
const tokens = async ({ page }: BrowserLite, given: Record<string, string> = {}, by = client) =>
  (await redeem(app, by, answerOf(page)['code']!, { client_secret: SECRET, ...given })).body;
const introspect = async (token: string) => {
  const body = new URLSearchParams({ client_id: client.id, client_secret: SECRET, token });
  return (await app.send('POST', '/oauth2/introspect', { body })).body;
};
const boxOf = (html: string, scope: string) => new RegExp(`<input[^>]*name="scope ${scope}"[^>]*>`).exec(html)?.[0];

/** A browser of the user at the consent page, who has sent it with these fields. */
async function choose(fields: Record<string, string>, scope = ALL, by = client): Promise<BrowserLite> {
  const browser = await browserOf(app, user, authorizePath(by, { scope }));
  expect(isAsked(browser)).toBe(true);
  await browser.submit({ decision: 'allow', ...fields });
  return browser;
}
const leaveOut = () => choose({ 'scope mail:send': '' });
/** Asks again in the same browser. */
async function again(browser: BrowserLite, given: Record<string, string> = {}, by = client): Promise<BrowserLite> {
  await browser.open(authorizePath(by, { scope: ALL, ...given }));
  return browser;
}

beforeAll(async () => {
  ({ customerId } = app.customer);
  const scopes = ['openid', 'read', 'offline_access'];
  client = await buildExchanger(app, {
    grantTypes: ['authorization_code', 'refresh_token', EXCHANGE],
    scopes,
    requireConsent: true,
  });
  mail = await buildApi(app, { customerId, scopes: ['mail:read*', 'mail:send*', 'mail:delete'] });
  await giveScopes(app, client, mail, 'mail:read', 'mail:send', 'mail:delete');
});

beforeEach(async () => {
  await setOptional(mail, 'mail:send');
  user = await buildUser(app);
});

describe('a scope that the user has left out', () => {
  it('is not asked for again, and not granted: in the same browser, in another one, and by default', async () => {
    const browser = await leaveOut();
    expect((await tokens(browser)).scope).toBe(LESS);
    const queries = await queriesOf(() => again(browser));
    expect(queries).toHaveLength(2);
    expect((await tokens(browser)).scope).toBe(LESS);
    expect((await tokens(await again(browser, { prompt: 'none' }))).scope).toBe(LESS);
    expect((await tokens(await browserOf(app, user, authorizePath(client, { scope: ALL })))).scope).toBe(LESS);
    const named = { scope: 'openid', resource: mail.identifier };
    expect((await tokens(await again(browser, named))).scope).toBe(LESS);
  });

  it('is asked for again with prompt=consent, where its box is empty until the user checks it', async () => {
    const browser = await again(await leaveOut(), { prompt: 'consent' });
    expect(isAsked(browser)).toBe(true);
    expect(boxOf(browser.page.html, 'mail:send')).not.toContain('checked');
    await browser.submit({ decision: 'allow' });
    expect((await tokens(browser)).scope).toBe(LESS);
    await again(browser, { prompt: 'consent' });
    await browser.submit({ decision: 'allow', 'scope mail:send': '1' });
    expect((await tokens(browser)).scope).toBe(ALL);
    expect((await tokens(await again(browser))).scope).toBe(ALL);
    await again(browser, { prompt: 'consent' });
    expect(boxOf(browser.page.html, 'mail:send')).toContain('checked');
  });

  it('is shown beside one that was never asked for', async () => {
    const browser = await again(await leaveOut(), { scope: `${ALL} mail:delete` });
    expect(isAsked(browser)).toBe(true);
    expect(boxOf(browser.page.html, 'mail:send')).not.toContain('checked');
    await browser.submit({ decision: 'allow' });
    expect((await tokens(browser)).scope).toBe('openid mail:read mail:delete');
    await again(browser, { scope: `${ALL} mail:delete` });
    expect((await tokens(browser)).scope).toBe('openid mail:read mail:delete');
  });

  it('is asked for where nothing else is, and where it can no longer be left out', async () => {
    const browser = await again(await leaveOut(), { scope: 'mail:send' });
    expect(isAsked(browser)).toBe(true);
    expect(answerOf((await again(browser, { scope: 'mail:send', prompt: 'none' })).page)['error']).toBe(
      'consent_required',
    );
    await setOptional(mail);
    expect(isAsked(await again(browser))).toBe(true);
    expect(boxOf(browser.page.html, 'mail:send')).toBeUndefined();
    await browser.submit({ decision: 'allow' });
    expect((await tokens(browser)).scope).toBe(ALL);
  });

  it('leaves the API out if it was the only one of it', async () => {
    const browser = await choose({ 'scope mail:send': '' }, 'openid mail:send');
    const first = await tokens(browser);
    const second = await tokens(await again(browser, { scope: 'openid mail:send' }));
    expect([first.scope, second.scope]).toEqual(['openid', 'openid']);
    expect((await introspect(second.access_token)).aud).toEqual(app.issuer);
  });

  it('is forgotten with the consent', async () => {
    const browser = await leaveOut();
    await browser.open('/account/applications');
    await browser.submit({ client: client.id });
    expect(isAsked(await again(browser))).toBe(true);
    expect(boxOf(browser.page.html, 'mail:send')).toContain('checked');
  });

  it('is another one than that of the same name at another API, and for another client', async () => {
    const letters = await buildApi(app, { customerId, scopes: ['mail:send', 'post'] });
    await setOptional(letters, 'mail:send');
    await giveScopes(app, client, letters, 'mail:send', 'post');
    const other = await buildExchanger(app, { scopes: ['openid'], requireConsent: true });
    await giveScopes(app, other, mail, 'mail:read', 'mail:send');
    const browser = await browserOf(app, user, authorizePath(client, { scope: ALL, resource: mail.identifier }));
    await browser.submit({ decision: 'allow', 'scope mail:send': '' });
    expect(isAsked(await again(browser, {}, other))).toBe(true);
    const asked = { scope: 'openid mail:send post', resource: letters.identifier };
    expect(isAsked(await again(browser, asked))).toBe(true);
    expect(boxOf(browser.page.html, 'mail:send')).toContain('checked');
    await browser.submit({ decision: 'allow' });
    expect((await tokens(browser)).scope).toBe('openid mail:send post');
    expect((await tokens(await again(browser, { resource: mail.identifier }))).scope).toBe(LESS);
    await run('delete from apis where id = $1', letters.id);
  });
});

describe('no token has what the user leaves out', () => {
  it('by code, refresh token, exchange, nor as introspection tells it, though it was allowed before', async () => {
    const browser = await choose({}, `${ALL} offline_access`);
    const before = await tokens(browser);
    expect(before.scope).toContain('mail:send');
    await again(browser, { prompt: 'consent' });
    await browser.submit({ decision: 'allow', 'scope mail:send': '' });
    const after = await tokens(browser);
    expect(after.scope).toBe(LESS);
    const told = [await introspect(before.access_token), await introspect(before.refresh_token)];
    for (const { active, scope } of told) expect([active, scope.includes('mail:send')]).toEqual([true, false]);
    const next = (await refresh(app, client, before.refresh_token, { client_secret: SECRET })).body;
    expect(next.scope.split(' ').sort()).toEqual(['mail:read', 'offline_access', 'openid']);
    for (const token of [before.access_token, after.access_token]) {
      const given = { resource: mail.identifier };
      expect((await exchange(app, client, token, given)).body.scope).toBe('mail:read');
      expect((await exchange(app, client, token, { ...given, scope: 'mail:send' })).body.error).toBe('invalid_scope');
    }
  });

  it('for a device, nor for an administrator who acts as the user', async () => {
    const by = await buildExchanger(app, {
      grantTypes: [DEVICE_CODE, 'authorization_code', EXCHANGE],
      scopes: ['openid', 'admin'],
      requireConsent: true,
      allowsImpersonation: true,
    });
    await giveScopes(app, by, mail, 'mail:read', 'mail:send');
    const secret = { client_secret: SECRET };
    const codes = (await askForCodes(app, by, { scope: ALL, ...secret })).body;
    const browser = await toDecision(app, codes, user);
    await browser.submit({ decision: 'allow', 'scope mail:send': '' });
    expect((await poll(app, by, codes.device_code, secret)).body.scope).toBe(LESS);
    // A login goes to a host that the user has not seen.
    expect(isAsked(await again(browser, {}, by))).toBe(true);
    await browser.submit({ decision: 'allow' });
    expect((await tokens(browser, {}, by)).scope).toBe(LESS);
    // A device is always asked for.
    const next = await toDecision(app, (await askForCodes(app, by, { scope: ALL, ...secret })).body, user, browser);
    expect(boxOf(next.page.html, 'mail:send')).not.toContain('checked');

    await run(`update customers set impersonation = 'administrators' where id = $1`, customerId);
    const admin = await buildUser(app, { role: 'admin' });
    const code = await codeOf(app, by, admin, { scope: 'openid admin' });
    const { access_token: token } = (await redeem(app, by, code, secret)).body;
    const acting = await exchange(app, by, token, { requested_subject: user.id, scope: 'openid' });
    const given = { resource: mail.identifier, scope: 'mail:read mail:send' };
    expect((await exchange(app, by, acting.body.access_token, given)).body.scope).toBe('mail:read');
  });

  it('where the client needs no consent, and the API is the customer’s own', async () => {
    const trusted = await buildExchanger(app, { scopes: ['openid'] });
    const own = await buildApi(app, { customerId, scopes: ['own:see', 'own:do'], isFirstParty: true });
    await setOptional(own, 'own:do');
    await giveScopes(app, trusted, own, 'own:see', 'own:do');
    const scope = 'openid own:see own:do';
    const browser = await browserOf(app, user, authorizePath(trusted, { scope, prompt: 'consent' }));
    await browser.submit({ decision: 'allow', 'scope own:do': '' });
    const token = (await tokens(browser, {}, trusted)).access_token;
    expect((await tokens(await again(browser, { scope }, trusted), {}, trusted)).scope).toBe('openid own:see');
    const { body } = await exchange(app, trusted, token, { scope: 'own:do', resource: own.identifier });
    expect(body.error).toBe('invalid_scope');
    expect(isAsked(await again(browser, { scope: 'own:do' }, trusted))).toBe(true);
  });
});

it('is told at the account, by GraphQL and in the trail', async () => {
  await run(`update api_scopes set description = 'Sentence of ' || name where api_id = $1`, mail.id);
  const browser = await choose({ 'scope mail:send': '' }, `${ALL} read`);
  const { html } = await browser.open('/account/applications');
  expect(html).toContain('Not allowed: Sentence of mail:send');
  expect(html.split('Sentence of mail:send')).toHaveLength(2);
  const trusted = await buildExchanger(app);
  const { access_token: token } = await tokens(await again(browser, { scope: 'openid read' }, trusted), {}, trusted);
  const query = '{ consents { edges { node { apiScopes declinedScopes } } } }';
  const [{ node }] = (await app.data(token, query)).consents.edges;
  expect(node).toEqual({ apiScopes: ['mail:read'], declinedScopes: ['mail:send'] });
  const { rows } = await run(
    `select details -> 'declinedScopes' as declined from audit_events where action = 'consent.given' and actor_id = $1`,
    user.id,
  );
  expect(rows).toEqual([{ declined: [`${mail.identifier} mail:send`] }]);
});
