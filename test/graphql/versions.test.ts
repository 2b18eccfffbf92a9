import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { useApp } from '../support/app.ts';
import { buildClient, buildUser } from '../support/builders.ts';
import { tokensOf } from '../support/logins.ts';
import { roundTripsOf } from '../support/queries.ts';

const app = useApp();
let admin: string;

beforeAll(async () => {
  admin = await app.token('admin');
});

/** How each kind of thing is created, updated and deleted. `$name` is free to choose, `$version` what is expected. */
const KINDS = {
  User: {
    create: 'createUser(input: { email: $email }) { it: user { id version } }',
    update: 'updateUser(id: $id, input: { name: $name }, expectedVersion: $version) { it: user { id version name } }',
    remove: 'deleteUser(id: $id, expectedVersion: $version) { it: user { id version } }',
    read: 'user(id: $id) { version name }',
  },
  Group: {
    create: 'createGroup(input: { name: $name }) { it: group { id version } }',
    update: 'updateGroup(id: $id, input: { name: $name }, expectedVersion: $version) { it: group { id version name } }',
    remove: 'deleteGroup(id: $id, expectedVersion: $version) { it: group { id version } }',
    read: 'group(id: $id) { version name }',
  },
  Organization: {
    create: 'createOrganization(input: { name: $name }) { it: organization { id version } }',
    update:
      'updateOrganization(id: $id, input: { name: $name }, expectedVersion: $version) { it: organization { id version name } }',
    remove: 'deleteOrganization(id: $id, expectedVersion: $version) { it: organization { id version } }',
    read: 'organization(id: $id) { version name }',
  },
  AccessRole: {
    create: 'createAccessRole(input: { kind: CUSTOMER, name: $name }) { it: accessRole { id version } }',
    update:
      'updateAccessRole(id: $id, input: { name: $name }, expectedVersion: $version) { it: accessRole { id version name } }',
    remove: 'deleteAccessRole(id: $id, expectedVersion: $version) { it: accessRole { id version } }',
    read: 'accessRole(id: $id) { version name }',
  },
  Client: {
    create: 'createClient(input: { name: $name, redirectUris: ["https://a.example/"] }) { it: client { id version } }',
    update:
      'updateClient(id: $id, input: { name: $name }, expectedVersion: $version) { it: client { id version name } }',
    remove: 'deleteClient(id: $id, expectedVersion: $version) { it: client { id version } }',
    read: 'client(id: $id) { version name }',
  },
} as const;
type Kind = keyof typeof KINDS;
const kinds = Object.keys(KINDS) as Kind[];

interface Thing {
  readonly id: string;
  readonly version: number;
  readonly name: string;
}

const TYPES: Readonly<Record<string, string>> = { id: 'ID!', name: 'String!', email: 'String!', version: 'Int' };

/** An operation on one field, with the variables that it names. */
function operation(kind: 'query' | 'mutation', field: string, given: Readonly<Record<string, unknown>>) {
  const names = Object.keys(TYPES).filter((name) => field.includes(`$${name}`));
  const variables = Object.fromEntries(names.map((name) => [name, given[name]]));
  return [`${kind} (${names.map((name) => `$${name}: ${TYPES[name]}`).join()}) { it: ${field} }`, variables] as const;
}

async function create(kind: Kind): Promise<Thing> {
  const given = { name: randomUUID(), email: `${randomUUID()}@example.com` };
  return (await app.data(admin, ...operation('mutation', KINDS[kind].create, given))).it.it;
}
const update = (kind: Kind, id: string, version?: number | null, name: string = randomUUID(), token = admin) =>
  app.graphql(token, ...operation('mutation', KINDS[kind].update, { id, name, version }));
const remove = (kind: Kind, id: string, version?: number) =>
  app.graphql(admin, ...operation('mutation', KINDS[kind].remove, { id, version }));
const read = async (kind: Kind, id: string): Promise<Thing | null> =>
  (await app.data(admin, ...operation('query', KINDS[kind].read, { id }))).it;

