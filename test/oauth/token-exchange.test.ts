import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { type Client, Consent } from '#product';
import { type Answer, useApp } from '../support/app.ts';
import { buildClient, buildConfidential, buildUser, type BuiltUser, SECRET } from '../support/builders.ts';
import { EXCHANGE } from '../support/exchanges.ts';
import { askForTokens, claimsIn, codeOf, redeem } from '../support/logins.ts';
import { queriesOf, roundTripsOf } from '../support/queries.ts';

const app = useApp();
const ACCESS_TOKEN = 'urn:ietf:params:oauth:token-type:access_token';
const ORDERS = 'https://orders.example/';
const CREATE =
  'mutation ($input: CreateOrganizationInput!) { createOrganization(input: $input) { organization { id } } }';
const STOCK = 'https://stock.example/';
const rows = async (text: string, ...values: unknown[]) => (await app.server.database.pool.query(text, values)).rows;

const confidential = (given: Partial<Client> = {}): Promise<Client> => buildConfidential(app, given);

/** An application at which users sign in, and which sends their tokens to the orders. */
const applicationOf = (given: Partial<Client> = {}) =>
  confidential({ grantTypes: ['authorization_code', 'refresh_token', EXCHANGE], resources: [ORDERS, STOCK], ...given });
/** The orders themselves, which ask the stock in the name of the user. */
const ordersOf = (given: Partial<Client> = {}) =>
  confidential({
    grantTypes: ['client_credentials', EXCHANGE],
    redirectUris: [],
    scopes: ['openid', 'profile', 'read'],
    resources: [STOCK],
    servedResources: [ORDERS],
    ...given,
  });

let application: Client;
let orders: Client;
let user: BuiltUser;
beforeAll(async () => {
  application = await applicationOf();
  orders = await ordersOf();
  user = await buildUser(app, { role: 'admin' });
});

const tokenOf = async (
  given: { scope?: string; resource?: string } = {},
  of = application,
  who = user,
): Promise<string> => {
  const { scope = 'openid profile email', resource } = given;
  const code = await codeOf(app, of, who, { scope, ...(resource !== undefined && { resource }) });
  return (await redeem(app, of, code, { client_secret: SECRET })).body.access_token;
};

type Fields = Record<string, string | undefined>;

const exchange = (by: Client, token: string, fields: Fields = {}): Promise<Answer> =>
  askForTokens(app, {
    grant_type: EXCHANGE,
    client_id: by.id,
    client_secret: SECRET,
    subject_token: token,
    subject_token_type: ACCESS_TOKEN,
    audience: (by.servedResources ?? []).length > 0 ? by.resources[0] : undefined,
    ...fields,
  });
const errorOf = async (answer: Answer | Promise<Answer>) => {
  const { status, body } = await answer;
  return [status, body.error];
};
const INVALID = [400, 'invalid_request'];

const introspect = async (token: string, by?: Client): Promise<Answer['body']> => {
  const { clientId, clientSecret } = by ? { clientId: by.id, clientSecret: SECRET } : app.customer;
  const body = new URLSearchParams({ client_id: clientId, client_secret: clientSecret, token });
  return (await app.send('POST', '/oauth2/introspect', { body })).body;
};
const revoke = (by: Client, token: string) =>
  app.send('POST', '/oauth2/revoke', {
    body: new URLSearchParams({ client_id: by.id, client_secret: SECRET, token }),
  });

