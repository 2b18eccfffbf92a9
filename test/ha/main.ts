/**
 * `npm run test:ha`: breaks things under a recorded load, and prints a table of what came of it. It ends with 1 if an
 * acknowledged write was lost, or if anybody noticed what nobody may notice. A scenario whose programs are not installed is
 * skipped, and fails in continuous integration. `--shard 1/4` runs the first of four parts of the scenarios. `--only <words>` runs the scenarios that have these words in their names, `--long` all of them, `--rolls <n>` restarts
 * nodes n times, `--times <n>` strikes n times as often, `--keep` keeps the logs.
 */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { BIN } from './postgres.ts';
import { FAULTS } from './faults.ts';
import { DOCUMENTED, OTHERS, roll } from './rolling.ts';
import { type Row, tableOf } from './report.ts';

const { values } = parseArgs({
  options: {
    long: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    shard: { type: 'string', default: '1/1' },
    rolls: { type: 'string' },
    times: { type: 'string', default: '1' },
  },
});
const rolls = Number(values.rolls ?? (values.long ? 16 : 4));

const [shard, shards] = values.shard.split('/').map(Number) as [number, number];
let scenarios = 0;

const rows: Row[] = [];
const faults: string[] = [];
interface Limits {
  readonly failedMax?: number;
  readonly outageMax?: number;
}

async function tried(
  name: string,
  programs: readonly string[],
  run: () => Promise<Row>,
  { failedMax = Infinity, outageMax = Infinity }: Limits,
): Promise<void> {
  if (!name.includes(values.only)) return;
  scenarios += 1;
  if (scenarios % shards !== shard - 1) return;
  const missing = [`${BIN}/postgres`, ...programs].filter((path) => !existsSync(path));
  if (missing.length > 0) {
    console.log(`${name}: skipped, because there is no ${missing.join(' and no ')}`);
    if (process.env['CI']) faults.push(name);
    return;
  }
  const row = await run();
  rows.push(row);
  console.log(tableOf([row]));
  const isLate = (row.outage ?? 0) > outageMax;
  if (row.lost + row.again + row.wrong > 0 || row.failed > failedMax || isLate) faults.push(row.name);
}

for (const rolling of [...DOCUMENTED, ...(values.long ? OTHERS : [])]) {
  const limits = DOCUMENTED.includes(rolling) ? { failedMax: (rolling.cost ?? 0) * rolls } : {};
  await tried(rolling.name, [rolling.program], () => roll(rolling, rolls, values.keep), limits);
}
for (const fault of FAULTS) {
  const times = (fault.times ?? 1) * Number(values.times);
  const name = fault.times === undefined ? fault.name : `${fault.name}, ${times} times`;
  await tried(name, fault.programs, () => fault.suffer(values.keep, name, times), fault);
}
if (rows.length > 1) console.log(`\n${tableOf(rows)}`);
if (faults.length > 0) {
  console.error(`Failed: ${faults.join(', ')}`);
  process.exitCode = 1;
}
