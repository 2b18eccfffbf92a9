/**
 * `npm run test:kubernetes`: installs the Helm chart on a real Kubernetes of two nodes, replaces and kills pods while
 * applications go on asking, and prints a table of what came of it. `run.sh` gives it namespaces of its own. It ends with 1 if
 * an acknowledged write was lost, or if anybody noticed what nobody may notice. `--only <words>` does what has these words in
 * its name, `--set <value>` gives the chart another value, `--keep` keeps the logs.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ADMIN, SERVICE } from '../ha/nodes.ts';
import { until } from '../ha/programs.ts';
import { type Row, rowOf, tableOf } from '../ha/report.ts';
import { recordWhile } from '../ha/stand.ts';
import { kubectl, run } from './commands.ts';
import { CHART, DEEDS, type Deed, DEPLOYMENT } from './deeds.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    set: { type: 'string', multiple: true, default: [] },
    keep: { type: 'boolean', default: false },
  },
});

const { PROGRAMS, WORK } = process.env as { PROGRAMS: string; WORK: string };
const SITE = 'https://id.example';
const DATABASE_URL = 'postgres://guildhall@10.98.0.1/postgres';
const SECRET = {
  DATABASE_URL,
  SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
  BOOTSTRAP_CUSTOMER: 'The rig',
  BOOTSTRAP_ADMIN_EMAIL: ADMIN.email,
  BOOTSTRAP_ADMIN_PASSWORD: ADMIN.password,
  BOOTSTRAP_CLIENT_ID: SERVICE.client_id,
  BOOTSTRAP_CLIENT_SECRET: SERVICE.client_secret,
};
const VALUES = { existingSecret: 'guildhall', 'config.BASE_URL': SITE, 'config.TRUST_PROXY': 'uniquelocal' };

/** Starts the cluster. It ends with this process, which is the first one of its namespace. */
async function start(): Promise<void> {
  for (const name of ['SIGINT', 'SIGTERM']) process.once(name, () => process.exit(1));
  const cluster = spawn('bash', ['test/kubernetes/cluster.sh', PROGRAMS, WORK], { stdio: 'inherit' });
  cluster.once('exit', (code) => {
    console.error(`The cluster ended with ${code}.`);
    process.exit(1);
  });
  process.env['KUBECONFIG'] = join(WORK, 'kubeconfig');
  const nodes = ['node/node-1', 'node/node-2'];
  await until('the nodes', async () => (await kubectl('get', ...nodes, '--output', 'name')) !== '', 120);
  await kubectl('wait', ...nodes, '--for=condition=Ready', '--timeout=120s');
}

/** Installs the chart as docs/deploy.md says, and gives the address of its Service. */
async function install(): Promise<string> {
  await kubectl('create', 'secret', 'generic', 'guildhall', ...pairs('--from-literal', SECRET));
  const others = values.set.map((value) => `--set=${value}`);
  await run('helm', 'install', ...CHART, ...pairs('--set', VALUES), ...others, '--wait', '--timeout', '5m');
  console.log(await kubectl('exec', DEPLOYMENT, '--', 'guildhall', 'doctor'));
  await acceptsAll();
  return kubectl('get', 'service', 'guildhall', '--output', 'jsonpath={.spec.clusterIP}');
}

const pairs = (option: string, record: Record<string, string>): string[] =>
  Object.entries(record).map(([name, value]) => `${option}=${name}=${value}`);

/** Asks the API whether it would take everything that the chart can have. */
async function acceptsAll(): Promise<void> {
  await kubectl('create', '--filename', 'test/kubernetes/service-monitor.yaml');
  await kubectl('wait', '--for=condition=Established', 'crd/servicemonitors.monitoring.coreos.com');
  const [, chart] = CHART;
  const folder = join(WORK, 'most');
  await run(
    'helm',
    'template',
    'most',
    chart,
    '--values',
    `${chart}/ci/most.yaml`,
    '--validate',
    '--output-dir',
    folder,
  );
  console.log(await kubectl('apply', '--dry-run=server', '--recursive', '--filename', folder));
}

async function suffer(host: string, { name, times, do: deed }: Deed): Promise<Row> {
  const site = { host, port: 80, site: SITE, primary: () => Promise.resolve(DATABASE_URL) };
  const recorded = await recordWhile(site, async () => {
    for (let time = 0; time < times; time += 1) await deed(time);
  });
  return rowOf(`${name}, ${times} times`, recorded);
}

await start();
const host = await install();
const rows: Row[] = [];
const faults: string[] = [];
for (const deed of DEEDS.filter(({ name }) => name.includes(values.only))) {
  const row = await suffer(host, deed);
  rows.push(row);
  console.log(tableOf([row]));
  if (row.lost + row.again + row.wrong > 0 || (row.failed > 0 && deed.kills !== true)) faults.push(row.name);
}
console.log(`\n${tableOf(rows)}`);
if (faults.length > 0) console.error(`Failed: ${faults.join(', ')}`);
process.exit(faults.length > 0 ? 1 : 0);
