import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '../../src/modules/clients/index.ts';
import { useApp } from '../support/app.ts';
import { buildClient, buildUser, type BuiltUser } from '../support/builders.ts';
import { claimsIn, tokensOf } from '../support/logins.ts';
import { queriesOf } from '../support/queries.ts';

const app = useApp();
let client: Client;
let admin: { token: string; sid: string };

async function signIn(user: BuiltUser, through: Client = client): Promise<{ token: string; sid: string }> {
  const { access_token: token } = await tokensOf(app, through, user, 'openid admin');
  return { token, sid: claimsIn(token).sid };
}

beforeAll(async () => {
  client = await buildClient(app);
  admin = await signIn(await buildUser(app, { role: 'admin' }));
});

const alive = async (token: string) => (await app.send('GET', '/oauth2/userinfo', { token })).status === 200;
const reason = (body: { errors?: { extensions: { code: string } }[] }) => body.errors?.[0]?.extensions.code;

const SESSIONS_OF =
  'query ($id: ID!) { user(id: $id) { sessions { totalCount edges { node { id userId isCurrent deviceName } } } } }';
const REVOKE = 'mutation ($id: ID!) { revokeSession(id: $id) { session { id userId } } }';
const REVOKE_OTHERS = 'mutation { revokeOtherSessions { count } }';
const REVOKE_OF = 'mutation ($userId: ID!, $ids: [ID!]) { revokeUserSessions(userId: $userId, ids: $ids) { count } }';

describe('sessions', () => {
  it('of a user are shown to the user and to administrators, and null to all others', async () => {
    const user = await buildUser(app);
    const { token, sid } = await signIn(user);
    const session = { id: sid, userId: user.id, deviceName: expect.any(String) };
    const of = async (viewer: string) => {
      const { sessions } = (await app.data(viewer, SESSIONS_OF, { id: user.id })).user;
      return sessions && { ...sessions, edges: sessions.edges.map(({ node }: { node: object }) => node) };
    };
    expect(await of(token)).toEqual({ totalCount: 1, edges: [{ ...session, isCurrent: true }] });
    expect(await of(admin.token)).toEqual({ totalCount: 1, edges: [{ ...session, isCurrent: false }] });
    expect(await of(await app.token('admin'))).toMatchObject({ edges: [{ ...session, isCurrent: false }] });
    expect(await of(await app.token('write'))).toBeNull();
    const group = await app.data(
      admin.token,
      'mutation ($ids: [ID!]!) { createGroup(input: { name: "Sessions", memberIds: $ids }) { group { id } } }',
      { ids: [user.id] },
    );
    const member = await signIn(await buildUser(app));
    const members = 'query ($id: ID!) { group(id: $id) { members { edges { node { sessions { totalCount } } } } } }';
    const { group: seen } = await app.data(member.token, members, { id: group.createGroup.group.id });
    expect(seen.members.edges).toEqual([{ node: { sessions: null } }]);
  });

  it('of many users cost one query, and one for how many they are', async () => {
    for (let time = 0; time < 3; time++) await signIn(await buildUser(app));
    const query =
      '{ users(first: 50) { edges { node { sessions { totalCount edges { node { deviceName location } } } } } } }';
    const queries = await queriesOf(() => app.data(admin.token, query));
    expect(queries.filter((text) => text.includes('from sessions e'))).toHaveLength(2);
  });
});

describe('revokeSession', () => {
  it('takes six round trips, the caller’s check included', async () => {
    const { sid } = await signIn(await buildUser(app));
    expect(await queriesOf(() => app.data(admin.token, REVOKE, { id: sid }))).toHaveLength(6);
  });

  it('ends anybody’s session for an administrator, and for a member their own', async () => {
    const user = await buildUser(app);
    const [first, second] = [await signIn(user), await signIn(user)];
    const stranger = await signIn(await buildUser(app));
    expect(reason((await app.graphql(stranger.token, REVOKE, { id: first.sid })).body)).toBe('SESSION_NOT_FOUND');
    expect(await app.data(admin.token, REVOKE, { id: first.sid })).toEqual({
      revokeSession: { session: { id: first.sid, userId: user.id } },
    });
    expect([await alive(first.token), await alive(second.token)]).toEqual([false, true]);
    await app.data(second.token, REVOKE, { id: second.sid });
    expect(await alive(second.token)).toBe(false);
  });

  it('reaches no other customer’s', async () => {
    const { customerId } = await app.newCustomer();
    const foreigner = await buildUser(app, { customerId, role: 'admin' });
    const foreign = await signIn(foreigner, await buildClient(app, { customerId }));
    expect(reason((await app.graphql(admin.token, REVOKE, { id: foreign.sid })).body)).toBe('SESSION_NOT_FOUND');
    const { body } = await app.graphql(admin.token, REVOKE_OF, { userId: foreigner.id });
    expect(reason(body)).toBe('USER_NOT_FOUND');
    expect(await alive(foreign.token)).toBe(true);
  });
});

describe('revokeOtherSessions', () => {
  it('ends all of one’s own but the one that asks, and writes it down once', async () => {
    const user = await buildUser(app);
    const [first, second, third] = [await signIn(user), await signIn(user), await signIn(user)];
    expect(await app.data(second.token, REVOKE_OTHERS)).toEqual({ revokeOtherSessions: { count: 2 } });
    expect([await alive(first.token), await alive(second.token), await alive(third.token)]).toEqual([
      false,
      true,
      false,
    ]);
    expect(await app.data(second.token, REVOKE_OTHERS)).toEqual({ revokeOtherSessions: { count: 0 } });
    const { rows } = await app.server.database.pool.query(
      `select details from audit_events where action = 'sessions.ended' and subject_id = $1`,
      [user.id],
    );
    expect(rows).toEqual([{ details: { count: 2 } }]);
  });
});

describe('revokeUserSessions', () => {
  it('ends all of a user’s, or those that are named and theirs', async () => {
    const user = await buildUser(app);
    const [first, second, third] = [await signIn(user), await signIn(user), await signIn(user)];
    const named = { userId: user.id, ids: [first.sid, admin.sid, randomUUID()] };
    expect(await app.data(await app.token('admin'), REVOKE_OF, named)).toEqual({ revokeUserSessions: { count: 1 } });
    expect([await alive(first.token), await alive(second.token), await alive(admin.token)]).toEqual([
      false,
      true,
      true,
    ]);
    expect(await app.data(admin.token, REVOKE_OF, { userId: user.id.toUpperCase() })).toEqual({
      revokeUserSessions: { count: 2 },
    });
    expect(await alive(third.token)).toBe(false);
  });

  it.each(['none', randomUUID()])('finds no user %s', async (userId) => {
    expect(reason((await app.graphql(admin.token, REVOKE_OF, { userId })).body)).toBe('USER_NOT_FOUND');
  });

  it('is not for members, nor for clients without the scope admin', async () => {
    const user = await buildUser(app);
    const { token } = await signIn(user);
    expect(reason((await app.graphql(token, REVOKE_OF, { userId: user.id })).body)).toBe('FORBIDDEN');
    const { body } = await app.graphql(await app.token('write'), REVOKE_OF, { userId: user.id });
    expect(reason(body)).toBe('INSUFFICIENT_SCOPE');
  });
});
