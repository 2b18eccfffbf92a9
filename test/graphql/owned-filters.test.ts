import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { useApp } from '../support/app.ts';
import { BrowserLite } from '../support/browser-lite.ts';
import { answerOf, authorizePath, buildClient, buildUser, type BuiltUser } from '../support/builders.ts';
import { redeem, tokensOf } from '../support/logins.ts';
import { queriesOf } from '../support/queries.ts';

const app = useApp();
const NAMES = ['Ada', 'Bea', 'Cem', 'Dan'];
let admin: string;
let group: string;
let member: BuiltUser;
let memberToken: string;

const createGroup = async (name: string, memberIds: readonly string[]): Promise<string> =>
  (
    await app.data(admin, 'mutation ($input: CreateGroupInput!) { createGroup(input: $input) { group { id } } }', {
      input: { name, memberIds },
    })
  ).createGroup.group.id;

beforeAll(async () => {
  admin = await app.token('admin');
  member = await buildUser(app, { name: 'Member', phoneNumber: '+1 555 0100' });
  const { access_token: token } = await tokensOf(app, await buildClient(app), member, 'openid');
  memberToken = token;
  const ids = [];
  for (const name of NAMES) {
    app.clock.advance(1);
    const phoneNumber = name === 'Ada' ? '+49 30 1234' : null;
    const input = { name, email: `${name}-${randomUUID()}@owned.example`, isActive: name !== 'Dan', phoneNumber };
    const create = 'mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } } }';
    ids.push((await app.data(admin, create, { input })).createUser.user.id);
  }
  group = await createGroup(`Owned ${randomUUID()}`, [member.id, ...ids]);
});

const ARGS = '$where: UserWhere, $orderBy: UserOrder, $first: Int, $after: String, $last: Int, $before: String';
const PASSED = 'where: $where, orderBy: $orderBy, first: $first, after: $after, last: $last, before: $before';
const MEMBERS = `query ($id: ID!, ${ARGS}) {
  group(id: $id) {
    members(${PASSED}) { edges { cursor joinedAt node { name } } pageInfo { hasNextPage endCursor startCursor } totalCount atLeast }
  }
}`;
const members = async (args: object) => (await app.data(admin, MEMBERS, { id: group, ...args })).group.members;
const names = ({ edges }: { edges: { node: { name: string } }[] }) => edges.map(({ node }) => node.name);
const refusal = async (query: string, args: object, token = memberToken) =>
  (await app.graphql(token, query, args)).body.errors?.[0]?.extensions;

