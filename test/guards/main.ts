/**
 * `npm run test:guards`: removes guards of the product one by one, in a copy of the tree, and runs the tests nearest to each. A
 * guard whose removal no test notices is a fault of the tests. Arguments choose guards by a part of their names, and
 * `--shard 1/5` the first of five parts of them.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { guards, type Guard } from './guards.ts';

interface Results {
  readonly numPassedTests: number;
  readonly numRuntimeErrorTestSuites: number;
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

const { values, positionals: wanted } = parseArgs({
  options: { shard: { type: 'string', default: '1/1' } },
  allowPositionals: true,
});
const [shard, shards] = values.shard.split('/').map(Number) as [number, number];
const chosen = guards
  .filter(({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)))
  .filter((_, n) => n % shards === shard - 1);
const copy = mkdtempSync(join(tmpdir(), 'guildhall-guards-'));
try {
  copyTree();
  for (const guard of chosen) {
    const { verdict, isRed } = tryWithout(guard);
    console.log(`${isRed ? 'red' : 'NOT NOTICED'}: ${guard.name}\n    ${verdict}`);
    if (!isRed) process.exitCode = 1;
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}

function copyTree(): void {
  const listed = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], { encoding: 'utf8' });
  for (const file of listed.split('\0').filter((each) => each !== '' && existsSync(each)))
    cpSync(file, join(copy, file));
  // The console is built already.
  cpSync('dist', join(copy, 'dist'), { recursive: true });
  symlinkSync(join(process.cwd(), 'node_modules'), join(copy, 'node_modules'));
}

function tryWithout({ file, text, instead, tests }: Guard): { verdict: string; isRed: boolean } {
  const path = join(copy, file);
  const source = readFileSync(path, 'utf8');
  const parts = source.split(text);
  if (parts.length !== 2) return { verdict: `${file} has this ${parts.length - 1} times: ${text}`, isRed: false };
  writeFileSync(path, parts.join(instead));
  try {
    return run(tests);
  } finally {
    writeFileSync(path, source);
  }
}

/** Only tests that ran and failed count, beside others that passed: a product that does not start proves nothing. */
function run(tests: readonly string[]): { verdict: string; isRed: boolean } {
  const report = join(copy, 'results.json');
  rmSync(report, { force: true });
  // Outside of continuous integration, what fails is not tried again.
  const env = { ...process.env, CI: '' };
  const args = ['scripts/test.mjs', '--json', `--outputFile=${report}`, ...tests];
  const { stderr } = spawnSync(process.execPath, args, { cwd: copy, env, encoding: 'utf8' });
  const reason = stderr.split('\n', 3).join(' ');
  if (!existsSync(report)) return { verdict: `The tests did not run: ${reason}`, isRed: false };
  const results = JSON.parse(readFileSync(report, 'utf8')) as Results;
  if (results.numPassedTests === 0 || results.numRuntimeErrorTestSuites > 0)
    return { verdict: `The product does not work: ${reason}`, isRed: false };
  const failed = results.testResults.flatMap(({ assertionResults }) =>
    assertionResults.flatMap(({ status, fullName }) => (status === 'failed' ? [fullName] : [])),
  );
  const verdict =
    failed.length === 0 ? `${tests.join(' ')} stay green` : `${failed.length} tests, such as: ${failed[0]}`;
  return { verdict, isRed: failed.length > 0 };
}
