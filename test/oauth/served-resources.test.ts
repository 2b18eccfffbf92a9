import { beforeAll, describe, expect, it } from '@jest/globals';
import { migrateDown, migrateUp, type Client } from '#product';
import { useApp } from '../support/app.ts';
import { buildClient, buildConfidential, buildUser, SECRET, type BuiltUser } from '../support/builders.ts';
import { buildExchanger, exchange, EXCHANGE } from '../support/exchanges.ts';
import { claimsIn, codeOf, redeem, tokensOf } from '../support/logins.ts';

const app = useApp();
const rows = async (text: string, ...values: unknown[]) => (await app.server.database.pool.query(text, values)).rows;

const ORDERS = 'https://orders.example/';
const STOCK = 'https://stock.example/';
const PAIRWISE: Partial<Client> = { subjectType: 'pairwise', redirectUris: ['https://bank.example/callback'] };

const CREATE = `mutation ($input: CreateClientInput!) { createClient(input: $input) { client { id servedResources } } }`;
const UPDATE = `mutation ($id: ID!, $input: UpdateClientInput!) {
  updateClient(id: $id, input: $input) { client { servedResources } }
}`;

let user: BuiltUser;
let owner: BuiltUser;
let bank: Client;
let system: string;
beforeAll(async () => {
  [user, owner] = await Promise.all([buildUser(app), buildUser(app)]);
  bank = await buildConfidential(app, { ...PAIRWISE, resources: [ORDERS, app.issuer] });
  system = await app.token('read write admin');
});

const tokenOf = async (client: Client, resource?: string): Promise<string> => {
  const code = await codeOf(app, client, user, { scope: 'openid email', ...(resource !== undefined && { resource }) });
  return (await redeem(app, client, code, { client_secret: SECRET })).body.access_token;
};
const introspect = async (by: Client, token: string) =>
  (
    await app.send('POST', '/oauth2/introspect', {
      body: new URLSearchParams({ token, client_id: by.id, client_secret: SECRET }),
    })
  ).body;

/** What everybody who may ask learns: what the token says of itself, and that it is active. */
const onlyTheToken = (token: string) => {
  const { scope, client_id, aud, customer_id, iat, exp, jti, iss } = claimsIn(token);
  return { active: true, scope, client_id, aud, customer_id, iat, exp, jti, iss, token_type: 'Bearer' };
};

describe('introspection by a client that neither got the token nor serves its resource', () => {
  it('RFC 7662 §4: tells a member’s client nothing of the user, whatever it had registered before', async () => {
    const own = { ownerId: owner.id, requireConsent: true };
    const asking = [
      await buildConfidential(app, own),
      await buildConfidential(app, { ...own, servedResources: [app.issuer, ORDERS] }),
      // It has the sector of the bank, whose host is not its owner's.
      await buildConfidential(app, { ...own, ...PAIRWISE }),
      await buildConfidential(app, { source: 'registered' }),
    ];
    for (const token of [await tokenOf(bank, ORDERS), await tokenOf(bank), await tokenOf(await buildConfidential(app))])
      for (const client of asking) expect(await introspect(client, token)).toEqual(onlyTheToken(token));
  });

  it('RFC 7662 §4: tells the customer’s own client whose a token is that names no other server', async () => {
    const asking = await buildConfidential(app);
    const forUs = await tokenOf(bank);
    const { sub, sid, auth_time } = claimsIn(forUs);
    expect(await introspect(asking, forUs)).toEqual({
      ...onlyTheToken(forUs),
      sub,
      sid,
      auth_time,
      username: user.email,
    });
    const forOrders = await tokenOf(bank, ORDERS);
    expect(await introspect(asking, forOrders)).toEqual(onlyTheToken(forOrders));
  });

  it('tells of a client’s own token who it is, and not who acts', async () => {
    const service = await buildExchanger(app, {
      grantTypes: ['client_credentials', EXCHANGE],
      scopes: ['read'],
      redirectUris: [],
    });
    const own = await app.token('read', { clientId: service.id, clientSecret: SECRET });
    const actor_token_type = 'urn:ietf:params:oauth:token-type:access_token';
    const token = (await exchange(app, service, own, { actor_token: own, actor_token_type })).body.access_token;
    const told = { ...onlyTheToken(token), sub: service.id };
    expect(await introspect(await buildConfidential(app, { source: 'registered' }), token)).toEqual(told);
    const act = { sub: service.id };
    expect(await introspect(await buildConfidential(app), token)).toEqual({ ...told, act });
  });
});

