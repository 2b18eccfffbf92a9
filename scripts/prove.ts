/**
 * Runs long proofs (`scripts/proofs.ts`):
 *
 *     prove [<name> …]    runs these, or all, and records in .ci/proven.json that they are green
 *     prove --due         names those that `.ci/run` has to run: what they prove has changed, or it is their turn
 *     prove --run <name>  runs one, or of `<name>:2/9` a part, and records nothing
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { type Proof, proofs, shareAt, shares } from './proofs.ts';

const RECORD = '.ci/proven.json';

const names = Object.keys(proofs);
const commands = new Map([...shares, ...Object.entries(proofs).map(([name, { command }]) => [name, command] as const)]);

/** Stands for the contents of the files that a proof is about, committed or not. */
function fingerprint({ paths }: Proof): string {
  const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...paths];
  const files = execFileSync('git', listed, { encoding: 'utf8' }).split('\0');
  const hash = createHash('sha256');
  for (const file of new Set(files.filter((each) => each !== '' && existsSync(each))))
    hash.update(`${file}\0`).update(readFileSync(file));
  return hash.digest('hex');
}

const proven = (): Record<string, string> =>
  existsSync(RECORD) ? (JSON.parse(readFileSync(RECORD, 'utf8')) as Record<string, string>) : {};

function due(): string[] {
  const recorded = proven();
  const changed = names.filter((name) => recorded[name] !== fingerprint(proofs[name]!));
  const share = shareAt(Date.now());
  return changed.includes(share.split(':')[0]!) ? changed : [...changed, share];
}

function run(wanted: string): boolean {
  const command = commands.get(wanted);
  if (!command) throw new Error(`There is no proof ${wanted}, but ${names.join(', ')}.`);
  console.log(command);
  return spawnSync(command, { shell: true, stdio: 'inherit' }).status === 0;
}

function prove(wanted: readonly string[]): void {
  for (const name of wanted) {
    const before = proofs[name] && fingerprint(proofs[name]);
    if (!run(name)) process.exitCode = 1;
    else writeFileSync(RECORD, `${JSON.stringify({ ...proven(), [name]: before }, null, 2)}\n`);
  }
}

const [option, ...given] = process.argv.slice(2);
if (option === '--due') console.log(due().join('\n'));
else if (option === '--run') process.exitCode = given.every(run) ? 0 : 1;
else prove(option === undefined ? names : [option, ...given]);