describe('a client exchanges its own token', () => {
  it('RFC 8693 §2.2.1: for one with fewer scopes, which comes without a refresh token and an ID token', async () => {
    const token = await tokenOf({ scope: 'openid profile email offline_access' });
    const { status, body } = await exchange(application, token, { scope: 'openid profile' });
    expect([status, body]).toEqual([
      200,
      {
        access_token: expect.any(String),
        issued_token_type: ACCESS_TOKEN,
        token_type: 'Bearer',
        expires_in: expect.any(Number),
        scope: 'openid profile',
      },
    ]);
    const info = (await app.send('GET', '/oauth2/userinfo', { token: body.access_token })).body;
    expect([info.sub, info.name, info.email]).toEqual([user.id, 'Some Body', undefined]);
    expect(claimsIn(body.access_token)).not.toHaveProperty('act');
  });

  it('to read where it could administer, and never for more', async () => {
    const admin = await tokenOf({ scope: 'openid admin' });
    const { body } = await exchange(application, admin, { scope: 'read' });
    expect(body.scope).toBe('read');
    expect((await app.send('GET', '/groups', { token: body.access_token })).status).toBe(200);
    const create = async (token: string) =>
      (await app.graphql(token, CREATE, { input: { name: `Organization ${randomUUID()}` } })).body.errors?.[0]
        .extensions.code;
    expect([await create(admin), await create(body.access_token)]).toEqual([undefined, 'INSUFFICIENT_SCOPE']);
    for (const scope of ['write', 'openid', 'email'])
      expect(await errorOf(exchange(application, body.access_token, { scope }))).toEqual([400, 'invalid_scope']);
    expect(await errorOf(exchange(application, await tokenOf(), { scope: 'email groups' }))).toEqual([
      400,
      'invalid_scope',
    ]);
  });

  it('for another resource, and one for a resource is never good for this server', async () => {
    const fresh = await applicationOf();
    const admin = await tokenOf({ scope: 'openid admin' }, fresh);
    // Whoever may administer is asked for every resource.
    expect(await errorOf(exchange(fresh, admin, { resource: ORDERS }))).toEqual([400, 'invalid_scope']);
    const token = await tokenOf();
    const { body } = await exchange(application, token, { resource: ORDERS });
    expect(claimsIn(body.access_token).aud).toBe(ORDERS);
    expect((await app.send('GET', '/groups', { token: body.access_token })).status).toBe(401);
    const again = await exchange(application, body.access_token);
    expect(claimsIn(again.body.access_token).aud).toBe(ORDERS);
    expect(await errorOf(exchange(application, token, { audience: 'https://other.example' }))).toEqual([
      400,
      'invalid_target',
    ]);
  });

  it('and the new one does not outlive it, however often it is exchanged', async () => {
    const token = await tokenOf();
    app.clock.advance(100);
    const { body } = await exchange(application, token);
    expect(claimsIn(body.access_token).exp).toBe(claimsIn(token).exp);
    app.clock.advance(100);
    expect(claimsIn((await exchange(application, body.access_token)).body.access_token).exp).toBe(claimsIn(token).exp);
  });

  it('that it got for itself, and revokes both with either', async () => {
    const service = await confidential({
      grantTypes: ['client_credentials', EXCHANGE],
      scopes: ['read', 'write'],
      resources: [STOCK],
      redirectUris: [],
    });
    const own = () => app.token('write', { clientId: service.id, clientSecret: SECRET });
    const readFrom = async (token: string): Promise<string> =>
      (await exchange(service, token, { scope: 'read' })).body.access_token;
    const state = async (token: string) => (await app.send('GET', '/groups', { token })).status;
    const [one, other] = [await own(), await own()];
    const [ofOne, ofOther] = [await readFrom(one), await readFrom(other)];
    expect([claimsIn(ofOne).sub, claimsIn(ofOne).scope, await state(ofOne)]).toEqual([service.id, 'read', 200]);
    await revoke(service, one);
    await revoke(service, await readFrom(ofOther));
    expect([await state(one), await state(ofOne), await state(other), await state(ofOther)]).toEqual([
      401, 401, 401, 401,
    ]);
    expect(await errorOf(exchange(service, ofOne))).toEqual(INVALID);
    expect(await errorOf(exchange(service, await readFrom(await own()), { scope: 'write' }))).toEqual([
      400,
      'invalid_scope',
    ]);
    const { body } = await exchange(service, await own(), { audience: STOCK, scope: 'read' });
    expect(await introspect(body.access_token)).toMatchObject({ active: true, aud: STOCK, sub: service.id });
  });
});

