import type { EntityName } from '@mikro-orm/postgresql';
import type { ClientBase } from 'pg';
import { StartFault } from '../kernel/start-fault.ts';
import type { OpenDatabase } from './open.ts';

/** A transaction that sees the database as it is now, and changes nothing. */
export async function beginSnapshot(client: ClientBase): Promise<void> {
  await client.query('begin isolation level repeatable read read only');
}

/** The tables that the schema has. Owners come before what they own. Throws a `StartFault` if one of them has no entity. */
export async function tablesOf({ orm }: OpenDatabase, client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = current_schema() and tablename <> 'schema_migrations'`,
  );
  const found = new Set(rows.map(({ name }) => name));
  const metadata = orm.getMetadata();
  const known = orm.config.get('entities').map((entity) => metadata.get(entity as EntityName<object>).tableName);
  const unknown = [...found].filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new StartFault(
      'DATABASE_FOREIGN',
      `The database has tables that are not Guildhall's: ${unknown.join(', ')}.`,
    );
  return known.filter((name) => found.has(name));
}
