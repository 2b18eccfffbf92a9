import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { PoolClient } from 'pg';
import {
  apiListing,
  auditEventListing,
  clientListing,
  createLog,
  entities,
  findListed,
  groupListing,
  invitationListing,
  loadConfig,
  logoutDeliveryListing,
  mailListing,
  openDatabase,
  organizationListing,
  RequestContext,
  Runtime,
  systemClock,
  Vault,
} from '#product';
import type { Listing } from '../../src/ground/lists/filter/index.ts';
import { scansDuring, tellPlans } from '../support/plans/explain.ts';
import { CASES, CUSTOMER, FEW, seedOtherLists } from '../support/plans/other-list-seed.ts';
import { cloneDatabase, dropDatabase } from '../support/postgres.ts';
import { TEMPLATE } from '../support/template.ts';

const LISTINGS = {
  groups: groupListing,
  clients: clientListing,
  organizations: organizationListing,
  apis: apiListing,
  invitations: invitationListing,
  mails: mailListing,
  logoutDeliveries: logoutDeliveryListing,
  auditEvents: auditEventListing,
} as unknown as Readonly<Record<string, Listing<object>>>;

const admin = process.env['TEST_POSTGRES_URL']!;
const name = `test_${randomUUID().replaceAll('-', '')}`;
let database: Awaited<ReturnType<typeof openDatabase>>;
let client: PoolClient;

beforeAll(async () => {
  const url = (await cloneDatabase(admin, TEMPLATE, name)).replace('//guildhall@', '//postgres@');
  database = await openDatabase({ entities, url, poolSize: 1, log: createLog('silent'), limits: null });
  client = await database.pool.connect();
  await tellPlans(client);
  client.release();
  // Of empty tables, PostgreSQL believes that reading them whole costs nothing.
  await database.pool.query('vacuum analyze');
  await seedOtherLists(database.pool);
}, 600_000);
afterAll(async () => {
  await database.close();
  await dropDatabase(admin, name);
});

/** How many rows of a table a list reads in its order before it asks an index, and the one that tells that there are more. */
const ROWS_MAX = 2_001;

function context(): RequestContext {
  const scopes = new Set(['read', 'write', 'admin'] as const);
  const viewer = { kind: 'client', customerId: CUSTOMER, clientId: 'client', scopes, documents: null } as const;
  const fork = () => database.orm.em.fork();
  const config = loadConfig({ NODE_ENV: 'test' });
  const runtime = new Runtime(database.db, fork, systemClock, createLog('silent'), new Vault(Buffer.alloc(32)), config);
  return new RequestContext(runtime, viewer, { requestId: '', ip: '', userAgent: '' });
}

/** Reads a page, and says what is wrong with how it was read. */
async function fault(
  listing: Listing<object>,
  args: object,
  expected: number,
  rowsMax: number,
): Promise<string | undefined> {
  let found: number | string = 0;
  const scans = await scansDuring(client, async () => {
    try {
      found = (await findListed(context(), listing, CUSTOMER, { first: 20, ...args })).edges.length;
    } catch (error) {
      found = (error as { code?: string }).code ?? String(error);
    }
  });
  const rows = Math.max(0, ...scans.map((scan) => scan.rows));
  const sequential = scans.map(({ node }) => node).filter((node) => node.startsWith('Seq Scan'));
  if (found === expected && rows <= rowsMax && sequential.length === 0) return undefined;
  return `${JSON.stringify(args)}: found ${found}, read ${rows} ${sequential.join()}`;
}

describe.each(Object.entries(LISTINGS))('the list of %s', (list, listing) => {
  const cases = CASES[list]!;
  const orders = [
    undefined,
    ...Object.keys(listing.sortings).flatMap((field) => ['asc', 'desc'].map((direction) => ({ field, direction }))),
  ];

  it('is tried with each property that it is filtered by', () => {
    const tried = new Set(cases.flatMap(({ where }) => Object.keys('not' in where ? (where.not as object) : where)));
    // Attributes are tried in the list of users.
    const untried = Object.keys(listing.filter.properties).filter(
      (property) => property !== 'attributes' && !tried.has(property),
    );
    expect(untried).toEqual([]);
  });

  it('reads few rows in any order, whatever it is filtered by', async () => {
    const wrong: (string | undefined)[] = [];
    for (const orderBy of orders) {
      wrong.push(await fault(listing, { orderBy }, 20, 21));
      for (const { where, onlyChecks, found = FEW } of cases)
        wrong.push(await fault(listing, { where, orderBy }, found, onlyChecks ? Infinity : ROWS_MAX));
    }
    expect(wrong.filter(Boolean)).toEqual([]);
  }, 600_000);
});
