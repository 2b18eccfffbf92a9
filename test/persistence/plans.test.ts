import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Pool, PoolClient } from 'pg';
import { createLog, declaredStatements, entities, openDatabase } from '#product';
import { scansOf, tellPlans } from '../support/plans/explain.ts';
import { hotStatements, ROWS_NAMED, unhurried } from '../support/plans/hot.ts';
import { MANY, ONE_OF_EACH, seed } from '../support/plans/seed.ts';
import { cloneDatabase, dropDatabase } from '../support/postgres.ts';
import { TEMPLATE } from '../support/template.ts';

const admin = process.env['TEST_POSTGRES_URL']!;
const name = `test_${randomUUID().replaceAll('-', '')}`;
let database: Awaited<ReturnType<typeof openDatabase>>;
let pool: Pool;

beforeAll(async () => {
  // The tests' PostgreSQL analyses nothing by itself. Only a superuser may have plans told.
  const url = (await cloneDatabase(admin, TEMPLATE, name)).replace('//guildhall@', '//postgres@');
  database = await openDatabase({ entities, url, poolSize: 3, log: createLog('silent'), limits: null });
  ({ pool } = database);
});
afterAll(async () => {
  await database.close();
  await dropDatabase(admin, name);
});

async function withClient<Result>(work: (client: PoolClient) => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  try {
    return await work(client);
  } finally {
    client.release(true);
  }
}

/** What the statements read besides the rows they name; with plans of this connection's, or with new ones. */
async function excess(planned?: PoolClient): Promise<string[]> {
  if (!planned)
    return withClient(async (client) => {
      await tellPlans(client);
      return excess(client);
    });
  const found = new Set<string>();
  for (const statement of declaredStatements()) {
    const hot = hotStatements[statement.name];
    if (!hot) continue;
    const { rows: named = ROWS_NAMED } = hot;
    for (const { node, rows, pages, expected } of await scansOf(planned, statement, hot.values))
      // A look-up reads an index from its root to a leaf, then the row, perhaps in several versions.
      if (node.startsWith('Seq Scan') || rows > named || pages > 8 + named * 4 || expected > Math.max(named, 100))
        found.add(`${statement.name}: ${node}, ${rows} rows (${expected} expected), ${Math.round(pages)} pages`);
  }
  return [...found];
}

const grow = (customers: readonly [number, number], size: typeof MANY | typeof ONE_OF_EACH) =>
  withClient((client) => seed(client, { customers, ...size }));
const clear = () => pool.query('truncate customers cascade; truncate throttle_counters');
const one = [1, 1] as const;

it('knows of every statement whether requests wait for it', () => {
  const names = declaredStatements().map((statement) => statement.name);
  const listed = [...Object.keys(hotStatements), ...unhurried];
  const known = (statement: string): boolean =>
    listed.includes(statement) ||
    unhurried.some((entry) => entry.endsWith('*') && statement.startsWith(entry.slice(0, -1)));
  expect(names.filter((statement) => !known(statement))).toEqual([]);
  expect(listed.filter((entry) => !entry.endsWith('*') && !names.includes(entry))).toEqual([]);
});

it('reads no more than the rows named, of tables that were never analysed and grow', () =>
  withClient(async (early) => {
    await clear();
    await tellPlans(early);
    expect(await excess(early)).toEqual([]);
    await grow(one, MANY);
    expect(await excess()).toEqual([]);
    expect(await excess(early)).toEqual([]);
  }));

it('reads no more than the rows named where one customer has everything, then beside ten thousand customers', async () => {
  await clear();
  await grow(one, MANY);
  await pool.query('vacuum analyze');
  expect(await excess()).toEqual([]);
  await grow([2, 10_000], ONE_OF_EACH);
  await pool.query('vacuum analyze');
  expect(await excess()).toEqual([]);
});

it('reads no more than the rows named of tables that were empty when they were analysed', async () => {
  await clear();
  await pool.query('vacuum analyze');
  expect(await excess()).toEqual([]);
  await grow(one, MANY);
  expect(await excess()).toEqual([]);
});

/** Analysed with one of each in so many customers, planned with early, and one customer large since then. */
const grownSince = (customers: number) =>
  withClient(async (early) => {
    await clear();
    await grow([1, customers], ONE_OF_EACH);
    await pool.query('vacuum analyze');
    await tellPlans(early);
    expect(await excess(early)).toEqual([]);
    await grow(one, MANY);
    expect(await excess()).toEqual([]);
    expect(await excess(early)).toEqual([]);
  });

it('reads no more than the rows named of tables that were tiny when they were analysed, or even planned with', () =>
  grownSince(3));

it('reads no more than the rows named where a customer is large by now, of ten thousand that had one of each', () =>
  grownSince(10_000));
