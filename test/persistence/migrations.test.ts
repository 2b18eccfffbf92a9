import { describe, expect, it } from '@jest/globals';
import { assertKnown, migrateDown, migrateUp, migrationStates } from '#product';
import { FORMER_NAMES } from '../../src/ground/persistence/migrations/former-names.ts';
import { useApp } from '../support/app.ts';

const app = useApp();

describe('the migrations', () => {
  it('hold every reference between two things of a customer to that customer', async () => {
    const { rows } = await app.server.database.pool.query<{ name: string; columns: string[]; target: string }>(`
      select conname as name, confrelid::regclass::text as target,
        array(select attname::text from pg_attribute where attrelid = conrelid and attnum = any (conkey)) as columns
      from pg_constraint where contype = 'f'`);
    expect(rows.length).toBeGreaterThan(15);
    for (const { name, columns, target } of rows) {
      expect([name, columns]).toEqual([name, expect.arrayContaining(['customer_id'])]);
      if (target !== 'customers') expect([name, columns.length]).toEqual([name, 2]);
    }
  });

  it('give every foreign key an index, so that deleting what it points to scans no table', async () => {
    const { rows } = await app.server.database.pool.query(`
      select conname from pg_constraint c where contype = 'f' and confrelid <> 'customers'::regclass and not exists (
        select from pg_index i where i.indrelid = c.conrelid
          and (select array_agg(k) from unnest(i.indkey[0:1]) k) @> conkey and array_length(i.indkey[0:1], 1) = 2
      ) order by 1`);
    expect(rows).toEqual([{ conname: 'memberships_customer_id_group_id_fkey' }]);
  });

  it('go on from the first schema where other migrations made it, step by step', async () => {
    const { database } = app.server;
    const { pool } = database;
    while ((await migrateDown(database)) !== '0002-import-encodings');
    await pool.query('delete from schema_migrations');
    const [last, ...others] = FORMER_NAMES.toReversed();
    await pool.query('insert into schema_migrations (name) select unnest($1::text[])', [others.toReversed()]);
    // A part of them is not the whole.
    await expect(assertKnown(pool)).rejects.toThrow('2026-11-20-foundation');
    await pool.query('insert into schema_migrations (name) values ($1)', [last]);
    await assertKnown(pool);
    const [first, ...later] = await migrationStates(pool);
    expect(first).toEqual({ name: '0001-schema', applied: true });
    expect(await migrateUp(database)).toEqual(later.map(({ name }) => name));
    expect((await app.send('GET', '/readyz')).body.checks).toMatchObject({ migrations: 'ok' });
    // Servers of before ask for their names.
    const { rows } = await pool.query('select name from schema_migrations order by id');
    expect(rows.map(({ name }) => name)).toEqual([...FORMER_NAMES, first!.name, ...later.map(({ name }) => name)]);
  });

  it('go down to nothing and up again', async () => {
    const { database } = app.server;
    while ((await migrateDown(database)) !== null);
    const { rows } = await database.pool.query(`select relname from pg_class where relnamespace = 'public'::regnamespace
      and relkind = 'r' and relname <> 'schema_migrations'`);
    expect(rows).toEqual([]);
    expect((await app.send('GET', '/readyz')).body).toMatchObject({
      status: 'unavailable',
      checks: { migrations: 'pending' },
    });
    await migrateUp(database);
    expect((await migrationStates(database.pool)).every(({ applied }) => applied)).toBe(true);
    // Whether there are signing keys yet depends on when the server last looked.
    expect((await app.send('GET', '/readyz')).body.checks).toMatchObject({ database: 'ok', migrations: 'ok' });
  });
});
