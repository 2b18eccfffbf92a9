// `npm test`: builds and runs the tests. Unless files are named, it leaves out the long proofs (`proofs.ts`). In continuous
// integration, the files that fail run once more. A test that passes then depends on chance: it is named, and the run fails
// all the same.

import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const given = process.argv.slice(2);
const output = given.find((each) => each.startsWith('--outputFile='))?.slice('--outputFile='.length);

function jest(...args) {
  const env = { ...process.env };
  if (args.some((each) => !each.startsWith('-'))) env.TEST_NAMED = '1';
  return spawnSync(process.execPath, ['node_modules/jest/bin/jest.js', ...args], { cwd: root, env, stdio: 'inherit' });
}

/** The names of the tests that failed, by their files. A file that could not be loaded has none. */
function failedIn(results) {
  const { testResults } = JSON.parse(readFileSync(results, 'utf8'));
  const failed = testResults.filter(({ status }) => status === 'failed');
  const namesOf = ({ assertionResults }) => assertionResults.filter((each) => each.status === 'failed');
  return new Map(failed.map((each) => [each.name, namesOf(each).map(({ fullName }) => fullName)]));
}

function tellFlaky() {
  const before = failedIn(output);
  if (before.size === 0) return;
  console.error('\nThe files that failed, once more:');
  const again = `${output}.again`;
  jest('--json', `--outputFile=${again}`, '--runTestsByPath', ...before.keys());
  const after = failedIn(again);
  for (const file of before.keys()) if (!after.has(file)) console.error(`FLAKY: ${file} passes on repetition.`);
  for (const [file, names] of before)
    for (const name of names)
      if (!after.get(file)?.includes(name)) console.error(`FLAKY: ${file}: ${name} passes on repetition.`);
}

// In more workers, the time that it takes to load the product is longer than that of a few files.
const FEW_FILES = 10;
const FEW_WORKERS = '--maxWorkers=2';
const named = given.filter((each) => !each.startsWith('-'));
const found = globSync('test/**/*.test.{ts,tsx}', { cwd: root }).filter((file) =>
  named.some((each) => file.match(each)),
);
const isFew = found.length > 0 && found.length <= FEW_FILES;

const { status } = jest(...(isFew ? [FEW_WORKERS] : []), ...given);
if (status !== 0 && process.env.CI && output) tellFlaky();
process.exitCode = status ?? 1;
