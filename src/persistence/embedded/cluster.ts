import { execFile } from 'node:child_process';
import { chownSync, closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Binaries } from './binaries.ts';
import { EmbeddedPostgresError } from './embedded.error.ts';
import { environment, type Folder } from './folder.ts';

const run = promisify(execFile);

/** Whether the folder holds a complete cluster. */
export const isInitialized = (folder: Folder): boolean => existsSync(join(folder.data, 'PG_VERSION'));

/** Creates the cluster as a whole or not at all: one that was interrupted is begun again. */
export async function initialize(folder: Folder, { initdb }: Binaries, durable: boolean): Promise<void> {
  const { data, account } = folder;
  const fresh = `${data}.new`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { mode: 0o700 });
  if (account) chownSync(fresh, account.uid, account.gid);
  const options = { ...account, cwd: '/', env: environment };
  // pg_trgm sees letters beyond ASCII only where the C library's own locale knows them.
  const letters = process.platform === 'darwin' ? 'UTF-8' : 'C.UTF-8';
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', `--lc-ctype=${letters}`];
  try {
    await run(initdb, ['-D', fresh, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', ...locale, '--no-sync'], options);
    if (durable) await run(initdb, ['-D', fresh, '--sync-only'], options);
  } catch (error) {
    const said = (error as { stderr?: string }).stderr?.trim();
    throw new EmbeddedPostgresError(`PostgreSQL could not create its files in ${data}: ${said || String(error)}`);
  }
  renameSync(fresh, data);
  const root = openSync(folder.root, 'r');
  if (durable) fsyncSync(root);
  closeSync(root);
}
