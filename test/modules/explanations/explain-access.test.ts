import { beforeAll, describe, expect, it } from '@jest/globals';
import { useApp } from '../../support/app.ts';
import { Authority } from '../../support/authority.ts';
import { buildClient, buildConfidential, buildUser } from '../../support/builders.ts';
import { tokensOf } from '../../support/logins.ts';
import { queriesOf } from '../../support/queries.ts';

const app = useApp();
const orders = 'https://orders.example';
const OWN_API = '00000000-0000-7000-8000-000000000001';
let read: string;
let authority: Authority;
let api: Awaited<ReturnType<Authority['api']>>;
let clerk: string;

beforeAll(async () => {
  read = await app.token('read');
  authority = new Authority(app);
  api = await authority.api(orders, ['orders:read', 'orders:write']);
  clerk = await authority.role('clerk', [api.scope('orders:write')]);
});

const STEP = `{ kind nodeId name isSupposed expiresAt organization { id } node {
  __typename id ... on User { name } ... on Group { name } ... on AccessRole { name } ... on ApiScope { name } ... on Client { name } } }`;
const EXPLAIN = `query ($kind: RoleHolderKind!, $id: ID!, $api: String!, $scope: String!, $organization: ID, $whatIf: AccessWhatIfInput) {
  explainAccess(subject: { kind: $kind, id: $id }, api: $api, scope: $scope, organizationId: $organization, whatIf: $whatIf) {
    allowed reason hasMorePaths hasMoreMissing
    paths { kind steps ${STEP} }
    missing { kind step ${STEP} holder ${STEP} }
  } }`;

interface Asking {
  readonly token?: string;
  readonly kind?: 'USER' | 'GROUP' | 'CLIENT';
  readonly api?: string;
  readonly scope?: string;
  readonly organization?: string | null;
  readonly whatIf?: object;
}
const variablesOf = (id: string, { token: _, ...more }: Asking) => ({
  kind: 'USER',
  api: orders,
  scope: 'orders:write',
  id,
  ...more,
});
const explain = async (id: string, asking: Asking = {}) =>
  (await app.data(asking.token ?? read, EXPLAIN, variablesOf(id, asking))).explainAccess;
const refusal = async (id: string, asking: Asking) =>
  (await app.graphql(asking.token ?? read, EXPLAIN, variablesOf(id, asking))).body.errors[0].extensions;

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into data of every shape
type Data = any;
const namesOf = ({ paths }: Data): string[][] =>
  paths.map(({ steps }: Data) => steps.map(({ name }: Data) => name as string));
const yes = (reason: string, kinds: string[]) => ({
  allowed: true,
  reason,
  paths: kinds.map((kind) => expect.objectContaining({ kind })),
  missing: [],
});
const no = (reason: string) => ({ allowed: false, reason, paths: [], hasMorePaths: false });

