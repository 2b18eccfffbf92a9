import { MikroORM, type Options } from '@mikro-orm/postgresql';
import type { Log } from '../kernel/log.ts';
import { entities } from './entities.ts';
import { migrations } from './migrations/index.ts';

interface OrmOptions {
  readonly url: string;
  readonly poolSize: number;
  readonly log: Log;
}

/** The MikroORM configuration; `mikro-orm.config.ts` hands the same to its tools. */
export const ormOptions = ({ url, poolSize, log }: OrmOptions): Options => ({
  clientUrl: url,
  entities,
  pool: { min: 0, max: poolSize, idleTimeoutMillis: 30_000 },
  driverOptions: { application_name: 'guildhall', connectionTimeoutMillis: 10_000, keepAlive: true },
  // Entities hold plain ids; the composite foreign keys stand in the migrations, and a test compares the two.
  schemaGenerator: { createForeignKeyConstraints: false },
  migrations: {
    migrationsList: migrations,
    tableName: 'schema_migrations',
    snapshot: false,
    transactional: true,
    allOrNothing: true,
  },
  forceUtcTimezone: true,
  metadataCache: { enabled: false },
  logger: (message) => log.debug({ from: 'orm' }, message),
  colors: false,
});

/**
 * Connects lazily: the first query opens the first connection. The asynchronous `init` would look for extensions and,
 * where a bundle of ours runs beside installed packages, load a second MikroORM for one of them: half of the start.
 */
export const createOrm = (options: OrmOptions): MikroORM => new MikroORM(ormOptions(options));
