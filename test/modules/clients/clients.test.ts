import { generateKeyPairSync } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from '#product';
import { useApp } from '../../support/app.ts';
import { buildClient, buildUser } from '../../support/builders.ts';
import { tokensOf } from '../../support/logins.ts';
import { queriesOf } from '../../support/queries.ts';
import { until } from '../../support/until.ts';

const app = useApp();
let admin: string;
let write: string;
let read: string;
let administrator: string;

beforeAll(async () => {
  [admin, write, read] = await Promise.all([app.token('admin'), app.token('write'), app.token('read')]);
  administrator = await userToken('admin');
});

async function userToken(role: 'member' | 'admin'): Promise<string> {
  const login = await buildClient(app);
  return (await tokensOf(app, login, await buildUser(app, { role }), 'openid admin')).access_token;
}

const LOGIN = { name: 'Shop', redirectUris: ['https://shop.example/callback'] };
const SERVICE = { name: 'Robot', grantTypes: ['CLIENT_CREDENTIALS'], scopes: ['READ'] };

const CREATE =
  'mutation ($input: CreateClientInput!) { made: createClient(input: $input) { clientSecret client { id } } }';
const UPDATE =
  'mutation ($id: ID!, $input: UpdateClientInput!) { updateClient(id: $id, input: $input) { client { id name } } }';
const ROTATE = `mutation ($id: ID!, $grace: Int) {
  rotateClientSecret(id: $id, gracePeriod: $grace) { clientSecret client { rotatedAt previousSecretExpiresAt } }
}`;
const DELETE = 'mutation ($id: ID!) { deleteClient(id: $id) { client { name } } }';

interface Made {
  id: string;
  secret: string;
}

async function create(input: object, token: string = admin): Promise<Made> {
  const { made } = await app.data(token, CREATE, { input });
  return { id: made.client.id, secret: made.clientSecret };
}

const rotate = async (id: string, grace?: number): Promise<string> =>
  (await app.data(admin, ROTATE, { id, grace })).rotateClientSecret.clientSecret;

const works = async (id: string, secret: string): Promise<boolean> =>
  app.token('read', { clientId: id, clientSecret: secret }).then(
    () => true,
    () => false,
  );

/** The kind of the first error. */
const refusal = async (token: string | undefined, query: string, variables: object): Promise<string> =>
  (await app.graphql(token, query, variables)).body.errors[0].extensions.kind;

describe('rotateClientSecret', () => {
  it('lets two secrets live through the grace period, and one behind it', async () => {
    const { id, secret: first } = await create(SERVICE);
    const second = await rotate(id, 60);
    expect([await works(id, first), await works(id, second)]).toEqual([true, true]);
    app.clock.advance(61);
    expect([await works(id, first), await works(id, second)]).toEqual([false, true]);
  });

  it('keeps two at most, and none but the new one without a grace period', async () => {
    const { id, secret: first } = await create(SERVICE);
    const second = await rotate(id, 3600);
    const third = await rotate(id, 3600);
    expect([await works(id, first), await works(id, second), await works(id, third)]).toEqual([false, true, true]);
    const fourth = await rotate(id);
    expect([await works(id, second), await works(id, third), await works(id, fourth)]).toEqual([false, false, true]);
  });

  it('refuses a grace period below nothing or above a week', async () => {
    const { id, secret } = await create(SERVICE);
    for (const grace of [-1, 7 * 24 * 3600 + 1]) expect(await refusal(admin, ROTATE, { id, grace })).toBe('INVALID');
    expect(await works(id, secret)).toBe(true);
    await rotate(id, 7 * 24 * 3600);
  });
});

