import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { useApp } from '../support/app.ts';
import { buildClient, buildUser, type BuiltUser } from '../support/builders.ts';
import { tokensOf } from '../support/logins.ts';
import { queriesOf } from '../support/queries.ts';

const app = useApp();
let admin: string;
let write: string;
let read: string;

beforeAll(async () => {
  [admin, write, read] = await Promise.all([app.token('admin'), app.token('write'), app.token('read')]);
});

const CREATE =
  'mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id email role emailVerified } } }';
const UPDATE =
  'mutation ($id: ID!, $input: UpdateUserInput!) { updateUser(id: $id, input: $input) { user { id role isActive } } }';
const create = async (input: object = {}, token = write): Promise<string> =>
  (await app.data(token, CREATE, { input: { email: `${randomUUID()}@example.com`, ...input } })).createUser.user.id;

const signIn = async (given: { role?: 'member' | 'admin' } = {}): Promise<BuiltUser & { token: string }> => {
  const user = await buildUser(app, given);
  return { ...user, token: (await tokensOf(app, await buildClient(app), user, 'openid admin')).access_token };
};

const codeOf = (answer: { body: { errors?: { extensions: { code: string } }[] } }) =>
  answer.body.errors?.[0]?.extensions.code;

describe('viewer', () => {
  const VIEWER = '{ viewer { kind clientId scopes user { id email mfaEnabled loginCount } customer { id name } } }';

  it('is a service account with its scopes, included ones too', async () => {
    const { viewer } = await app.data(write, VIEWER);
    expect(viewer).toEqual({
      kind: 'CLIENT',
      clientId: app.customer.clientId,
      scopes: ['READ', 'WRITE'],
      user: null,
      customer: { id: app.customer.customerId, name: app.customer.name },
    });
  });

  it('is the user who signed in', async () => {
    const { token, id, email } = await signIn();
    const { viewer } = await app.data(token, VIEWER);
    expect(viewer).toMatchObject({ kind: 'USER', scopes: [], user: { id, email, mfaEnabled: false, loginCount: 1 } });
  });

  it('is nobody without a token', async () => {
    expect(codeOf(await app.graphql(undefined, VIEWER))).toBe('UNAUTHENTICATED');
  });
});

describe('node', () => {
  const NODE = 'query ($id: ID!) { node(id: $id) { id __typename ... on User { email } ... on Group { name } } }';

  it('finds users, groups and organizations', async () => {
    const user = await create({ email: 'node@example.com' });
    const group = (await app.data(write, 'mutation { createGroup(input: { name: "node" }) { group { id } } }'))
      .createGroup.group.id;
    const organization = (
      await app.data(write, 'mutation { createOrganization(input: { name: "node" }) { organization { id } } }')
    ).createOrganization.organization.id;
    expect((await app.data(read, NODE, { id: user })).node).toEqual({
      id: user,
      __typename: 'User',
      email: 'node@example.com',
    });
    expect((await app.data(read, NODE, { id: group })).node).toEqual({ id: group, __typename: 'Group', name: 'node' });
    expect((await app.data(read, NODE, { id: organization })).node).toEqual({
      id: organization,
      __typename: 'Organization',
    });
  });

  it('finds nothing unknown, malformed, of another customer or none of the viewer’s business', async () => {
    const other = await app.token('write', await app.newCustomer());
    const theirs = await create({}, other);
    for (const id of [randomUUID(), 'x', '', theirs]) expect((await app.data(read, NODE, { id })).node).toBeNull();
    const member = await signIn();
    expect((await app.data(member.token, NODE, { id: await create() })).node).toBeNull();
    expect((await app.data(member.token, NODE, { id: member.id })).node).toMatchObject({ id: member.id });
  });
});

