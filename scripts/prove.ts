/**
 * Runs long proofs (`scripts/proofs.ts`):
 *
 *     prove [<name> …]    runs these, or all, and records in .ci/proven.json that they are green
 *     prove --due         names those that `.ci/run` has to run: what they prove has changed, or it is their day
 *     prove --run <name>  runs one, or of `<name>:1/4` a part, and records nothing
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { type Proof, proofs } from './proofs.ts';

const RECORD = '.ci/proven.json';
const DAY_MS = 86_400_000;
const WEEK = 7;

const names = Object.keys(proofs);
/** What the days of a week share: the proofs, those that are too long for one run in parts. */
const shares = Object.entries(proofs).flatMap(([name, { parts }]) =>
  parts ? Array.from({ length: parts }, (_, n) => `${name}:${n + 1}/${parts}`) : name,
);
const today = Math.floor(Date.now() / DAY_MS);

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
  const todays = shares.filter((_, n) => n % WEEK === today % WEEK);
  return [...changed, ...todays.filter((share) => !changed.includes(share.split(':')[0]!))];
}

function run(wanted: string): boolean {
  const [name, shard] = wanted.split(':') as [string, string?];
  const proof = proofs[name];
  if (!proof) throw new Error(`There is no proof ${name}, but ${names.join(', ')}.`);
  const { command } = proof;
  const given = shard ? `${command.includes(' -- ') ? '' : ' --'} --shard ${shard}` : '';
  console.log(command + given);
  return spawnSync(command + given, { shell: true, stdio: 'inherit' }).status === 0;
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
