import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '../../src/modules/clients/index.ts';
import { useApp } from '../support/app.ts';
import { buildClient, buildUser } from '../support/builders.ts';
import { pageHeaders, tokensOf } from '../support/logins.ts';

const app = useApp();
let client: Client;
let admin: string;
let groupId: string;

beforeAll(async () => {
  client = await buildClient(app);
  admin = await app.token('admin');
  const { body } = await app.graphql(admin, 'mutation { createGroup(input: { name: "Payroll" }) { group { id } } }');
  groupId = body.data.createGroup.group.id;
});

const POLICY = 'secondFactor { requiredOf graceSeconds groups { id } clients { id } }';
const set = (token: string, secondFactor: object, id = app.customer.customerId) =>
  app.graphql(
    token,
    `mutation ($id: ID!, $input: UpdateCustomerInput!) {
      updateCustomer(id: $id, input: $input) { customer { version ${POLICY} } }
    }`,
    { id, input: { secondFactor } },
  );
// Each test finds the policy of a new customer.
afterEach(() => set(admin, { requiredOf: 'NOBODY', graceSeconds: 604_800, groupIds: [], clientIds: [] }));
const read = async (token: string) =>
  (await app.graphql(token, `{ viewer { customer { ${POLICY} } } }`)).body.data.viewer.customer.secondFactor;

describe('Customer.secondFactor', () => {
  it('is nobody at first, and what an administrator sets, with an event that tells the change', async () => {
    expect(await read(admin)).toEqual({ requiredOf: 'NOBODY', graceSeconds: 604_800, groups: [], clients: [] });
    const policy = { requiredOf: 'ADMINISTRATORS', graceSeconds: 60, groupIds: [groupId], clientIds: [client.id] };
    const { body } = await set(admin, policy);
    expect(body.errors).toBeUndefined();
    const now = {
      requiredOf: 'ADMINISTRATORS',
      graceSeconds: 60,
      groups: [{ id: groupId }],
      clients: [{ id: client.id }],
    };
    expect(body.data.updateCustomer.customer.secondFactor).toEqual(now);
    expect(await read(admin)).toEqual(now);
    const { rows } = await app.server.database.pool.query(
      `select details->'changes' as changes from audit_events where action = 'customer.updated' order by id desc limit 1`,
    );
    expect(rows[0].changes).toEqual({
      secondFactorOf: { from: 'nobody', to: 'administrators' },
      secondFactorGraceSeconds: { from: 604_800, to: 60 },
      secondFactorGroups: { from: [], to: [groupId] },
      secondFactorClients: { from: [], to: [client.id] },
    });
    await set(admin, { clientIds: [] });
    expect(await read(admin)).toEqual({ ...now, clients: [] });
  });

  it('refuses what is not the customer’s, and what is out of bounds', async () => {
    const other = await app.newCustomer('Others');
    const foreign = await buildClient(app, { customerId: other.customerId });
    for (const input of [
      { clientIds: [foreign.id] },
      { clientIds: ['nothing'] },
      { groupIds: ['nothing'] },
      { groupIds: ['0198f3a2-7c1e-7d40-9b7a-2f5f0c6f1e11'] },
      { graceSeconds: -1 },
      { graceSeconds: 90 * 86_400 + 1 },
      {},
    ])
      expect((await set(admin, input)).body.errors?.[0].extensions.code).toBe('INVALID_INPUT');
    expect(await read(admin)).toMatchObject({ groups: [], clients: [] });
  });

  it('is changed by no other administrator, no member and no smaller token, and members do not read it', async () => {
    const other = await app.newCustomer('Strangers');
    const stranger = await buildUser(app, { customerId: other.customerId, role: 'admin' });
    const theirs = await buildClient(app, {
      customerId: other.customerId,
      scopes: ['openid', 'read', 'write', 'admin'],
    });
    const foreign = await tokensOf(app, theirs, stranger, 'openid admin');
    expect((await set(foreign.access_token, { requiredOf: 'EVERYBODY' })).body.errors[0].extensions.code).toBe(
      'CUSTOMER_NOT_FOUND',
    );
    const member = (await tokensOf(app, client, await buildUser(app), 'openid')).access_token;
    for (const token of [member, await app.token('write'), await app.token('read')])
      expect((await set(token, { requiredOf: 'EVERYBODY' })).body.errors[0].extensions.code).toMatch(
        /^(FORBIDDEN|INSUFFICIENT_SCOPE)$/,
      );
    expect(await read(member)).toBeNull();
    expect(await read(await app.token('read'))).toMatchObject({ requiredOf: 'NOBODY' });
  });
});

