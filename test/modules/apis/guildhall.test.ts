import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { useApp } from '../../support/app.ts';
import { buildApi } from '../../support/apis.ts';
import { buildConfidential, buildUser } from '../../support/builders.ts';
import { BUILT, Started } from '../../support/started.ts';
import { TEST_SECRET_KEY } from '../../support/template.ts';

const app = useApp();
let admin: string;
let read: string;
let other: Awaited<ReturnType<typeof app.newCustomer>>;
let theirs: string;

beforeAll(async () => {
  [admin, read, other] = await Promise.all([app.token('admin'), app.token('read'), app.newCustomer()]);
  theirs = await app.token('admin', other);
  for (const { customerId } of [app.customer, other])
    for (const n of [1, 2]) await buildApi(app, { customerId, scopes: [`scope:${n}`] });
});

const OWN = '00000000-0000-7000-8000-000000000001';
const WRITE = '00000000-0000-7000-8000-000000000003';
const LIST = `query ($where: ApiWhere, $orderBy: ApiOrder, $first: Int, $after: String, $last: Int, $before: String) {
  apis(where: $where, orderBy: $orderBy, first: $first, after: $after, last: $last, before: $before) {
    totalCount pageInfo { hasNextPage endCursor startCursor } nodes { id customerId identifier name isGuildhall } } }`;
const list = async (token: string, more: object = {}) => (await app.data(token, LIST, more)).apis;

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into data of every shape
type Data = any;
const idsOf = ({ nodes }: Data): string[] => nodes.map(({ id }: Data) => id);
const codeOf = ({ body }: Data): string => body.errors[0].extensions.code;

