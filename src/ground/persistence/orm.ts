import { Configuration, MikroORM, type EntityClass, type MetadataStorage, type Options } from '@mikro-orm/postgresql';
import type { Pool, PoolClient } from 'pg';
import type { Log } from '../kernel/log.ts';
import {
  dropDeadConnections,
  setUpConnection,
  tryEveryHost,
  waitWhenRefused,
  type DatabaseLimits,
} from './connection.ts';
import type { SessionTarget } from '../kernel/postgres-url.ts';
import { Hosts } from './hosts.ts';
import { migrations } from './migrations/index.ts';
import { Connection, Driver, driverOn } from './orm-connection.ts';
import type { Meter } from '../kernel/meter.ts';

export interface OrmOptions {
  /** Every table's entity, in the order in which a unit of work inserts. */
  readonly entities: readonly EntityClass[];
  readonly url: string;
  readonly poolSize: number;
  readonly log: Log;
  /** Null for what may take long: migrations and copies. */
  readonly limits: DatabaseLimits | null;
  /** Which server is wanted if the URL names several, and does not say. */
  readonly target?: SessionTarget;
}

/** How long work without limits waits for a connection. */
const CONNECT_SECONDS = 10;
/** After so long without traffic, the operating system checks whether the other side is still there. */
const KEEPALIVE_MS = 10_000;

/** The MikroORM configuration. `mikro-orm.config.ts` passes it to the tools. */
export const ormOptions = (
  { entities, url, poolSize, log, limits, target }: OrmOptions,
  hosts = new Hosts(url, target),
): Options => ({
  clientUrl: hosts.url,
  driver: Driver,
  entities: [...entities],
  // A misspelled DATABASE_URL is an error, and creates nothing.
  ensureDatabase: false,
  pool: { min: 0, max: poolSize, idleTimeoutMillis: 30_000 },
  driverOptions: {
    // MikroORM leaves out the URL's parameters, such as sslmode.
    connectionString: hosts.url,
    application_name: 'guildhall',
    connectionTimeoutMillis: (limits?.connectSeconds ?? CONNECT_SECONDS) * 1000,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEPALIVE_MS,
    onConnect: (client: PoolClient) => setUpConnection(client, limits),
    onPoolCreated: (pool: Pool) => {
      dropDeadConnections(pool);
      tryEveryHost(pool, hosts);
      waitWhenRefused(pool, limits?.connectSeconds ?? CONNECT_SECONDS);
    },
  },
  // The migrations have the composite foreign keys. A test compares them with the relations.
  schemaGenerator: { createForeignKeyConstraints: false },
  migrations: {
    migrationsList: migrations,
    tableName: 'schema_migrations',
    snapshot: false,
    transactional: true,
    allOrNothing: true,
  },
  forceUtcTimezone: true,
  // No relation has an inverse side, and accessors on every entity would double the cost of a list.
  propagationOnPrototype: false,
  metadataCache: { enabled: false },
  logger: (message) => log.debug({ from: 'orm' }, message),
  colors: false,
});

/** The ORM's connection, which needs neither the ORM nor its entities. The first query opens the pool's first connection. */
export const createConnection = (options: OrmOptions, meter: Meter): Connection =>
  new Connection(new Configuration(ormOptions(options)), meter);

/**
 * Makes the ORM on its connection. That reads all entities, for some 50 ms. The asynchronous `init` would look for extensions
 * and load a second MikroORM for one of them if packages are installed beside the bundle, which doubles the time to start.
 */
export const createOrm = (options: OrmOptions, connection: Connection): MikroORM =>
  new MikroORM({
    ...ormOptions(options),
    driver: driverOn(connection),
    discovery: { afterDiscovered: leaveGenerated },
  });

/** Only the tools know that columns are generated. A unit of work would read them back after each write, and wait for it. */
function leaveGenerated(metadata: MetadataStorage): void {
  for (const { props } of metadata)
    for (const prop of props) if (prop.generated) Object.assign(prop, { generated: undefined, persist: false });
}