describe('explainAccess', () => {
  it('tells every path, through groups in groups, the shortest first', async () => {
    const [outer, middle, inner] = [
      await authority.group('Outer'),
      await authority.group('Middle'),
      await authority.group('Inner'),
    ];
    await authority.nest(outer, middle);
    await authority.nest(middle, inner);
    await authority.nest(outer, inner);
    const role = await authority.role('Keeper', [api.scope('orders:write')]);
    const until = new Date(app.clock.now().getTime() + 3_600_000);
    await authority.assign(role, { group: outer }, { until });
    const user = await buildUser(app, { name: 'Mia' });
    await authority.join(inner, user.id);
    const told = await explain(user.id);
    expect(told).toMatchObject({ ...yes('ROLE', ['ROLE', 'ROLE']), hasMorePaths: false });
    expect(namesOf(told)).toEqual([
      ['Mia', 'Inner', 'Outer', 'Keeper', 'orders:write'],
      ['Mia', 'Inner', 'Middle', 'Outer', 'Keeper', 'orders:write'],
    ]);
    const [{ steps }] = told.paths;
    expect(steps.map(({ kind, nodeId, node }: Data) => [kind, nodeId, node.__typename, node.id])).toEqual([
      ['USER', user.id, 'User', user.id],
      ['GROUP', inner, 'Group', inner],
      ['GROUP', outer, 'Group', outer],
      ['ROLE', role, 'AccessRole', role],
      ['SCOPE', api.scope('orders:write'), 'ApiScope', api.scope('orders:write')],
    ]);
    expect(steps[3]).toMatchObject({ expiresAt: until.toISOString(), organization: null });
    expect(namesOf(await explain(middle, { kind: 'GROUP' }))).toEqual([['Middle', 'Outer', 'Keeper', 'orders:write']]);
    expect(namesOf(await explain(user.email, { api: api.id }))).toHaveLength(2);
  });

  it('takes as many statements for any depth', async () => {
    const role = await authority.role('Deep', [api.scope('orders:write')]);
    const groups: string[] = [];
    for (let n = 0; n < 8; n += 1) groups.push(await authority.group(`Deep ${n}`));
    for (let n = 1; n < 8; n += 1) await authority.nest(groups[n - 1]!, groups[n]!);
    await authority.assign(role, { group: groups[0]! });
    const [high, low] = [await buildUser(app), await buildUser(app)];
    await authority.join(groups[0]!, high.id);
    await authority.join(groups[7]!, low.id);
    const asking = (id: string) => () => app.data(read, EXPLAIN.replaceAll(STEP, '{ name }'), variablesOf(id, {}));
    const few = await queriesOf(asking(high.id));
    expect((await queriesOf(asking(low.id))).toSorted()).toEqual(few.toSorted());
    expect(few.length).toBeLessThanOrEqual(7);
    expect(namesOf(await explain(low.id))[0]).toHaveLength(11);
  });

  it('bounds the paths, and says so', async () => {
    const role = await authority.role('Wide', [api.scope('orders:write')]);
    const outer = await authority.group('Wide');
    await authority.assign(role, { group: outer });
    const user = await buildUser(app);
    for (let n = 0; n < 101; n += 1) {
      const inner = await authority.group(`Wide ${n}`);
      await authority.nest(outer, inner);
      await authority.join(inner, user.id);
    }
    const query = EXPLAIN.replaceAll(STEP, '{ name }');
    const { explainAccess: told } = await app.data(read, query, variablesOf(user.id, {}));
    expect([told.allowed, told.paths.length, told.hasMorePaths]).toEqual([true, 100, true]);
  });

  it('tells which roles would allow it, and why none counts', async () => {
    const [acme, other] = [await authority.organization('acme'), await authority.organization('other')];
    const alone = await authority.api('https://alone.example', ['see', 'unused']);
    const [never, ended, elsewhere] = [
      await authority.role('Never', [alone.scope('see')]),
      await authority.role('Ended', [alone.scope('see')]),
      await authority.role('Elsewhere', [alone.scope('see')]),
    ];
    const group = await authority.group('Past');
    const user = await buildUser(app, { organizationId: acme });
    await authority.join(group, user.id);
    const until = new Date(app.clock.now().getTime() - 1000);
    await authority.assign(ended, { group }, { until });
    await authority.assign(elsewhere, { user: user.id }, { organization: other });
    const asking = { api: alone.identifier, scope: 'see' };
    const told = await explain(user.id, asking);
    expect(told).toMatchObject(no('NO_ROLE'));
    expect(told.missing).toMatchObject([
      {
        kind: 'OTHER_ORGANIZATION',
        step: { nodeId: elsewhere, organization: { id: other } },
        holder: { kind: 'USER' },
      },
      { kind: 'ENDED', step: { nodeId: ended, expiresAt: until.toISOString() }, holder: { nodeId: group } },
      { kind: 'NOT_HELD', step: { nodeId: never, name: 'Never' }, holder: null },
    ]);
    expect((await explain(user.id, { ...asking, organization: acme })).missing).toHaveLength(3);
    expect(await explain(user.id, { ...asking, scope: 'unused' })).toMatchObject({ ...no('NO_ROLE'), missing: [] });
  });

  it('tells what else is wrong in a word', async () => {
    const user = await buildUser(app);
    const inactive = await buildUser(app, { isActive: false });
    const acme = await authority.organization('closed');
    await authority.assign(clerk, { user: inactive.id });
    const { id: application } = await buildConfidential(app, { grantTypes: ['authorization_code'] });
    expect(await explain(inactive.id)).toMatchObject(no('INACTIVE_SUBJECT'));
    expect(await explain(api.id)).toMatchObject(no('UNKNOWN_SUBJECT'));
    expect(await explain(application, { kind: 'CLIENT' })).toMatchObject(no('UNKNOWN_SUBJECT'));
    expect(await explain(user.id, { api: 'https://nowhere.example' })).toMatchObject(no('UNKNOWN_RESOURCE'));
    expect(await explain(user.id, { scope: 'orders:eat' })).toMatchObject(no('UNKNOWN_ACTION'));
    expect(await explain(user.id, { scope: 'orders:read orders:write' })).toMatchObject(no('UNKNOWN_ACTION'));
    expect(await explain(user.id, { organization: user.id })).toMatchObject(no('UNKNOWN_ORGANIZATION'));
    expect(await explain(user.id, { organization: 'acme' })).toMatchObject(no('UNKNOWN_ORGANIZATION'));
    expect(await explain(user.id, { organization: acme })).toMatchObject(no('NOT_IN_ORGANIZATION'));
  });

  it('tells what takes no role: what everybody may, what a service account was given, and what administrators may', async () => {
    const open = await authority.api('https://open.example', ['see'], false);
    const user = await buildUser(app, { name: 'Uma' });
    const all = await explain(user.id, { api: open.identifier, scope: 'see' });
    expect(all).toMatchObject(yes('EVERYBODY', ['EVERYBODY']));
    expect(namesOf(all)).toEqual([['Uma', 'see']]);

    const { id } = await buildConfidential(app, { grantTypes: ['client_credentials'] });
    expect((await explain(id, { kind: 'CLIENT' })).reason).toBe('NO_ROLE');
    await authority.give(id, api.scope('orders:write'));
    expect(await explain(id, { kind: 'CLIENT' })).toMatchObject(yes('GIVEN', ['GIVEN']));
    await authority.assign(clerk, { client: id });
    expect(await explain(id, { kind: 'CLIENT' })).toMatchObject(yes('ROLE', ['GIVEN', 'ROLE']));

    const admin = await buildUser(app, { role: 'admin', name: 'Ada' });
    const own = { api: app.issuer, scope: 'write' };
    const allowed = await explain(admin.id, own);
    expect(allowed).toMatchObject(yes('ADMINISTRATOR', ['ADMINISTRATOR']));
    expect(namesOf(allowed)).toEqual([['Ada', 'write']]);
    expect(allowed.paths[0].steps[1].node).toMatchObject({ __typename: 'ApiScope', name: 'write' });
    expect(await explain(admin.id, { ...own, api: OWN_API })).toEqual(allowed);
    expect(await explain(admin.id, { ...own, scope: 'authz' })).toMatchObject(no('UNKNOWN_ACTION'));
    expect(await explain(user.id, own)).toMatchObject(no('NOT_ADMINISTRATOR'));
    const service = app.customer.clientId;
    expect(await explain(service, { ...own, kind: 'CLIENT' })).toMatchObject(yes('ADMINISTRATOR', ['ADMINISTRATOR']));
  });
});

