import { escapeIdentifier, type ClientBase } from 'pg';
import { StartFault } from '../kernel/start-fault.ts';
import type { OpenDatabase } from './open.ts';

/** The table whose only row a migration makes. It is replaced when rows are copied. */
export const MADE_BY_MIGRATION = 'audit_progress';
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
  for (const table of tables) if (![MIGRATIONS, MADE_BY_MIGRATION].includes(table)) await assertNoRows(pool, table);
}

/** Refuses a table that has rows. */
export async function assertNoRows(database: Pick<ClientBase, 'query'>, table: string): Promise<void> {
  const { rowCount } = await database.query(`select from ${escapeIdentifier(table)} limit 1`);
  if (rowCount)
    throw new StartFault('DATABASE_NOT_EMPTY', `The other database is not empty: its table ${table} has rows.`);
}
