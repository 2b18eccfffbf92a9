/** The release before: its code, in a folder of its own. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

const MIGRATIONS = 'src/ground/persistence/migrations';
/** What knows how migrations are applied. */
const MIGRATOR = ['migrate.ts', 'stepped-migration.ts'].map((file) => `src/ground/persistence/${file}`);

const git = (...args: string[]): string =>
  execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

/** What is in use as long as no version is tagged. Between it and now, migrations come and are changed. */
const IN_USE = '2a01ef1f';

/** The newest tag of a version. */
export function lastRelease(): string {
  try {
    return git('describe', '--tags', '--abbrev=0', '--match', 'v*');
  } catch {
    return IN_USE;
  }
}

/** Lays the code of a revision out, with its packages. */
export function layOut(revision: string, folder: string): void {
  mkdirSync(folder, { recursive: true });
  const archive = execFileSync('git', ['archive', revision], { maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  // npm then installs only what differs from the packages of this version, and replaces files instead of writing into them.
  execFileSync('cp', ['-al', 'node_modules', join(folder, 'node_modules')]);
  run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts'], folder);
}

/** Gives the release the migrations that have come since. Its code stays as it is. */
export function giveMigrations(folder: string): void {
  for (const path of [MIGRATIONS, ...MIGRATOR])
    if (existsSync(path)) cpSync(path, join(folder, path), { recursive: true });
}

export const build = (folder: string): void => run(process.execPath, ['scripts/build.mjs'], folder);

export function run(command: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv = process.env): void {
  execFileSync(command, args, { cwd, env, stdio: ['ignore', 'inherit', 'inherit'] });
}