describe('a resource server exchanges the token of a user', () => {
  it('RFC 8693 §4.1: for the next resource, and is the actor', async () => {
    const token = await tokenOf({ scope: 'openid profile email', resource: ORDERS });
    const { status, body } = await exchange(orders, token, { audience: STOCK });
    expect([status, body.scope]).toEqual([200, 'openid profile']);
    const expected = { sub: user.id, client_id: orders.id, aud: STOCK, act: { sub: orders.id } };
    expect(claimsIn(body.access_token)).toMatchObject(expected);
    const stock = await confidential({ servedResources: [STOCK] });
    const told = await introspect(body.access_token, stock);
    expect(told).toMatchObject({ active: true, scope: 'openid profile', ...expected });
    expect((await app.send('GET', '/oauth2/userinfo', { token: body.access_token })).status).toBe(401);
  });

  it('in two round trips, and again without another grant', async () => {
    const token = await tokenOf({ scope: 'openid', resource: ORDERS });
    expect(await queriesOf(() => exchange(orders, token))).toHaveLength(2);
    const grants = () => rows('select id from grants where client_id = $1', orders.id);
    const before = (await grants()).length;
    expect(await roundTripsOf(() => exchange(orders, token))).toHaveLength(2);
    expect(await grants()).toHaveLength(before);
    await exchange(orders, await tokenOf({ scope: 'openid', resource: ORDERS }));
    expect(await grants()).toHaveLength(before + 1);
  });

  it('RFC 8693 §2.1: and names itself with a token of its own, but with nobody else’s', async () => {
    const token = await tokenOf({ resource: ORDERS });
    const actor = await app.token('read', { clientId: orders.id, clientSecret: SECRET });
    const named = (actor_token: string) => ({ actor_token, actor_token_type: ACCESS_TOKEN });
    const { body } = await exchange(orders, token, named(actor));
    expect(claimsIn(body.access_token).act).toEqual({ sub: orders.id });
    for (const wrong of [await app.token('read'), token, 'nonsense'])
      expect(await errorOf(exchange(orders, token, named(wrong)))).toEqual(INVALID);
    expect(await errorOf(exchange(orders, token, { actor_token: actor }))).toEqual(INVALID);
    expect(await errorOf(exchange(orders, token, { actor_token_type: ACCESS_TOKEN }))).toEqual(INVALID);
    await revoke(orders, actor);
    expect(await errorOf(exchange(orders, token, named(actor)))).toEqual(INVALID);
  });

  it('RFC 8693 §4.1: in a chain, each actor for the one before, until there are too many', async () => {
    const resources = Array.from({ length: 7 }, (_, n) => `https://hop.example/${n}`);
    const first = await applicationOf({ resources });
    let token = await tokenOf({ scope: 'openid', resource: resources[0]! }, first);
    const hops: string[] = [];
    for (let n = 0; n < 4; n++) {
      const next = await ordersOf({ servedResources: [resources[n]!], resources: [resources[n + 1]!] });
      hops.unshift(next.id);
      token = (await exchange(next, token)).body.access_token;
    }
    const { act } = claimsIn(token);
    expect([act.sub, act.act.sub, act.act.act.sub, act.act.act.act.sub]).toEqual(hops);
    const last = await ordersOf({ servedResources: [resources[4]!], resources: [resources[5]!] });
    expect(await errorOf(exchange(last, token))).toEqual(INVALID);
    await rows('delete from sessions where user_id = $1', user.id);
    expect(await introspect(token)).toEqual({ active: false });
  });

  it('RFC 8693 §2.2.2: unless the token was meant for somebody else, or is another customer’s', async () => {
    const strangers = await app.newCustomer();
    const stranger = await ordersOf({ customerId: strangers.customerId });
    const neighbor = await ordersOf({ servedResources: [STOCK] });
    const token = await tokenOf({ resource: ORDERS });
    for (const by of [stranger, neighbor, await ordersOf({ servedResources: [] })])
      expect(await errorOf(exchange(by, token))).toEqual(INVALID);
    // For this server alone: nobody but its client may exchange it.
    const forServer = await tokenOf();
    expect(await errorOf(exchange(await ordersOf({ servedResources: [app.issuer] }), forServer))).toEqual(INVALID);
    expect(await errorOf(exchange(orders, forServer))).toEqual(INVALID);
    const service = await confidential({ grantTypes: ['client_credentials'], scopes: ['read'], resources: [ORDERS] });
    const { body } = await askForTokens(app, {
      grant_type: 'client_credentials',
      client_id: service.id,
      client_secret: SECRET,
      resource: ORDERS,
    });
    expect(await errorOf(exchange(orders, body.access_token))).toEqual(INVALID);
  });

  it('never for administering, for offline use, for this server, or for what the user did not give', async () => {
    const token = await tokenOf({ scope: 'openid profile offline_access admin', resource: ORDERS });
    const by = await ordersOf({
      scopes: ['openid', 'profile', 'email', 'offline_access', 'read', 'admin'],
      resources: [STOCK, app.issuer],
    });
    expect((await exchange(by, token, { resource: STOCK })).body.scope).toBe('openid profile');
    for (const scope of ['admin', 'read', 'offline_access', 'email'])
      expect(await errorOf(exchange(by, token, { scope, resource: STOCK }))).toEqual([400, 'invalid_scope']);
    expect(await errorOf(exchange(by, token, { resource: app.issuer }))).toEqual([400, 'invalid_target']);
    expect(await errorOf(exchange(by, token, { resource: 'https://other.example' }))).toEqual([400, 'invalid_target']);
    expect(await errorOf(exchange(await ordersOf({ resources: [] }), token))).toEqual([400, 'invalid_target']);
  });

  it('only with the user’s consent, if it needs one', async () => {
    const by = await ordersOf({ requireConsent: true });
    const token = await tokenOf({ scope: 'openid profile', resource: ORDERS });
    expect(await errorOf(exchange(by, token))).toEqual([400, 'invalid_scope']);
    const now = app.clock.now();
    const { customerId, id: clientId } = by;
    const given = { userId: user.id, clientId, customerId, scopes: ['openid'], returnHosts: [], createdAt: now };
    await app.server.runtime.fork().insert(Consent, { ...given, resources: [], updatedAt: now });
    expect(await errorOf(exchange(by, token, { scope: 'openid' }))).toEqual([400, 'invalid_scope']);
    await rows('update consents set resources = $2 where client_id = $1', clientId, [STOCK]);
    const { body } = await exchange(by, token, { scope: 'openid' });
    expect(await errorOf(exchange(by, token))).toEqual([400, 'invalid_scope']);
    await rows('delete from consents where client_id = $1', clientId);
    expect(await introspect(body.access_token)).toEqual({ active: false });
  });

  it('and the audit trail has the first exchange of each kind', async () => {
    const by = await ordersOf();
    const token = await tokenOf({ scope: 'openid', resource: ORDERS });
    await exchange(by, token);
    await exchange(by, token);
    const query = `{ auditEvents(first: 5, where: { action: { eq: "token.exchanged" }, actorId: { eq: "${by.id}" } }) {
      edges { node { subjectId details } } } }`;
    const { auditEvents } = await app.data(await app.token('admin'), query);
    expect(auditEvents.edges).toEqual([
      {
        node: {
          subjectId: user.id,
          details: { clientId: application.id, sessionId: expect.any(String), scopes: ['openid'], resources: [STOCK] },
        },
      },
    ]);
  });
});

