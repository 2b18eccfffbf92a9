/** Access tokens of users for registered APIs: what they say, and what ends with a role, a scope or an API. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '#product';
import { buildApi, buildRole, giveScopes, type BuiltApi } from '../support/apis.ts';
import { useApp } from '../support/app.ts';
import {
  answerOf,
  authorizePath,
  buildClient,
  buildConfidential,
  buildUser,
  SECRET,
  type BuiltUser,
} from '../support/builders.ts';
import { EXCHANGE } from '../support/exchanges.ts';
import { askForTokens, browserOf, claimsIn, codeOf, redeem, refresh, tokensOf } from '../support/logins.ts';
import { queriesOf } from '../support/queries.ts';

const app = useApp();
let customerId: string;
let client: Client;
let orders: BuiltApi;
/** For its users, only by roles. */
let vault: BuiltApi;
let clerk: BuiltUser;
let guest: BuiltUser;
let server: Client;

const run = (text: string, ...values: unknown[]) => app.server.database.pool.query(text, values);
const introspect = async (token: string) =>
  (
    await app.send('POST', '/oauth2/introspect', {
      body: new URLSearchParams({ client_id: server.id, client_secret: SECRET, token }),
    })
  ).body;
const endRoles = (user: BuiltUser) => run('delete from role_assignments where user_id = $1', user.id);
const employ = (user: BuiltUser, more: { organizationId?: string; expiresAt?: Date } = {}) =>
  buildRole(app, vault, { customerId, scopes: ['vault:open', 'vault:close'], userId: user.id, ...more });
const newClerk = async (): Promise<BuiltUser> => {
  const user = await buildUser(app);
  await employ(user);
  return user;
};

/** The error that an authorization request of this user ends with. */
async function errorOf(user: BuiltUser, given: Record<string, string>, by = client) {
  const path = authorizePath(by, given);
  const location = (await app.send('GET', path)).headers.get('location')!;
  const url = location.startsWith('https://rp.example') ? location : (await browserOf(app, user, path)).page.url;
  return answerOf({ url })['error'];
}

beforeAll(async () => {
  ({ customerId } = app.customer);
  client = await buildClient(app);
  server = await buildConfidential(app, { redirectUris: [], grantTypes: ['client_credentials'] });
  orders = await buildApi(app, { customerId, scopes: ['orders:read*', 'orders:write', 'orders:delete'] });
  vault = await buildApi(app, { customerId, scopes: ['vault:open', 'vault:close'], requiresRole: true, tells: true });
  await giveScopes(app, client, orders, 'orders:read', 'orders:write');
  await giveScopes(app, client, vault, 'vault:open');
  await run('update clients set served_resources = $2 where id = $1', server.id, [orders.identifier, vault.identifier]);
  clerk = await newClerk();
  guest = await buildUser(app);
});