describe('users', () => {
  let token: string;
  let organizationId: string;

  beforeAll(async () => {
    token = await app.token('admin', await app.newCustomer());
    organizationId = (
      await app.data(token, 'mutation { createOrganization(input: { name: "Half" }) { organization { id } } }')
    ).createOrganization.organization.id;
    await app.data(
      token,
      'mutation ($inputs: [CreateUserInput!]!) { createUsers(inputs: $inputs) { results { index } } }',
      {
        inputs: Array.from({ length: 12 }, (_, n) => ({
          email: `list-${n}@example.com`,
          givenName: `Zoë ${n}`,
          emailVerified: n % 2 === 0,
          isActive: n % 3 !== 0,
          organizationId: n < 6 ? organizationId : null,
        })),
      },
    );
  });

  const USERS = `query ($first: Int, $after: String, $where: UserWhere) {
    users(first: $first, after: $after, where: $where) {
      edges { node { id } } pageInfo { hasNextPage endCursor } totalCount
    }
  }`;

  it.each([
    [{}, 13],
    [{ name: { contains: 'ZOË' } }, 12],
    [{ name: { contains: 'zo' } }, 12],
    [{ email: { contains: 'list-1' } }, 3],
    [{ emailVerified: true }, 7],
    [{ isActive: false }, 4],
    [{ isActive: true, emailVerified: false }, 4],
    [{ isActive: true, name: { contains: 'zoë' } }, 8],
    [{ organizationId: 'theirs' }, 6],
    [{ organizationId: 'theirs', name: { contains: 'zoë' }, emailVerified: true, isActive: true }, 2],
  ])('%j are walked page by page and counted', async (filter: Record<string, unknown>, total) => {
    const where = {
      ...filter,
      ...(filter['organizationId'] !== undefined && { organizationId: { eq: organizationId } }),
    };
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const {
        users,
      }: {
        users: {
          edges: { node: { id: string } }[];
          pageInfo: { endCursor: string; hasNextPage: boolean };
          totalCount: number;
        };
      } = await app.data(token, USERS, { where, first: 2, after });
      expect(users.totalCount).toBe(total);
      seen.push(...users.edges.map(({ node }) => node.id));
      after = users.pageInfo.hasNextPage ? users.pageInfo.endCursor : null;
    } while (after);
    expect(seen).toHaveLength(total);
    expect(seen).toEqual([...new Set(seen)].toSorted());
  });

  it('costs one query a list, and one for each thing asked of all of them', async () => {
    const list = '{ users { edges { node { id } } } }';
    const factors = '{ users { edges { node { id mfaEnabled mfaMethods } } } }';
    const nested = `{ users { edges { node { id organization { name } groups(first: 5) { edges { node { id organization { name } } } } } } } }`;
    const authenticated = (await queriesOf(() => app.data(token, '{ __typename }'))).length;
    expect((await queriesOf(() => app.data(token, list))).length - authenticated).toBe(1);
    expect((await queriesOf(() => app.data(token, factors))).length - authenticated).toBe(2);
    expect((await queriesOf(() => app.data(token, nested))).length - authenticated).toBeLessThanOrEqual(3);
  });

  it('know no numbers of pages but those of the REST paths', async () => {
    const after = (parts: unknown[]) => ({ after: Buffer.from(JSON.stringify(parts)).toString('base64url') });
    for (const parts of [['#'], ['#', -1], ['#', 1.5], ['#', '1'], ['#', 2 ** 60]])
      expect(codeOf(await app.graphql(token, USERS, after(parts)))).toBe('INVALID_CURSOR');
    const groups = 'query ($after: String) { groups(after: $after) { totalCount } }';
    expect(codeOf(await app.graphql(token, groups, after(['#', 1])))).toBe('INVALID_CURSOR');
  });

  it('refuse a cursor or organization that is none', async () => {
    expect(codeOf(await app.graphql(token, USERS, { after: 'x' }))).toBe('INVALID_CURSOR');
    expect(codeOf(await app.graphql(token, USERS, { where: { organizationId: { eq: 'x' } } }))).toBe('INVALID_INPUT');
    expect(codeOf(await app.graphql(token, USERS, { first: 1001 }))).toBe('INVALID_INPUT');
  });
});