describe('an exchanged token ends at once', () => {
  const held = async () => {
    const [of, by, who] = [await applicationOf(), await ordersOf(), await buildUser(app)];
    const token = await tokenOf({ scope: 'openid', resource: ORDERS }, of, who);
    const { body } = await exchange(by, token);
    expect((await introspect(body.access_token)).active).toBe(true);
    return { of, by, who, token, exchanged: body.access_token as string };
  };
  type Held = Awaited<ReturnType<typeof held>>;

  it.each<[string, (given: Held) => Promise<unknown>]>([
    ['the token is revoked', ({ of, token }) => revoke(of, token)],
    ['it is revoked itself', ({ by, exchanged }) => revoke(by, exchanged)],
    ['the session ends', ({ who }) => rows('delete from sessions where user_id = $1', who.id)],
    ['the user is disabled', ({ who }) => rows('update users set is_active = false where id = $1', who.id)],
    ['the application is deleted', ({ of }) => rows('delete from clients where id = $1', of.id)],
    ['the resource server is deleted', ({ by }) => rows('delete from clients where id = $1', by.id)],
    [
      'the resource server loses the grant type',
      ({ by }) => rows(`update clients set grant_types = '{client_credentials}' where id = $1`, by.id),
    ],
    [
      'the resource server loses the scope',
      ({ by }) => rows(`update clients set scopes = '{profile}' where id = $1`, by.id),
    ],
    [
      'the resource server loses the resource',
      ({ by }) => rows(`update clients set resources = '{}' where id = $1`, by.id),
    ],
  ])('when %s', async (_what, end) => {
    const given = await held();
    await end(given);
    expect(await introspect(given.exchanged)).toEqual({ active: false });
    expect((await exchange(given.by, given.exchanged)).status).not.toBe(200);
  });

  it('and is not made of a token that has ended or expired, or of a scope that its client has lost', async () => {
    const { of, by, token } = await held();
    await rows(`update clients set scopes = '{profile}' where id = $1`, of.id);
    expect(await errorOf(exchange(by, token))).toEqual(INVALID);
    await revoke(of, token);
    expect(await errorOf(exchange(by, token))).toEqual(INVALID);
    const other = await held();
    app.clock.advance(3600);
    expect(await errorOf(exchange(other.by, other.token))).toEqual(INVALID);
  });
});

