import { escapeIdentifier, type ClientBase } from 'pg';
import { assertNoRows, deleteMade } from './empty.ts';

/** How many rows are read at a time. */
const BATCH = 200;

/** Rows of one table, each in PostgreSQL's own text of its columns. */
export interface TableRows {
  readonly table: string;
  readonly columns: readonly string[];
  readonly batches: AsyncIterable<readonly string[]>;
}

/** The rows of a table, read in the transaction of `client`. Columns that PostgreSQL computes are left out. */
export async function rowsOf(client: ClientBase, table: string): Promise<TableRows> {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [escapeIdentifier(table)],
  );
  const columns = rows.map(({ name }) => name);
  return { table, columns, batches: readBatches(client, table, columns) };
}

async function* readBatches(client: ClientBase, table: string, columns: string[]): AsyncGenerator<string[]> {
  await client.query(
    `declare source no scroll cursor for
     select r::text as line from (select ${namesOf(columns)} from ${escapeIdentifier(table)}) as r`,
  );
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`fetch ${BATCH} from source`);
    if (rows.length === 0) break;
    yield rows.map(({ line }) => line);
  }
  await client.query('close source');
}

/**
 * Inserts rows into the empty table of the same name, in the transaction of `client`. Returns their number. Throws a
 * `StartFault` if the table has rows.
 */
export async function insertRows(client: ClientBase, { table: name, columns, batches }: TableRows): Promise<number> {
  const table = escapeIdentifier(name);
  await client.query(`lock table ${table} in exclusive mode`);
  await assertNoRows(client, name);
  await deleteMade(client, name);
  // The rows already have what triggers would count or write.
  await client.query(`alter table ${table} disable trigger user`);
  // The columns of two databases may have different orders. This table's row type has the order of the rows.
  await client.query(`create temporary table arriving as select ${namesOf(columns)} from ${table} limit 0`);
  const insert = `
    insert into ${table} (${namesOf(columns)})
    select ${columns.map((column) => `(r).${escapeIdentifier(column)}`).join()}
    from (select line::pg_temp.arriving as r from unnest($1::text[]) as line offset 0) as rows`;
  let count = 0;
  for await (const lines of batches) {
    await client.query(insert, [lines]);
    count += lines.length;
  }
  await client.query('drop table pg_temp.arriving');
  await client.query(`alter table ${table} enable trigger user`);
  return count;
}

const namesOf = (columns: readonly string[]): string => columns.map((column) => escapeIdentifier(column)).join();