describe('the members of a group', () => {
  it('are filtered, with when they joined and how many they are', async () => {
    const found = await members({ where: { isActive: true, not: { name: { in: ['Cem', 'Member'] } } } });
    expect(names(found)).toEqual(['Ada', 'Bea']);
    expect(found).toMatchObject({ totalCount: 2, atLeast: false });
    expect(found.edges).toEqual((await members({ first: 3 })).edges.slice(1));
    expect(names(await members({ where: { phoneNumber: { startsWith: '+49' } } }))).toEqual(['Ada']);
    expect(names(await members({ where: { groups: { some: { id: { eq: randomUUID() } } } } }))).toEqual([]);
  });

  it('are ordered, and read page by page in both directions', async () => {
    const where = { name: { in: NAMES } };
    const orderBy = { field: 'NAME', direction: 'DESC' };
    const first = await members({ where, orderBy, first: 3 });
    expect(names(first)).toEqual(['Dan', 'Cem', 'Bea']);
    expect(names(await members({ where, orderBy, first: 3, after: first.pageInfo.endCursor }))).toEqual(['Ada']);
    expect(names(await members({ where, orderBy, last: 2 }))).toEqual(['Bea', 'Ada']);
  });

  it('have cursors of one list and order only', async () => {
    const byName = (await members({ orderBy: { field: 'NAME' }, first: 1 })).pageInfo.endCursor;
    const plain = (await members({ first: 1 })).pageInfo.endCursor;
    expect(names(await members({ where: { name: { in: NAMES } }, after: plain, first: 1 }))).toEqual(['Ada']);
    for (const args of [{ after: byName }, { after: byName, orderBy: { field: 'EMAIL' } }])
      expect(await refusal(MEMBERS, { id: group, ...args }, admin)).toMatchObject({ code: 'INVALID_CURSOR' });
    const users = `query (${ARGS}) { users(${PASSED}) { totalCount } }`;
    expect(await refusal(users, { after: byName, orderBy: { field: 'NAME' } }, admin)).toMatchObject({
      code: 'INVALID_CURSOR',
    });
  });

  it('take as many queries for many groups as for one, also with conditions of other groups', async () => {
    const many = await Promise.all(
      Array.from({ length: 6 }, (_, n) => createGroup(`Many ${n} ${randomUUID()}`, [member.id])),
    );
    const query = `query ($ids: [ID!]!, $where: UserWhere, $orderBy: UserOrder) {
      groups(where: { id: { in: $ids } }) {
        edges { node { members(where: $where, orderBy: $orderBy) { totalCount edges { joinedAt node { name } } } } }
      }
    }`;
    const where = { groups: { some: { name: { startsWith: 'Owned' } } } };
    const counts = [];
    for (const ids of [many.slice(0, 1), many]) {
      const variables = { ids, where, orderBy: { field: 'NAME' } };
      counts.push((await queriesOf(() => app.data(admin, query, variables))).length);
      const { groups } = await app.data(admin, query, variables);
      expect(groups.edges.map(({ node }: { node: { members: object } }) => node.members)).toEqual(
        ids.map(() => ({ totalCount: 1, edges: [{ joinedAt: expect.any(String), node: { name: 'Member' } }] })),
      );
    }
    expect(counts[1]).toBe(counts[0]);
  });
});

const GROUPS = 'query ($where: GroupWhere) { groups(where: $where) { totalCount } }';

it('a member of the customer filters and orders by nothing that they may not see', async () => {
  const hidden = [
    { where: { phoneNumber: { startsWith: '+49' } } },
    { where: { lastLoginAt: { isNull: true } } },
    { where: { mfa: { enrolled: false } } },
    { where: { or: [{ name: { eq: 'Ada' } }, { not: { phoneNumber: { isNull: true } } }] } },
    { orderBy: { field: 'LAST_LOGIN_AT' } },
  ];
  for (const args of hidden)
    expect([args, await refusal(MEMBERS, { id: group, ...args })]).toEqual([
      args,
      expect.objectContaining({ kind: 'FORBIDDEN' }),
    ]);
  for (const where of [
    { members: { some: { phoneNumber: { startsWith: '+49' } } } },
    { members: { none: { name: { startsWith: 'Ada' } } } },
    { not: { members: { some: { lastLoginAt: { isNull: true } } } } },
  ])
    expect([where, await refusal(GROUPS, { where })]).toEqual([where, expect.objectContaining({ kind: 'FORBIDDEN' })]);
  const { body } = await app.graphql(memberToken, MEMBERS, { id: group, where: { name: { startsWith: 'a' } } });
  expect(names(body.data.group.members)).toEqual(['Ada']);
});

