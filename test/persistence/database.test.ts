import { expect, it } from '@jest/globals';
import { lookup } from '#product';
import { useApp } from '../support/app.ts';
import { buildUser } from '../support/builders.ts';
import { queriesOf } from '../support/queries.ts';

const app = useApp();
const emailOf = lookup<{ email: string }>(
  'test.email-of',
  ['uuid', 'uuid'],
  (customer, user) => `select email from users where customer_id = ${customer} and id = ${user}`,
);

it('looks up for all who ask at the same moment in one round trip, and gives everybody their own', async () => {
  const { db } = app.server.runtime;
  const { customerId } = app.customer;
  const [a, b] = [await buildUser(app), await buildUser(app)];
  const nobody = '00000000-0000-7000-8000-000000000000';
  const ids = [b.id, nobody, a.id, b.id];
  let found: unknown;
  const queries = await queriesOf(async () => {
    found = await Promise.all(ids.map((id) => db.lookUp(emailOf, customerId, id)));
  });
  expect(found).toEqual([{ email: b.email }, undefined, { email: a.email }, { email: b.email }]);
  expect(queries).toHaveLength(1);
});

it('remembers nothing of what it looked up', async () => {
  const { db } = app.server.runtime;
  const { id } = await buildUser(app);
  const ask = () => db.lookUp(emailOf, app.customer.customerId, id);
  expect(await ask()).toBeDefined();
  await app.server.database.pool.query('delete from users where id = $1', [id]);
  expect(await ask()).toBeUndefined();
});

it('is planned once, not at every request, also for who asks alone', async () => {
  const client = await app.server.database.pool.connect();
  try {
    const nobody = '00000000-0000-7000-8000-000000000000';
    for (let time = 0; time < 7; time += 1)
      await client.query({ name: 'planned', text: emailOf.text, values: [[app.customer.customerId], [nobody]] });
    const { rows } = await client.query("select generic_plans from pg_prepared_statements where name = 'planned'");
    expect(Number(rows[0].generic_plans)).toBeGreaterThan(0);
  } finally {
    client.release(true);
  }
});
