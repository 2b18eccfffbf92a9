import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Client, escapeIdentifier } from 'pg';
import { startEmbedded } from '../../src/ground/persistence/embedded/index.ts';

/** A PostgreSQL for tests. */
export interface TestPostgres {
  readonly url: string;
  /** Stops it, and deletes its files once `keep` has had them. */
  stop(keep?: (files: string) => void): Promise<void>;
}

const MEMORY = '/dev/shm';
const ENOUGH_BYTES = 4 * 2 ** 30;

/**
 * A new folder, in memory if there is room. Each file's tests create a database of some hundred files, and drop it. For each
 * new file, ext4 goes through those that were deleted in the last minutes: there, a database takes ten times as long.
 * The folder has the name of the one for temporary files in its own, which tells whose it is.
 */
async function newFolder(): Promise<string> {
  const room = await statfs(MEMORY).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  return mkdtemp(join(room < ENOUGH_BYTES ? tmpdir() : MEMORY, `${basename(tmpdir())}-postgres-`));
}

/** Starts a throwaway PostgreSQL that is fast rather than durable. Its files begin as a copy of `template`. */
export async function startTestPostgres(template?: string): Promise<TestPostgres> {
  const dataDir = await newFolder();
  const remove = () => rm(dataDir, { recursive: true, force: true });
  try {
    if (template) copyFiles(template, join(dataDir, 'postgres'));
    const { url, stop } = await startEmbedded({ dataDir, durable: false });
    return {
      url,
      stop: async (keep) => {
        await stop();
        keep?.(join(dataDir, 'postgres'));
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Copies a folder of a PostgreSQL that has stopped. Node's own `cp` takes ten times as long for that many files. */
export const copyFiles = (from: string, to: string): Buffer => execFileSync('cp', ['-R', from, to]);

/** Creates the database `name` as a copy of `template`, which nobody may be connected to, and returns its URL. */
export async function cloneDatabase(adminUrl: string, template: string, name: string): Promise<string> {
  // Without fsync, copying files beats writing every page to the log.
  await execute(
    adminUrl,
    `CREATE DATABASE ${escapeIdentifier(name)} TEMPLATE ${escapeIdentifier(template)} STRATEGY FILE_COPY`,
  );
  return adminUrl.replace(/[^/]*$/, encodeURIComponent(name));
}

/** What PostgreSQL answers a role that is no superuser while autovacuum works in the database. */
const FORBIDDEN = '42501';

/** Drops the database `name`, ending its sessions; a missing one is no fault. */
export async function dropDatabase(adminUrl: string, name: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await execute(adminUrl, `DROP DATABASE IF EXISTS ${escapeIdentifier(name)} WITH (FORCE)`);
    } catch (error) {
      if ((error as { code?: string }).code !== FORBIDDEN || attempt === 40) throw error;
      await setTimeout(250);
    }
  }
}

async function execute(url: string, statement: string): Promise<void> {
  const client = new Client(url);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
