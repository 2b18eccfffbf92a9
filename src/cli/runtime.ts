import type { Config } from '../ground/config/load.ts';
import { entities } from '../modules.ts';
import { systemClock } from '../ground/kernel/clock.ts';
import { RequestContext } from '../ground/kernel/context.ts';
import { createLog } from '../ground/kernel/log.ts';
import { Runtime } from '../ground/kernel/runtime.ts';
import { Vault } from '../ground/kernel/secret.ts';
import { customerErrors, findCustomers } from '../modules/customers/index.ts';
import { joinEmbedded, startEmbedded, type EmbeddedPostgres } from '../ground/persistence/embedded/index.ts';
import type { DatabaseLimits } from '../ground/persistence/connection.ts';
import { assertKnown, migrationStates, named } from '../ground/persistence/migrate.ts';
import { openDatabase, type OpenDatabase } from '../ground/persistence/open.ts';
import { ownSecretKey } from '../ground/persistence/secret-key.ts';
import { cliErrors } from './errors.ts';

/** The most connections of a command: one that holds a lock, one that works, one to spare. */
const POOL_SIZE = 3;

/**
 * Runs `work` on the configured database, with any schema, then closes everything. Joins the embedded database of a running
 * server, or starts it for as long as `work` takes. Work that may take long has no time limits.
 */
export async function withDatabase<Result>(
  config: Config,
  work: (database: OpenDatabase) => Promise<Result>,
  limits: DatabaseLimits | null = config.database,
): Promise<Result> {
  return onDatabase(config, joinEmbedded, work, limits);
}

/** The same for work that a running server would spoil. Refuses its embedded database. */
export async function withIdleDatabase<Result>(
  config: Config,
  work: (database: OpenDatabase) => Promise<Result>,
): Promise<Result> {
  return onDatabase(config, ({ dataDir }) => joinEmbedded({ dataDir, isIdle: true }), work, null);
}

/** The same for a database that `work` fills. Creates the embedded database if there is none, and refuses a running one. */
export async function withNewDatabase<Result>(
  config: Config,
  work: (database: OpenDatabase) => Promise<Result>,
): Promise<Result> {
  return onDatabase(config, startEmbedded, work, null);
}

async function onDatabase<Result>(
  config: Config,
  begin: (options: { dataDir: string }) => Promise<EmbeddedPostgres>,
  work: (database: OpenDatabase) => Promise<Result>,
  limits: DatabaseLimits | null,
): Promise<Result> {
  const embedded = config.database.url ? null : await begin({ dataDir: config.dataDir });
  try {
    const database = await openDatabase({
      entities,
      url: embedded?.url ?? config.database.url!,
      poolSize: POOL_SIZE,
      log: createLog('silent'),
      limits,
    });
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  } finally {
    await embedded?.stop();
  }
}

/** Runs `work` with everything that the modules need. The database must have all migrations. */
export async function withRuntime<Result>(
  config: Config,
  work: (runtime: Runtime) => Promise<Result>,
): Promise<Result> {
  return withDatabase(config, async (database) => {
    await assertMigrated(database);
    return work(await runtimeOn(database, config));
  });
}

/** The runtime of the modules on an open database. Creates a secret key for the embedded database if there is none. */
export async function runtimeOn(database: OpenDatabase, config: Config): Promise<Runtime> {
  const vault = new Vault(config.secretKey ?? (await ownSecretKey(config.dataDir)), config.secretKeyPrevious);
  return new Runtime(database.db, () => database.orm.em.fork(), systemClock, createLog('silent'), vault, config);
}

/** The context of a command for one customer: the given one, or the only one. */
export async function actingOn(runtime: Runtime, idOrName: string | undefined): Promise<RequestContext> {
  const found = await findCustomers(runtime, idOrName);
  const [customer] = found;
  if (!customer) {
    if (idOrName === undefined) throw cliErrors.NO_CUSTOMER();
    throw customerErrors.CUSTOMER_NOT_FOUND({ message: 'There is no customer of this id or name.' });
  }
  if (found.length > 1) throw cliErrors.CUSTOMER_NEEDED();
  const viewer = { kind: 'system', customerId: customer.id } as const;
  return new RequestContext(runtime, viewer, { requestId: '', ip: '', userAgent: '' });
}

/** Refuses a database that lacks migrations, or has unknown ones. */
export async function assertMigrated({ pool }: OpenDatabase): Promise<void> {
  await assertKnown(pool);
  const pending = (await migrationStates(pool)).filter(({ applied }) => !applied);
  if (pending.length > 0)
    throw cliErrors.MIGRATIONS_PENDING({
      message: `The database lacks ${named(pending.map(({ name }) => name))}; run guildhall migrate up first.`,
    });
}
