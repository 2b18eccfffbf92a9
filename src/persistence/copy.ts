import type { EntityName } from '@mikro-orm/postgresql';
import { escapeIdentifier, type ClientBase, type PoolClient } from 'pg';
import { StartFault } from '../kernel/start-fault.ts';
import type { OpenDatabase } from './open.ts';

/** How many rows are copied at a time. */
const BATCH = 1_000;
/** The table whose only row a migration makes. It is replaced. */
const MADE_BY_MIGRATION = 'audit_progress';

/** What was copied of one table. */
export interface CopiedTable {
  readonly table: string;
  readonly rows: number;
}

/**
 * Copies every row of one database to another, which has the same schema and is empty. It copies one snapshot in one
 * transaction. Throws a `StartFault` if the other database is not empty.
 */
export async function copyDatabase(from: OpenDatabase, to: OpenDatabase): Promise<CopiedTable[]> {
  const metadata = from.orm.getMetadata();
  const tables = from.orm.config.get('entities').map((entity) => metadata.get(entity as EntityName<object>).tableName);
  const [source, target] = [await from.pool.connect(), await to.pool.connect()];
  try {
    await source.query('begin isolation level repeatable read read only');
    await target.query('begin');
    const copied: CopiedTable[] = [];
    for (const table of tables) copied.push({ table, rows: await copyTable(source, target, table) });
    await target.query('commit');
    return copied;
  } finally {
    // Closing a connection rolls its transaction back.
    source.release(true);
    target.release(true);
  }
}

async function copyTable(source: PoolClient, target: PoolClient, name: string): Promise<number> {
  const table = escapeIdentifier(name);
  await target.query(`lock table ${table} in exclusive mode`);
  if (name === MADE_BY_MIGRATION) await target.query(`delete from ${table}`);
  const filled = await target.query(`select from ${table} limit 1`);
  if (filled.rowCount)
    throw new StartFault('DATABASE_NOT_EMPTY', `The other database is not empty: its table ${name} has rows.`);
  // The rows already have what triggers would count or write.
  await target.query(`alter table ${table} disable trigger user`);
  const columns = (await columnsOf(source, name)).map((column) => escapeIdentifier(column));
  await source.query(`declare copied no scroll cursor for select t::text as line from ${table} t`);
  let count = 0;
  for (;;) {
    const { rows } = await source.query<{ line: string }>(`fetch ${BATCH} from copied`);
    if (rows.length === 0) break;
    await target.query(
      `insert into ${table} (${columns.join()})
       select ${columns.map((column) => `(r).${column}`).join()}
       from (select line::${table} as r from unnest($1::text[]) as line offset 0) as rows`,
      [rows.map(({ line }) => line)],
    );
    count += rows.length;
  }
  await source.query('close copied');
  await target.query(`alter table ${table} enable trigger user`);
  return count;
}

/** The columns that are not generated. */
async function columnsOf(client: ClientBase, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [table],
  );
  return rows.map(({ name }) => name);
}