describe('registration', () => {
  const EVERYTHING = `jwks idTokenSignedResponseAlg userinfoSignedResponseAlg resources refreshTokenPolicy
    requirePushedAuthorizationRequests backchannelLogoutUri`;
  const READ = `query ($id: ID!) { client(id: $id) { ${EVERYTHING} } }`;
  const key = () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' });
  const registered = async (id: string) => (await app.data(read, READ, { id })).client;

  it('keeps keys, algorithms, resources and policies as they are given, and takes them away with null', async () => {
    const given = {
      jwks: {
        keys: [
          { ...key(), kid: 'a', use: 'sig' },
          { ...key(), kid: 'b', use: 'enc' },
        ],
      },
      idTokenSignedResponseAlg: 'ES256',
      userinfoSignedResponseAlg: 'RS256',
      resources: ['https://api.example/v1'],
      refreshTokenPolicy: 'STRICT',
      requirePushedAuthorizationRequests: true,
      backchannelLogoutUri: 'https://shop.example/logout',
    };
    const plain = {
      jwks: null,
      idTokenSignedResponseAlg: 'RS256',
      userinfoSignedResponseAlg: null,
      resources: [],
      refreshTokenPolicy: 'RETRY',
      requirePushedAuthorizationRequests: false,
      backchannelLogoutUri: null,
    };
    const { id } = await create(LOGIN);
    expect(await registered(id)).toEqual(plain);
    await app.data(write, UPDATE, { id, input: given });
    expect(await registered(id)).toEqual(given);
    const { jwks, userinfoSignedResponseAlg, backchannelLogoutUri } = plain;
    await app.data(write, UPDATE, { id, input: { jwks, userinfoSignedResponseAlg, backchannelLogoutUri } });
    expect(await registered(id)).toEqual({ ...given, jwks, userinfoSignedResponseAlg, backchannelLogoutUri });
  });

  it('leaves a client without a secret once it is to use a key of its own', async () => {
    const { id, secret } = await create(SERVICE);
    expect(await works(id, secret)).toBe(true);
    const jwks = { keys: [key()] };
    const input = { tokenEndpointAuthMethod: 'PRIVATE_KEY_JWT', jwks };
    await app.data(admin, UPDATE, { id, input });
    await app.data(admin, UPDATE, { id, input: { tokenEndpointAuthMethod: 'CLIENT_SECRET_POST' } });
    expect(await works(id, secret)).toBe(false);
    expect(await works(id, await rotate(id))).toBe(true);
    const made = await create({ ...SERVICE, ...input });
    expect(made.secret).toBeNull();
    expect(await refusal(admin, ROTATE, { id: made.id })).toBe('INVALID');
  });

  it('lets no member name resource servers', async () => {
    const member = await userToken('member');
    const input = { ...LOGIN, resources: ['https://api.example'] };
    expect(await refusal(member, CREATE, { input })).toBe('FORBIDDEN');
  });
});

describe('clients', () => {
  const LIST = `query ($first: Int, $after: String, $search: String!) {
    clients(first: $first, after: $after, where: { name: { contains: $search } }) {
      totalCount edges { node { id name } } pageInfo { hasNextPage endCursor }
    }
  }`;

  it('finds a part of a name in any case, page by page, and takes % and _ as they are', async () => {
    const made = [];
    for (const name of ['Needle 1', 'a NEEDLE 2', 'needle%_3']) made.push(await create({ ...LOGIN, name }));
    const { clients: first } = await app.data(read, LIST, { search: 'needle', first: 2 });
    expect(first.totalCount).toBe(3);
    expect(first.edges.map(({ node }: { node: Made }) => node.id)).toEqual(made.slice(0, 2).map(({ id }) => id));
    const { clients: second } = await app.data(read, LIST, { search: 'needle', after: first.pageInfo.endCursor });
    expect(second.edges.map(({ node }: { node: Made }) => node.id)).toEqual([made[2]!.id]);
    expect(second.pageInfo.hasNextPage).toBe(false);
    expect((await app.data(read, LIST, { search: '%_' })).clients.totalCount).toBe(1);
  });

  it('finds those whose previous secret still works', async () => {
    const [rotated, replaced, untouched] = [await create(SERVICE), await create(SERVICE), await create(SERVICE)];
    await rotate(rotated.id, 3600);
    await rotate(replaced.id, 0);
    const { clients } = await app.data(
      read,
      'query ($now: DateTimeISO!) { clients(where: { previousSecretExpiresAt: { gt: $now } }) { edges { node { id } } } }',
      { now: app.clock.now().toISOString() },
    );
    const found = clients.edges.map(({ node }: { node: Made }) => node.id);
    expect([rotated, replaced, untouched].map(({ id }) => found.includes(id))).toEqual([true, false, false]);
  });

  it('refuses a search that no name can hold', async () => {
    expect(await refusal(read, LIST, { search: 'a\0' })).toBe('INVALID');
  });

  it('reads many clients by id in one query', async () => {
    const made = await Promise.all([create(LOGIN), create(LOGIN), create(LOGIN)]);
    const fields = made.map(({ id }, index) => `c${index}: client(id: "${id}") { name }`).join(' ');
    const queries = await queriesOf(() => app.data(read, `{ ${fields} }`));
    expect(queries.filter((text) => text.includes('from clients e'))).toHaveLength(1);
  });
});