describe('what if', () => {
  it('supposes memberships and roles, and writes nothing', async () => {
    const acme = await authority.organization('supposed');
    const [outer, inner] = [await authority.group('Having', acme), await authority.group('Inside')];
    await authority.nest(outer, inner);
    await authority.assign(clerk, { group: outer });
    const user = await buildUser(app, { name: 'Ida' });
    const joined = await explain(user.id, { whatIf: { addGroupIds: [inner] }, organization: acme });
    expect(joined).toMatchObject(yes('ROLE', ['ROLE']));
    expect(joined.paths[0].steps.map(({ name, isSupposed }: Data) => [name, isSupposed])).toEqual([
      ['Ida', false],
      ['Inside', true],
      ['Having', false],
      ['clerk', false],
      ['orders:write', false],
    ]);
    expect(await explain(user.id, { organization: acme })).toMatchObject(no('NOT_IN_ORGANIZATION'));
    const given = await explain(user.id, { whatIf: { addRoles: [{ accessRoleId: clerk }] } });
    expect(given.paths[0].steps[1]).toMatchObject({ kind: 'ROLE', isSupposed: true });
    expect(await explain(user.id)).toMatchObject(no('NO_ROLE'));

    await authority.join(inner, user.id);
    await authority.assign(clerk, { user: user.id });
    expect((await explain(user.id)).paths).toHaveLength(2);
    const removeRoles = [{ accessRoleId: clerk }];
    expect((await explain(user.id, { whatIf: { removeRoles } })).paths).toHaveLength(1);
    const whatIf = { removeRoles, removeGroupIds: [inner] };
    expect(await explain(user.id, { whatIf })).toMatchObject(no('NO_ROLE'));
    expect(await explain(inner, { kind: 'GROUP', whatIf: { removeGroupIds: [outer] } })).toMatchObject(no('NO_ROLE'));
    const around = await explain(outer, { kind: 'GROUP', whatIf: { addGroupIds: [inner] } });
    expect(namesOf(around)).toEqual([['Having', 'clerk', 'orders:write']]);
    const elsewhere = { whatIf: { removeRoles: [{ accessRoleId: clerk, organizationId: acme }] } };
    expect((await explain(user.id, elsewhere)).paths).toHaveLength(2);
  });

  it('begins a role anew that has ended', async () => {
    const user = await buildUser(app);
    await authority.assign(clerk, { user: user.id }, { until: new Date(app.clock.now().getTime() - 1) });
    const told = await explain(user.id, { whatIf: { addRoles: [{ accessRoleId: clerk }] } });
    expect(told).toMatchObject(yes('ROLE', ['ROLE']));
    expect(told.paths[0].steps[1]).toMatchObject({ isSupposed: true, expiresAt: null });
  });

  it('refuses what does not exist, or cannot be', async () => {
    const user = await buildUser(app);
    const faultOf = async (whatIf: object, kind: Asking['kind'] = 'USER', id: string = user.id) =>
      (await refusal(id, { kind, whatIf })).faults.map(({ path, rule }: Data) => [path, rule]);
    const template = await authority.role('template', [api.scope('orders:write')], 'organization');
    const theirs = new Authority(app, (await app.newCustomer()).customerId);
    const [group, role] = [await theirs.group('theirs'), await theirs.role('theirs', [])];
    expect(await faultOf({ addGroupIds: [group] })).toEqual([['whatIf.addGroupIds.0', 'NO_GROUP']]);
    expect(await faultOf({ addRoles: [{ accessRoleId: role }] })).toEqual([
      ['whatIf.addRoles.0.accessRoleId', 'NO_ROLE'],
    ]);
    expect(await faultOf({ addRoles: [{ accessRoleId: template }] })).toEqual([
      ['whatIf.addRoles.0.organizationId', 'MISSING'],
    ]);
    expect(await faultOf({ removeGroupIds: ['x'] })).toEqual([['whatIf.removeGroupIds.0', 'UUID']]);
    expect(await faultOf({ addGroupIds: [group] }, 'CLIENT', app.customer.clientId)).toEqual([
      ['whatIf.addGroupIds', 'NOT_EMPTY'],
    ]);
    const many = Array.from({ length: 101 }, () => ({ accessRoleId: clerk }));
    expect(await faultOf({ removeRoles: many })).toEqual([['whatIf.removeRoles', 'TOO_MANY']]);
  });
});

