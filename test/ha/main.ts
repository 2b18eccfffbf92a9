/**
 * `npm run test:ha`: breaks things under a recorded load, and prints a table of what came of it. It ends with 1 if an
 * acknowledged write was lost, or if anybody noticed what nobody may notice. A scenario whose programs are not installed is
 * skipped. `--only <words>` runs the scenarios that have these words in their names, `--long` all of them, `--rolls <n>` restarts
 * nodes n times, `--keep` keeps the logs.
 */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { BIN } from './postgres.ts';
import { DOCUMENTED, OTHERS, roll } from './rolling.ts';
import { type Row, tableOf } from './report.ts';

const { values } = parseArgs({
  options: {
    long: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    rolls: { type: 'string' },
  },
});
const rolls = Number(values.rolls ?? (values.long ? 16 : 4));

const rows: Row[] = [];
const faults: string[] = [];
for (const rolling of [...DOCUMENTED, ...(values.long ? OTHERS : [])]) {
  if (!rolling.name.includes(values.only)) continue;
  const missing = [`${BIN}/postgres`, rolling.program].filter((path) => !existsSync(path));
  if (missing.length > 0) {
    console.log(`${rolling.name}: skipped, because there is no ${missing.join(' and no ')}`);
    continue;
  }
  const row = await roll(rolling, rolls, values.keep);
  rows.push(row);
  console.log(tableOf([row]));
  if (row.lost > 0 || (DOCUMENTED.includes(rolling) && row.failed > 0)) faults.push(row.name);
}
if (rows.length > 1) console.log(`\n${tableOf(rows)}`);
if (faults.length > 0) {
  console.error(`Failed: ${faults.join(', ')}`);
  process.exitCode = 1;
}
