import type { MikroORM } from '@mikro-orm/postgresql';
import type { Pool, PoolClient } from 'pg';
import { apart } from '../kernel/activity.ts';
import type { Database } from '../kernel/database.ts';
import { lazy } from '../kernel/lazy.ts';
import { Meter } from '../kernel/meter.ts';
import { Names } from './composed.ts';
import { keepsStatements } from './connection.ts';
import { createDatabase, type Connected } from './database.ts';
import { StartFault } from '../kernel/start-fault.ts';
import type { Connection } from './orm-connection.ts';
import { createConnection, createOrm, type OrmOptions } from './orm.ts';

/** An open database: the ORM for units of work, the named statements, and the one pool that both share. */
export interface OpenDatabase {
  /** Made when it is first asked for: a start has something to do before it. */
  readonly orm: MikroORM;
  readonly db: Database;
  /** The same on one connection of the pool. */
  on(connection: PoolClient): Database;
  readonly pool: Pool;
  /** Reports how long statements take. */
  readonly meter: Meter;
  close(): Promise<void>;
}

/** Opens the database at a `postgres://` URL. Throws a `StartFault` if it cannot connect. */
export async function openDatabase(options: OrmOptions): Promise<OpenDatabase> {
  const meter = new Meter();
  const connection = createConnection(options, meter);
  const pool = await connect(connection);
  const orm = lazy(() => createOrm(options, connection));
  if (!connection.names) options.log.warn(UNNAMED);
  let closing = false;
  pool.on('error', (err) => {
    // Connections that break while an embedded PostgreSQL stops are not logged.
    // The connection was made for a request that has ended.
    if (!closing) apart(() => options.log.warn({ err }, 'an idle database connection broke'));
  });
  const close = (): Promise<void> => {
    closing = true;
    return connection.close();
  };
  const on = (connected: Connected): Database =>
    createDatabase(connected, pool, connection.names, () => orm().em.fork(), meter);
  return {
    get orm() {
      return orm();
    },
    pool,
    meter,
    db: on(pool),
    on,
    close,
  };
}

const UNNAMED =
  'The database is behind a pooler that may not keep prepared statements: every statement is parsed each time. ' +
  'PgBouncer keeps them from version 1.21 on, with max_prepared_statements above 0.';

/** What the pool and the driver say when they give up. Of the pool's, the cause only says that the connection is closed. */
const TIMEOUTS: readonly unknown[] = ['Connection terminated due to connection timeout', 'timeout expired'];

async function connect(connection: Connection): Promise<Pool> {
  try {
    const pool = await connection.getNativeClient();
    if (await keepsStatements(pool)) connection.names = new Names();
    return pool;
  } catch (cause) {
    await connection.close();
    throw new StartFault('DATABASE_UNREACHABLE', `The database cannot be reached: ${reason(cause)}.`, { cause });
  }
}

/** The driver's message. If every address of a host refused, the message about the first one. */
function reason(fault: unknown): string {
  const { cause, errors, message } = fault as Partial<AggregateError>;
  if (TIMEOUTS.includes(message)) return 'it did not answer in time';
  if (cause !== undefined) return reason(cause);
  return errors?.[0] ? reason(errors[0]) : (message ?? 'no reason is known');
}
