import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { PoolClient } from 'pg';
import {
  createLog,
  cursorBehind,
  entities,
  loadConfig,
  openDatabase,
  RequestContext,
  Runtime,
  systemClock,
  UserListService,
  userFilter,
  userListing,
  Vault,
} from '#product';
import { scansDuring, tellPlans } from '../support/plans/explain.ts';
import { FEW, FIRST, seedLists, userCases, type Case } from '../support/plans/list-seed.ts';
import { cloneDatabase, dropDatabase } from '../support/postgres.ts';
import { TEMPLATE } from '../support/template.ts';

const admin = process.env['TEST_POSTGRES_URL']!;
let name: string;
let database: Awaited<ReturnType<typeof openDatabase>>;
let client: PoolClient;

// Statistics outlive the rows that they are of, so each test has a database of its own.
beforeEach(async () => {
  name = `test_${randomUUID().replaceAll('-', '')}`;
  const url = (await cloneDatabase(admin, TEMPLATE, name)).replace('//guildhall@', '//postgres@');
  database = await openDatabase({ entities, url, poolSize: 1, log: createLog('silent'), limits: null });
  client = await database.pool.connect();
  await tellPlans(client);
  client.release();
});
afterEach(async () => {
  await database.close();
  await dropDatabase(admin, name);
});

/** How many rows of a table a list reads in its order before it asks an index. */
const FIRST_ROWS = 2_000;
/** The most it reads, one by one, before it gives up. */
const ROWS_MAX = 50_000;
/** The most that it counts. */
const COUNTED_MAX = 5_000;
/** Two cores make these users in half a minute. */
const LONG = 600_000;

function users(customerId: string): UserListService {
  const scopes = new Set(['read', 'write', 'admin'] as const);
  const viewer = { kind: 'client', customerId, clientId: 'client', scopes, documents: null } as const;
  const fork = () => database.orm.em.fork();
  const config = loadConfig({ NODE_ENV: 'test' });
  const runtime = new Runtime(database.db, fork, systemClock, createLog('silent'), new Vault(Buffer.alloc(32)), config);
  return new RequestContext(runtime, viewer, { requestId: '', ip: '', userAgent: '' }).get(UserListService);
}

interface Read {
  readonly found: number | string;
  /** The most rows of a table that one node of a plan read. */
  readonly rows: number;
  /** The rows that all nodes read, of the table from which they read most. */
  readonly total: number;
  readonly sequential: readonly string[];
}

/** Reads the first page of a list. */
async function read(customerId: string, args: object): Promise<Read> {
  let found: number | string = 0;
  const scans = await scansDuring(client, async () => {
    try {
      found = (await users(customerId).list({ first: 20, ...args })).edges.length;
    } catch (error) {
      found = (error as { code: string }).code;
    }
  });
  const sequential = scans.filter(({ node }) => node.startsWith('Seq Scan')).map(({ node }) => node);
  const tables = Map.groupBy(scans, ({ node }) => /Scan (\w+)/.exec(node)?.[1]);
  const totals = [...tables.values()].map((each) => each.reduce((sum, { rows }) => sum + rows, 0));
  return { found, rows: Math.max(0, ...scans.map(({ rows }) => rows)), total: Math.max(0, ...totals), sequential };
}

const ORDERS = [
  undefined,
  ...Object.keys(userListing.sortings).flatMap((field) => ['asc', 'desc'].map((direction) => ({ field, direction }))),
];

/** Where a list of users, filtered and ordered in any way, reads more than it should. */
async function excess(cases: readonly Case[], orders: readonly unknown[] = ORDERS): Promise<string[]> {
  const wrong: string[] = [];
  const note = (args: object, { found, rows, sequential }: Read, isFine: boolean): void => {
    if (!isFine || sequential.length > 0)
      wrong.push(`${JSON.stringify(args)}: found ${found}, read ${rows} ${sequential.join()}`);
  };
  for (const orderBy of orders) {
    const all = await read(FIRST, { orderBy });
    note({ orderBy }, all, all.found === 20 && all.rows <= 21);
    for (const { where, customer = FIRST, onlyChecks, found = FEW, perRow = 1 } of cases) {
      const page = await read(customer, { where, orderBy });
      note(
        { where, orderBy },
        page,
        page.found === found && (onlyChecks === true || page.rows <= (FIRST_ROWS + 1) * perRow),
      );
    }
  }
  return wrong;
}

const clear = () => database.pool.query('truncate customers cascade');