describe('a session without the second factor', () => {
  const whoIs = async (headers: Record<string, string>): Promise<string | undefined> => {
    const { body } = await app.graphql(undefined, '{ viewer { user { role } } }', {}, headers);
    return body.data?.viewer?.user?.role ?? body.errors[0].extensions.code;
  };
  const setRole = (id: string) =>
    app.data(
      admin,
      'mutation ($id: ID!) { setUserRoles(select: { ids: [$id] }, role: ADMIN, mode: ALL) { results { changed } } }',
      { id },
    );

  it('ends when its user becomes an administrator, of whom the customer requires one', async () => {
    const raised = await buildUser(app);
    const session = await pageHeaders(app, client, raised);
    await setRole(raised.id);
    expect(await whoIs(session)).toBe('ADMIN');
    await set(admin, { requiredOf: 'ADMINISTRATORS' });
    const next = await buildUser(app);
    const before = await pageHeaders(app, client, next);
    expect(await whoIs(before)).toBe('MEMBER');
    await setRole(next.id);
    expect(await whoIs(before)).toBe('UNAUTHENTICATED');
  });

  it('of an administrator ends when one is required at once, and not while it may be put off', async () => {
    const other = await pageHeaders(app, client, await buildUser(app, { role: 'admin' }));
    const acting = await pageHeaders(app, client, await buildUser(app, { role: 'admin' }));
    const member = await pageHeaders(app, client, await buildUser(app));
    const require = (secondFactor: object) =>
      app.graphql(
        undefined,
        'mutation ($id: ID!, $input: UpdateCustomerInput!) { updateCustomer(id: $id, input: $input) { customer { id } } }',
        { id: app.customer.customerId, input: { secondFactor } },
        acting,
      );
    await require({ requiredOf: 'ADMINISTRATORS', graceSeconds: 60 });
    expect(await whoIs(other)).toBe('ADMIN');
    await require({ graceSeconds: 0 });
    expect(await Promise.all([other, acting, member].map(whoIs))).toEqual(['UNAUTHENTICATED', 'ADMIN', 'MEMBER']);
  });

  it('ends when its user joins a group of whose members the customer requires one', async () => {
    const user = await buildUser(app);
    const session = await pageHeaders(app, client, user);
    await set(admin, { requiredOf: 'CHOSEN', groupIds: [groupId] });
    expect(await whoIs(session)).toBe('MEMBER');
    await app.data(
      admin,
      'mutation ($id: ID!, $user: ID!) { addGroupMembers(id: $id, userIds: [$user]) { group { id } } }',
      { id: groupId, user: user.id },
    );
    expect(await whoIs(session)).toBe('UNAUTHENTICATED');
  });
});

describe('Customer.impersonatorIds', () => {
  it('takes users of the customer alone', async () => {
    const list = (id: string) =>
      app.graphql(
        admin,
        `mutation ($id: ID!, $user: ID!) {
          updateCustomer(id: $id, input: { impersonatorIds: [$user] }) { customer { impersonatorIds } }
        }`,
        { id: app.customer.customerId, user: id },
      );
    const { customerId } = await app.newCustomer('Elsewhere');
    for (const id of [(await buildUser(app, { customerId, role: 'admin' })).id, app.customer.customerId])
      expect((await list(id)).body.errors[0].message).toContain('names a user who does not exist');
    const { id } = await buildUser(app, { role: 'admin' });
    expect((await list(id)).body.data.updateCustomer.customer.impersonatorIds).toEqual([id]);
  });
});
