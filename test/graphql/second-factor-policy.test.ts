import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '../../src/modules/clients/index.ts';
import { useApp } from '../support/app.ts';
import { buildClient, buildUser } from '../support/builders.ts';
import { tokensOf } from '../support/logins.ts';

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
    await set(admin, { requiredOf: 'NOBODY', groupIds: [] });
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
