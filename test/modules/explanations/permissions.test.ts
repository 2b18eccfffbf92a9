import { beforeAll, describe, expect, it } from '@jest/globals';
import { useApp } from '../../support/app.ts';
import { Authority } from '../../support/authority.ts';
import { buildClient, buildConfidential, buildUser } from '../../support/builders.ts';
import { tokensOf } from '../../support/logins.ts';

const app = useApp();
const OWN_API = '00000000-0000-7000-8000-000000000001';
let read: string;
let authority: Authority;
let orders: Awaited<ReturnType<Authority['api']>>;
let open: Awaited<ReturnType<Authority['api']>>;
let clerk: string;
let keeper: string;

beforeAll(async () => {
  read = await app.token('read');
  authority = new Authority(app);
  orders = await authority.api('https://orders.example', ['orders:read', 'orders:write', 'orders:delete']);
  open = await authority.api('https://open.example', ['see'], false);
  clerk = await authority.role('clerk', [orders.scope('orders:read'), orders.scope('orders:write')]);
  keeper = await authority.role('keeper', [orders.scope('orders:read')]);
});

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into data of every shape
type Data = any;

const PERMISSIONS = `effectivePermissions(apiId: $api, organizationId: $organization, first: $first, after: $after) {
  totalCount pageInfo { hasNextPage endCursor }
  nodes { reason api { identifier } apiScope { name } through { kind name node { __typename id } } } }`;
const OF = `query ($id: ID!, $api: ID, $organization: ID, $first: Int, $after: String) {
  node(id: $id) { ... on User { ${PERMISSIONS} } ... on Group { ${PERMISSIONS} } ... on Client { ${PERMISSIONS} } } }`;
const permissions = async (id: string, more: object = {}, token = read) =>
  (await app.data(token, OF, { id, ...more })).node.effectivePermissions;
const shown = ({ nodes }: Data) =>
  nodes.map(({ apiScope, reason, through }: Data) => [apiScope.name, reason, through.map(({ name }: Data) => name)]);
const EVERYBODYS = ['see', 'EVERYBODY', []];