describe('the token of a user for an API', () => {
  it('has the scopes that were asked for and given, with an ID token beside it', async () => {
    const tokens = await tokensOf(app, client, guest, 'openid orders:write orders:delete');
    expect(tokens.scope).toBe('openid orders:write');
    expect(claimsIn(tokens.access_token)).toMatchObject({
      aud: orders.identifier,
      scope: 'openid orders:write',
      sub: guest.id,
      client_id: client.id,
    });
    expect(claimsIn(tokens.id_token).aud).toBe(client.id);
    expect(await introspect(tokens.access_token)).toMatchObject({
      active: true,
      aud: orders.identifier,
      scope: 'openid orders:write',
      sub: guest.id,
    });
    expect((await app.send('GET', '/oauth2/userinfo', { token: tokens.access_token })).status).toBe(401);
  });

  it('has the default scopes where only the resource is named, and nothing to administer', async () => {
    const admin = await buildUser(app, { role: 'admin' });
    const code = await codeOf(app, client, admin, { scope: 'openid admin', resource: orders.identifier });
    expect((await redeem(app, client, code)).body.scope).toBe('openid orders:read');
  });

  it('has the scopes that a role of the user allows, and says which', async () => {
    const { access_token: token, scope } = await tokensOf(app, client, clerk, 'openid vault:open');
    expect(scope).toBe('openid vault:open');
    const { roles, entitlements, groups } = claimsIn(token);
    expect([roles.length, entitlements, groups]).toEqual([1, ['vault:close', 'vault:open'], []]);
    expect(await errorOf(guest, { scope: 'vault:open' })).toBe('invalid_scope');
    expect((await tokensOf(app, client, guest, 'openid vault:open')).scope).toBe('openid');
  });

  it('has those of a group’s role from the moment that the user joins', async () => {
    const user = await buildUser(app);
    const groupId = randomUUID();
    const insert =
      'insert into groups (id, customer_id, name, created_at, updated_at) values ($1, $2, $3, now(), now())';
    await run(insert, groupId, customerId, groupId);
    await buildRole(app, vault, { customerId, scopes: ['vault:open'], groupId });
    const tokens = await tokensOf(app, client, user, 'openid offline_access vault:open');
    expect(tokens.scope).toBe('openid offline_access');
    await run(
      'insert into memberships (group_id, user_id, customer_id, joined_at) values ($1, $2, $3, now())',
      groupId,
      user.id,
      customerId,
    );
    expect((await tokensOf(app, client, user, 'openid vault:open')).scope).toBe('openid vault:open');
  });

  it('has a role of an organization only for whoever acts for it', async () => {
    const organizationId = randomUUID();
    const insert =
      'insert into organizations (id, customer_id, name, created_at, updated_at) values ($1, $2, $3, now(), now())';
    await run(insert, organizationId, customerId, organizationId);
    const by = await buildClient(app, { scopes: ['openid', 'organization'] });
    await giveScopes(app, by, vault, 'vault:open');
    const [inside, outside] = [await buildUser(app, { organizationId }), await buildUser(app)];
    for (const user of [inside, outside]) await employ(user, { organizationId });
    expect((await tokensOf(app, by, inside, 'openid organization vault:open')).scope).toBe(
      'openid organization vault:open',
    );
    expect((await tokensOf(app, by, inside, 'openid vault:open')).scope).toBe('openid');
    expect((await tokensOf(app, by, outside, 'openid organization vault:open')).scope).toBe('openid organization');
  });

  it('is for one API: of several, the client names one each time, and a code or token in vain is not used up', async () => {
    const resource = [orders.identifier, vault.identifier];
    expect(await errorOf(clerk, { scope: 'orders:read vault:open' })).toBe('invalid_target');
    const path = `${authorizePath(client, { scope: 'openid orders:read vault:open' })}${resource.map((each) => `&resource=${encodeURIComponent(each)}`).join('')}`;
    const { code } = answerOf((await browserOf(app, clerk, path)).page);
    expect((await redeem(app, client, code!)).body.error).toBe('invalid_target');
    const first = (await redeem(app, client, code!, { resource: resource[0]! })).body;
    expect([first.scope, claimsIn(first.access_token).aud]).toEqual(['openid orders:read', orders.identifier]);
    expect((await refresh(app, client, first.refresh_token)).body.error).toBe('invalid_target');
    const second = (await refresh(app, client, first.refresh_token, { resource: resource[1]! })).body;
    expect([second.scope, claimsIn(second.access_token).aud]).toEqual(['openid vault:open', vault.identifier]);
  });

  it('costs no more round trips than one without an API', async () => {
    const trips = async (scope: string): Promise<number> => {
      const code = await codeOf(app, client, clerk, { scope });
      return (await queriesOf(() => redeem(app, client, code))).length;
    };
    const [plain, ofApi] = [await trips('openid'), await trips('openid vault:open')];
    expect(ofApi).toBe(plain);
  });
});

