import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { useApp, type Answer } from '../../support/app.ts';
import { buildClient, buildUser } from '../../support/builders.ts';
import { tokensOf } from '../../support/logins.ts';
import { assignRole, createRole, insertApi } from '../../support/roles.ts';

const app = useApp();
let admin: string;
let write: string;
let read: string;
let other: string;
let otherCustomer: Awaited<ReturnType<typeof app.newCustomer>>;

beforeAll(async () => {
  [admin, write, read] = await Promise.all([app.token('admin'), app.token('write'), app.token('read')]);
  otherCustomer = await app.newCustomer();
  other = await app.token('admin', otherCustomer);
});

const ROLE = '{ id kind apiId name description version permissions { edges { node { id apiId name } } } }';
const CREATE = `mutation ($input: CreateAccessRoleInput!) { createAccessRole(input: $input) { accessRole ${ROLE} } }`;
const UPDATE = `mutation ($id: ID!, $input: UpdateAccessRoleInput!, $version: Int) {
  updateAccessRole(id: $id, input: $input, expectedVersion: $version) { accessRole ${ROLE} } }`;
const DELETE = `mutation ($id: ID!, $confirm: String, $dryRun: Boolean) {
  deleteAccessRole(id: $id, confirm: $confirm, dryRun: $dryRun) { accessRole { id name } holders { users groups clients } } }`;
const FIND = `query ($id: ID!) { accessRole(id: $id) ${ROLE} }`;

const faultsOf = ({ body }: Answer): unknown =>
  body.errors[0].extensions.faults.map(({ path, code }: { path: string; code: string }) => [path, code]);
const codeOf = ({ body }: Answer): string => body.errors[0].extensions.code;
const namesOf = (role: { permissions: { edges: { node: { name: string } }[] } }): string[] =>
  role.permissions.edges.map(({ node }) => node.name);

