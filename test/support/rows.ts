import { expect } from '@jest/globals';
import pg from 'pg';

/** The rows of a statement, on a connection of its own. */
export async function rowsAt(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

/** The tables of a database, but for the list of its migrations. */
export async function tablesAt(url: string): Promise<string[]> {
  const tables = await rowsAt(
    url,
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'schema_migrations' order by 1`,
  );
  return tables.map(({ name }) => String(name));
}

/** Two databases have the same rows in the same tables, and their triggers work. */
export async function expectSameRows(url: string, other: string): Promise<void> {
  const tables = await tablesAt(other);
  expect(await tablesAt(url)).toEqual(tables);
  for (const table of tables) {
    const all = `select t::text as row from ${table} t order by 1`;
    expect(await rowsAt(url, all)).toEqual(await rowsAt(other, all));
  }
  expect(await rowsAt(url, `select tgname from pg_trigger where tgenabled = 'D'`)).toEqual([]);
}