describe('what a token for an API depends on', () => {
  it.each([
    ['a role that is taken', (user: BuiltUser) => endRoles(user)],
    [
      'a role that ends',
      (user: BuiltUser) => run(`update role_assignments set expires_at = now() where user_id = $1`, user.id),
    ],
  ])('is %s', async (_what, end) => {
    const user = await newClerk();
    const tokens = await tokensOf(app, client, user, 'openid vault:open');
    expect((await introspect(tokens.access_token)).scope).toBe('openid vault:open');
    await end(user);
    const { scope, roles, entitlements } = await introspect(tokens.access_token);
    expect([scope, roles, entitlements]).toEqual(['openid', [], []]);
    expect((await refresh(app, client, tokens.refresh_token)).body.scope).toBe('openid');
  });

  it('is a scope of the client', async () => {
    const by = await buildClient(app, { scopes: ['openid'] });
    await giveScopes(app, by, orders, 'orders:read', 'orders:write');
    const tokens = await tokensOf(app, by, guest, 'orders:read orders:write');
    await run(
      'delete from client_scopes where client_id = $1 and scope_id = $2',
      by.id,
      orders.scopeIds['orders:write'],
    );
    expect((await introspect(tokens.access_token)).scope).toBe('orders:read');
    const next = (await refresh(app, by, tokens.refresh_token)).body;
    expect(next.scope).toBe('orders:read');
    await run('delete from client_scopes where client_id = $1', by.id);
    expect(await introspect(tokens.access_token)).toEqual({ active: false });
    expect((await refresh(app, by, next.refresh_token)).body.error).toBe('invalid_grant');
  });

  it('is that the API has refresh tokens', async () => {
    const api = await buildApi(app, { customerId, scopes: ['once'], allowsRefreshTokens: false });
    const by = await buildClient(app);
    await giveScopes(app, by, api, 'once');
    expect(await tokensOf(app, by, guest, 'openid once')).not.toHaveProperty('refresh_token');
    await run('update apis set allows_refresh_tokens = true where id = $1', api.id);
    const { refresh_token: token } = await tokensOf(app, by, guest, 'openid once');
    await run('update apis set allows_refresh_tokens = false where id = $1', api.id);
    expect((await refresh(app, by, token)).body.error).toBe('invalid_grant');
  });
});

it('ends with the API, whatever is registered in its place', async () => {
  const identifier = `https://${randomUUID()}.example`;
  const build = () => buildApi(app, { customerId, identifier, scopes: ['again'] });
  const by = await buildClient(app);
  const api = await build();
  await giveScopes(app, by, api, 'again');
  const { access_token: token, refresh_token: next } = await tokensOf(app, by, guest, 'openid again');
  await app.data(
    await app.token('admin'),
    'mutation ($id: ID!, $confirm: String) { deleteApi(id: $id, confirm: $confirm) { ends { grants } } }',
    { id: api.id, confirm: identifier },
  );
  await giveScopes(app, by, await build(), 'again');
  expect(await introspect(token)).toEqual({ active: false });
  expect((await refresh(app, by, next)).body.error).toBe('invalid_grant');
});

describe('an authorization request with scopes of APIs', () => {
  it('names a scope that exists', async () => {
    expect(await errorOf(guest, { scope: 'openid orders:burn' })).toBe('invalid_scope');
    // As before where a client has no API.
    expect(await errorOf(guest, { scope: 'openid orders:burn' }, await buildClient(app))).toBeUndefined();
  });

  it('names an API of the client', async () => {
    expect(await errorOf(guest, { scope: 'openid', resource: vault.identifier }, await buildClient(app))).toBe(
      'invalid_target',
    );
  });

  it('asks no consent to a first-party API, and to nothing else', async () => {
    const by = await buildClient(app, { requireConsent: true, scopes: ['openid'] });
    const [ours, theirs] = [
      await buildApi(app, { customerId, scopes: ['ours'], isFirstParty: true }),
      await buildApi(app, { customerId, scopes: ['theirs'] }),
    ];
    await giveScopes(app, by, ours, 'ours');
    await giveScopes(app, by, theirs, 'theirs');
    const asked = async (scope: string) => {
      const { page } = await browserOf(app, await buildUser(app), authorizePath(by, { scope }));
      return new URL(page.url).pathname === '/consent' ? 'consent' : answerOf(page)['code'];
    };
    expect([await asked('theirs'), await asked('openid ours')]).toEqual(['consent', 'consent']);
    const { body } = await redeem(app, by, (await asked('ours'))!);
    expect([body.scope, (await introspect(body.access_token)).active]).toEqual(['ours', true]);
    const tokens = await tokensOf(app, by, await buildUser(app), 'openid ours');
    expect((await refresh(app, by, tokens.refresh_token)).body.scope).toBe('openid ours');
  });
});