describe('Guildhall itself', () => {
  it('is an API with its scopes, which administrators see as they see others', async () => {
    const query = `query ($id: ID!) { api(id: $id) { id customerId customer { id } identifier name isFirstParty requiresRole isGuildhall
      scopes { totalCount nodes { id name description translations { language description } api { id } } }
      viewerCan { updateApi deleteApi addApiScopes } clients { totalCount } } }`;
    const { api } = await app.data(admin, query, { id: OWN });
    const { customerId } = app.customer;
    expect(api).toMatchObject({
      id: OWN,
      customerId,
      customer: { id: customerId },
      identifier: app.issuer,
      name: 'Guildhall',
      isFirstParty: true,
      requiresRole: true,
      isGuildhall: true,
      viewerCan: { updateApi: false, deleteApi: false, addApiScopes: false },
      clients: { totalCount: 0 },
    });
    expect(api.scopes).toMatchObject({
      totalCount: 3,
      nodes: ['admin', 'read', 'write'].map((name) => ({ name, translations: [{ language: 'de' }], api: { id: OWN } })),
    });
    const node = `query ($id: ID!) { node(id: $id) { __typename id ... on Api { identifier } } }`;
    expect((await app.data(theirs, node, { id: OWN })).node).toEqual({
      __typename: 'Api',
      id: OWN,
      identifier: app.issuer,
    });
    const scope = `query ($id: ID!) { node(id: $id) { ... on ApiScope { name viewerCan { updateApiScope removeApiScope } } } }`;
    expect((await app.data(admin, scope, { id: WRITE })).node).toEqual({
      name: 'write',
      viewerCan: { updateApiScope: false, removeApiScope: false },
    });
  });

  it('is in the lists of every customer, beside its own APIs alone', async () => {
    const [ours, others] = [await list(admin), await list(theirs)];
    expect([ours.totalCount, others.totalCount]).toEqual([3, 3]);
    expect(idsOf(ours).filter((id) => idsOf(others).includes(id))).toEqual([OWN]);
    expect(ours.nodes.map(({ customerId }: Data) => customerId)).toEqual(Array(3).fill(app.customer.customerId));
    expect(others.nodes[0]).toEqual({
      id: OWN,
      customerId: other.customerId,
      identifier: app.issuer,
      name: 'Guildhall',
      isGuildhall: true,
    });
  });

  it.each([
    ['by default', undefined],
    ['by name', { field: 'NAME', direction: 'ASC' }],
    ['by time, backward', { field: 'CREATED_AT', direction: 'DESC' }],
  ])('has one place in the pages of a list %s', async (_what, orderBy) => {
    const all = idsOf(await list(read, { orderBy }));
    expect(all.filter((id) => id === OWN)).toHaveLength(1);
    const seen: string[] = [];
    for (let after: string | null = null, more = true; more;) {
      const page: Data = await list(read, { orderBy, first: 1, after });
      seen.push(...idsOf(page));
      [after, more] = [page.pageInfo.endCursor, page.pageInfo.hasNextPage];
    }
    expect(seen).toEqual(all);
    const last = await list(read, { orderBy, last: 2 });
    expect(idsOf(last)).toEqual(all.slice(1));
    expect(idsOf(await list(read, { orderBy, last: 2, before: last.pageInfo.startCursor }))).toEqual(all.slice(0, 1));
  });

  it.each([
    ['a part of its name', { name: { contains: 'uildhal' } }],
    ['its identifier', { identifier: { contains: 'localhost' } }],
    ['its id', { id: { in: [OWN] } }],
    ['what is told of it', { isFirstParty: true, name: { startsWith: 'Guild' } }],
    ['one of two', { or: [{ id: { eq: OWN } }, { name: { contains: 'Nothing' } }] }],
  ])('is found by %s, once for each customer', async (_what, where) => {
    for (const token of [admin, theirs]) {
      const found = await list(token, { where });
      expect([idsOf(found), found.totalCount]).toEqual([[OWN], 1]);
      expect(idsOf(await list(token, { where, orderBy: { field: 'NAME', direction: 'DESC' } }))).toEqual([OWN]);
    }
  });

  it('is changed by nobody', async () => {
    const before = await state();
    const refused = [
      ['updateApi(id: $id, input: { name: "Mine" }) { api { id } }', OWN],
      ['deleteApi(id: $id, dryRun: true) { api { id } }', OWN],
      ['addApiScopes(apiId: $id, scopes: [{ name: "more" }]) { api { id } }', OWN],
      ['updateApiScope(id: $id, input: { name: "more" }) { apiScope { id } }', WRITE],
      ['removeApiScope(id: $id) { apiScope { id } }', WRITE],
    ];
    for (const [mutation, id] of refused) {
      const answer = await app.graphql(admin, `mutation ($id: ID!) { ${mutation} }`, { id });
      expect([mutation, codeOf(answer)]).toEqual([mutation, 'OWN_API']);
      expect(codeOf(await app.graphql(read, `mutation ($id: ID!) { ${mutation} }`, { id }))).toBe('INSUFFICIENT_SCOPE');
    }
    const create = `mutation ($identifier: String!) { createApi(input: { identifier: $identifier, name: "Mine" }) { api { id } } }`;
    const { body } = await app.graphql(admin, create, { identifier: app.issuer });
    expect(body.errors[0].extensions.faults).toMatchObject([{ path: 'identifier', rule: 'THIS_SERVER' }]);
    expect(await state()).toEqual(before);
  });

  it('lends its scopes by no role, and to no client as a scope of an API', async () => {
    const role = `mutation ($input: CreateAccessRoleInput!) { createAccessRole(input: $input) { accessRole { id } } }`;
    const input = { name: randomUUID(), kind: 'CUSTOMER', scopeIds: [WRITE] };
    expect(codeOf(await app.graphql(admin, role, { input }))).toBe('UNKNOWN_SCOPE');
    const ofApi = { name: randomUUID(), kind: 'API', apiId: OWN };
    expect(codeOf(await app.graphql(admin, role, { input: ofApi }))).toBe('UNKNOWN_API');
    const { id } = await buildConfidential(app);
    const client = `mutation ($id: ID!, $ids: [ID!]) { updateClient(id: $id, input: { apiScopeIds: $ids }) { client { id } } }`;
    expect(codeOf(await app.graphql(admin, client, { id, ids: [WRITE] }))).toBe('UNKNOWN_API_SCOPE');
    const { customerId } = app.customer;
    // The database refuses it, too.
    await expect(
      app.server.database.pool.query(
        'insert into client_scopes (client_id, customer_id, scope_id) values ($1, $2, $3)',
        [id, customerId, WRITE],
      ),
    ).rejects.toThrow(/foreign key/);
    await expect(
      app.server.database.pool.query(
        `insert into apis (id, identifier, name, created_at, updated_at) values ($1, 'x', 'x', now(), now())`,
        [randomUUID()],
      ),
    ).rejects.toThrow('apis_own_check');
  });
});

