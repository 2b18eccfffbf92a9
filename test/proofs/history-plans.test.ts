import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { PoolClient } from 'pg';
import type { AuditEvent } from '../../src/modules/audit/index.ts';
import {
  AuditHistoryService,
  AuditListService,
  cleanUp,
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
import { scansOf, tellPlans, type Scan } from '../support/plans/explain.ts';
import { cloneDatabase, dropDatabase } from '../support/postgres.ts';
import { statementsOf } from '../support/queries.ts';
import { TEMPLATE } from '../support/template.ts';

const admin = process.env['TEST_POSTGRES_URL']!;
const name = `test_${randomUUID().replaceAll('-', '')}`;
const [CUSTOMER, OTHER] = [randomUUID(), randomUUID()];
const EVENTS = 200_000;
const PEOPLE = 1_000;
const FOLDED = 20_000;
const user = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
let database: Awaited<ReturnType<typeof openDatabase>>;
let runtime: Runtime;

beforeAll(async () => {
  // Only a superuser may have plans told.
  const url = (await cloneDatabase(admin, TEMPLATE, name)).replace('//guildhall@', '//postgres@');
  const log = createLog('silent');
  database = await openDatabase({ entities, url, poolSize: 3, log, limits: null });
  const config = loadConfig({ NODE_ENV: 'test', AUDIT_RETENTION_DAYS: '29' });
  runtime = new Runtime(
    database.db,
    () => database.orm.em.fork(),
    systemClock,
    log,
    new Vault(Buffer.alloc(32)),
    config,
  );
  for (const id of [CUSTOMER, OTHER])
    await database.pool.query(
      'insert into customers (id, name, created_at, updated_at) values ($1, $2, now(), now())',
      [id, `customer ${id}`],
    );
  // An event in ten names another user. The oldest are from a month ago.
  await database.pool.query(
    `insert into audit_events (id, customer_id, occurred_at, action, actor_type, subject_type, subject_id, details)
     select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7000' || lpad(to_hex(n), 16, '8'))::uuid,
       case when n % 2 = 0 then $1::uuid else $2::uuid end, at, 'login.succeeded', 'user', 'user',
       '00000000-0000-7000-8000-' || lpad((n % $4)::text, 12, '0'),
       case when n % 10 = 0
         then jsonb_build_object('userId', '00000000-0000-7000-8000-' || lpad(((n / 10) % $4)::text, 12, '0')) else '{}' end
     from generate_series(1, $3::int) n
     cross join lateral (select now() - interval '30 days' * ($3::int - n) / $3::int as at) t`,
    [CUSTOMER, OTHER, EVENTS, PEOPLE],
  );
  await database.pool.query(
    'update audit_progress set counted_to = (select id from audit_events order by id desc limit 1)',
  );
});
afterAll(async () => {
  await database.close();
  await dropDatabase(admin, name);
});

/** What the statements of `work` on the trail do with its table. */
async function scansBy(work: () => Promise<unknown>): Promise<Scan[]> {
  const sent = (await statementsOf(work)).filter(({ text }) => /^\s*(?:select|with page).*audit_events/s.test(text));
  expect(sent.length).toBeGreaterThan(0);
  return withPlans(async (client) => {
    const scans: Scan[] = [];
    for (const { text, values } of sent) scans.push(...(await scansOf(client, { name: '', text }, values)));
    return scans;
  });
}

async function withPlans<Result>(work: (client: PoolClient) => Promise<Result>): Promise<Result> {
  const client = await database.pool.connect();
  try {
    await tellPlans(client);
    return await work(client);
  } finally {
    client.release(true);
  }
}

/** The scans that read more rows than they may, or follow no index. */
const excess = (scans: readonly Scan[], rows: number) =>
  scans.filter((scan) => scan.node.includes('audit_events') && (scan.node.startsWith('Seq') || scan.rows > rows));

const context = () =>
  new RequestContext(
    runtime,
    { kind: 'client', customerId: CUSTOMER, clientId: 'c', scopes: new Set(['admin'] as const), documents: null },
    { requestId: '', ip: '', userAgent: '' },
  );

it.each(['never analyzed', 'analyzed'])(
  'histories read only what they show, however many events there are: %s',
  async (when) => {
    if (when === 'analyzed') await database.pool.query('vacuum analyze');
    const owners = [1, 2, 3, 4, 5].map((n) => user(n * 10));
    const read = async () => {
      const ctx = context();
      const pages = await Promise.all(owners.map((id) => ctx.get(AuditHistoryService).of(id, { first: 10 })));
      expect(pages.map((page) => page!.edges.length)).toEqual(owners.map(() => 10));
    };
    expect(await statementsOf(read)).toHaveLength(1);
    // Each owner's page of both searches, and a row more.
    expect(excess(await scansBy(read), owners.length * 2 * 11)).toEqual([]);
  },
);

it('folds are read as one event each, however many events they have', async () => {
  // An import of before all others, and a few events in front of it by the same client in the same group.
  const made = (first: string, count: number, more: string) => `
    insert into audit_events (id, customer_id, occurred_at, action, actor_type, actor_id, subject_type, subject_id, request_id, details)
    select (left('${first}', 24) || lpad(to_hex(n), 12, '0'))::uuid, '${CUSTOMER}', now(), 'membership.added', 'client', 'importer',
      'group', 'folded', ${more}, jsonb_build_object('userId', n::text) from generate_series(0, ${count - 1}) n`;
  const [old, young] = ['fffffffe-ffff-7000-8000-000000000000', 'ffffffff-ffff-7000-8000-000000000000'];
  await database.pool.query(made(old, FOLDED, "'import'"));
  await database.pool.query(made(young, 5, "'change ' || n"));
  const ctx = context();
  const list = (where: object | null, args: object) =>
    ctx.get(AuditListService).list({ first: 10, where, ...args }, true);
  for (const [what, read, count] of [
    ['history', () => ctx.get(AuditHistoryService).of('folded', { first: 10 }, true), 6],
    ['list', () => list(null, {}), 10],
    ['by actor', () => list({ actorId: { eq: 'importer' } }, {}), 6],
  ] as const) {
    let edges: readonly { readonly node: { readonly id: string } }[] = [];
    const scans = await scansBy(async () => ({ edges } = (await read())!));
    expect([what, edges.length, edges[5]!.node.id]).toEqual([what, count, old]);
    expect([what, excess(scans, 2 * 11)]).toEqual([what, []]);
  }
  const sizes = await scansBy(() => ctx.get(AuditListService).foldSize({ id: old, foldId: old } as AuditEvent));
  expect(excess(sizes, 10_001)).toEqual([]);
  const page = () => list({ foldId: { eq: old } }, {});
  expect(excess(await scansBy(page), 11)).toEqual([]);
}, 120_000);

it('counters are read without the events that are counted', () =>
  withPlans(async (client) => {
    const statement = declaredStatements().find((each) => each.name === 'audit.counts')!;
    const period = { from: '2020-01-01', to: '2020-01-31', most: 10 };
    const values = valuesOf(statement, { customerId: CUSTOMER, kinds: '{action}', names: null, ...period });
    expect(excess(await scansOf(client, statement, values), 0)).toEqual([]);
  }));

it('old events are found in the order of their ids, a batch at a time', async () => {
  const begun = new Date();
  const scans = await scansBy(() => cleanUp(runtime));
  // A row is read to be found, and again when it is locked.
  for (const { node, rows } of scans.filter((scan) => scan.node.includes('audit_events')))
    expect([node, node.startsWith('Index'), rows <= 1000]).toEqual([node, true, true]);
  const { rows } = await database.pool.query(
    `select count(*)::int as old from audit_events where occurred_at < $1::timestamptz - interval '29 days'`,
    [begun],
  );
  expect(rows).toEqual([{ old: 0 }]);
});
