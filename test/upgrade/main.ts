/**
 * `npm run test:upgrade`: two nodes of the last release serve a loaded database, while this version migrates it and takes their
 * place, one after the other. Nobody may notice. The schema must be the one that this version makes in an empty database, on
 * which its own tests run; and the tests of the last release's doors must pass on that schema, with the last release's code.
 * `--from <revision>` names the release, `--no-tests` leaves its tests out, `--shard 1/14` runs nothing but the first of
 * fourteen parts of them, `--keep` keeps the logs.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { HAPROXY, startHaproxy } from '../ha/balancers.ts';
import { command, MAIN } from '../ha/nodes.ts';
import { BIN, Postgres, query } from '../ha/postgres.ts';
import { rowOf, tableOf } from '../ha/report.ts';
import { underLoad } from '../ha/stand.ts';
import { build, giveMigrations, lastRelease, layOut, run } from './release.ts';

const { values } = parseArgs({
  options: {
    from: { type: 'string' },
    tests: { type: 'boolean', default: true },
    shard: { type: 'string' },
    keep: { type: 'boolean', default: false },
  },
  allowNegative: true,
});

// The pages' tests were in `interaction` before they were in `pages`.
const DOORS = ['rest', 'graphql', 'oauth', 'pages', 'interaction'].map((door) => `test/${door}/`);
const USERS = 20_000;
const LOAD = `
  insert into users (id, customer_id, email, email_key, name, role, created_at, updated_at)
  select gen_random_uuid(), c.id, n || '@load.example', n || '@load.example', 'User ' || n, 'member', now(), now()
  from customers c, generate_series(1, ${USERS}) n`;

const missing = [`${BIN}/postgres`, HAPROXY].filter((path) => !existsSync(path));
if (missing.length > 0) {
  console.log(`Skipped, because there is no ${missing.join(' and no ')}`);
  if (process.env['CI']) process.exitCode = 1;
} else await upgrade(values.from ?? lastRelease());

async function upgrade(release: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'guildhall-upgrade-'));
  try {
    layOut(release, folder);
    if (!values.shard) {
      build(folder);
      await roll(release, join(folder, 'dist/main.js'));
    }
    if (values.tests) {
      // The tests build what has changed.
      giveMigrations(folder);
      console.log(`The tests of ${release} on the schema of this version:`);
      runTests(folder);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
  }
}

/** Runs the files that fail once more: a test of a release that fails by chance cannot be mended any more. */
function runTests(folder: string): void {
  const results = join(folder, 'results.json');
  const attempt = (...which: readonly string[]): void => run('npm', ['test', '--silent', '--', ...which], folder);
  try {
    const shard = values.shard ? [`--shard=${values.shard}`] : [];
    attempt(...DOORS, ...shard, '--json', `--outputFile=${results}`);
  } catch (fault) {
    const failed = failedIn(results);
    if (failed.length === 0) throw fault;
    console.log('Those that failed, once more:');
    attempt('--runTestsByPath', ...failed);
  }
}

function failedIn(results: string): string[] {
  if (!existsSync(results)) return [];
  const { testResults } = JSON.parse(readFileSync(results, 'utf8')) as {
    readonly testResults: readonly { readonly name: string; readonly status: string }[];
  };
  return testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);
}

async function roll(release: string, main: string): Promise<void> {
  let differs = '';
  const store = (place: ConstructorParameters<typeof Postgres>[0]) => new Postgres(place);
  const recorded = await underLoad({ store, balancer: startHaproxy, main }, values.keep, async (stand) => {
    await query(stand.store.url, LOAD);
    await migrate(stand.store.url);
    for (const node of stand.nodes) {
      await node.stop();
      node.main = MAIN;
      await node.start();
    }
    differs = await difference(stand.store.url);
  });
  const row = { ...rowOf(`${release} upgraded`, recorded), outage: null };
  console.log(tableOf([row]));
  if (row.failed + row.lost + row.again > 0) throw new Error('Somebody noticed the upgrade.');
  if (differs) throw new Error(`The upgraded schema is another one than a new one:\n${differs}`);
  console.log('The upgraded schema is that of a new database.');
}

async function migrate(url: string): Promise<void> {
  console.log(await command(url, 'migrate', 'up'));
}

/** The first statements of the schema that a new database does not have, or the other way round. */
async function difference(url: string): Promise<string> {
  await query(url, 'create database fresh');
  const fresh = url.replace(/[^/]*$/, 'fresh');
  await migrate(fresh);
  const [one, other] = [statementsOf(url), statementsOf(fresh)];
  const only = (some: readonly string[], others: readonly string[], sign: string): string[] =>
    some.filter((statement) => !others.includes(statement)).map((statement) => `${sign} ${statement}`);
  return [...only(one, other, '+'), ...only(other, one, '-')].slice(0, 20).join('\n');
}

/** Blanks and lines make no difference: the bodies of functions are kept as they were written. */
function statementsOf(url: string): string[] {
  const text = execFileSync(`${BIN}/pg_dump`, ['--schema-only', '--no-owner', url], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  const lines = text.split('\n').filter((line) => line !== '' && !/^(?:--|\\)/.test(line));
  return lines
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([()]) ?/g, '$1')
    .split('; ');
}