describe('whoCan of a scope of Guildhall', () => {
  it('finds the administrators and service accounts of the viewer’s customer', async () => {
    const [boss, member] = [await buildUser(app, { role: 'admin' }), await buildUser(app)];
    const { id: writer } = await buildConfidential(app, { grantTypes: ['client_credentials'], scopes: ['write'] });
    const { id: reader } = await buildConfidential(app, { grantTypes: ['client_credentials'], scopes: ['read'] });
    const query = `query ($id: ID!, $kind: RoleHolderKind!) { node(id: $id) { ... on ApiScope {
      whoCan(kind: $kind, first: 100) { edges { reason through { name } node { id } } } } } }`;
    const who = async (kind: string, token = read): Promise<Data[]> =>
      (await app.data(token, query, { id: WRITE, kind })).node.whoCan.edges;
    const found = (edges: Data[]) => edges.map(({ node }) => node.id);
    const users = await who('USER');
    expect(found(users)).toContain(boss.id);
    expect(found(users)).not.toContain(member.id);
    expect(users.every(({ reason, through }) => reason === 'ADMINISTRATOR' && through.length === 0)).toBe(true);
    const clients = await who('CLIENT');
    expect(found(clients)).toEqual(expect.arrayContaining([writer, app.customer.clientId]));
    expect(found(clients)).not.toContain(reader);
    expect(clients[0]).toMatchObject({ reason: 'ADMINISTRATOR', through: [] });
    expect(await who('GROUP')).toEqual([]);
    expect(found(await who('USER', theirs))).not.toContain(boss.id);
  });
});

describe('a server that starts', () => {
  it('calls Guildhall by its issuer, and writes only if that has changed', async () => {
    const [row] = await state();
    const again = await start();
    expect(await state()).toEqual([{ ...row, identifier: again, version: row!.version + 1 }]);
    const fixed = 'http://localhost:3000/guildhall';
    await start(fixed);
    const changed = await state();
    expect(changed).toEqual([{ ...row, identifier: fixed, version: row!.version + 2 }]);
    await start(fixed);
    expect(await state()).toEqual(changed);
    await app.server.database.pool.query('update apis set identifier = $1, version = $2 where id = $3', [
      row!.identifier,
      row!.version,
      OWN,
    ]);
  });
});

/** Starts another server on the database and stops it. Returns its issuer. */
async function start(baseUrl?: string): Promise<string> {
  const env = { DATABASE_URL: app.databaseUrl, SECRET_KEY: TEST_SECRET_KEY, ...(baseUrl && { BASE_URL: baseUrl }) };
  const server = await Started.by(BUILT, env);
  expect(server.errors).toBe('');
  process.kill(-server.child.pid!, 'SIGTERM');
  await server.ended();
  return baseUrl ?? server.address;
}

/** What belongs to no customer. */
async function state(): Promise<{ identifier: string; name: string; version: number }[]> {
  const { rows } = await app.server.database.pool.query(
    `select identifier, name, version, (select string_agg(name || id, ' ' order by id) from api_scopes where customer_id is null) as scopes
     from apis where customer_id is null`,
  );
  return rows;
}
