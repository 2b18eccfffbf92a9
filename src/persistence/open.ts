import type { MikroORM } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import type { Database } from '../kernel/database.ts';
import type { Log } from '../kernel/log.ts';
import { createDatabase } from './database.ts';
import { createOrm } from './orm.ts';

/** An open database: the ORM for units of work, the named statements, and the one pool that both share. */
export interface OpenDatabase {
  readonly orm: MikroORM;
  readonly db: Database;
  readonly pool: Pool;
  close(): Promise<void>;
}

/** Opens the database at a `postgres://` URL; the first query makes the first connection. */
export async function openDatabase(options: { url: string; poolSize: number; log: Log }): Promise<OpenDatabase> {
  const orm = createOrm(options);
  const pool = await orm.em.getConnection().getNativeClient();
  pool.on('error', (err) => options.log.warn({ err }, 'an idle database connection broke'));
  return { orm, pool, db: createDatabase(pool), close: () => orm.close() };
}
