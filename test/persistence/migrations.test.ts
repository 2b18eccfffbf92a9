import { describe, expect, it } from '@jest/globals';
import { migrateDown, migrateUp, migrationStates } from '#product';
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