describe('roles', () => {
  it('are made with permissions, changed and deleted, each with its event', async () => {
    const api = await insertApi(app, ['orders:read', 'orders:write']);
    const input = { kind: 'API', apiId: api.id, name: ' clerk ', description: 'Orders', scopeIds: [api.scopeIds[0]] };
    const { accessRole: role } = (await app.data(admin, CREATE, { input })).createAccessRole;
    expect(role).toMatchObject({ kind: 'API', apiId: api.id, name: 'clerk', description: 'Orders', version: 1 });
    expect(role.permissions.edges).toEqual([{ node: { id: api.scopeIds[0], apiId: api.id, name: 'orders:read' } }]);
    const { id } = role;
    const change = { scopeIds: [api.scopeIds[1]] };
    const changed = (await app.data(admin, UPDATE, { id, input: change, version: 1 })).updateAccessRole.accessRole;
    expect([changed.version, namesOf(changed), changed.name]).toEqual([2, ['orders:write'], 'clerk']);
    expect(namesOf((await app.data(read, FIND, { id })).accessRole)).toEqual(['orders:write']);
    expect(codeOf(await app.graphql(admin, UPDATE, { id, input: { name: 'x' }, version: 1 }))).toBe('VERSION_CONFLICT');
    expect(
      (await app.data(admin, UPDATE, { id, input: { scopeIds: [] } })).updateAccessRole.accessRole.permissions.edges,
    ).toEqual([]);
    expect((await app.data(admin, DELETE, { id })).deleteAccessRole.accessRole).toEqual({ id, name: 'clerk' });
    expect((await app.data(read, FIND, { id })).accessRole).toBeNull();
    const { rows } = await app.server.database.pool.query(
      `select action, details from audit_events where subject_id = $1 and subject_type = 'role' order by id`,
      [id],
    );
    expect(rows).toEqual([
      {
        action: 'role.created',
        details: { name: 'clerk', kind: 'api', apiId: api.id, permissions: ['orders:read'] },
      },
      {
        action: 'role.updated',
        details: {
          name: 'clerk',
          fields: ['permissions'],
          changes: { permissions: { from: ['orders:read'], to: ['orders:write'] } },
        },
      },
      {
        action: 'role.updated',
        details: {
          name: 'clerk',
          fields: ['permissions'],
          changes: { permissions: { from: ['orders:write'], to: [] } },
        },
      },
      { action: 'role.deleted', details: { name: 'clerk' } },
    ]);
  });

  it('have names of their own within an API, or among the others, and customers have the same names', async () => {
    const [one, two] = [await insertApi(app, []), await insertApi(app, [])];
    const name = randomUUID();
    const kinds = [{ kind: 'API', apiId: one.id }, { kind: 'API', apiId: two.id }, { kind: 'CUSTOMER' }];
    for (const kind of kinds) await createRole(app, admin, { ...kind, name });
    await createRole(app, other, { name });
    for (const kind of [...kinds, { kind: 'ORGANIZATION' }])
      expect(faultsOf(await app.graphql(admin, CREATE, { input: { ...kind, name } }))).toEqual([
        ['name', 'ROLE_NAME_TAKEN'],
      ]);
    const id = await createRole(app, admin);
    expect(codeOf(await app.graphql(admin, UPDATE, { id, input: { name } }))).toBe('ROLE_NAME_TAKEN');
  });

  it('refuse what is wrong, all at once, and store nothing of it', async () => {
    const api = await insertApi(app, ['a']);
    const foreign = await insertApi(app, ['a'], otherCustomer);
    const wrong = { kind: 'API', name: ' ', description: 'x'.repeat(2001), scopeIds: ['x'] };
    expect(faultsOf(await app.graphql(admin, CREATE, { input: wrong }))).toEqual([
      ['name', 'INVALID_INPUT'],
      ['description', 'INVALID_INPUT'],
      ['scopeIds.0', 'INVALID_INPUT'],
      ['apiId', 'INVALID_INPUT'],
    ]);
    const name = randomUUID();
    const customers = { kind: 'CUSTOMER', apiId: api.id, name };
    expect(faultsOf(await app.graphql(admin, CREATE, { input: customers }))).toEqual([['apiId', 'INVALID_INPUT']]);
    const elsewhere = { kind: 'API', apiId: foreign.id, name };
    expect(faultsOf(await app.graphql(admin, CREATE, { input: elsewhere }))).toEqual([['apiId', 'UNKNOWN_API']]);
    const another = await insertApi(app, ['b']);
    const scopes = { kind: 'API', apiId: api.id, name, scopeIds: [api.scopeIds[0], another.scopeIds[0], randomUUID()] };
    expect(faultsOf(await app.graphql(admin, CREATE, { input: scopes }))).toEqual([
      ['scopeIds.1', 'UNKNOWN_SCOPE'],
      ['scopeIds.2', 'UNKNOWN_SCOPE'],
    ]);
    const foreignScope = { kind: 'CUSTOMER', name, scopeIds: foreign.scopeIds };
    expect(faultsOf(await app.graphql(admin, CREATE, { input: foreignScope }))).toEqual([
      ['scopeIds.0', 'UNKNOWN_SCOPE'],
    ]);
    const id = await createRole(app, admin, { kind: 'API', apiId: api.id });
    const otherScope = { id, input: { scopeIds: another.scopeIds } };
    expect(faultsOf(await app.graphql(admin, UPDATE, otherScope))).toEqual([['scopeIds.0', 'UNKNOWN_SCOPE']]);
    expect(codeOf(await app.graphql(admin, UPDATE, { id, input: {} }))).toBe('INVALID_INPUT');
    const { rows } = await app.server.database.pool.query('select from roles where name = $1', [name]);
    expect(rows).toHaveLength(0);
  });

  it('are listed, filtered, searched and found by node', async () => {
    const customer = await app.newCustomer();
    const token = await app.token('admin', customer);
    const api = await insertApi(app, [], customer);
    const names = ['Clérk', 'auditor', 'Buyer'];
    const ids = [
      await createRole(app, token, { name: names[0] }),
      await createRole(app, token, { name: names[1], kind: 'ORGANIZATION' }),
      await createRole(app, token, { name: names[2], kind: 'API', apiId: api.id, description: 'orders goods' }),
    ];
    const list = async (args: string) =>
      (await app.data(token, `{ accessRoles${args} { totalCount edges { node { name } } } }`)).accessRoles.edges.map(
        ({ node }: { node: { name: string } }) => node.name,
      );
    expect(await list('')).toEqual(names);
    expect(await list('(orderBy: { field: NAME, direction: ASC })')).toEqual(['auditor', 'Buyer', 'Clérk']);
    expect(await list('(orderBy: { field: CREATED_AT, direction: DESC }, first: 1)')).toEqual(['Buyer']);
    expect(await list('(where: { kind: { eq: ORGANIZATION } })')).toEqual(['auditor']);
    expect(await list(`(where: { apiId: { eq: "${api.id}" } })`)).toEqual(['Buyer']);
    expect(await list('(where: { name: { contains: "clerk" } })')).toEqual(['Clérk']);
    expect(await list('(where: { description: { contains: "goods" } })')).toEqual(['Buyer']);
    const { node } = await app.data(token, `{ node(id: "${ids[0]}") { __typename ... on AccessRole { name } } }`);
    expect(node).toEqual({ __typename: 'AccessRole', name: 'Clérk' });
    expect((await app.data(admin, `{ node(id: "${ids[0]}") { __typename } }`)).node).toBeNull();
  });

  it('need a confirmation by name to be deleted while somebody has them, and tell who before', async () => {
    const id = await createRole(app, admin);
    const [user, group] = [
      await buildUser(app),
      (await app.data(admin, `mutation { createGroup(input: { name: "${randomUUID()}" }) { group { id } } }`))
        .createGroup.group,
    ];
    const clientIds = [app.customer.clientId];
    await assignRole(app, admin, id, { userIds: [user.id], groupIds: [group.id], clientIds });
    const holders = { users: 1, groups: 1, clients: 1 };
    expect((await app.data(admin, DELETE, { id, dryRun: true })).deleteAccessRole.holders).toEqual(holders);
    expect(faultsOf(await app.graphql(admin, DELETE, { id }))).toEqual([['confirm', 'ROLE_IN_USE']]);
    expect(codeOf(await app.graphql(admin, DELETE, { id, confirm: 'another' }))).toBe('ROLE_IN_USE');
    const { name } = (await app.data(read, FIND, { id })).accessRole;
    expect((await app.data(admin, DELETE, { id, confirm: name })).deleteAccessRole.holders).toEqual(holders);
    const { rows } = await app.server.database.pool.query('select from role_assignments where role_id = $1', [id]);
    expect(rows).toHaveLength(0);
  });

  it('are read by administrators with read, changed with admin only, and not there for another customer', async () => {
    const id = await createRole(app, admin);
    const input = { kind: 'CUSTOMER', name: randomUUID() };
    const client = await buildClient(app);
    const memberUser = await buildUser(app);
    const member = (await tokensOf(app, client, memberUser, 'openid')).access_token;
    for (const token of [write, read, member]) {
      expect(codeOf(await app.graphql(token, CREATE, { input }))).toMatch(/^(FORBIDDEN|INSUFFICIENT_SCOPE)$/);
      expect(codeOf(await app.graphql(token, UPDATE, { id, input: { name: 'x' } }))).toMatch(/FORBIDDEN|INSUFFICIENT/);
      expect(codeOf(await app.graphql(token, DELETE, { id, dryRun: true }))).toMatch(/FORBIDDEN|INSUFFICIENT/);
    }
    expect(codeOf(await app.graphql(member, FIND, { id }))).toBe('FORBIDDEN');
    expect(codeOf(await app.graphql(member, '{ accessRoles { totalCount } }'))).toBe('FORBIDDEN');
    expect((await app.data(other, FIND, { id })).accessRole).toBeNull();
    expect(codeOf(await app.graphql(other, UPDATE, { id, input: { name: 'x' } }))).toBe('ROLE_NOT_FOUND');
    expect(codeOf(await app.graphql(other, DELETE, { id, dryRun: true }))).toBe('ROLE_NOT_FOUND');
    expect(
      codeOf(await app.graphql(admin, FIND.replace('accessRole(id: $id)', 'accessRole(id: $id, x: 1)'), { id })),
    ).toBeDefined();
  });

  it('are no more than 1,000 of a customer', async () => {
    const customer = await app.newCustomer();
    const token = await app.token('admin', customer);
    await app.server.database.pool.query(
      `insert into roles (id, customer_id, kind, name, created_at, updated_at)
       select gen_random_uuid(), $1, 'customer', 'role ' || n, now(), now() from generate_series(1, 999) n`,
      [customer.customerId],
    );
    await createRole(app, token);
    const input = { kind: 'CUSTOMER', name: randomUUID() };
    expect(codeOf(await app.graphql(token, CREATE, { input }))).toBe('TOO_MANY_ROLES');
  });
});