describe('createUsers', () => {
  it('makes those it can and says of the others why', async () => {
    const taken = `${randomUUID()}@example.com`;
    await create({ email: taken, username: 'Taken-One' });
    const twice = `${randomUUID()}@example.com`;
    const { createUsers } = await app.data(
      write,
      `mutation ($inputs: [CreateUserInput!]!) {
        createUsers(inputs: $inputs) { results { index user { email } error { code field } } }
      }`,
      {
        inputs: [
          { email: twice },
          { email: taken.toUpperCase() },
          { email: 'nonsense' },
          { email: `${randomUUID()}@example.com`, username: 'taken-one' },
          { email: `${randomUUID()}@example.com`, organizationId: randomUUID() },
          { email: `${randomUUID()}@example.com`, defaultGroupId: randomUUID() },
          { email: twice },
        ],
      },
    );
    expect(createUsers.results).toEqual([
      { index: 0, user: { email: twice }, error: null },
      { index: 1, user: null, error: { code: 'USER_EMAIL_TAKEN', field: 'email' } },
      { index: 2, user: null, error: { code: 'INVALID_INPUT', field: 'email' } },
      { index: 3, user: null, error: { code: 'USERNAME_TAKEN', field: 'username' } },
      { index: 4, user: null, error: { code: 'UNKNOWN_ORGANIZATION', field: 'organizationId' } },
      { index: 5, user: null, error: { code: 'UNKNOWN_GROUP', field: 'defaultGroupId' } },
      { index: 6, user: null, error: { code: 'USER_EMAIL_TAKEN', field: 'email' } },
    ]);
  });

  it('takes a thousand at a time and no more', async () => {
    const token = await app.token('admin', await app.newCustomer());
    const inputs = Array.from({ length: 1000 }, (_, n) => ({ email: `${n}@many.example` }));
    const many = 'mutation ($inputs: [CreateUserInput!]!) { createUsers(inputs: $inputs) { results { user { id } } } }';
    const { createUsers } = await app.data(token, many, { inputs });
    const ids = createUsers.results.map(({ user }: { user: { id: string } }) => user.id);
    expect(codeOf(await app.graphql(token, many, { inputs: [...inputs, { email: 'x@many.example' }] }))).toBe(
      'INVALID_INPUT',
    );
    const ending = (verb: string) =>
      `mutation ($ids: [ID!]!) { ${verb}(select: { ids: $ids }) { changedCount results { error { code } } } }`;
    const outcomeOf = async (verb: string) => {
      const { changedCount, results } = (await app.data(token, ending(verb), { ids }))[verb];
      return [changedCount, new Set(results.map(({ error }: { error: { code: string } | null }) => error?.code))];
    };
    expect(await outcomeOf('disableUsers')).toEqual([1000, new Set([undefined])]);
    expect(await outcomeOf('disableUsers')).toEqual([0, new Set([undefined])]);
    expect(await outcomeOf('deleteUsers')).toEqual([1000, new Set([undefined])]);
    expect(await outcomeOf('deleteUsers')).toEqual([0, new Set(['USER_NOT_FOUND'])]);
  });
});

describe('roles', () => {
  it('are given by administrators and the scope admin only', async () => {
    const id = await create();
    expect(codeOf(await app.graphql(write, UPDATE, { id, input: { role: 'ADMIN' } }))).toBe('INSUFFICIENT_SCOPE');
    expect(codeOf(await app.graphql(write, CREATE, { input: { email: 'boss@example.com', role: 'ADMIN' } }))).toBe(
      'INSUFFICIENT_SCOPE',
    );
    expect((await app.data(admin, UPDATE, { id, input: { role: 'ADMIN' } })).updateUser.user.role).toBe('ADMIN');
    const boss = await signIn({ role: 'admin' });
    expect((await app.data(boss.token, UPDATE, { id, input: { role: 'MEMBER' } })).updateUser.user.role).toBe('MEMBER');
  });

  it.each([{ role: 'ADMIN' }, { isActive: true }, { emailVerified: true }, { organizationId: null }])(
    'keep a member from changing %j of themself',
    async (input) => {
      const { id, token } = await signIn();
      expect(codeOf(await app.graphql(token, UPDATE, { id, input }))).toBe('FORBIDDEN');
    },
  );
});

describe('what members see of each other', () => {
  it('is a name and an address, not phone number or logins', async () => {
    const [one, other] = [await signIn(), await buildUser(app, { phoneNumber: '+1 555 0100', loginCount: 3 })];
    const group = (
      await app.send('POST', '/groups', { token: write, body: { name: randomUUID(), member_ids: [one.id, other.id] } })
    ).body.id;
    const MEMBERS = `query ($id: ID!) { group(id: $id) { members { edges { node {
      id email phoneNumber phoneVerified lastLoginAt loginCount mfaEnabled mfaMethods
    } } } } }`;
    const seenWith = async (token: string) =>
      new Map(
        (await app.data(token, MEMBERS, { id: group })).group.members.edges.map(
          ({ node }: { node: { id: string } }) => [node.id, node],
        ),
      );
    const hidden = {
      phoneNumber: null,
      phoneVerified: null,
      lastLoginAt: null,
      loginCount: null,
      mfaEnabled: null,
      mfaMethods: null,
    };
    const seen = await seenWith(one.token);
    expect(seen.get(other.id)).toEqual({ id: other.id, email: other.email, ...hidden });
    expect(seen.get(one.id)).toMatchObject({ loginCount: 1, mfaEnabled: false });
    expect((await seenWith(read)).get(other.id)).toMatchObject({
      phoneNumber: '+1 555 0100',
      loginCount: 3,
      mfaMethods: [],
    });
  });
});
