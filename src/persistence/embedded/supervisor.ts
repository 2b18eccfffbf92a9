import { setTimeout as sleep } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import { findBinaries } from './binaries.ts';
import { initialise, isInitialised } from './cluster.ts';
import { EmbeddedPostgresError } from './embedded.error.ts';
import type { Folder } from './folder.ts';
import { endOfLog, endOrphan, hasEnded, launch, shutDown } from './postmaster.ts';

/** The connection string of the folder's database for a role; ours owns it, and only `postgres` is a superuser. */
export const urlOf = ({ run }: Folder, role = 'guildhall', database = role): string =>
  `postgresql://${role}@${encodeURIComponent(run)}:5432/${database}`;

/** Brings the folder's PostgreSQL up and returns how to stop it. Call it with the lock held. */
export async function supervise(folder: Folder, durable: boolean): Promise<() => Promise<void>> {
  const binaries = await findBinaries(folder);
  if (!isInitialised(folder)) await initialise(folder, binaries, durable);
  for (let attempt = 1; ; attempt += 1) {
    await endOrphan(folder);
    const child = launch(folder, binaries, durable);
    const stop = () => shutDown(folder, child);
    try {
      await prepareDatabase(folder, () => hasEnded(child));
      return stop;
    } catch (error) {
      await stop();
      const log = endOfLog(folder);
      // After a kill, what is left of the old server may take a moment to go.
      if (attempt < 50 && /pre-existing shared memory block|lock file .* already exists/.test(log)) await sleep(100);
      else if (error instanceof EmbeddedPostgresError)
        throw new EmbeddedPostgresError(`${error.message} Its log (${folder.log}) ends:\n${log}`);
      else throw error;
    }
  }
}

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
