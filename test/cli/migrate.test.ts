import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { migrations } from '../../src/ground/persistence/migrations/index.ts';
import { useCli } from '../support/cli.ts';
import { cloneDatabase, dropDatabase } from '../support/postgres.ts';
import { TEST_SECRET_KEY } from '../support/template.ts';

const cli = useCli();
const names = migrations.map(({ name }) => name);
const admin = process.env['TEST_POSTGRES_URL']!;
let database: string;

beforeEach(async () => {
  database = `cli_${randomUUID().replaceAll('-', '')}`;
  const url = await cloneDatabase(admin, 'template1', database);
  cli.env = { NODE_ENV: 'test', DATABASE_URL: url, SECRET_KEY: TEST_SECRET_KEY };
});
afterEach(() => dropDatabase(admin, database));

const migrate = (...args: string[]) => cli.run(['migrate', ...args, '--json']);
const states = (applied: number) => names.map((name, at) => ({ name, applied: at < applied }));

describe('guildhall migrate', () => {
  it('is what an empty database needs first', async () => {
    expect((await migrate('status')).json).toEqual({ migrations: states(0), unknown: [] });
    const { code, stderr } = await cli.run(['customer', 'create', '--name=A', '--admin-email=a@b.example']);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `The database lacks ${names.length} migrations, from ${names[0]} to ${names.at(-1)}; run guildhall migrate up first.\n`,
    });
  });

  it('applies what is missing, once', async () => {
    expect(await migrate('up')).toMatchObject({ code: 0, json: { applied: names } });
    expect(await migrate('up')).toMatchObject({ code: 0, json: { applied: [] } });
    expect((await migrate('status')).json).toEqual({ migrations: states(names.length), unknown: [] });
  });

  it('takes the newest back only when that is meant', async () => {
    await migrate('up');
    const { code, json } = await migrate('down');
    expect({ code, error: json.error }).toEqual({
      code: 2,
      error: {
        code: 'USAGE',
        message: `Reverting ${names.at(-1)} deletes the data stored in it.`,
        hint: 'Add --yes to confirm.',
      },
    });
    expect(await migrate('down', '--yes')).toMatchObject({ code: 0, json: { reverted: names.at(-1) } });
    expect((await migrate('status')).json.migrations).toEqual(states(names.length - 1));
  });

  it('plans what is missing: the locks, the work and its size, and leaves nothing behind', async () => {
    await migrate('up');
    await migrate('down', '--yes');
    expect((await migrate('plan')).json.pending).toEqual([names.at(-1)]);
    const since = names.indexOf('0010-limits-of-registered-clients');
    for (let at = names.length - 2; at >= since; at -= 1) await migrate('down', '--yes');
    const { code, json } = await migrate('plan');
    expect({ code, pending: json.pending }).toEqual({ code: 0, pending: names.slice(since) });
    const steps = json.steps.filter(({ table }: { table: string }) => table === 'clients');
    expect(steps).toMatchObject([
      { migration: names[since], lock: 'AccessExclusiveLock', blocks: 'reads and writes', work: 'catalog' },
      { migration: '0011-served-resources', lock: 'AccessExclusiveLock', blocks: 'reads and writes', work: 'rows' },
    ]);
    expect((await cli.run(['migrate', 'plan'])).stdout).toContain('Nobody can read meanwhile: clients');
    expect((await migrate('status')).json.migrations).toEqual(states(since));
    await migrate('up');
    expect((await migrate('plan')).json).toEqual({ pending: [], steps: [] });
    const { Client } = await import('pg');
    const client = new Client(cli.env['DATABASE_URL']);
    await client.connect();
    const { rows } = await client.query(`select nspname from pg_namespace where nspname like 'guildhall%'`);
    await client.end();
    expect(rows).toEqual([]);
  });

  it('leaves a database alone that a newer version made', async () => {
    await migrate('up');
    const { Client } = await import('pg');
    const client = new Client(cli.env['DATABASE_URL']);
    await client.connect();
    await client.query(`insert into schema_migrations (name, executed_at) values ('2999-01-01-future', now())`);
    await client.end();
    for (const args of [['up'], ['down', '--yes']])
      expect((await migrate(...args)).json.error.code).toBe('DATABASE_NEWER');
    expect((await migrate('status')).json.unknown).toEqual(['2999-01-01-future']);
  });
});