describe('who may ask', () => {
  it('is an administrator, and a user about themselves, who hears of own roles alone', async () => {
    const user = await buildUser(app);
    const another = await buildUser(app);
    const token = (await tokensOf(app, await buildClient(app), user, 'openid')).access_token;
    expect(await explain(user.id, { token })).toMatchObject({ ...no('NO_ROLE'), missing: [] });
    expect((await explain(user.id)).missing.length).toBeGreaterThan(0);
    await authority.assign(clerk, { user: user.id });
    const told = await explain(user.id, { token });
    expect(told).toMatchObject(yes('ROLE', ['ROLE']));
    expect(told.paths[0].steps[1]).toMatchObject({ name: 'clerk', node: { __typename: 'AccessRole', id: clerk } });
    expect((await refusal(another.id, { token })).code).toBe('FORBIDDEN');
    expect((await refusal(user.id, { token, kind: 'GROUP' })).code).toBe('FORBIDDEN');
    expect((await refusal(user.id, { token, whatIf: {} })).code).toBe('FORBIDDEN');
  });

  it('knows nothing of another customer', async () => {
    const other = await app.newCustomer();
    const theirs = await app.token('read', other);
    const user = await buildUser(app);
    await authority.assign(clerk, { user: user.id });
    expect(await explain(user.id, { token: theirs })).toMatchObject(no('UNKNOWN_SUBJECT'));
    const { id } = await buildUser(app, { customerId: other.customerId });
    expect(await explain(id, { token: theirs, api: api.id })).toMatchObject(no('UNKNOWN_RESOURCE'));
    expect(await explain(id, { token: theirs })).toMatchObject(no('UNKNOWN_RESOURCE'));
  });
});
