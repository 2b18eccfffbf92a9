import { escapeIdentifier, type ClientBase } from 'pg';
import { StartFault } from '../kernel/start-fault.ts';
import type { OpenDatabase } from './open.ts';

/** The rows that migrations make, as a condition for each table with some. They are replaced when rows are copied. */
const MADE_BY_MIGRATIONS: Readonly<Record<string, string>> = {
  audit_progress: 'true',
  apis: 'customer_id is null',
  api_scopes: 'customer_id is null',
};
const MIGRATIONS = 'schema_migrations';

/**
 * Refuses a database that has tables of somebody else, or rows. The empty tables of Guildhall may be there. Ask before the
 * schema is changed, so that a database that is refused stays as it is.
 */
export async function assertEmpty({ pool }: OpenDatabase): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select relname as name from pg_class as t
     where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace
       and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = t.oid and deptype = 'e')
     order by relname`,
  );
  const tables = rows.map(({ name }) => name);
  if (tables.length > 0 && !tables.includes(MIGRATIONS))
    throw new StartFault('DATABASE_NOT_EMPTY', `The other database is not empty: it has the table ${tables[0]}.`);
  for (const table of tables) if (table !== MIGRATIONS) await assertNoRows(pool, table);
}

const madeIn = (table: string): string => MADE_BY_MIGRATIONS[table] ?? 'false';

/** Refuses a table that has rows, but for those that migrations make. */
export async function assertNoRows(database: Pick<ClientBase, 'query'>, table: string): Promise<void> {
  const { rowCount } = await database.query(
    `select from ${escapeIdentifier(table)} where not (${madeIn(table)}) limit 1`,
  );
  if (rowCount)
    throw new StartFault('DATABASE_NOT_EMPTY', `The other database is not empty: its table ${table} has rows.`);
}

/** Deletes the rows that migrations make. */
export async function deleteMade(database: Pick<ClientBase, 'query'>, table: string): Promise<void> {
  await database.query(`delete from ${escapeIdentifier(table)} where ${madeIn(table)}`);
}