describe('the consent page', () => {
  it('shows APIs by name with a sentence for each scope, of which optional ones can be left out', async () => {
    const by = await buildClient(app, { requireConsent: true, scopes: ['openid'] });
    const api = await buildApi(app, { customerId, scopes: ['mail:read*', 'mail:send*'] });
    await giveScopes(app, by, api, 'mail:read', 'mail:send');
    await run(
      `update api_scopes set is_optional = name = 'mail:send', description = 'Sentence of ' || name,
         translations = jsonb_build_object('de', 'Satz über ' || name) where api_id = $1`,
      api.id,
    );
    const consentOf = async (given: Record<string, string>) => {
      const browser = await browserOf(app, await buildUser(app), authorizePath(by, given));
      expect(new URL(browser.page.url).pathname).toBe('/consent');
      return browser;
    };
    const allowed = async (given: Record<string, string>, fields: Record<string, string>) => {
      const page = await (await consentOf(given)).submit({ decision: 'allow', ...fields });
      return (await redeem(app, by, answerOf(page)['code']!)).body;
    };
    const scope = 'openid mail:read mail:send';
    await run(`update apis set logo_uri = 'https://mail.example/logo.png' where id = $1`, api.id);
    const { html, headers } = (await consentOf({ scope, ui_locales: 'de' })).page;
    expect(html).toMatch(/<img class="logo" src="https:\/\/mail.example\/logo.png" alt(="")? /);
    expect(headers.get('content-security-policy')).toContain("img-src 'self' data: https:");
    for (const text of ['Orders', 'Satz über mail:read', 'Satz über mail:send']) expect(html).toContain(text);
    expect((await allowed({ scope }, { 'scope mail:send': '1' })).scope).toBe(scope);
    expect((await allowed({ scope }, { 'scope mail:send': '' })).scope).toBe('openid mail:read');
    const byDefault = { scope: 'openid', resource: api.identifier };
    expect((await allowed(byDefault, { 'scope mail:send': '' })).scope).toBe('openid mail:read');
  });

  it('is remembered, told to the user and revoked', async () => {
    const by = await buildClient(app, { requireConsent: true, scopes: ['openid', 'read'] });
    await giveScopes(app, by, orders, 'orders:read');
    const user = await buildUser(app);
    const { access_token: token } = await tokensOf(app, by, user, 'openid orders:read');
    const own = (await tokensOf(app, client, user, 'openid read')).access_token;
    const query = '{ consents { edges { node { id scopes apiScopes resources clientId } } } }';
    const found = (await app.data(own, query)).consents.edges.map((edge: { node: object }) => edge.node);
    const consent = found.find((each: { clientId: string }) => each.clientId === by.id);
    expect(consent).toMatchObject({ scopes: ['OPENID'], apiScopes: ['orders:read'], resources: [orders.identifier] });
    const admin = await app.token('admin');
    await app.data(admin, 'mutation ($id: ID!) { revokeConsent(id: $id) { consent { id } } }', { id: consent.id });
    expect(await introspect(token)).toEqual({ active: false });
  });
});

describe('an exchange for an API', () => {
  const exchange = (by: Client, token: string, given: Record<string, string>) =>
    askForTokens(app, {
      grant_type: EXCHANGE,
      client_id: by.id,
      client_secret: SECRET,
      subject_token: token,
      subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      ...given,
    });

  it('gets the scopes that the client was given and the user may have', async () => {
    const by = await buildConfidential(app, {
      grantTypes: [EXCHANGE],
      redirectUris: [],
      scopes: ['openid'],
      servedResources: [orders.identifier],
    });
    await giveScopes(app, by, vault, 'vault:close');
    const user = await newClerk();
    const { access_token: token } = await tokensOf(app, client, user, 'openid orders:read');
    const { body } = await exchange(by, token, { resource: vault.identifier, scope: 'vault:open vault:close' });
    expect(body.scope).toBe('vault:close');
    expect(claimsIn(body.access_token)).toMatchObject({ aud: vault.identifier, sub: user.id, act: { sub: by.id } });
    expect((await introspect(body.access_token)).scope).toBe('vault:close');
    await endRoles(user);
    expect(await introspect(body.access_token)).toEqual({ active: false });
    expect((await exchange(by, token, { scope: 'vault:close' })).body.error).toBe('invalid_scope');
  });
});
