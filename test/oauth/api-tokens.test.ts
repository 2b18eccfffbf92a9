/** Access tokens of clients that act for themselves, for registered APIs. */
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '../../src/modules/clients/index.ts';
import { buildApi, buildRole, giveScopes, type BuiltApi } from '../support/apis.ts';
import { useApp, type Answer } from '../support/app.ts';
import { buildConfidential, SECRET } from '../support/builders.ts';
import { queriesOf } from '../support/queries.ts';

const app = useApp();
let customerId: string;
let client: Client;
let orders: BuiltApi;

const ask = (path: string, given: Record<string, string>, by = client): Promise<Answer> =>
  app.send('POST', path, { body: new URLSearchParams({ client_id: by.id, client_secret: SECRET, ...given }) });
const askToken = (given: Record<string, string>, by = client) =>
  ask('/oauth2/token', { grant_type: 'client_credentials', ...given }, by);
const tokenOf = async (given: Record<string, string>, by = client) => (await askToken(given, by)).body.access_token;
const introspect = async (token: string, by = client) => (await ask('/oauth2/introspect', { token }, by)).body;
const newService = (given: Partial<Client> = {}) =>
  buildConfidential(app, { grantTypes: ['client_credentials'], scopes: ['read'], ...given });

/** What a resource server reads that knows the issuer alone. */
async function readBy(token: string, audience: string) {
  const { jwks_uri: address } = (await app.send('GET', '/.well-known/openid-configuration')).body;
  const keys = createRemoteJWKSet(new URL(address));
  return jwtVerify(token, keys, { issuer: app.issuer, audience, typ: 'at+jwt' });
}

beforeAll(async () => {
  ({ customerId } = app.customer);
  client = await newService();
  orders = await buildApi(app, { customerId, scopes: ['orders:read*', 'orders:write', 'orders:delete'] });
  await giveScopes(app, client, orders, 'orders:read', 'orders:write');
});

describe('a token for an API', () => {
  it('has the scopes that were asked for and given, for the API that has them', async () => {
    const { status, body } = await askToken({ scope: 'orders:read orders:write' });
    expect([status, body.scope, body.expires_in]).toEqual([200, 'orders:read orders:write', 900]);
    const { payload, protectedHeader } = await readBy(body.access_token, orders.identifier);
    expect(payload).toMatchObject({ aud: orders.identifier, scope: 'orders:read orders:write', client_id: client.id });
    expect(protectedHeader.alg).toBe('ES256');
    expect(Object.keys(payload)).not.toContain('roles');
  });

  it('has less than was asked for, never more', async () => {
    expect((await askToken({ scope: 'orders:read orders:delete read' })).body.scope).toBe('orders:read');
    expect((await askToken({ scope: 'orders:delete' })).body.error).toBe('invalid_scope');
  });

  it('has the default scopes where only the resource is named', async () => {
    expect((await askToken({ resource: orders.identifier })).body.scope).toBe('orders:read');
    expect((await askToken({ resource: orders.identifier, scope: 'read' })).body.scope).toBe('orders:read');
  });

  it('lives as long, is signed and says as much as the API wants', async () => {
    const other = await newService();
    const scopes = ['a', 'b'];
    const api = await buildApi(app, { customerId, scopes, tokenSeconds: 60, signingAlg: 'RS256', tells: true });
    await giveScopes(app, other, api, 'a');
    const role = await buildRole(app, api, { customerId, scopes: ['b'], clientId: other.id });
    const { body } = await askToken({ resource: api.identifier, scope: 'a b' }, other);
    expect([body.scope, body.expires_in]).toEqual(['a b', 60]);
    const { payload, protectedHeader } = await readBy(body.access_token, api.identifier);
    expect(payload).toMatchObject({ roles: [role.name], entitlements: ['a', 'b'] });
    expect(protectedHeader.alg).toBe('RS256');
  });

  it('is nothing to this server', async () => {
    const token = await tokenOf({ scope: 'orders:read' });
    expect((await app.send('GET', '/groups', { token })).status).toBe(401);
    expect((await app.send('GET', '/oauth2/userinfo', { token })).status).toBe(401);
    const exchange = {
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token: token,
      subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
    };
    const exchanging = await newService({ grantTypes: [exchange.grant_type] });
    expect((await ask('/oauth2/token', exchange, exchanging)).body.error).toBe('invalid_request');
  });

  it('takes as many round trips as one for this server', async () => {
    const trips = async (given: Record<string, string>) => (await queriesOf(() => askToken(given))).length;
    expect(await trips({ scope: 'orders:read' })).toBe(await trips({ scope: 'read' }));
  });
});

