import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Pool, PoolClient } from 'pg';
import type { Database, Statement } from '../../src/ground/kernel/database.ts';
import {
  createLog,
  declaredStatements,
  entities,
  loadConfig,
  openDatabase,
  RequestContext,
  Runtime,
  systemClock,
  Vault,
  valuesOf,
} from '#product';
import { scansOf, tellPlans } from '../support/plans/explain.ts';
import { hotStatements, ROWS_NAMED, unhurried } from '../support/plans/hot.ts';
import { CUSTOMER } from '../support/plans/values.ts';
import { hotReads } from '../support/plans/reads.ts';
import { MANY, ONE_OF_EACH, seed } from '../support/plans/seed.ts';
import { cloneDatabase, dropDatabase } from '../support/postgres.ts';
import { statementsOf } from '../support/queries.ts';
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
  await captureReads();
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

/** What is tried: the hot statements, and what is sent for the reads of entities. */
interface Tried {
  readonly statement: Pick<Statement<unknown, unknown>, 'name' | 'text'>;
  readonly values: readonly unknown[];
  readonly rows?: number;
}

const reads: Tried[] = [];

const hotOnes = (): Tried[] =>
  declaredStatements().flatMap((statement) => {
    const hot = hotStatements[statement.name];
    return hot ? [{ statement, ...hot, values: valuesOf(statement, hot.values) }] : [];
  });

const nameOf = (text: string): string => createHash('md5').update(text).digest('hex');

async function captureReads(): Promise<void> {
  const scopes = new Set(['read', 'write', 'admin'] as const);
  const viewer = { kind: 'client', customerId: CUSTOMER, clientId: 'client-1', scopes, documents: null } as const;
  const config = loadConfig({ NODE_ENV: 'test' });
  const fork = () => database.orm.em.fork();
  for (const { rows, run } of Object.values(hotReads)) {
    const named: Tried[] = [];
    const db: Database = {
      ...database.db,
      rows: (statement, values) => {
        named.push({ statement, values: valuesOf(statement, values), rows });
        return database.db.rows(statement, values);
      },
      lookUp: (statement, key) => {
        named.push({ statement, values: statement.parts.map((part) => [key[part]]), rows });
        return database.db.lookUp(statement, key);
      },
      select: (query) => database.db.select(query),
    };
    const runtime = new Runtime(db, fork, systemClock, createLog('silent'), new Vault(Buffer.alloc(32)), config);
    const ctx = new RequestContext(runtime, viewer, { requestId: '', ip: '', userAgent: '' });
    const sent = await statementsOf(() => run(ctx));
    expect(sent.length).toBeGreaterThan(0);
    // What MikroORM makes has names that a process gives as it meets the texts.
    const others = sent.filter(({ text }) => named.every(({ statement }) => statement.text !== text));
    reads.push(
      ...named,
      ...others.map(({ text, values }) => ({ statement: { name: nameOf(text), text }, values, rows })),
    );
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
  for (const { statement, values, rows: named = ROWS_NAMED } of [...hotOnes(), ...reads])
    for (const { node, rows, pages, expected } of await scansOf(planned, statement, values))
      // A look-up reads an index from its root to a leaf, then the row, perhaps in several versions.
      if (node.startsWith('Seq Scan') || rows > named || pages > 8 + named * 4 || expected > Math.max(named, 100))
        found.add(
          `${statement.name} ${statement.text}: ${node}, ${rows} rows (${expected} expected), ${Math.round(pages)} pages`,
        );
  return [...found];
}

const grow = (customers: readonly [number, number], size: typeof MANY | typeof ONE_OF_EACH) =>
  withClient((client) => seed(client, { customers, ...size }));
const clear = () => pool.query('truncate customers cascade; truncate throttle_counters');
const one = [1, 1] as const;
/** On a busy machine, ten thousand customers take a minute. */
const SEEDING_MS = 180_000;

it('knows of every statement whether requests wait for it', () => {
  const names = declaredStatements().map((statement) => statement.name);
  const listed = [...Object.keys(hotStatements), ...unhurried];
  const known = (statement: string): boolean =>
    listed.includes(statement) ||
    unhurried.some((entry) => entry.endsWith('*') && statement.startsWith(entry.slice(0, -1)));
  expect(names.filter((statement) => !known(statement))).toEqual([]);
  expect(listed.filter((entry) => !entry.endsWith('*') && !names.includes(entry))).toEqual([]);
});

it('reads no more than the rows named, of tables that were never analyzed and grow', () =>
  withClient(async (early) => {
    await clear();
    await tellPlans(early);
    expect(await excess(early)).toEqual([]);
    await grow(one, MANY);
    expect(await excess()).toEqual([]);
    expect(await excess(early)).toEqual([]);
  }));

it(
  'reads no more than the rows named where one customer has everything, then beside ten thousand customers',
  async () => {
    await clear();
    await grow(one, MANY);
    await pool.query('vacuum analyze');
    expect(await excess()).toEqual([]);
    await grow([2, 10_000], ONE_OF_EACH);
    await pool.query('vacuum analyze');
    expect(await excess()).toEqual([]);
  },
  SEEDING_MS,
);

it('reads no more than the rows named of tables that were empty when they were analyzed', async () => {
  await clear();
  await pool.query('vacuum analyze');
  expect(await excess()).toEqual([]);
  await grow(one, MANY);
  expect(await excess()).toEqual([]);
});

/** Analyzed with one of each in so many customers, planned with early, and one customer large since then. */
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

it('reads no more than the rows named of tables that were tiny when they were analyzed, or even planned with', () =>
  grownSince(3));

it('reads no more than the rows named where a customer is large by now, of ten thousand that had one of each', () =>
  grownSince(10_000));
