import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { useApp } from '../support/app.ts';
import { buildClient, buildUser } from '../support/builders.ts';
import { tokensOf } from '../support/logins.ts';

const app = useApp();
let admin: string;
let others: string;
/** Ids of the test's users by their names, of its groups and organizations. */
const ids: Record<string, string> = {};
/** What another customer has, with the same names. */
const theirs: Record<string, string> = {};

const NAMES = ['Ada', 'Björn', 'Çelik', 'Dora', 'Emil'];

const CREATE_USER = 'mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } } }';
const CREATE_GROUP = 'mutation ($input: CreateGroupInput!) { createGroup(input: $input) { group { id } } }';
const CREATE_ORGANIZATION = `mutation ($input: CreateOrganizationInput!) {
  createOrganization(input: $input) { organization { id } }
}`;

async function fill(token: string, found: Record<string, string>, domain: string): Promise<void> {
  found['Works'] = (
    await app.data(token, CREATE_ORGANIZATION, { input: { name: 'Works' } })
  ).createOrganization.organization.id;
  for (const [n, name] of NAMES.entries()) {
    app.clock.advance(1);
    const input = {
      name,
      givenName: name,
      familyName: n < 2 ? 'Smith' : null,
      email: `${name.normalize('NFD').replaceAll(/\P{ASCII}/gu, '')}@${domain}`,
      username: n === 3 ? null : `${name[0]}-${domain}`,
      emailVerified: n % 2 === 0,
      isActive: n !== 4,
      role: n === 0 ? 'ADMIN' : 'MEMBER',
      organizationId: n < 3 ? found['Works'] : null,
      phoneNumber: n === 1 ? '+49 30 1234' : null,
    };
    found[name] = (await app.data(token, CREATE_USER, { input })).createUser.user.id;
  }
  const group = async (name: string, members: string[]): Promise<void> => {
    const input = { name, memberIds: members.map((member) => found[member]) };
    found[name] = (await app.data(token, CREATE_GROUP, { input })).createGroup.group.id;
  };
  await group('Engineers', ['Ada', 'Björn']);
  await group('Engines', ['Björn', 'Emil']);
  await group('Nobody', []);
}

beforeAll(async () => {
  const [ours, other] = [await app.newCustomer(), await app.newCustomer()];
  [admin, others] = [await app.token('admin', ours), await app.token('admin', other)];
  await fill(admin, ids, 'ours.example');
  await fill(others, theirs, 'theirs.example');
});

const USERS = `query ($where: UserWhere, $orderBy: UserOrder, $first: Int, $after: String, $last: Int, $before: String) {
  users(where: $where, orderBy: $orderBy, first: $first, after: $after, last: $last, before: $before) {
    edges { node { name } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } totalCount atLeast
  }
}`;

/** The names of the users that a filter finds, without the customer's first administrator. */
async function namesOf(where: object, args: object = {}, token = admin): Promise<string[]> {
  const { users } = await app.data(token, USERS, { where, ...args });
  expect(users.atLeast).toBe(false);
  return users.edges
    .map(({ node }: { node: { name: string } }) => node.name)
    .filter((name: string) => name !== 'Administrator');
}

const errorOf = async (where: unknown, args: object = {}, token = admin) =>
  (await app.graphql(token, USERS, { where, ...args })).body.errors[0];

const idOf = (name: string) => ids[name]!;