describe('a request', () => {
  it('that names no scope or resource of an API is for this server, as ever', async () => {
    const { body } = await askToken({});
    expect(body.scope).toBe('read');
    expect(JSON.parse(Buffer.from(body.access_token.split('.')[1], 'base64url').toString()).aud).toBe(app.issuer);
  });

  it.each([
    ['an unknown scope', { scope: 'orders:read nothing' }, 'invalid_scope'],
    ['a scope of this server that the client may not have', { scope: 'orders:read admin' }, 'invalid_scope'],
    ['a resource that is none of the client’s', { resource: 'https://other.example' }, 'invalid_target'],
  ])('with %s is refused', async (_name, given: Record<string, string>, error) => {
    expect((await askToken(given)).body.error).toBe(error);
  });

  it('names the API where several have the scope', async () => {
    const both = await newService();
    const [one, two] = [
      await buildApi(app, { customerId, scopes: ['x'] }),
      await buildApi(app, { customerId, scopes: ['x'] }),
    ];
    for (const api of [one, two]) await giveScopes(app, both, api, 'x');
    expect((await askToken({ scope: 'x' }, both)).body.error).toBe('invalid_target');
    const token = await tokenOf({ scope: 'x', resource: two.identifier }, both);
    expect((await readBy(token, two.identifier)).payload.scope).toBe('x');
  });
});

describe('introspection', () => {
  it('tells what is left of the scopes', async () => {
    const other = await newService();
    await giveScopes(app, other, orders, 'orders:read');
    await buildRole(app, orders, { customerId, scopes: ['orders:write'], clientId: other.id, expiresAt: new Date(0) });
    const role = await buildRole(app, orders, { customerId, scopes: ['orders:delete'], clientId: other.id });
    const token = await tokenOf({ scope: 'orders:read orders:write orders:delete' }, other);
    expect(await introspect(token, other)).toMatchObject({
      scope: 'orders:read orders:delete',
      aud: orders.identifier,
    });
    await app.server.database.pool.query('delete from roles where id = $1', [role.id]);
    expect(await introspect(token, other)).toMatchObject({ active: true, scope: 'orders:read' });
    await app.server.database.pool.query('delete from client_scopes where client_id = $1', [other.id]);
    expect(await introspect(token, other)).toEqual({ active: false });
  });

  it('tells roles and entitlements to the API itself, and not to others', async () => {
    const api = await buildApi(app, { customerId, scopes: ['a'], tells: true });
    const serving = await newService({ servedResources: [api.identifier] });
    await giveScopes(app, client, api, 'a');
    const token = await tokenOf({ scope: 'a' });
    expect(await introspect(token, serving)).toMatchObject({ scope: 'a', roles: [], entitlements: ['a'] });
    expect(Object.keys(await introspect(token, await newService()))).not.toContain('entitlements');
  });

  it('knows nothing of a token for an API that is gone', async () => {
    const api = await buildApi(app, { customerId, scopes: ['gone'] });
    await giveScopes(app, client, api, 'gone');
    const token = await tokenOf({ scope: 'gone' });
    await app.server.database.pool.query('delete from apis where id = $1', [api.id]);
    expect(await introspect(token)).toEqual({ active: false });
  });
});

it('is the API of the own customer, whatever others call theirs', async () => {
  const stranger = await app.newCustomer();
  await buildApi(app, { customerId: stranger.customerId, identifier: orders.identifier, scopes: ['orders:admin'] });
  expect((await askToken({ scope: 'orders:admin' })).body.error).toBe('invalid_scope');
  expect((await askToken({ resource: orders.identifier })).body.scope).toBe('orders:read');
});
