import { expect, it } from '@jest/globals';
import { migrateDown, migrateUp, migrationStates } from '#product';
import { useApp } from '../support/app.ts';
import { useCli } from '../support/cli.ts';

const app = useApp();
const cli = useCli(app);

const query = <Row extends object>(text: string) => app.server.database.pool.query<Row>(text);

/** Takes migrations back until this one, and it too, is missing. */
async function before(name: string): Promise<void> {
  while ((await migrateDown(app.server.database)) !== name);
}

const isApplied = async (name: string): Promise<boolean> =>
  (await migrationStates(app.server.database.pool)).find((state) => state.name === name)!.applied;

const factors = async () =>
  (
    await query<{ methods: string; count: number }>(
      `select mfa_methods::text as methods, count(*)::int as count from users where mfa_enrolled group by 1 order by 2`,
    )
  ).rows;

it('goes on where it stopped: what was committed before a fault is not done again', async () => {
  const { database } = app.server;
  await query(`
    insert into users (id, customer_id, email, email_key, name, role, created_at, updated_at)
    select lpad(to_hex(n), 32, '0')::uuid, '${app.customer.customerId}', n || '@steps.example', n || '@steps.example', 'U ' || n,
      'member', now(), now() from generate_series(1, 12000) n`);
  await before('2026-11-30-methods-of-users');
  await query(`update users set mfa_enrolled = true where email like '%@steps.example'`);
  await query(
    `alter table users add constraint fault check (id <> lpad(to_hex(8000), 32, '0')::uuid or mfa_methods = '{}')`,
  );
  await query('create table seen (id uuid)');
  await query(`create function see() returns trigger language plpgsql as
    $$ begin insert into seen values (new.id); return null; end $$`);
  await query('create trigger see after update of mfa_methods on users for each row execute function see()');

  await expect(migrateUp(database)).rejects.toThrow('fault');
  expect(await factors()).toEqual([
    { methods: '{totp}', count: 5000 },
    { methods: '{}', count: 7000 },
  ]);
  expect(await isApplied('2026-11-30-methods-of-users')).toBe(false);
  expect(await isApplied('2026-11-30-passkeys')).toBe(true);

  await query('alter table users drop constraint fault');
  await migrateUp(database);
  expect(await factors()).toEqual([{ methods: '{totp}', count: 12000 }]);
  const { rows } = await query('select count(*)::int as changes, count(distinct id)::int as users from seen');
  expect(rows).toEqual([{ changes: 12000, users: 12000 }]);
  await query('drop trigger see on users');
  await query('drop function see');
  await query('drop table seen');
});

it('makes an index anew whose making was interrupted', async () => {
  await before('2026-11-28-consents-of-clients');
  // A fault on one row leaves an index that is not valid.
  await query(`create function fail(uuid) returns uuid immutable language plpgsql as
    $$ begin raise exception 'interrupted'; end $$`);
  const { clientId, customerId } = app.customer;
  await query(`insert into consents (id, customer_id, user_id, client_id, scopes, created_at, updated_at)
    select id, customer_id, id, '${clientId}', '{}', now(), now() from users where customer_id = '${customerId}' limit 1`);
  await expect(query('create index concurrently consents_list_client_index on consents (fail(id))')).rejects.toThrow(
    'interrupted',
  );
  await migrateUp(app.server.database);
  const { rows } = await query(
    `select indisvalid as valid from pg_index where indexrelid = 'consents_list_client_index'::regclass`,
  );
  expect(rows).toEqual([{ valid: true }]);
});

it('waits for no node that waits for it', async () => {
  await before('2026-11-28-consents-of-clients');
  const runs = await Promise.all([1, 2, 3].map(() => cli.run(['migrate', 'up', '--json'])));
  expect(runs.map(({ code }) => code)).toEqual([0, 0, 0]);
  const applied = runs.map(({ json }) => (json.applied as string[]).length).toSorted((a, b) => a - b);
  expect(applied.slice(0, 2)).toEqual([0, 0]);
  expect(applied[2]).toBeGreaterThan(10);
});

it('is told by the plan, with the locks that steps take', async () => {
  await before('2026-11-28-consents-of-clients');
  const { json } = await cli.run(['migrate', 'plan', '--json']);
  const step = (migration: string) =>
    json.steps.find((each: { migration: string; inSteps: boolean }) => each.migration === migration && each.inSteps);
  expect(step('2026-11-28-consents-of-clients')).toMatchObject({
    table: 'consents',
    lock: 'ShareUpdateExclusiveLock',
    blocks: 'nothing',
    work: 'read',
  });
  expect(step('2026-11-30-methods-of-users')).toMatchObject({
    table: 'users',
    lock: 'RowExclusiveLock',
    blocks: 'nothing',
    work: 'rows',
  });
  expect((await cli.run(['migrate', 'plan'])).stdout).toMatch(/in steps, \d+ s/);
  await migrateUp(app.server.database);
});