describe('a change', () => {
  it('takes six round trips at the most, the caller’s check included', async () => {
    const { id } = await create(SERVICE);
    for (const [query, variables, most] of [
      [CREATE, { input: SERVICE }, 6],
      [UPDATE, { id, input: { name: 'Renamed' } }, 6],
      [ROTATE, { id }, 6],
      [DELETE, { id }, 6],
    ] as const)
      expect(await queriesOf(() => app.data(admin, query, variables))).toHaveLength(most);
  });
});

describe('node', () => {
  it('finds a client where client does', async () => {
    const { id } = await create(LOGIN);
    const query = 'query ($id: ID!) { node(id: $id) { id ... on Client { name } } }';
    expect((await app.data(read, query, { id })).node).toEqual({ id, name: 'Shop' });
    expect((await app.data(await userToken('member'), query, { id })).node).toBeNull();
  });
});

describe('secrets', () => {
  it('are stored as hashes, and neither they nor the hashes are a field of any type', async () => {
    const { id, secret } = await create(SERVICE);
    const stored = sql<{ row: string }, { id: string }>(
      'test.client',
      'select row_to_json(c)::text as row from clients c where id = :id',
    );
    const { row } = (await app.server.runtime.db.first(stored, { id }))!;
    expect(row).toContain('"secret_hash":"sha256:');
    expect(row).not.toContain(secret);
    const { type } = await app.data(admin, '{ type: __type(name: "Client") { fields { name } } }');
    const names = type.fields.map(({ name }: { name: string }) => name.toLowerCase());
    expect(names.filter((name: string) => /secret|hash/.test(name))).toEqual(['previoussecretexpiresat']);
  });
});

describe('the trail', () => {
  it('tells of every change, by whom, and of no secret', async () => {
    const { id, secret } = await create(SERVICE);
    await app.data(admin, UPDATE, { id, input: { name: 'Android' } });
    const second = await rotate(id, 60);
    await app.data(admin, DELETE, { id });
    const events = sql<{ action: string; actor_id: string; details: Record<string, unknown> }, { id: string }>(
      'test.client-events',
      "select action, actor_id, details from audit_events where subject_type = 'client' and subject_id = :id order by id",
    );
    const trail = await app.server.runtime.db.rows(events, { id });
    expect(trail.map(({ action }) => action)).toEqual([
      'client.created',
      'client.updated',
      'client.secret_rotated',
      'client.deleted',
    ]);
    expect(trail.map((event) => event.actor_id)).toEqual(trail.map(() => app.customer.clientId));
    expect(trail[1]!.details).toEqual({
      fields: ['name'],
      changes: { name: { from: expect.any(String), to: 'Android' } },
    });
    const text = JSON.stringify(trail);
    for (const hidden of [secret, second, 'sha256:']) expect(text).not.toContain(hidden);
  });

  it('has nothing to tell of what was refused', async () => {
    const { id } = await create({ ...SERVICE, scopes: ['ADMIN'] });
    const count = sql<{ count: number }, { id: string }>(
      'test.client-trail',
      'select count(*) from audit_events where subject_id = :id',
    );
    expect(await refusal(write, UPDATE, { id, input: { name: 'Mine' } })).toBe('FORBIDDEN');
    expect(await refusal(write, ROTATE, { id })).toBe('FORBIDDEN');
    expect(await app.server.runtime.db.first(count, { id })).toEqual({ count: 1 });
  });
});

