import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { useApp } from '../support/app.ts';
import { buildClient, buildUser } from '../support/builders.ts';
import { askForTokens, signedIn, tokensOf } from '../support/logins.ts';
import { until } from '../support/until.ts';

const app = useApp();
let admin: string;

beforeAll(async () => {
  admin = await app.token('admin');
});

interface Event {
  readonly actorId: string | null;
  readonly clientId: string | null;
  readonly subjectId: string;
  readonly details: Record<string, unknown>;
}

/** The events of the action, or those through one client. */
async function trail(action: string, clientId?: string): Promise<Event[]> {
  const query = `query ($action: String!) {
    auditEvents(where: { action: { eq: $action } }, first: 200) { edges { node { actorId clientId subjectId details } } }
  }`;
  const { auditEvents } = await app.data(admin, query, { action });
  const events: Event[] = auditEvents.edges.map(({ node }: { node: Event }) => node);
  return clientId === undefined ? events : events.filter((each) => each.clientId === clientId);
}

/** Refusals are written once the answer is out. */
async function trailOf(action: string, count: number, clientId?: string): Promise<Event[]> {
  return until(async () => {
    const events = await trail(action, clientId);
    return events.length >= count && events;
  });
}

describe('the audit trail', () => {
  // It has as many refusals as it takes in a minute, after those of other tests.
  beforeEach(() => app.clock.advance(60));

  it('names the client that a user acted through', async () => {
    const client = await buildClient(app);
    const { user, token } = await signedIn(app, client);
    const { body } = await app.send('POST', '/groups', { token, body: { name: randomUUID() } });
    const event = (await trail('group.created')).find(({ subjectId }) => subjectId === body.id);
    expect(event).toMatchObject({ actorId: user.id, clientId: client.id });
    await app.send('POST', '/groups', { token: admin, body: { name: randomUUID() } });
    expect((await trail('group.created'))[0]).toMatchObject({ actorId: app.customer.clientId, clientId: null });
  });

  it('tells what somebody was not allowed, by REST and GraphQL, once a minute', async () => {
    const client = await buildClient(app);
    const { user, token } = await signedIn(app, client);
    for (let round = 0; round < 5; round++) {
      expect((await app.send('GET', '/api/users', { token })).status).toBe(403);
      await app.graphql(token, '{ everybody: users { totalCount } }');
    }
    const expected = ['listUsers', 'users'].map((subjectId) => ({
      actorId: user.id,
      clientId: client.id,
      subjectId,
      details: { reason: 'FORBIDDEN' },
    }));
    const events = await trailOf('access.refused', 2, client.id);
    expect(events.toSorted((one, other) => one.subjectId.localeCompare(other.subjectId))).toEqual(expected);
    app.clock.advance(60);
    await app.send('GET', '/api/users', { token });
    expect(await trailOf('access.refused', 3, client.id)).toHaveLength(3);
  });

  it('tells which tokens and clients were no good', async () => {
    const client = await buildClient(app);
    const { user, token } = await signedIn(app, client);
    await app.server.database.pool.query('delete from grants where client_id = $1', [client.id]);
    expect((await app.send('GET', '/groups', { token })).status).toBe(401);
    expect(await trailOf('token.refused', 1)).toMatchObject([
      { actorId: null, subjectId: client.id, details: { reason: 'INVALID_TOKEN', userId: user.id } },
    ]);
    const { clientId } = app.customer;
    const guess = { grant_type: 'client_credentials', client_id: clientId, client_secret: 'wrong' };
    expect((await askForTokens(app, guess)).status).toBe(401);
    expect(await trailOf('client.authentication_failed', 1)).toEqual([
      { actorId: null, clientId: null, subjectId: clientId, details: { method: 'client_secret_post' } },
    ]);
  });

  it('cannot be flooded with it', async () => {
    const client = await buildClient(app);
    const before = (await trail('access.refused')).length;
    const tokens = await Promise.all(
      Array.from({ length: 5 }, async () => (await tokensOf(app, client, await buildUser(app), 'openid')).access_token),
    );
    const fields = ['users', 'mails', 'auditEvents', 'invitations', 'logoutDeliveries'];
    const mutations = ['deleteUser', 'resendMail', 'revokeUserSessions', 'resendInvitation', 'revokeInvitation'];
    const asked = [
      ...fields.map((field) => `{ ${field} { __typename } }`),
      ...mutations.map(
        (field) => `mutation { ${field}(${field === 'revokeUserSessions' ? 'userId' : 'id'}: "x") { __typename } }`,
      ),
      ...['requestPasswordReset', 'requestEmailVerification'].map(
        (field) => `mutation { ${field}(userId: "x") { user { id } } }`,
      ),
      'mutation { deleteOrganization(id: "x") { organization { id } } }',
      'mutation { createOrganization(input: { name: "x" }) { organization { id } } }',
      'mutation { inviteUser(id: "x") { invitation { id } } }',
    ];
    for (const token of tokens) for (const document of asked) await app.graphql(token, document);
    await trailOf('access.refused', before + 60);
    // What is refused after them is recorded, for another customer.
    const other = await app.newCustomer();
    await app.graphql(await app.token('read', other), asked.at(-1)!);
    const recorded = `select from audit_events where action = 'access.refused' and customer_id = $1`;
    await until(async () => (await app.server.database.pool.query(recorded, [other.customerId])).rowCount);
    expect((await trail('access.refused')).length).toBe(before + 60);
  });
});