describe('a request for an exchange', () => {
  it('RFC 8693 §2.1: names the types, and the only one is that of access tokens', async () => {
    const token = await tokenOf();
    const jwt = 'urn:ietf:params:oauth:token-type:jwt';
    for (const fields of [
      { subject_token: undefined },
      { subject_token_type: undefined },
      { subject_token_type: 'urn:ietf:params:oauth:token-type:refresh_token' },
      { subject_token: 'nonsense' },
      { requested_token_type: jwt },
      { actor_token: token, actor_token_type: jwt },
    ] satisfies Fields[])
      expect(await errorOf(exchange(application, token, fields))).toEqual(INVALID);
  });

  it('RFC 8693 §2.1: is no use with a refresh token, an ID token or a code', async () => {
    const code = await codeOf(app, application, user);
    const { body } = await redeem(app, application, await codeOf(app, application, user), { client_secret: SECRET });
    for (const token of [code, body.refresh_token, body.id_token])
      expect(await errorOf(exchange(application, token))).toEqual(INVALID);
  });

  it('is for clients with a secret that have the grant type', async () => {
    const without = await applicationOf({ grantTypes: ['authorization_code'] });
    expect(await errorOf(exchange(without, await tokenOf({}, without)))).toEqual([400, 'unauthorized_client']);
    expect(await errorOf(exchange(application, await tokenOf(), { client_secret: undefined }))).toEqual([
      401,
      'invalid_client',
    ]);
    const query =
      'mutation ($input: CreateClientInput!) { createClient(input: $input) { client { servedResources } } }';
    const create = async (input: object, token?: string) =>
      app.graphql(token ?? (await app.token('admin')), query, { input });
    const input = {
      name: 'Orders',
      grantTypes: ['CLIENT_CREDENTIALS', 'TOKEN_EXCHANGE'],
      scopes: ['OPENID'],
      servedResources: [ORDERS],
    };
    expect((await create(input)).body.data.createClient.client).toEqual({ servedResources: [ORDERS] });
    const login = await buildClient(app);
    const { body } = await redeem(app, login, await codeOf(app, login, await buildUser(app)));
    const ofMember = {
      name: 'Mine',
      redirectUris: ['https://a.example/'],
      grantTypes: ['AUTHORIZATION_CODE', 'TOKEN_EXCHANGE'],
    };
    expect((await create(ofMember, body.access_token)).body.errors[0].extensions.code).toBe('BEYOND_OWN_RIGHTS');
  });
});