describe('the resources that a client serves', () => {
  const input = { name: 'Orders', redirectUris: ['https://a.example/callback'], servedResources: [ORDERS] };

  it('are given by those who administer, and to no client of a member', async () => {
    expect((await app.data(system, CREATE, { input })).createClient.client.servedResources).toEqual([ORDERS]);
    const login = await buildClient(app);
    const { access_token: member } = await tokensOf(app, login, owner, 'openid');
    const refused = await app.graphql(member, CREATE, { input });
    expect(refused.body.errors[0].extensions.code).toBe('BEYOND_OWN_RIGHTS');
    expect(refused.body.errors[0].message).toContain('served resources');
    const own = await buildConfidential(app, { ownerId: owner.id, requireConsent: true });
    const changes = { servedResources: [ORDERS] };
    const byMember = await app.send('PATCH', `/api/clients/${own.id}`, {
      token: member,
      body: { served_resources: [ORDERS] },
    });
    expect(byMember.status).toBe(403);
    const byAdmin = await app.graphql(system, UPDATE, { id: own.id, input: changes });
    expect(byAdmin.body.errors[0].message).toContain('served resources is not');
  });

  it('are never this server’s addresses, however they are written', async () => {
    const { port } = new URL(app.issuer);
    for (const name of [
      app.issuer,
      `${app.issuer}/`,
      `HTTP://LOCALHOST:${port}`,
      `${app.issuer}/api`,
      `${app.issuer}/api/users`,
      `${app.issuer}/groups/`,
      `${app.issuer}/graphql`,
      `${app.issuer}/x/../graphql`,
      `${app.issuer}/oauth2/userinfo`,
    ]) {
      const { body } = await app.graphql(system, CREATE, { input: { ...input, servedResources: [name] } });
      expect([name, body.errors?.[0].message]).toEqual([name, 'servedResources[0] must not name this server.']);
    }
    const beside = [`${app.issuer}/orders`, `${app.issuer}/apiary`];
    const { client } = (await app.data(system, CREATE, { input: { ...input, servedResources: beside } })).createClient;
    expect(client.servedResources).toEqual(beside);
  });

  it('do not count if they were registered before they were refused', async () => {
    const own = await buildConfidential(app, { servedResources: [app.issuer] });
    const token = await tokenOf(bank, app.issuer);
    expect((await introspect(own, token)).sub).toBe(claimsIn(token).sub);
    const exchanger = await buildExchanger(app, {
      servedResources: [app.issuer],
      resources: [STOCK],
      requireConsent: false,
    });
    expect((await exchange(app, exchanger, token, { resource: STOCK })).body.error).toBe('invalid_request');
  });

  it('are taken from the clients of members by the migration', async () => {
    const { database } = app.server;
    while ((await migrateDown(database)) !== '0011-served-resources');
    const members = await buildConfidential(app, { ownerId: owner.id, servedResources: [ORDERS] });
    const customers = await buildConfidential(app, { servedResources: [ORDERS] });
    await migrateUp(database);
    const stored = await rows('select id, served_resources from clients where id = any($1)', [
      members.id,
      customers.id,
    ]);
    expect(Object.fromEntries(stored.map(({ id, served_resources: served }) => [id, served]))).toEqual({
      [members.id]: [],
      [customers.id]: [ORDERS],
    });
  });
});
