import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { useApp } from '../support/app.ts';
import { buildClient, buildUser } from '../support/builders.ts';
import { tokensOf } from '../support/logins.ts';
import { queriesOf } from '../support/queries.ts';

const app = useApp();
let admin: string;
let service: string;

beforeAll(async () => {
  const administrator = await buildUser(app, { role: 'admin' });
  admin = (await tokensOf(app, await buildClient(app), administrator, 'openid admin')).access_token;
  service = await app.token('admin');
});

const newUsers = async (count: number): Promise<string[]> => {
  const users = await Promise.all(Array.from({ length: count }, () => buildUser(app)));
  return users.map(({ id }) => id).toSorted();
};

const newGroup = async (memberIds: string[] = []): Promise<string> => {
  const query = 'mutation ($input: CreateGroupInput!) { createGroup(input: $input) { group { id } } }';
  return (await app.data(service, query, { input: { name: randomUUID(), memberIds } })).createGroup.group.id;
};

const idsOf = ({ edges }: { edges: { node: { id: string } }[] }): string[] => edges.map(({ node }) => node.id);

describe('the changes of one document', () => {
  it('see the members that the ones before have added and removed', async () => {
    const [first, second] = await newUsers(2);
    const id = await newGroup([first!]);
    const shown = 'memberCount members { totalCount edges { node { id groups { totalCount } } } }';
    const answer = await app.data(
      service,
      `mutation ($id: ID!, $more: [ID!]!) {
        before: updateGroup(id: $id, input: { description: "1" }) { group { ${shown} } }
        addGroupMembers(id: $id, userIds: $more) { results { outcome } }
        between: updateGroup(id: $id, input: { description: "2" }) { group { ${shown} } }
        removeGroupMembers(id: $id, userIds: $more) { results { outcome } }
        after: updateGroup(id: $id, input: { description: "3" }) { group { ${shown} } }
      }`,
      { id, more: [second] },
    );
    const seen = [answer.before, answer.between, answer.after].map(({ group }) => [
      group.memberCount,
      idsOf(group.members),
    ]);
    expect(seen).toEqual([
      [1, [first]],
      [2, [first, second]],
      [1, [first]],
    ]);
  });

  it('see what has become of sessions, consents, factors, organizations and groups of a user', async () => {
    const client = await buildClient(app, { requireConsent: true });
    const user = await buildUser(app);
    await tokensOf(app, await buildClient(app), user, 'openid');
    const now = app.clock.now();
    const { rows } = await app.server.database.pool.query(
      `insert into consents (user_id, client_id, customer_id, scopes, created_at, updated_at)
       values ($1, $2, $3, '{openid}', $4, $4) returning id`,
      [user.id, client.id, app.customer.customerId, now],
    );
    const consent = rows[0].id;
    const made = 'mutation { createOrganization(input: { name: "Before" }) { organization { id } } }';
    const organizationId = (await app.data(admin, made)).createOrganization.organization.id;
    const groupId = await newGroup([user.id]);
    const shown =
      '{ sessions { edges { node { id } } } consents { edges { node { clientId } } } organization { name } groups { totalCount edges { node { name } } } }';
    const { before, after } = await app.data(
      admin,
      `mutation ($id: ID!, $consent: ID!, $organization: ID!, $group: ID!) {
        before: updateUser(id: $id, input: { organizationId: $organization }) { user ${shown} }
        revokeUserSessions(userId: $id) { count }
        revokeConsent(id: $consent) { consent { clientId } }
        updateOrganization(id: $organization, input: { name: "After" }) { organization { id } }
        deleteGroup(id: $group) { group { id } }
        after: updateUser(id: $id, input: { name: "Same" }) { user ${shown} }
      }`,
      { id: user.id, consent, organization: organizationId, group: groupId },
    );
    expect(before.user).toMatchObject({
      sessions: { edges: [{}] },
      consents: { edges: [{ node: { clientId: client.id } }] },
      organization: { name: 'Before' },
      groups: { totalCount: 1 },
    });
    expect(after.user).toEqual({
      sessions: { edges: [] },
      consents: { edges: [] },
      organization: { name: 'After' },
      groups: { totalCount: 0, edges: [] },
    });
  });
});