describe('who may what', () => {
  it('lets an administrator do everything, for the customer', async () => {
    const { id, secret } = await create(
      { ...LOGIN, ...SERVICE, scopes: ['ADMIN', 'READ'], requireConsent: false },
      administrator,
    );
    expect(await works(id, secret)).toBe(true);
    expect((await app.data(administrator, '{ clients { totalCount } }')).clients.totalCount).toBeGreaterThan(1);
    await app.data(administrator, UPDATE, { id, input: { name: 'Android' } });
    await app.data(administrator, ROTATE, { id });
    expect(await app.data(administrator, DELETE, { id })).toEqual({ deleteClient: { client: { name: 'Android' } } });
  });

  it('keeps one member out of another’s clients', async () => {
    const [owner, other] = [await userToken('member'), await userToken('member')];
    const { id } = await create(LOGIN, owner);
    expect((await app.data(owner, 'query ($id: ID!) { client(id: $id) { name } }', { id })).client).toEqual({
      name: 'Shop',
    });
    expect((await app.data(other, 'query ($id: ID!) { client(id: $id) { name } }', { id })).client).toBeNull();
    expect((await app.data(other, '{ clients { totalCount edges { cursor } } }')).clients).toEqual({
      totalCount: 0,
      edges: [],
    });
    for (const [query, more] of [
      [UPDATE, { input: { name: 'Mine' } }],
      [ROTATE, {}],
      [DELETE, {}],
    ] as const)
      expect(await refusal(other, query, { id, ...more })).toBe('NOT_FOUND');
    await app.data(owner, ROTATE, { id });
    await app.data(owner, DELETE, { id });
  });

  it('asks everybody else for a token, or for a greater one', async () => {
    const { id } = await create(LOGIN);
    const requests = [
      [CREATE, { input: LOGIN }, write],
      [UPDATE, { id, input: { name: 'Mine' } }, write],
      [ROTATE, { id }, write],
      [DELETE, { id }, admin],
    ] as const;
    for (const [query, variables, enough] of requests) {
      expect(await refusal(undefined, query, variables)).toBe('UNAUTHENTICATED');
      expect(await refusal(read, query, variables)).toBe('FORBIDDEN');
      await app.data(enough, query, variables);
    }
    expect(await refusal(undefined, '{ clients { edges { cursor } } }', {})).toBe('UNAUTHENTICATED');
    expect(await refusal(undefined, 'query ($id: ID!) { client(id: $id) { id } }', { id })).toBe('UNAUTHENTICATED');
  });

  it('judges a client as it is when the change is made, not as it was when it was asked for', async () => {
    const { id, secret } = await create(SERVICE);
    const raise = sql<object, { id: string }>(
      'test.raise-client',
      "update clients set scopes = '{read,admin}' where id = :id",
    );
    const waiting = sql<{ count: number }, object>(
      'test.waiting',
      "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    const { db } = app.server.runtime;
    const rotation = await db.transaction(async (tx) => {
      await tx.rows(raise, { id });
      const answer = refusal(write, ROTATE, { id });
      await until(async () => (await db.first(waiting, {}))!.count > 0);
      return { answer };
    });
    expect(await rotation.answer).toBe('FORBIDDEN');
    expect(await works(id, secret)).toBe(true);
  });
});
