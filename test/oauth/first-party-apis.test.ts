/** Tokens for the customer's own APIs, which need no consent however a client gets them. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '#product';
import { buildApi, giveScopes, type BuiltApi } from '../support/apis.ts';
import { useApp } from '../support/app.ts';
import { authorizePath, buildConfidential, buildUser, SECRET, type BuiltUser } from '../support/builders.ts';
import { buildExchanger, exchange, EXCHANGE } from '../support/exchanges.ts';
import { browserOf, claimsIn, codeOf, redeem } from '../support/logins.ts';

const app = useApp();
let customerId: string;
let orders: BuiltApi;
let ours: BuiltApi;
let theirs: BuiltApi;
let user: BuiltUser;

const run = (text: string, ...values: unknown[]) => app.server.database.pool.query(text, values);
const tokenOf = async (by: Client, who: BuiltUser, given: Record<string, string>): Promise<string> =>
  (await redeem(app, by, await codeOf(app, by, who, given), { client_secret: SECRET })).body.access_token;
const introspect = async (by: Client, token: string) => {
  const body = new URLSearchParams({ client_id: by.id, client_secret: SECRET, token });
  return (await app.send('POST', '/oauth2/introspect', { body })).body;
};

beforeAll(async () => {
  ({ customerId } = app.customer);
  orders = await buildApi(app, { customerId, scopes: ['orders'] });
  ours = await buildApi(app, { customerId, scopes: ['ours', 'shared'], isFirstParty: true });
  theirs = await buildApi(app, { customerId, scopes: ['theirs', 'shared'] });
  // Another customer may call the same address its own.
  const stranger = await app.newCustomer();
  const same = { customerId: stranger.customerId, identifier: theirs.identifier, isFirstParty: true };
  await buildApi(app, { ...same, scopes: ['theirs', 'shared'] });
  user = await buildUser(app);
});

describe('a client that needs consent, and exchanges another client’s token', () => {
  let by: Client;
  let token: string;
  beforeAll(async () => {
    const served = { servedResources: [orders.identifier], requireConsent: true };
    by = await buildConfidential(app, { grantTypes: [EXCHANGE], redirectUris: [], scopes: ['openid'], ...served });
    await giveScopes(app, by, ours, 'ours', 'shared');
    await giveScopes(app, by, theirs, 'theirs', 'shared');
    const front = await buildConfidential(app, { scopes: ['openid'] });
    await giveScopes(app, front, orders, 'orders');
    token = await tokenOf(front, user, { scope: 'orders' });
  });

  it('gets one for the customer’s own API, for as long as it is its own', async () => {
    const { body } = await exchange(app, by, token, { resource: ours.identifier, scope: 'ours shared' });
    expect([body.scope, claimsIn(body.access_token).aud]).toEqual(['ours shared', ours.identifier]);
    expect((await introspect(by, body.access_token)).active).toBe(true);
    await run('update apis set is_first_party = false where id = $1', ours.id);
    expect(await introspect(by, body.access_token)).toEqual({ active: false });
    await run('update apis set is_first_party = true where id = $1', ours.id);
  });

  it('gets none for another API, whose scopes may have the same names', async () => {
    for (const scope of ['theirs', 'shared']) {
      const { body } = await exchange(app, by, token, { resource: theirs.identifier, scope });
      expect([scope, body.error]).toEqual([scope, 'invalid_scope']);
    }
  });
});

describe('a client that needs consent, and exchanges its own token', () => {
  let by: Client;
  beforeAll(async () => {
    by = await buildExchanger(app, { scopes: ['openid'], requireConsent: true });
    await giveScopes(app, by, ours, 'ours', 'shared');
    await giveScopes(app, by, theirs, 'theirs');
  });

  it('gets one for the customer’s own API, which the user was not shown', async () => {
    const token = await tokenOf(by, user, { scope: 'openid' });
    const { body } = await exchange(app, by, token, { resource: ours.identifier, scope: 'ours' });
    expect([body.scope, (await introspect(by, body.access_token)).active]).toEqual(['ours', true]);
    expect((await exchange(app, by, token, { scope: 'theirs' })).body.error).toBe('invalid_scope');
  });

  it('gets one that allows less, without any consent', async () => {
    const stranger = await buildUser(app);
    const browser = await browserOf(app, stranger, authorizePath(by, { scope: 'ours shared' }));
    const code = new URL(browser.page.url).searchParams.get('code')!;
    const { body } = await redeem(app, by, code, { client_secret: SECRET });
    expect((await run('select 1 from consents where user_id = $1', stranger.id)).rows).toEqual([]);
    expect((await exchange(app, by, body.access_token, { scope: 'ours' })).body.scope).toBe('ours');
    const other = { resource: theirs.identifier, scope: 'theirs' };
    expect((await exchange(app, by, body.access_token, other)).body.error).toBe('invalid_scope');
  });
});

describe('an administrator who acts as a user', () => {
  it('needs no consent to the customer’s own API, and one to everything else', async () => {
    const by = await buildExchanger(app, {
      scopes: ['openid', 'profile', 'admin'],
      requireConsent: true,
      allowsImpersonation: true,
    });
    await giveScopes(app, by, ours, 'ours');
    await giveScopes(app, by, theirs, 'theirs');
    await run(`update customers set impersonation = 'administrators' where id = $1`, customerId);
    const admin = await buildUser(app, { role: 'admin' });
    const token = await tokenOf(by, admin, { scope: 'openid admin' });
    const actAs = async (who: { id: string }, given: Record<string, string>) =>
      (await exchange(app, by, token, { requested_subject: who.id, scope: 'openid', ...given })).body;
    const stranger = await buildUser(app);
    expect((await actAs(stranger, { resource: ours.identifier })).code).toBe('NOT_TO_IMPERSONATE');
    await codeOf(app, by, user, { scope: 'openid' });
    expect((await actAs(user, { resource: ours.identifier })).scope).toBe('openid');
    expect((await actAs(user, { resource: theirs.identifier })).code).toBe('NOT_TO_IMPERSONATE');
    expect((await actAs(user, { scope: 'openid profile' })).code).toBe('NOT_TO_IMPERSONATE');
    // What the new token is exchanged for follows the same rule.
    const { access_token: acting } = await actAs(user, {});
    expect((await exchange(app, by, acting, { resource: ours.identifier, scope: 'ours' })).body.scope).toBe('ours');
    expect((await exchange(app, by, acting, { scope: 'theirs' })).body.error).toBe('invalid_scope');
    expect((await actAs({ id: randomUUID() }, {})).code).toBe('NOT_TO_IMPERSONATE');
  });
});