describe('a filter of users', () => {
  it.each<[where: () => object, names: string[]]>([
    [() => ({ id: { eq: idOf('Ada').toUpperCase() } }), ['Ada']],
    [() => ({ id: { in: [idOf('Dora'), idOf('Ada'), idOf('Ada')] } }), ['Ada', 'Dora']],
    [() => ({ id: { in: [] } }), []],
    [() => ({ email: { eq: 'ADA@Ours.Example' } }), ['Ada']],
    [() => ({ email: { in: ['ada@ours.example', 'dora@ours.example', 'x'] } }), ['Ada', 'Dora']],
    [() => ({ email: { startsWith: 'D' } }), ['Dora']],
    [() => ({ email: { contains: 'RA@ours' } }), ['Dora']],
    [() => ({ name: { eq: 'çelik' } }), ['Çelik']],
    [() => ({ name: { eq: 'c\u0327ELIK' } }), ['Çelik']],
    [() => ({ name: { startsWith: 'BJÖ' } }), ['Björn']],
    [() => ({ name: { contains: 'ö' } }), ['Björn', 'Dora']],
    [() => ({ name: { contains: '%' } }), []],
    [() => ({ name: { startsWith: '' } }), NAMES],
    [() => ({ or: [{ name: { contains: '' } }, { isActive: false }] }), NAMES],
    [() => ({ username: { eq: 'a-OURS.example' } }), ['Ada']],
    [() => ({ username: { startsWith: 'e-' } }), ['Emil']],
    [() => ({ username: { isNull: true } }), ['Dora']],
    [() => ({ username: { isNull: false, startsWith: 'a' } }), ['Ada']],
    [() => ({ givenName: { eq: 'ADA' } }), ['Ada']],
    [() => ({ familyName: { in: ['smith', 'jones'] } }), ['Ada', 'Björn']],
    [() => ({ familyName: { isNull: true } }), ['Çelik', 'Dora', 'Emil']],
    [() => ({ phoneNumber: { startsWith: '+49' } }), ['Björn']],
    [() => ({ emailVerified: true, name: { in: NAMES } }), ['Ada', 'Çelik', 'Emil']],
    [() => ({ emailVerified: false }), ['Björn', 'Dora']],
    [() => ({ isActive: false }), ['Emil']],
    [() => ({ role: { eq: 'ADMIN' }, name: { in: NAMES } }), ['Ada']],
    [() => ({ role: { in: ['MEMBER'] } }), ['Björn', 'Çelik', 'Dora', 'Emil']],
    [() => ({ organizationId: { eq: idOf('Works') } }), ['Ada', 'Björn', 'Çelik']],
    [() => ({ organizationId: { isNull: true } }), ['Dora', 'Emil']],
    [() => ({ lastLoginAt: { isNull: true } }), NAMES],
    [() => ({ lastLoginAt: { lt: '2100-01-01T00:00:00Z' } }), []],
    [() => ({ createdAt: { gt: '2000-01-01T00:00:00Z', lt: '2100-01-01T00:00:00Z' } }), NAMES],
    [() => ({ updatedAt: { gte: '2100-01-01T00:00:00Z' } }), []],
    [() => ({ mfa: { enrolled: false } }), NAMES],
    [() => ({ mfa: { enrolled: true } }), []],
    [() => ({ groups: { some: { id: { eq: idOf('Engines') } } } }), ['Björn', 'Emil']],
    [() => ({ groups: { some: { id: { in: [idOf('Engines'), idOf('Engineers')] } } } }), ['Ada', 'Björn', 'Emil']],
    [() => ({ groups: { some: { name: { startsWith: 'engine' } } } }), ['Ada', 'Björn', 'Emil']],
    [() => ({ groups: { some: {} } }), ['Ada', 'Björn', 'Emil']],
    [() => ({ groups: { none: {} } }), ['Çelik', 'Dora']],
    [() => ({ groups: { none: { name: { eq: 'Engineers' } } } }), ['Çelik', 'Dora', 'Emil']],
    [() => ({ groups: { some: { id: { eq: idOf('Engines') } }, none: { name: { eq: 'Engineers' } } } }), ['Emil']],
    [() => ({ groups: { some: { name: { eq: 'no such group' } } } }), []],
    [() => ({ and: [{ isActive: true }, { emailVerified: false }] }), ['Björn', 'Dora']],
    [
      () => ({ or: [{ name: { eq: 'Ada' } }, { isActive: false }, { name: { contains: 'dora' } }] }),
      ['Ada', 'Dora', 'Emil'],
    ],
    [() => ({ not: { name: { in: ['Ada', 'Emil'] } } }), ['Björn', 'Çelik', 'Dora']],
    [() => ({ not: { or: [{ emailVerified: true }, { username: { isNull: true } }] } }), ['Björn']],
    [() => ({ not: { lastLoginAt: { lt: '2100-01-01T00:00:00Z' } } }), NAMES],
    [() => ({ not: { not: { and: [{ not: { isActive: true } }] } } }), ['Emil']],
    [() => ({}), NAMES],
  ])('%# finds who meets it', async (where, names) => {
    expect(await namesOf(where())).toEqual(names);
    // Whatever it finds, its opposite finds the others.
    if (Object.keys(where()).length > 0)
      expect(await namesOf({ not: where() })).toEqual(NAMES.filter((name) => !names.includes(name)));
  });

  it.each([
    [{ field: 'NAME' }, ['Ada', 'Björn', 'Çelik', 'Dora', 'Emil']],
    [{ field: 'NAME', direction: 'DESC' }, ['Emil', 'Dora', 'Çelik', 'Björn', 'Ada']],
    [{ field: 'EMAIL', direction: 'ASC' }, ['Ada', 'Björn', 'Çelik', 'Dora', 'Emil']],
    [{ field: 'CREATED_AT', direction: 'DESC' }, NAMES.toReversed()],
    [{ field: 'UPDATED_AT' }, NAMES],
    [{ field: 'LAST_LOGIN_AT' }, NAMES],
  ])('is ordered by %j, forward and backward, page by page', async (orderBy, names) => {
    const where = { name: { in: NAMES } };
    expect(await namesOf(where, { orderBy })).toEqual(names);
    const forward: string[] = [];
    const backward: string[] = [];
    let [after, before]: (string | null)[] = [null, null];
    type Page = { edges: { node: { name: string } }[]; pageInfo: { startCursor: string; endCursor: string } };
    for (let page = 0; page < 3; page += 1) {
      const next: Page = (await app.data(admin, USERS, { where, orderBy, first: 2, after })).users;
      forward.push(...next.edges.map(({ node }) => node.name));
      after = next.pageInfo.endCursor;
      const previous: Page = (await app.data(admin, USERS, { where, orderBy, last: 2, before })).users;
      backward.unshift(...previous.edges.map(({ node }) => node.name));
      before = previous.pageInfo.startCursor;
    }
    expect(forward).toEqual(names);
    expect(backward).toEqual(names);
  });

  it('has cursors of one order only', async () => {
    const { users } = await app.data(admin, USERS, { first: 1, orderBy: { field: 'NAME' } });
    const after = users.pageInfo.endCursor;
    for (const orderBy of [undefined, { field: 'EMAIL' }, { field: 'NAME', direction: 'DESC' }])
      expect((await errorOf({}, { after, orderBy })).extensions).toMatchObject({
        code: 'INVALID_CURSOR',
        field: 'after',
      });
  });

  it('finds nothing of another customer', async () => {
    const foreign = [
      { id: { in: Object.values(theirs) } },
      { email: { contains: 'theirs' } },
      { username: { eq: 'a-theirs.example' } },
      { organizationId: { eq: theirs['Works'] } },
      { groups: { some: { id: { eq: theirs['Engines'] } } } },
      { groups: { some: { id: { in: [theirs['Engines'], theirs['Engineers']] } } } },
    ];
    for (const where of foreign) {
      expect(await namesOf(where)).toEqual([]);
      expect(await namesOf(where, { orderBy: { field: 'NAME' } })).toEqual([]);
    }
    expect(await namesOf({ or: [{ email: { contains: 'theirs' } }, { name: { eq: 'Ada' } }] })).toEqual(['Ada']);
    expect(await namesOf({ email: { contains: 'theirs' } }, {}, others)).toEqual(NAMES);
  });

  it.each<[where: unknown, field: string]>([
    [{ name: {} }, 'where.name'],
    [{ name: { eq: null } }, 'where.name.eq'],
    [{ emailVerified: null }, 'where.emailVerified'],
    [{ or: [] }, 'where.or'],
    [{ and: [{}] }, 'where.and[0]'],
    [{ or: [{ isActive: true }, { groups: {} }] }, 'where.or[1].groups'],
    [{ not: {} }, 'where.not'],
    [{ mfa: {} }, 'where.mfa'],
    [{ id: { eq: 'x' } }, 'where.id.eq'],
    [{ id: { in: [randomUUID(), 'x'] } }, 'where.id.in[1]'],
    [{ organizationId: { in: ['\0'] } }, 'where.organizationId.in[0]'],
    [{ name: { contains: 'a\0b' } }, 'where.name.contains'],
    [{ email: { startsWith: '\ud800' } }, 'where.email.startsWith'],
    [{ name: { eq: 'x'.repeat(256) } }, 'where.name.eq'],
    [{ groups: { some: { not: { name: { eq: '\udfff' } } } } }, 'where.groups.some.not.name.eq'],
    [{ email: { in: Array.from({ length: 1001 }, (_, n) => `${n}@x.example`) } }, 'where.email.in'],
    [{ or: Array.from({ length: 51 }, () => ({ isActive: true })) }, 'where'],
    [[...'nested so deep'].reduce<object>((inner) => ({ not: inner }), { isActive: true }), 'where'],
  ])('%# is refused by the path of what is wrong', async (where, field) => {
    const { message, extensions } = await errorOf(where);
    expect(extensions).toMatchObject({ kind: 'INVALID', field: expect.stringContaining(field) });
    expect(message).toContain(field);
  });

  it('takes a thousand ids', async () => {
    const many = Array.from({ length: 999 }, () => randomUUID());
    expect(await namesOf({ id: { in: [...many, idOf('Ada')] } })).toEqual(['Ada']);
    expect(await namesOf({ not: { organizationId: { in: [...many, idOf('Works')] } } })).toEqual(['Dora', 'Emil']);
    expect(await namesOf({ groups: { some: { id: { in: [...many, idOf('Engines')] } } } })).toEqual(['Björn', 'Emil']);
  });

  it('refuses what it does not know by name', async () => {
    const unknown = await app.graphql(admin, '{ users(orderBy: { field: PICTURE }) { totalCount } }');
    expect(unknown.body.errors[0].message).toContain('UserOrderField');
    const missing = await app.graphql(admin, '{ users(where: { picture: { eq: "x" } }) { totalCount } }');
    expect(missing.body.errors[0].message).toContain('UserWhere');
  });

  it('costs more, the more conditions it has', async () => {
    const lists = Array.from({ length: 29 }, (_, n) => `u${n}: users(first: 1, where: $where) { totalCount atLeast }`);
    const document = `query ($where: UserWhere) { ${lists.join('\n')} }`;
    const costs = async (conditions: number) => {
      const where = { or: Array.from({ length: conditions }, () => ({ isActive: true })) };
      return (await app.graphql(admin, document, { where })).body.errors?.[0].message;
    };
    expect(await costs(50)).toContain('costs');
    expect(await costs(5)).toBeUndefined();
  });

  it('is for those who may list users', async () => {
    const user = await buildUser(app);
    const { access_token: token } = await tokensOf(app, await buildClient(app), user, 'openid');
    expect((await errorOf({ isActive: true }, {}, token)).extensions.kind).toBe('FORBIDDEN');
  });
});
