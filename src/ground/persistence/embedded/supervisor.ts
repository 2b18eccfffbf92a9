import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import { findBinaries, type Binaries } from './binaries.ts';
import { initialize, isInitialized } from './cluster.ts';
import { EmbeddedPostgresError } from './embedded.error.ts';
import type { Folder } from './folder.ts';
import { endOfLog, endOrphan, hasEnded, launch, shutDown } from './postmaster.ts';

/** The connection string of the folder's database for a role; ours owns it, and only `postgres` is a superuser. */
export const urlOf = ({ run }: Folder, role = 'guildhall', database = role): string =>
  `postgresql://${role}@${encodeURIComponent(run)}:5432/${database}`;

/** What is told of a PostgreSQL that ends though nobody has stopped it. */
export interface Watcher {
  /** It was started again. */
  readonly revived: () => void;
  /** It cannot be started again. */
  readonly lost: (fault: Error) => void;
}

/** A PostgreSQL that dies more often than this within a minute is not started again. */
const DEATHS_MAX = 5;
const MINUTE_MS = 60_000;

/**
 * Brings the folder's PostgreSQL up and returns how to stop it; with a watcher, it is started again whenever it dies. Call
 * it with the lock held.
 */
export async function supervise(folder: Folder, durable: boolean, watcher?: Watcher): Promise<() => Promise<void>> {
  const binaries = await findBinaries(folder);
  if (!isInitialized(folder)) await initialize(folder, binaries, durable);
  let child = await bringUp(folder, binaries, durable);
  let deaths = 0;
  let isStopping = false;
  let reviving: Promise<void> | undefined;

  const watch = ({ revived, lost }: Watcher): void => {
    const revive = async (): Promise<void> => {
      deaths += 1;
      setTimeout(() => (deaths -= 1), MINUTE_MS).unref();
      try {
        if (deaths > DEATHS_MAX) throw withLog(folder, 'The embedded PostgreSQL ends again and again.');
        child = await bringUp(folder, binaries, durable);
        watch({ revived, lost });
        revived();
      } catch (error) {
        lost(error as Error);
      }
    };
    const ended = (): void => {
      if (!isStopping) reviving = revive();
    };
    if (hasEnded(child)) ended();
    else child.once('exit', ended);
  };
  if (watcher) watch(watcher);
  return async () => {
    isStopping = true;
    await reviving;
    await shutDown(folder, child);
  };
}

async function bringUp(folder: Folder, binaries: Binaries, durable: boolean): Promise<ChildProcess> {
  for (let attempt = 1; ; attempt += 1) {
    await endOrphan(folder);
    const child = launch(folder, binaries, durable);
    try {
      await prepareDatabase(folder, () => hasEnded(child));
      return child;
    } catch (error) {
      await shutDown(folder, child);
      const log = endOfLog(folder);
      // After a kill, what is left of the old server may take a moment to go.
      if (attempt < 50 && /pre-existing shared memory block|lock file .* already exists/.test(log)) await sleep(100);
      else throw error instanceof EmbeddedPostgresError ? withLog(folder, error.message) : error;
    }
  }
}

const withLog = (folder: Folder, message: string): EmbeddedPostgresError =>
  new EmbeddedPostgresError(`${message} Its log (${folder.log}) ends:\n${endOfLog(folder)}`);

/** Whether a server accepts connections on the folder's socket at this moment. */
export async function accepts(folder: Folder): Promise<boolean> {
  const client = await connect(urlOf(folder));
  await client?.end();
  return client !== undefined;
}

async function prepareDatabase(folder: Folder, ended: () => boolean): Promise<void> {
  const admin = await connectWhenReady(urlOf(folder, 'postgres', 'template1'), ended);
  try {
    const { rowCount } = await admin.query(`SELECT FROM pg_database WHERE datname = 'guildhall'`);
    if (rowCount) return;
    // As owner of a database and no superuser it may do here what it may do on any other server. The database that
    // initdb made is empty: renaming it, in one transaction, spares copying another three hundred files.
    await admin.query(
      `CREATE ROLE guildhall LOGIN CREATEDB;
       ALTER DATABASE postgres RENAME TO guildhall;
       ALTER DATABASE guildhall OWNER TO guildhall`,
    );
  } finally {
    await admin.end();
  }
}

async function connectWhenReady(url: string, ended: () => boolean): Promise<Client> {
  // Replaying the log after a crash takes its time, hence a minute.
  for (let step = 0; step < 10_000; step += 1) {
    if (ended()) throw new EmbeddedPostgresError('The embedded PostgreSQL ended while it started.');
    const client = await connect(url);
    if (client) return client;
    await sleep(6);
  }
  throw new EmbeddedPostgresError('The embedded PostgreSQL did not accept connections within a minute.');
}

/** What connecting ends with where no server is, or one that is just going; 57P03 says that it comes or goes. */
const ABSENT = new Set(['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE']);

async function connect(url: string): Promise<Client | undefined> {
  const client = new Client({ connectionString: url, ssl: false });
  client.on('error', () => {});
  try {
    await client.connect();
    return client;
  } catch (error) {
    const { code } = error as { code?: string };
    if (ABSENT.has(code ?? '') || (error instanceof DatabaseError && code === '57P03')) return undefined;
    throw error;
  }
}