describe.each(kinds)('a %s', (kind) => {
  it('has a version that each change counts up, expected or not', async () => {
    const { id, version } = await create(kind);
    expect(version).toBe(1);
    for (const [expected, next] of [
      [undefined, 2],
      [2, 3],
      [null, 4],
    ] as const) {
      const { body } = await update(kind, id, expected);
      expect(body.data.it.it.version).toBe(next);
      expect(await read(kind, id)).toMatchObject({ version: next, name: body.data.it.it.name });
    }
  });

  it('is not changed or deleted if another version is expected, and the error tells the current one', async () => {
    const { id } = await create(kind);
    await update(kind, id);
    const before = await read(kind, id);
    for (const expected of [1, 3, 0, -1])
      for (const refused of [await update(kind, id, expected), await remove(kind, id, expected)])
        expect(refused.body.errors).toEqual([
          {
            message: expect.stringContaining('2'),
            locations: expect.anything(),
            path: ['it'],
            extensions: {
              code: 'VERSION_CONFLICT',
              kind: 'CONFLICT',
              documentation: `${app.issuer}/docs/errors#VERSION_CONFLICT`,
              currentVersion: 2,
            },
          },
        ]);
    expect(await read(kind, id)).toEqual(before);
    expect((await remove(kind, id, 2)).body.data.it.it.version).toBe(2);
    expect(await read(kind, id)).toBeNull();
  });

  it('is changed by one of those who change the same version at the same time', async () => {
    const { id } = await create(kind);
    const names = Array.from({ length: 8 }, () => randomUUID());
    const answers = await Promise.all(names.map((name) => update(kind, id, 1, name)));
    const winners = answers.flatMap(({ body }) => (body.errors ? [] : [body.data.it.it.name]));
    const reasons = answers.flatMap(({ body }) => body.errors?.map((error: Refusal) => error.extensions.code) ?? []);
    expect([winners.length, new Set(reasons)]).toEqual([1, new Set(['VERSION_CONFLICT'])]);
    expect(await read(kind, id)).toMatchObject({ version: 2, name: winners[0] });
  });

  it('tells its version to nobody who may not change it', async () => {
    const { id } = await create(kind);
    const { body } = await update(kind, id, 9, 'x', await app.token('read'));
    expect(body.errors[0].extensions).toMatchObject({ kind: 'FORBIDDEN' });
    expect(body.errors[0].extensions.currentVersion).toBeUndefined();
    const other = await app.token('admin', await app.newCustomer());
    const foreign = await update(kind, id, 9, 'x', other);
    expect(foreign.body.errors[0].extensions.kind).toBe('NOT_FOUND');
  });

  it('is changed in as many round trips with an expected version as without', async () => {
    const { id } = await create(kind);
    const without = await roundTripsOf(() => update(kind, id));
    expect((await roundTripsOf(() => update(kind, id, 2))).length).toBe(without.length);
  });
});

interface Refusal {
  readonly extensions: { readonly code: string };
}

describe('a version', () => {
  const versionOf = async (table: string, id: string): Promise<number> =>
    (await app.server.database.pool.query(`select version from ${table} where id = $1`, [id])).rows[0].version;

  it('counts a new secret of a client, and nobody replaces one that they have not seen', async () => {
    const { id } = await create('Client');
    const ROTATE = `mutation ($id: ID!, $version: Int) {
      rotateClientSecret(id: $id, expectedVersion: $version) { clientSecret client { version } }
    }`;
    const answers = await Promise.all([1, 1].map((version) => app.graphql(admin, ROTATE, { id, version })));
    expect(answers.filter(({ body }) => body.errors)).toHaveLength(1);
    const winner = answers.find(({ body }) => !body.errors)!;
    expect(winner.body.data.rotateClientSecret.client.version).toBe(2);
  });

  it('counts what statements change, and what the database changes itself', async () => {
    const user = await buildUser(app);
    const { pool } = app.server.database;
    await pool.query('update users set name = $2, updated_at = updated_at where id = $1', [user.id, 'Other']);
    expect(await versionOf('users', user.id)).toBe(2);

    const organization = await create('Organization');
    const group = await create('Group');
    await pool.query('update groups set organization_id = $2 where id = $1', [group.id, organization.id]);
    await pool.query('update users set organization_id = $2 where id = $1', [user.id, organization.id]);
    await remove('Organization', organization.id);
    expect([await versionOf('groups', group.id), await versionOf('users', user.id)]).toEqual([3, 4]);
  });

  it('counts each of many who are disabled at once', async () => {
    const ids = [(await buildUser(app)).id, (await buildUser(app)).id];
    await app.data(admin, 'mutation ($ids: [ID!]!) { disableUsers(select: { ids: $ids }) { changedCount } }', { ids });
    expect(await Promise.all(ids.map((id) => versionOf('users', id)))).toEqual([2, 2]);
  });

  it('counts neither logins nor memberships, which no update overwrites', async () => {
    const user = await buildUser(app);
    const group = await create('Group');
    await tokensOf(app, await buildClient(app), user, 'openid');
    await app.send('POST', `/groups/${group.id}/members/${user.id}`, { token: admin });
    const { rows } = await app.server.database.pool.query('select login_count from users where id = $1', [user.id]);
    expect(rows[0].login_count).toBe(1);
    expect([await versionOf('users', user.id), await versionOf('groups', group.id)]).toEqual([1, 1]);
  });
});
