import type { MikroORM } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import { apart } from '../kernel/activity.ts';
import type { Database } from '../kernel/database.ts';
import { Meter } from '../kernel/meter.ts';
import { keepsStatements } from './connection.ts';
import { createDatabase } from './database.ts';
import { StartFault } from '../kernel/start-fault.ts';
import type { Driver } from './orm-connection.ts';
import { createOrm, type OrmOptions } from './orm.ts';

/** An open database: the ORM for units of work, the named statements, and the one pool that both share. */
export interface OpenDatabase {
  readonly orm: MikroORM;
  readonly db: Database;
  readonly pool: Pool;
  /** Reports how long statements take. */
  readonly meter: Meter;
  close(): Promise<void>;
}

/** Opens the database at a `postgres://` URL. Throws a `StartFault` if it cannot connect. */
export async function openDatabase(options: OrmOptions): Promise<OpenDatabase> {
  const orm = createOrm(options);
  const { pool, named } = await connect(orm);
  if (!named) options.log.warn(UNNAMED);
  let closing = false;
  pool.on('error', (err) => {
    // Connections that break while an embedded PostgreSQL stops are not logged.
    // The connection was made for a request that has ended.
    if (!closing) apart(() => options.log.warn({ err }, 'an idle database connection broke'));
  });
  const close = (): Promise<void> => {
    closing = true;
    return orm.close();
  };
  const meter = new Meter();
  (orm.driver as Driver).report(meter);
  return { orm, pool, meter, db: createDatabase(pool, named, () => orm.em.fork(), meter), close };
}

const UNNAMED =
  'The database is behind a pooler that may not keep prepared statements: every statement is parsed each time. ' +
  'PgBouncer keeps them from version 1.21 on, with max_prepared_statements above 0.';

/** What the pool and the driver say when they give up. Of the pool's, the cause only says that the connection is closed. */
const TIMEOUTS: readonly unknown[] = ['Connection terminated due to connection timeout', 'timeout expired'];

async function connect(orm: MikroORM): Promise<{ pool: Pool; named: boolean }> {
  try {
    const pool = await orm.em.getConnection().getNativeClient();
    const named = await keepsStatements(pool);
    if (named) (orm.driver as Driver).nameQueries();
    return { pool, named };
  } catch (cause) {
    await orm.close();
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