describe('the sessions of a user', () => {
  const SESSIONS = `query ($where: SessionWhere, $orderBy: SessionOrder, $first: Int, $after: String) {
    sessions(where: $where, orderBy: $orderBy, first: $first, after: $after) {
      totalCount pageInfo { endCursor } edges { node { id clients { edges { node { id } } } } }
    }
  }`;

  it('are filtered and ordered, and no query takes another user’s', async () => {
    const [user, other] = [await buildUser(app), await buildUser(app)];
    const [one, two] = [await buildClient(app), await buildClient(app)];
    await tokensOf(app, one, user, 'openid');
    app.clock.advance(60);
    const later = app.clock.now().toISOString();
    const { access_token: token } = await tokensOf(app, two, user, 'openid');
    await tokensOf(app, one, other, 'openid');
    const sessions = async (args: object) => {
      const list = (await app.data(token, SESSIONS, args)).sessions;
      return { ...list, ids: list.edges.map(({ node }: { node: { id: string } }) => node.id) };
    };
    const newest = (await sessions({})).ids;
    expect(newest).toHaveLength(2);
    const byAge = { orderBy: { field: 'CREATED_AT' } };
    expect((await sessions(byAge)).ids).toEqual(newest.toReversed());
    const page = await sessions({ ...byAge, first: 1 });
    expect((await sessions({ ...byAge, first: 1, after: page.pageInfo.endCursor })).ids).toEqual([newest[0]]);
    expect(await sessions({ where: { clients: { some: { id: { eq: one.id } } } } })).toMatchObject({
      ids: [newest[1]],
      totalCount: 1,
    });
    expect((await sessions({ where: { clients: { none: { id: { in: [one.id, two.id] } } } } })).ids).toEqual([]);
    expect((await sessions({ where: { clients: { some: {} } } })).ids).toEqual(newest);
    expect((await sessions({ where: { createdAt: { gte: later } } })).ids).toEqual([newest[0]]);
    expect((await sessions({ where: { userAgent: { contains: 'no such browser' } } })).totalCount).toBe(0);
    expect((await sessions({ where: { id: { eq: randomUUID() } } })).ids).toEqual([]);
    expect(await refusal(SESSIONS, { after: page.pageInfo.endCursor }, token)).toMatchObject({
      code: 'INVALID_CURSOR',
    });
    expect(
      await refusal(SESSIONS, { where: { clients: { some: { name: { startsWith: 'x' } } } } }, token),
    ).toMatchObject({ kind: 'FORBIDDEN' });
  });

  it('of many users cost one query, and one for how many they are', async () => {
    const query = `{ users(first: 50) { edges { node { sessions(
      where: { lastAccessedAt: { gt: "2000-01-01T00:00:00Z" } }, orderBy: { field: CREATED_AT }
    ) { totalCount edges { node { id } } } } } } }`;
    const { access_token: token } = await tokensOf(
      app,
      await buildClient(app),
      await buildUser(app, { role: 'admin' }),
      'openid admin',
    );
    const queries = await queriesOf(() => app.data(token, query));
    expect(queries.filter((text) => text.includes('from sessions e'))).toHaveLength(2);
  });
});

describe('the groups of a user', () => {
  const query = `query ($ids: [ID!]!, $where: GroupWhere, $orderBy: GroupOrder, $first: Int, $after: String) {
    users(where: { id: { in: $ids } }) {
      edges { node {
        groups(where: $where, orderBy: $orderBy, first: $first, after: $after) {
          totalCount pageInfo { endCursor } edges { joinedAt node { name } }
        }
      } }
    }
  }`;
  const groupsOf = async (ids: readonly string[], args: object) =>
    (await app.data(admin, query, { ids, ...args })).users.edges.map(
      ({ node }: { node: { groups: object } }) => node.groups,
    );

  it('are filtered and ordered, with when the user joined, by as many queries for many users as for one', async () => {
    const users = [await buildUser(app), await buildUser(app), await buildUser(app)].map(({ id }) => id);
    const [one, two] = [`Chosen a ${randomUUID()}`, `Chosen b ${randomUUID()}`];
    for (const name of [one, two, `Other ${randomUUID()}`]) await createGroup(name, users);
    const where = { name: { startsWith: 'chosen' }, memberCount: { gte: 3 } };
    const orderBy = { field: 'NAME', direction: 'DESC' };
    const list = { totalCount: 2, edges: [two, one].map((name) => ({ joinedAt: expect.any(String), node: { name } })) };
    expect(await groupsOf(users, { where, orderBy })).toEqual(users.map(() => expect.objectContaining(list)));
    const [page] = await groupsOf(users.slice(0, 1), { where, orderBy, first: 1 });
    const [next] = await groupsOf(users.slice(0, 1), { where, orderBy, first: 1, after: page.pageInfo.endCursor });
    expect(names(next)).toEqual([one]);
    expect(await refusal(query, { ids: users, after: page.pageInfo.endCursor }, admin)).toMatchObject({
      code: 'INVALID_CURSOR',
    });
    const [plain] = await groupsOf(users.slice(0, 1), { first: 1 });
    expect(
      names(
        (
          await groupsOf(users.slice(0, 1), {
            where: { name: { contains: 'chosen b' } },
            after: plain.pageInfo.endCursor,
          })
        )[0],
      ),
    ).toEqual([two]);
    const counts = [];
    for (const ids of [users.slice(0, 1), users])
      counts.push((await queriesOf(() => app.data(admin, query, { ids, where, orderBy }))).length);
    expect(counts[1]).toBe(counts[0]);
  });
});

