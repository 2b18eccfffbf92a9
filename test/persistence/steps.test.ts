import { expect, it } from '@jest/globals';
import { migrateDown, migrateUp, migrationStates } from '#product';
import { useApp } from '../support/app.ts';
import { useCli } from '../support/cli.ts';
import { until } from '../support/until.ts';

const app = useApp();
const cli = useCli(app);

/** A migration with steps: of rows, and of indexes. */
const ROWS = '0004-search-folding-rows';

const query = <Row extends object>(text: string) => app.server.database.pool.query<Row>(text);

/** Takes migrations back until this one, and it too, is missing. */
async function before(name: string): Promise<void> {
  while ((await migrateDown(app.server.database)) !== name);
}

const isApplied = async (name: string): Promise<boolean> =>
  (await migrationStates(app.server.database.pool)).find((state) => state.name === name)!.applied;

const searched = async () =>
  (
    await query<{ has: boolean; count: number }>(
      `select search_folded is not null as has, count(*)::int as count from users
       where email like '%@steps.example' group by 1 order by 1`,
    )
  ).rows;

it('goes on where it stopped: what was committed before a fault is not done again', async () => {
  const { database } = app.server;
  await query(`
    insert into users (id, customer_id, email, email_key, name, role, created_at, updated_at)
    select lpad(to_hex(n), 32, '0')::uuid, '${app.customer.customerId}', n || '@steps.example', n || '@steps.example', 'U ' || n,
      'member', now(), now() from generate_series(1, 12000) n`);
  await before(ROWS);
  await query('alter table users disable trigger users_folded');
  await query(`update users set search_folded = null where email like '%@steps.example'`);
  await query('alter table users enable always trigger users_folded');
  await query(
    `alter table users add constraint fault check (id <> lpad(to_hex(8000), 32, '0')::uuid or search_folded is null)`,
  );
  await query('create table seen (id uuid)');
  await query(`create function see() returns trigger language plpgsql as
    $$ begin insert into seen values (new.id); return null; end $$`);
  await query('create trigger see after update of search_folded on users for each row execute function see()');

  await expect(migrateUp(database)).rejects.toThrow('fault');
  expect(await searched()).toEqual([
    { has: false, count: 7000 },
    { has: true, count: 5000 },
  ]);
  expect(await isApplied(ROWS)).toBe(false);
  expect(await isApplied('0003-search-folding')).toBe(true);

  await query('alter table users drop constraint fault');
  await migrateUp(database);
  expect(await searched()).toEqual([{ has: true, count: 12000 }]);
  const { rows } = await query('select count(*)::int as changes, count(distinct id)::int as users from seen');
  expect(rows).toEqual([{ changes: 12000, users: 12000 }]);
  await query('drop trigger see on users');
  await query('drop function see');
  await query('drop table seen');
});

it('makes an index anew whose making was interrupted', async () => {
  await before(ROWS);
  // A fault on one row leaves an index that is not valid.
  await query(`create function fail(uuid) returns uuid immutable language plpgsql as
    $$ begin raise exception 'interrupted'; end $$`);
  await expect(query('create index concurrently users_folded_index on users (fail(id))')).rejects.toThrow(
    'interrupted',
  );
  await migrateUp(app.server.database);
  const { rows } = await query(
    `select indisvalid as valid from pg_index where indexrelid = 'users_folded_index'::regclass`,
  );
  expect(rows).toEqual([{ valid: true }]);
});

it('waits for no node that waits for it', async () => {
  await before(ROWS);
  const runs = await Promise.all([1, 2, 3].map(() => cli.run(['migrate', 'up', '--json'])));
  expect(runs.map(({ code }) => code)).toEqual([0, 0, 0]);
  const applied = runs.map(({ json }) => (json.applied as string[]).length).toSorted((a, b) => a - b);
  expect(applied.slice(0, 2)).toEqual([0, 0]);
  expect(applied[2]).toBeGreaterThan(5);
});

it('begins again when it and a request waited for each other', async () => {
  const { pool } = app.server.database;
  /** Makes them wait for each other. Tells whether PostgreSQL refused the request: it refuses the one that it looks at first. */
  const refusesRequest = async (): Promise<boolean> => {
    await before('0007-creators-of-groups');
    const request = await pool.connect();
    await request.query('begin');
    await request.query('select from user_imports');
    const migrated = cli.run(['migrate', 'up', '--json']);
    await until(async () => {
      const { rows } = await query(`select from pg_locks where relation = 'user_imports'::regclass and not granted`);
      return rows.length > 0;
    });
    const refused = await request.query('select from groups').then(
      () => false,
      () => true,
    );
    await request.query('commit');
    request.release();
    expect((await migrated).code).toBe(0);
    expect(await isApplied('0007-creators-of-groups')).toBe(true);
    return refused;
  };
  await until(async () => !(await refusesRequest()));
});

it('is told by the plan, with the locks that steps take', async () => {
  await before(ROWS);
  const { json } = await cli.run(['migrate', 'plan', '--json']);
  const steps = json.steps.filter(
    (step: { migration: string; inSteps: boolean }) => step.migration === ROWS && step.inSteps,
  );
  for (const [lock, work] of [
    ['ShareUpdateExclusiveLock', 'read'],
    ['RowExclusiveLock', 'rows'],
  ])
    expect(steps).toContainEqual(expect.objectContaining({ table: 'users', lock, blocks: 'nothing', work }));
  expect((await cli.run(['migrate', 'plan'])).stdout).toMatch(/in steps, \d+ s/);
  await migrateUp(app.server.database);
});
