/** What a server stands on before it serves: the database with every table, the secret key, and the first customer. */
import type { Config } from '../ground/config/load.ts';
import { inTime } from '../ground/kernel/deadline.ts';
import type { Log } from '../ground/kernel/log.ts';
import type { Runtime } from '../ground/kernel/runtime.ts';
import { entities } from '../modules.ts';
import { isEmpty } from '../modules/customers/index.ts';
import { startEmbedded } from '../ground/persistence/embedded/index.ts';
import { assertKnown, exclusively, migrateUp, migrationStates } from '../ground/persistence/migrate.ts';
import { openDatabase, type OpenDatabase } from '../ground/persistence/open.ts';
import { ownSecretKey } from '../ground/persistence/secret-key.ts';
import { bootstrap, type FirstCustomer } from './bootstrap.ts';

/** PostgreSQL gets ten seconds of increasingly urgent signals. */
const EMBEDDED_CLOSE_SECONDS = 15;

/** Where the data is, and the key that encrypts its secrets. */
export interface DatabaseSetup {
  readonly url: string;
  readonly secretKey: Buffer;
}

export interface OpenDatabaseSetup extends DatabaseSetup {
  /** Stops the embedded database, if it is that one. */
  readonly close: () => Promise<void>;
}

interface SetupParts {
  readonly log: Log;
  /** Called if the embedded database has stopped for good. */
  readonly lost: (fault: Error) => void;
}

/** The configured database, or else the embedded one, which it starts. */
export async function setUpDatabase(config: Config, { log, lost }: SetupParts): Promise<OpenDatabaseSetup> {
  const { secretKey, dataDir } = config;
  if (config.database.url) return { url: config.database.url, secretKey: secretKey!, close: async () => {} };
  const embedded = await startEmbedded({
    dataDir,
    watcher: { revived: () => log.warn('the embedded PostgreSQL had ended and was started again'), lost },
  });
  const close = (): Promise<void> => inTime(embedded.stop(), EMBEDDED_CLOSE_SECONDS);
  try {
    return { url: embedded.url, secretKey: secretKey ?? (await ownSecretKey(dataDir)), close };
  } catch (error) {
    await close().catch((err: unknown) => log.warn({ err }, 'the embedded PostgreSQL did not stop in order'));
    throw error;
  }
}

/** Applies migrations and creates the first customer. One node does it while the others wait. */
export async function prepare(
  { pool }: OpenDatabase,
  runtime: Runtime,
  config: Config,
  { url, log }: { url: string; log: Log },
): Promise<FirstCustomer | null> {
  await assertKnown(pool);
  const states = await migrationStates(pool);
  if (states.every(({ applied }) => applied) && !(await isEmpty(runtime))) return null;
  const patient = await openDatabase({ entities, url, poolSize: 2, log, limits: null });
  try {
    return await exclusively(patient, async () => {
      await migrateUp(patient);
      return bootstrap(runtime, config);
    });
  } finally {
    await patient.close();
  }
}
