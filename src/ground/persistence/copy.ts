import type { OpenDatabase } from './open.ts';
import { insertRows, rowsOf } from './rows.ts';
import { beginSnapshot, tablesOf } from './snapshot.ts';

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
  const [source, target] = [await from.pool.connect(), await to.pool.connect()];
  try {
    await beginSnapshot(source);
    await target.query('begin');
    const copied: CopiedTable[] = [];
    for (const table of await tablesOf(from, source))
      copied.push({ table, rows: await insertRows(target, await rowsOf(source, table)) });
    await target.query('commit');
    return copied;
  } finally {
    // Closing a connection rolls its transaction back.
    source.release(true);
    target.release(true);
  }
}