describe('effectivePermissions', () => {
  it('of a user are those of all roles, also of outer groups, with these roles', async () => {
    const [outer, inner] = [await authority.group('Outer'), await authority.group('Inner')];
    await authority.nest(outer, inner);
    await authority.assign(clerk, { group: outer });
    const user = await buildUser(app);
    await authority.join(inner, user.id);
    await authority.assign(keeper, { user: user.id });
    const told = await permissions(user.id);
    expect(shown(told)).toEqual([
      ['orders:read', 'ROLE', ['clerk', 'keeper']],
      ['orders:write', 'ROLE', ['clerk']],
      EVERYBODYS,
    ]);
    expect(told.totalCount).toBe(3);
    expect(told.nodes[0]).toMatchObject({
      api: { identifier: orders.identifier },
      through: [{ kind: 'ROLE', node: { __typename: 'AccessRole', id: clerk } }, { node: { id: keeper } }],
    });
    expect(shown(await permissions(inner))).toEqual([
      ['orders:read', 'ROLE', ['clerk']],
      ['orders:write', 'ROLE', ['clerk']],
      EVERYBODYS,
    ]);
    expect(shown(await permissions(user.id, { api: open.id }))).toEqual([EVERYBODYS]);
    const first = await permissions(user.id, { api: orders.id, first: 1 });
    expect([shown(first), first.pageInfo.hasNextPage]).toEqual([[['orders:read', 'ROLE', ['clerk', 'keeper']]], true]);
    const second = await permissions(user.id, { api: orders.id, first: 1, after: first.pageInfo.endCursor });
    expect([shown(second), second.pageInfo.hasNextPage]).toEqual([[['orders:write', 'ROLE', ['clerk']]], false]);
  });

  it('count where and as long as the roles do', async () => {
    const acme = await authority.organization('acme');
    const user = await buildUser(app, { organizationId: acme });
    const until = new Date(app.clock.now().getTime() + 1000);
    await authority.assign(keeper, { user: user.id }, { organization: acme, until });
    expect(shown(await permissions(user.id))).toEqual([EVERYBODYS]);
    const there = [['orders:read', 'ROLE', ['keeper']], EVERYBODYS];
    expect(shown(await permissions(user.id, { organization: acme }))).toEqual(there);
    app.clock.advance(1);
    expect(shown(await permissions(user.id, { organization: acme }))).toEqual([EVERYBODYS]);
    const other = await authority.organization('other');
    expect(shown(await permissions(user.id, { organization: other }))).toEqual([]);
    expect(shown(await permissions(user.id, { organization: user.id }))).toEqual([]);
    const inactive = await buildUser(app, { isActive: false });
    expect(shown(await permissions(inactive.id))).toEqual([]);
  });

  it('of a service account are those of its roles, and what it was given', async () => {
    const { id } = await buildConfidential(app, { grantTypes: ['client_credentials'], scopes: [] });
    await authority.give(id, orders.scope('orders:delete'));
    await authority.assign(keeper, { client: id });
    expect(shown(await permissions(id))).toEqual([
      ['orders:read', 'ROLE', ['keeper']],
      ['orders:delete', 'GIVEN', []],
    ]);
    const application = await buildConfidential(app, { grantTypes: ['authorization_code'] });
    await authority.give(application.id, orders.scope('orders:delete'));
    expect(shown(await permissions(application.id))).toEqual([]);
  });

  it('of administrators have the scopes of Guildhall itself, wherever they act', async () => {
    const acme = await authority.organization('administered');
    const admin = await buildUser(app, { role: 'admin' });
    const own = ['read', 'write', 'admin'].map((name) => [name, 'ADMINISTRATOR', []]);
    const told = await permissions(admin.id);
    expect(shown(told)).toEqual([...own, EVERYBODYS]);
    expect(told.nodes[0].api).toEqual({ identifier: app.issuer });
    expect(shown(await permissions(admin.id, { organization: acme }))).toEqual(own);
    expect(shown(await permissions(admin.id, { api: OWN_API }))).toEqual(own);
    expect(shown(await permissions(admin.id, { organization: admin.id }))).toEqual([]);
    const inactive = await buildUser(app, { role: 'admin', isActive: false });
    expect(shown(await permissions(inactive.id))).toEqual([]);
    const { id } = await buildConfidential(app, { grantTypes: ['client_credentials'], scopes: ['write', 'authz'] });
    expect(shown(await permissions(id))).toEqual(own.slice(0, 2));
  });

  it('are told to administrators, and to users their own', async () => {
    const [user, another] = [await buildUser(app), await buildUser(app)];
    const group = await authority.group('Shared');
    for (const each of [user, another]) await authority.join(group, each.id);
    await authority.assign(keeper, { user: user.id });
    const token = (await tokensOf(app, await buildClient(app), user, 'openid')).access_token;
    const own = `query ($api: ID, $organization: ID, $first: Int, $after: String) { viewer { user { ${PERMISSIONS} } } }`;
    const { viewer } = await app.data(token, own);
    expect(shown(viewer.user.effectivePermissions)).toEqual([['orders:read', 'ROLE', ['keeper']], EVERYBODYS]);
    expect(viewer.user.effectivePermissions.nodes[0]).toMatchObject({ api: null, through: [{ node: { id: keeper } }] });
    expect(await permissions(group, {}, token)).toBeNull();
    const members = `query ($id: ID!) { group(id: $id) { members { nodes { id effectivePermissions { totalCount } } } } }`;
    const { group: found } = await app.data(token, members, { id: group });
    expect(found.members.nodes).toEqual([
      { id: user.id, effectivePermissions: { totalCount: 2 } },
      { id: another.id, effectivePermissions: null },
    ]);
  });
});

const WHO = `query ($id: ID!, $kind: RoleHolderKind!, $organization: ID, $first: Int, $after: String, $last: Int) {
  node(id: $id) { ... on ApiScope { whoCan(kind: $kind, organizationId: $organization, first: $first, after: $after, last: $last) {
    totalCount atLeast pageInfo { hasNextPage hasPreviousPage endCursor } edges { cursor reason through { name node { id } } node { __typename id } } } } } }`;
