/**
 * `npm run bench`: how fast the built product is, against a bare handler that does the same work and against
 * oidc-provider, on one PostgreSQL in one run; then how it starts, what memory and room it takes, and how often it asks
 * the database. Starts everything it needs and leaves nothing behind. README.md beside it holds the figures.
 */
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '../src/ground/persistence/embedded/index.ts';
import { measureAfterLogins } from './after-logins.ts';
import { BUILD } from './contestants/index.ts';
import { describeMachine, leaveServersAlone, Patience } from './machine.ts';
import { measureLogin } from './login.ts';
import { measureMetrics } from './metrics.ts';
import { measureNeighbours } from './neighbours.ts';
import { CONNECTIONS } from './operation.ts';
import { readOptions, USAGE, wants, type Options } from './options.ts';
import { format, type Results } from './report.ts';
import { countRoundTrips } from './round-trips.ts';
import { measureAuditDay } from './scale/audit-day.ts';
import type { Growths } from './scale/compare.ts';
import { measureCustomers } from './scale/customers.ts';
import { measureGrowth } from './scale/index.ts';
import { measureMemberships } from './scale/memberships.ts';
import { measureInstallSize } from './size.ts';
import { measureSoak } from './soak.ts';
import { measureStarts } from './start.ts';
import { measureThroughput } from './throughput.ts';
import { measureWorkers } from './workers.ts';
import { createWorld } from './world.ts';

async function measure(options: Options): Promise<Results> {
  const machine = describeMachine();
  execFileSync(process.execPath, ['scripts/build.mjs', BUILD], { stdio: 'inherit' });
  leaveServersAlone();
  const dataDir = await mkdtemp(join(tmpdir(), 'guildhall-bench-'));
  const postgres = await startEmbedded({ dataDir });
  try {
    const world = await createWorld(postgres.url, options.users, CONNECTIONS, options.groups);
    const patience = new Patience(options.patienceSeconds);
    const results = {
      machine,
      ...(await measureThroughput(world, options, patience)),
      ...(wants(options, 'workers') && { workers: await measureWorkers(world, options, patience) }),
      ...(wants(options, 'metrics') && { metrics: await measureMetrics(world, options, patience) }),
      ...(wants(options, 'login') && { login: await measureLogin(world, options, patience) }),
      ...(wants(options, 'after-logins') && {
        afterLogins: await measureAfterLogins(postgres.url, options, patience),
      }),
      ...(wants(options, 'neighbours') && {
        neighbours: await measureNeighbours(postgres.url, options, patience),
      }),
      growths: await measureGrowths(postgres.url, options, patience),
      ...(wants(options, 'start') && { starts: await measureStarts(world, options, patience) }),
      ...(wants(options, 'size') && { installMegabytes: await measureInstallSize() }),
      ...(wants(options, 'round-trips') && { roundTrips: await countRoundTrips(world) }),
      ...(wants(options, 'soak') && { soak: await measureSoak(world, options) }),
    };
    return { ...results, disturbed: patience.disturbed };
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

const growths = {
  growth: measureGrowth,
  customers: measureCustomers,
  memberships: measureMemberships,
  'audit-day': measureAuditDay,
};

/** What has grown in other databases. */
async function measureGrowths(adminUrl: string, options: Options, patience: Patience): Promise<Growths[]> {
  const found: Growths[] = [];
  for (const [name, measureOne] of Object.entries(growths))
    if (wants(options, name)) found.push(await measureOne(adminUrl, options, patience));
  return found;
}

let options;
try {
  options = readOptions(process.argv.slice(2));
} catch (error) {
  console.error(`${(error as Error).message}\n${USAGE}`);
  process.exit(2);
}
const results = await measure(options);
console.log(options.json ? JSON.stringify(results, null, 2) : format(results));