describe('the consents of a user and the clients of a session', () => {
  const query = `query ($consents: ConsentWhere, $by: ConsentOrder, $clients: ClientWhere, $order: ClientOrder) {
    consents(where: $consents, orderBy: $by) { totalCount edges { node { client { id } } } }
    sessions { edges { node { clients(where: $clients, orderBy: $order) { totalCount edges { node { id } } } } } }
  }`;

  it('are filtered and ordered', async () => {
    const user = await buildUser(app, { role: 'admin' });
    const [one, two] = [
      await buildClient(app, { name: 'Alike 1', requireConsent: true }),
      await buildClient(app, { name: 'Alike 2', requireConsent: true }),
    ];
    const browser = new BrowserLite(app.issuer);
    await browser.open(authorizePath(one, { scope: 'openid email' }));
    await browser.logIn(user);
    await browser.submit({ decision: 'allow' });
    app.clock.advance(60);
    const later = app.clock.now().toISOString();
    await browser.open(authorizePath(two, { scope: 'openid admin' }));
    const { code } = answerOf(await browser.submit({ decision: 'allow' }));
    const { access_token: token } = (await redeem(app, two, code!)).body;
    const idsOf = async (args: object) => {
      const { consents, sessions } = await app.data(token, query, args);
      return [
        consents.edges.map(({ node }: { node: { client: { id: string } } }) => node.client.id),
        sessions.edges.flatMap(({ node }: { node: { clients: { edges: { node: { id: string } }[] } } }) =>
          node.clients.edges.map((edge) => edge.node.id),
        ),
      ];
    };
    expect(await idsOf({ by: { field: 'CREATED_AT' }, order: { field: 'NAME', direction: 'DESC' } })).toEqual([
      [one.id, two.id],
      [two.id, one.id],
    ]);
    const only = [[two.id], [two.id]];
    expect(await idsOf({ consents: { clientId: { eq: two.id } }, clients: { id: { eq: two.id } } })).toEqual(only);
    expect(await idsOf({ consents: { scopes: { has: 'ADMIN' } }, clients: { name: { contains: 'ike 2' } } })).toEqual(
      only,
    );
    expect(
      await idsOf({ consents: { updatedAt: { gte: later } }, clients: { not: { name: { eq: 'alike 1' } } } }),
    ).toEqual(only);
    expect(
      await idsOf({ consents: { client: { name: { eq: 'alike 2' } } }, clients: { name: { startsWith: 'Alike 2' } } }),
    ).toEqual(only);
  });

  it('tell a member nothing of clients of others', async () => {
    const other = await buildClient(app);
    const consents = { client: { name: { startsWith: 'x' } } };
    expect(await refusal(query, { consents })).toMatchObject({ kind: 'FORBIDDEN' });
    const { body } = await app.graphql(memberToken, query, { clients: { id: { eq: other.id } } });
    expect(body.data.sessions.edges[0].node.clients.totalCount).toBe(0);
  });
});