const whoCan = async (id: string, kind: string, more: object = {}) =>
  (await app.data(read, WHO, { id, kind, ...more })).node.whoCan;
const found = ({ edges }: Data) => edges.map(({ node }: Data) => node.id);

describe('whoCan', () => {
  it('finds users, groups and service accounts, page by page', async () => {
    const stock = await authority.api('https://stock.example', ['stock:count']);
    const scope = stock.scope('stock:count');
    const counter = await authority.role('counter', [scope]);
    const [outer, inner] = [await authority.group('Stock'), await authority.group('Shelf')];
    await authority.nest(outer, inner);
    await authority.assign(counter, { group: outer });
    const users: string[] = [];
    for (let n = 0; n < 5; n += 1) users.push((await buildUser(app, { isActive: n !== 2 })).id);
    for (const id of users) await authority.join(inner, id);
    const { id: client } = await buildConfidential(app, { grantTypes: ['client_credentials'] });
    await authority.give(client, scope);
    const active = users.filter((_, n) => n !== 2);

    const all = await whoCan(scope, 'USER');
    expect([found(all), all.totalCount, all.atLeast, all.pageInfo.hasNextPage]).toEqual([active, 4, false, false]);
    expect(all.edges[0].node.__typename).toBe('User');
    const byRole = { reason: 'ROLE', through: [{ name: 'counter', node: { id: counter } }] };
    expect(all.edges).toMatchObject(active.map(() => byRole));
    const groups = await whoCan(scope, 'GROUP');
    expect(found(groups)).toEqual([outer, inner]);
    expect(groups.edges).toMatchObject([byRole, byRole]);
    expect((await whoCan(scope, 'CLIENT')).edges).toMatchObject([
      { node: { __typename: 'Client', id: client }, reason: 'GIVEN', through: [] },
    ]);
    const [everybody] = (await whoCan(open.scope('see'), 'USER')).edges;
    expect(everybody).toMatchObject({ reason: 'EVERYBODY', through: [] });

    const seen: string[] = [];
    for (let after: string | null = null, more = true; more;) {
      const page: Data = await whoCan(scope, 'USER', { first: 1, after });
      seen.push(...found(page));
      expect(page.pageInfo.hasPreviousPage).toBe(after !== null);
      [after, more] = [page.pageInfo.endCursor, page.pageInfo.hasNextPage];
    }
    expect(seen).toEqual(active);
    const { body } = await app.graphql(read, WHO, { id: scope, kind: 'USER', last: 1 });
    expect(body.errors[0].extensions.faults).toMatchObject([{ path: 'last', rule: 'NOT_EMPTY' }]);
  });

  it('knows organizations, and goes on behind many who are disabled', async () => {
    const acme = await authority.organization('Asked');
    const site = await authority.api('https://site.example', ['enter']);
    const scope = site.scope('enter');
    const guest = await authority.role('guest', [scope]);
    const ids: string[] = [];
    for (let n = 0; n < 14; n += 1) {
      const { id } = await buildUser(app, { organizationId: acme, isActive: n > 12 });
      await authority.assign(guest, { user: id }, { organization: acme });
      ids.push(id);
    }
    expect(found(await whoCan(scope, 'USER'))).toEqual([]);
    const first = await whoCan(scope, 'USER', { organization: acme, first: 1 });
    expect([found(first), first.pageInfo.hasNextPage]).toEqual([[], true]);
    const second = await whoCan(scope, 'USER', { organization: acme, first: 1, after: first.pageInfo.endCursor });
    expect([found(second), second.pageInfo.hasNextPage]).toEqual([[ids[13]], false]);
    expect(second.edges).toMatchObject([{ reason: 'ROLE', through: [{ name: 'guest' }] }]);
    expect(found(await whoCan(scope, 'USER', { organization: ids[0] }))).toEqual([]);
  });
});
