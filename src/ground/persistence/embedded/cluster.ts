import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import type { Binaries } from './binaries.ts';
import { runBound } from './bound.ts';
import { EmbeddedPostgresError } from './embedded.error.ts';
import type { Folder } from './folder.ts';

/** Whether the folder holds a complete cluster. */
export const isInitialized = (folder: Folder): boolean => existsSync(join(folder.data, 'PG_VERSION'));

/** Creates the cluster as a whole or not at all: one that was interrupted is begun again, in a folder of its own. */
export async function initialize(folder: Folder, { initdb }: Binaries, durable: boolean): Promise<void> {
  const { data, account } = folder;
  removeDrafts(folder);
  const fresh = mkdtempSync(`${draftOf(folder)}-`);
  if (account) chownSync(fresh, account.uid, account.gid);
  // pg_trgm sees letters beyond ASCII only where the C library's own locale knows them.
  const letters = process.platform === 'darwin' ? 'UTF-8' : 'C.UTF-8';
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', `--lc-ctype=${letters}`];
  const options = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', ...locale, '--no-sync'];
  try {
    await runBound(folder, initdb, ['-D', fresh, ...options]);
    if (durable) await runBound(folder, initdb, ['-D', fresh, '--sync-only']);
  } catch (error) {
    throw new EmbeddedPostgresError(`PostgreSQL could not create its files in ${data}: ${(error as Error).message}`);
  }
  renameSync(fresh, data);
  const root = openSync(folder.root, 'r');
  if (durable) fsyncSync(root);
  closeSync(root);
}

const draftOf = ({ data }: Folder): string => `${data}.new`;

/** Removes what was begun and not finished. Its `initdb` may be ending just now and still write, hence the repetitions. */
function removeDrafts(folder: Folder): void {
  const prefix = basename(draftOf(folder));
  for (const name of readdirSync(folder.root))
    if (name.startsWith(prefix))
      rmSync(join(folder.root, name), { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}
