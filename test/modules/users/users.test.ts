import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { useApp } from '../../support/app.ts';
import { buildUser } from '../../support/builders.ts';
import { queriesOf } from '../../support/queries.ts';

const app = useApp();
let admin: string;

beforeAll(async () => {
  admin = await app.token('admin');
});

const rows = async (text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
  (await app.server.database.pool.query(text, values)).rows as Record<string, unknown>[];

/** A customer of its own with so many administrators, and its admin token. */
async function customerWith(administrators: number): Promise<{ token: string; ids: string[]; customerId: string }> {
  const customer = await app.newCustomer();
  const { customerId } = customer;
  for (let n = 1; n < administrators; n++) await buildUser(app, { customerId, role: 'admin' });
  const found = await rows(`select id from users where customer_id = $1 and role = 'admin' order by id`, [customerId]);
  return { token: await app.token('admin', customer), ids: found.map(({ id }) => id as string), customerId };
}

const activeAdministrators = async (customerId: string): Promise<number> =>
  (await rows(`select id from users where customer_id = $1 and role = 'admin' and is_active`, [customerId])).length;

describe('the last administrator', () => {
  const CHANGES = [
    [
      'deleted',
      (token: string, id: string) =>
        app.graphql(token, 'mutation ($id: ID!) { deleteUser(id: $id) { user { id } } }', { id }),
    ],
    ['disabled', (token: string, id: string) => update(token, id, { isActive: false })],
    ['made a member', (token: string, id: string) => update(token, id, { role: 'MEMBER' })],
  ] as const;

  const update = (token: string, id: string, input: object) =>
    app.graphql(
      token,
      'mutation ($id: ID!, $input: UpdateUserInput!) { updateUser(id: $id, input: $input) { user { id } } }',
      {
        id,
        input,
      },
    );

  it.each(CHANGES)('cannot be %s', async (_what, change) => {
    const { token, ids, customerId } = await customerWith(1);
    const { body } = await change(token, ids[0]!);
    expect(body.errors[0].extensions).toMatchObject({ code: 'LAST_ADMINISTRATOR' });
    expect(await activeAdministrators(customerId)).toBe(1);
  });

  it.each(CHANGES)('is left when all are %s at once', async (_what, change) => {
    const { token, ids, customerId } = await customerWith(4);
    const answers = await Promise.all(ids.map((id) => change(token, id)));
    expect(answers.filter(({ body }) => !body.errors)).toHaveLength(3);
    expect(await activeAdministrators(customerId)).toBe(1);
  });

  it('is spared when a list names every administrator, and the rest of the list goes on', async () => {
    const { token, ids, customerId } = await customerWith(2);
    const member = await buildUser(app, { customerId });
    const { deleteUsers } = await app.data(
      token,
      'mutation ($ids: [ID!]!) { deleteUsers(select: { ids: $ids }) { results { userId changed error { code } } } }',
      { ids: [...ids, member.id] },
    );
    const refused = { changed: false, error: { code: 'LAST_ADMINISTRATOR' } };
    expect(deleteUsers.results).toEqual([
      { userId: ids[0], ...refused },
      { userId: ids[1], ...refused },
      { userId: member.id, changed: true, error: null },
    ]);
  });
});

describe('a write of one user', () => {
  const document = (field: string): string => `mutation ($id: ID!) { ${field} }`;
  const WRITES = [
    ['creates them', 'createUser(input: { email: "round-trips@example.com" }) { user { id } }'],
    ['changes them', 'updateUser(id: $id, input: { name: "Another" }) { user { id } }'],
    ['disables them', 'updateUser(id: $id, input: { isActive: false }) { user { id } }'],
    ['disables them in a list', 'disableUsers(select: { ids: [$id] }) { results { changed error { code } } }'],
    ['deletes them', 'deleteUser(id: $id) { user { id } }'],
    ['deletes them in a list', 'deleteUsers(select: { ids: [$id] }) { results { changed error { code } } }'],
  ] as const;

  it.each(WRITES)('that %s takes at most six round trips, the check of the caller included', async (_what, field) => {
    const { id } = await buildUser(app);
    const mutation = field.includes('$id') ? document(field) : `mutation { ${field} }`;
    const queries = await queriesOf(() => app.data(admin, mutation, { id }));
    expect(queries.length).toBeLessThanOrEqual(6);
  });
});

describe('the counts of a customer’s users', () => {
  it('stay exact while many come, go and change at once', async () => {
    const customer = await app.newCustomer();
    const token = await app.token('admin', customer);
    const group = (await app.send('POST', '/groups', { token, body: { name: 'everyone' } })).body.id;
    const make = async (n: number): Promise<string> => {
      const input = { email: `${n}@count.example`, defaultGroupId: group, emailVerified: n % 2 === 0 };
      return (
        await app.data(token, 'mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } } }', {
          input,
        })
      ).createUser.user.id;
    };
    const ids = await Promise.all(Array.from({ length: 20 }, (_, n) => make(n)));
    await Promise.all(
      ids.map((id, n) =>
        n < 10
          ? app.data(token, 'mutation ($id: ID!) { deleteUser(id: $id) { user { id } } }', { id })
          : app.data(
              token,
              'mutation ($id: ID!) { updateUser(id: $id, input: { emailVerified: true }) { user { id } } }',
              {
                id,
              },
            ),
      ),
    );
    expect(
      await rows(
        `select user_count, verified_user_count, (select member_count from groups where id = $2)
         from customers where id = $1`,
        [customer.customerId, group],
      ),
    ).toEqual([{ user_count: 11, verified_user_count: 11, member_count: 10 }]);
  });
});

describe('creating users', () => {
  it('lets one of many who want the same address have it', async () => {
    const email = `${randomUUID()}@race.example`;
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => app.send('POST', '/api/users', { token: admin, body: { email } })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(7);
  });

  it('leaves events that tell who did what', async () => {
    const group = (await app.send('POST', '/groups', { token: admin, body: { name: randomUUID() } })).body.id;
    const body = { email: `${randomUUID()}@audit.example`, default_group_id: group };
    const { id } = (await app.send('POST', '/api/users', { token: admin, body })).body.user;
    await app.send('PATCH', `/api/users/${id}`, { token: admin, body: { picture: 'https://a.example/p' } });
    await app.send('PATCH', `/api/users/${id}`, { token: admin, body: { is_active: false } });
    await app.send('DELETE', `/api/users/${id}`, { token: admin });
    const events = await rows(
      `select action, actor_type, subject_type from audit_events
       where subject_id = $1 or details ->> 'userId' = $1 order by id`,
      [id],
    );
    expect(events).toEqual(
      expect.arrayContaining([{ action: 'membership.added', actor_type: 'client', subject_type: 'group' }]),
    );
    expect(events.filter(({ subject_type: type }) => type === 'user').map(({ action }) => action)).toEqual([
      'user.created',
      'user.updated',
      'user.disabled',
      'user.deleted',
    ]);
    expect(JSON.stringify(events)).not.toContain('a.example/p');
  });
});