it('tries each property that users are filtered by', () => {
  const tried = new Set(userCases(SIZE).flatMap(({ where }) => Object.keys(where)));
  expect(Object.keys(userFilter.properties).filter((property) => !tried.has(property))).toEqual([]);
});

const SIZE = 5_000;

it.each([
  ['were never analyzed', async () => {}],
  ['were empty when they were analyzed', () => database.pool.query('vacuum analyze')],
])(
  'reads few rows of tables that %s',
  async (_, prepare) => {
    await clear();
    await prepare();
    await seedLists(database.pool, SIZE);
    for (const mode of ['auto', 'force_generic_plan']) {
      await database.pool.query(`set plan_cache_mode = ${mode}`);
      expect(await excess(userCases(SIZE))).toEqual([]);
    }
  },
  LONG,
);

it(
  'counts up to 5,000 users, and reads no more for that in a step',
  async () => {
    const many = COUNTED_MAX + 1_000;
    await clear();
    await seedLists(database.pool, many, { customers: [1] });
    await database.pool.query('vacuum analyze');
    for (const [where, total, isExact] of [
      [{}, many, true],
      [{ emailVerified: true }, many - FEW, true],
      [{ isActive: true }, COUNTED_MAX, false],
      [{ isActive: false }, FEW, true],
      [{ name: { contains: 'many' } }, COUNTED_MAX, false],
      [{ name: { contains: 'many' }, isActive: true }, COUNTED_MAX, false],
      [{ name: { contains: 'Few' } }, FEW, true],
      [{ name: { contains: 'Few' }, isActive: false }, FEW, true],
      [{ role: { eq: 'member' }, isActive: true, emailVerified: true }, COUNTED_MAX, false],
      [{ role: { eq: 'member' }, isActive: true, emailVerified: false }, 0, true],
      // The first 5,000 have none of them. The page has some.
      [{ givenName: { eq: 'Few' } }, 5, false],
    ] as const) {
      const list = await users(FIRST).list({ first: 5, where });
      let counted: readonly [number, boolean] = [0, false];
      const scans = await scansDuring(client, async () => {
        counted = [await list.total(), await list.isTotalExact!()];
      });
      const rows = Math.max(...scans.map((scan) => scan.rows));
      expect([where, ...counted, rows <= COUNTED_MAX + 1]).toEqual([where, total, isExact, true]);
    }
  },
  LONG,
);

it(
  'reads few rows of tables whose statistics are right, and gives up after many',
  async () => {
    const many = ROWS_MAX + 2_000;
    await clear();
    await seedLists(database.pool, many, { customers: [1] });
    await database.pool.query('vacuum analyze');
    // A numbered page counts all that it finds. Where that would be too many, it gives up before it reads them.
    for (const [search, found] of [
      ['a', 'FILTER_TOO_COSTLY'],
      ['many', 'FILTER_TOO_COSTLY'],
      ['few', FEW],
    ] as const) {
      const page = await read(FIRST, { after: cursorBehind(0), where: { search } });
      expect([search, page.found, page.rows <= FIRST_ROWS, page.sequential]).toEqual([search, found, true, []]);
    }
    // The rows of a group that everybody is in are not read twice, by its index and in their order.
    const all = randomUUID();
    await database.pool.query(
      `insert into groups (id, customer_id, name, created_at, updated_at) values ($1, $2, 'All', now(), now())`,
      [all, FIRST],
    );
    await database.pool.query(
      `insert into memberships (group_id, user_id, customer_id, joined_at)
       select $1, id, customer_id, now() from users where customer_id = $2`,
      [all, FIRST],
    );
    await database.pool.query('vacuum analyze memberships');
    const within = { groups: { some: { id: { eq: all } } }, givenName: { eq: 'None' } };
    const inGroup = await read(FIRST, { where: within });
    // Those and whether there are more.
    const most = 2 * (ROWS_MAX + FIRST_ROWS) + 10;
    expect([inGroup.found, Math.max(inGroup.total, most)]).toEqual(['FILTER_TOO_COSTLY', most]);
    await database.pool.query('delete from groups where id = $1', [all]);
    await database.pool.query('vacuum analyze memberships');
    const cases = userCases(many).filter(({ customer = FIRST }) => customer === FIRST);
    const found = cases.filter(({ onlyChecks }) => !onlyChecks);
    expect(await excess(found)).toEqual([]);
    for (const { where } of cases.filter(({ onlyChecks }) => onlyChecks)) {
      const { found: answer, rows } = await read(FIRST, { where });
      expect([where, answer, rows <= ROWS_MAX + 1]).toEqual([where, 'FILTER_TOO_COSTLY', true]);
    }
  },
  LONG,
);