describe('what is deleted', () => {
  it('is returned as it was: a group with its members', async () => {
    const users = await newUsers(5);
    const [id, other] = [await newGroup(users), await newGroup(users)];
    const query = `mutation ($id: ID!, $first: Int) {
      deleteGroup(id: $id) { group { memberCount ...Members all: members { totalCount edges { node { id } } } } }
    } fragment Members on Group { members(first: $first) { pageInfo { hasNextPage } edges { node { id } } } }`;
    const { deleteGroup } = await app.data(service, query, { id, first: 2 });
    expect([deleteGroup.group.memberCount, idsOf(deleteGroup.group.members), idsOf(deleteGroup.group.all)]).toEqual([
      5,
      users.slice(0, 2),
      users,
    ]);
    expect(deleteGroup.group.members.pageInfo.hasNextPage).toBe(true);
    const refused = await app.graphql(service, query, { id: other, first: 1001 });
    expect(refused.body.errors[0].extensions.code).toBe('INVALID_INPUT');
    expect((await app.data(service, query, { id: other, first: 1 })).deleteGroup.group.memberCount).toBe(5);
  });

  it('is returned as it was: a user with groups, sessions and consents', async () => {
    const user = await buildUser(app);
    await tokensOf(app, await buildClient(app), user, 'openid');
    await newGroup([user.id]);
    const query = `mutation ($id: ID!) {
      deleteUser(id: $id) { user { email mfaEnabled sessions { totalCount } groups { totalCount edges { node { name } } } } }
    }`;
    const { deleteUser } = await app.data(admin, query, { id: user.id });
    expect(deleteUser.user).toMatchObject({
      email: user.email,
      mfaEnabled: false,
      sessions: { totalCount: 1 },
      groups: { totalCount: 1, edges: [{}] },
    });
    expect((await app.graphql(admin, query, { id: user.id })).body.errors[0].extensions.kind).toBe('NOT_FOUND');
  });

  it('is not read first when nothing of it is asked for', async () => {
    const id = await newGroup();
    const queries = await queriesOf(() =>
      app.data(service, `mutation { deleteGroup(id: "${id}") { group { id name } } }`),
    );
    // Who asks, then the transaction: it locks the group, asks what the group lends, records and deletes.
    expect(queries).toHaveLength(7);
    expect(queries[1]).toBe('begin');
  });
});

describe('createUsers', () => {
  const CREATE = `mutation ($inputs: [CreateUserInput!]!) {
    createUsers(inputs: $inputs) { results { index user { id email } error { code field } } }
  }`;

  it('judges the addresses of applications one by one', async () => {
    const [one, two, three] = [1, 2, 3].map((n) => ({ email: `${n}-${randomUUID()}@example.com` }));
    const inputs = [
      { ...one, sendInvitation: true, applicationUrl: 'https://app.example/' },
      { ...two, sendInvitation: true, applicationUrl: 'javascript:alert(1)' },
      { ...three, applicationUrl: 'nonsense' },
      { email: 'no address', applicationUrl: 'https://app.example/' },
    ];
    const { results } = (await app.data(admin, CREATE, { inputs })).createUsers;
    expect(results).toEqual([
      { index: 0, user: { id: expect.any(String), email: one!.email }, error: null },
      { index: 1, user: null, error: { code: 'INVALID_INPUT', field: 'applicationUrl' } },
      { index: 2, user: null, error: { code: 'INVALID_INPUT', field: 'applicationUrl' } },
      { index: 3, user: null, error: { code: 'INVALID_INPUT', field: 'email' } },
    ]);
    const { invitations } = await app.data(admin, '{ invitations { edges { node { userId } } } }');
    expect(invitations.edges).toEqual([{ node: { userId: results[0].user.id } }]);
  });
});
