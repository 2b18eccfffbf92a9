import type { Pool } from 'pg';

const TABLES = `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'public' and c.relkind = 'r' and c.relname <> 'schema_migrations' order by 1`;
const COLUMNS = `select attname as name, format_type(atttypid, atttypmod) as type, attnotnull as required,
    pg_get_expr(adbin, adrelid) as fallback
  from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
  where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attnum`;
const CONSTRAINTS = `select pg_get_constraintdef(oid) as text from pg_constraint
  where conrelid = $1::regclass and contype <> 'n' order by contype desc, conname`;
const INDEXES = `select pg_get_indexdef(indexrelid) as text from pg_index
  where indrelid = $1::regclass and not exists (select from pg_constraint where conindid = indexrelid) order by 1`;
const TRIGGERS = `select pg_get_triggerdef(oid) as text from pg_trigger
  where tgrelid = $1::regclass and not tgisinternal order by tgname`;

async function describe(pool: Pool, table: string): Promise<string[]> {
  const lines = async (query: string) =>
    (await pool.query<{ text: string }>(query, [table])).rows.map(({ text }) => `- \`${text}\``);
  const { rows } = await pool.query<{ name: string; type: string; required: boolean; fallback: string | null }>(
    COLUMNS,
    [table],
  );
  return [
    '',
    `## ${table}`,
    '',
    '| Column | Type | Default |',
    '|---|---|---|',
    ...rows.map(
      ({ name, type, required, fallback }) =>
        `| ${name} | ${type}${required ? '' : ', nullable'} | ${fallback ? `\`${fallback}\`` : ''} |`,
    ),
    '',
    ...(await lines(CONSTRAINTS)),
    ...(await lines(INDEXES)),
    ...(await lines(TRIGGERS)),
  ];
}

/** `docs/reference/database.md`: the schema of a migrated database, read from PostgreSQL. */
export async function renderDatabaseReference(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ name: string }>(TABLES);
  const sections: string[] = [];
  for (const { name } of rows) sections.push(...(await describe(pool, name)));
  const intro =
    '`npm run generate` applies all migrations to an empty database, and writes this page from PostgreSQL’s catalog.';
  return ['# Database', '', intro, ...sections, ''].join('\n');
}
