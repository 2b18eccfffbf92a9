import { StartFault } from '../kernel/start-fault.ts';
import type { BackupHead, BackupReader } from './backup.ts';
import { assertEmpty } from './empty.ts';
import { appliedNames, exclusively, knownNames, migrateUp } from './migrate.ts';
import { migrations } from './migrations/index.ts';
import type { OpenDatabase } from './open.ts';
import { insertRows } from './rows.ts';
import type { CopiedTable } from './copy.ts';

/** Refuses a backup that a newer version made. */
export function assertRestorable({ migrations: needed, version }: BackupHead): void {
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = knownNames(needed).filter((name) => !known.has(name));
  if (unknown.length > 0)
    throw new StartFault(
      'BACKUP_NEWER',
      `Guildhall ${version} made the backup, with migrations that this version does not know (${unknown.join(', ')}). ` +
        'Restore it with that version or a later one.',
    );
}

/**
 * Gives an empty database the schema of the backup, inserts its rows in one transaction, and applies the migrations that
 * have come since. When it fails, it can be run again.
 */
export async function restoreDatabase(
  database: OpenDatabase,
  head: BackupHead,
  reader: BackupReader,
): Promise<CopiedTable[]> {
  return exclusively(database, async () => {
    await assertEmpty(database);
    const applied = await appliedNames(database.pool);
    const needed = knownNames(head.migrations);
    if (applied.length === 0) await migrateUp(database, needed);
    else if (!sameNames(applied, needed))
      throw new StartFault(
        'DATABASE_NOT_EMPTY',
        'The tables of the database are of another version. Restore into a new one.',
      );
    const restored = await insertAll(database, reader);
    await migrateUp(database);
    return restored;
  });
}

async function insertAll({ pool }: OpenDatabase, reader: BackupReader): Promise<CopiedTable[]> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const restored: CopiedTable[] = [];
    for await (const rows of reader.tables())
      restored.push({ table: rows.table, rows: await insertRows(client, rows) });
    await client.query('commit');
    return restored;
  } finally {
    // Closing the connection rolls an unfinished transaction back.
    client.release(true);
  }
}

const sameNames = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((name) => others.includes(name));
