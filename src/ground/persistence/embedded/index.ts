/**
 * PostgreSQL without an installation: the programs come from npm, the data lives under DATA_DIR, and the server is
 * reached through a socket in that folder only. The entry point starts it when no DATABASE_URL is given, the command
 * line joins it, tests start throwaway ones. It hands out a connection string and knows nothing of what is stored:
 * migrations and connection pools belong to the callers, who close their pools before they stop the server.
 */
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { isInitialized } from './cluster.ts';
import { EmbeddedPostgresError } from './embedded.error.ts';
import { describeFolder, openFolder, type Folder } from './folder.ts';
import { takeLock, type Holder, type Role } from './lock.ts';
import { accepts, supervise, urlOf, type Watcher } from './supervisor.ts';

/** A running PostgreSQL: its connection string for `pg`, and its end. Stopping it twice is harmless. */
export interface EmbeddedPostgres {
  url: string;
  stop: () => Promise<void>;
}

/**
 * Starts PostgreSQL on `dataDir`, which is created if missing. Throws EmbeddedPostgresError with a message a user can
 * act on. `durable: false` gives up surviving a power failure for speed, for tests. With a watcher, PostgreSQL is started
 * again when it dies.
 */
export async function startEmbedded(options: {
  dataDir: string;
  durable?: boolean;
  watcher?: Watcher;
}): Promise<EmbeddedPostgres> {
  return explained(options.dataDir, async () => {
    const folder = openFolder(options.dataDir);
    for (let step = 0; ; step += 1) {
      const started = await startUnlessHeld(folder, 'server', options.durable ?? true, options.watcher);
      if (!('holder' in started)) return started;
      if (step >= (started.holder.role === 'server' ? REPLACED_SERVER_STEPS : COMMAND_STEPS))
        throw inUse(folder, started.holder);
      await sleep(STEP_MS);
    }
  });
}

/**
 * For the command line: uses the PostgreSQL of a running server on `dataDir`, which `stop` then leaves alone, or starts
 * it for the length of the command. With `isIdle`, it refuses that of a running server. Throws EmbeddedPostgresError where no
 * server has ever initialized the folder.
 */
export async function joinEmbedded(options: { dataDir: string; isIdle?: boolean }): Promise<EmbeddedPostgres> {
  return explained(options.dataDir, async () => {
    const folder = describeFolder(options.dataDir);
    if (!existsSync(folder.root) || !isInitialized(folder))
      throw new EmbeddedPostgresError(
        `There is no Guildhall database in ${folder.root} yet. Start the server once, or set DATA_DIR or DATABASE_URL.`,
      );
    for (let step = 0; ; step += 1) {
      const started = await startUnlessHeld(openFolder(options.dataDir), 'command', true);
      if (!('holder' in started)) return started;
      if (options.isIdle && started.holder.role === 'server') throw inUse(folder, started.holder);
      if (started.holder.role === 'server' && (await accepts(folder)))
        return { url: urlOf(folder), stop: async () => {} };
      if (step === COMMAND_STEPS) throw inUse(folder, started.holder);
      await sleep(STEP_MS);
    }
  });
}

const STEP_MS = 50;
// Ten seconds for a command to finish, or for a server to come up.
const COMMAND_STEPS = 200;
// One second for a server that is being replaced to be gone: a killed process takes a moment to end.
const REPLACED_SERVER_STEPS = 20;

async function startUnlessHeld(
  folder: Folder,
  role: Role,
  durable: boolean,
  watcher?: Watcher,
): Promise<EmbeddedPostgres | { holder: Holder }> {
  const lock = takeLock(folder.lock, role);
  if ('holder' in lock) return lock;
  try {
    const end = await supervise(folder, durable, watcher);
    let stopping: Promise<void> | undefined;
    return { url: urlOf(folder), stop: () => (stopping ??= end().finally(() => lock.release())) };
  } catch (error) {
    lock.release();
    throw error;
  }
}

function inUse({ root }: Folder, { pid, role }: Holder): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    role === 'server'
      ? `A Guildhall server (process ${pid}) is already running on ${root}. Stop it first, or set DATA_DIR to another folder.`
      : `A guildhall command (process ${pid}) is using ${root}. Wait until it has finished, then try again.`,
  );
}

const unusable = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'ENOTDIR', 'EEXIST']);

async function explained<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code, message, syscall } = error as NodeJS.ErrnoException;
    if (!unusable.has(code ?? '') && !(code === 'ENOENT' && syscall === 'mkdir')) throw error;
    throw new EmbeddedPostgresError(
      `DATA_DIR ${dataDir} cannot be used by this user (uid ${process.getuid?.()}): ${message}. ` +
        'Set DATA_DIR to a folder of your own, or, if it is a copy that another user made, take it over: ' +
        `chown -R ${process.getuid?.()} ${dataDir}`,
    );
  }
}
