import type { Pool } from 'pg';
import type { Statement } from '../src/ground/kernel/database.ts';
// The whole server, so that every module has declared its statements.
import { declaredStatements, loadAll } from '../src/product.ts';
import { describeAll, type Description } from './statements/describe.ts';
import { sourceOf, statementSources, type Source } from './statements/sources.ts';

/** `docs/reference/statements.md`: every named statement with its reason, its types and its final text. */
export async function renderStatementsReference(pool: Pool): Promise<string> {
  await loadAll();
  const statements = declaredStatements().toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const sources = statementSources();
  const described = await describeAll(pool, statements);
  const rooms = Map.groupBy(statements, ({ name }) => name.split('.', 1)[0]!);
  return [
    '# Statements',
    '',
    '`npm run generate` writes this page. The server runs these SQL statements by name. Everything else that it reads and',
    'writes goes through entities. The reasons are the doc comments in the sources, the types are PostgreSQL’s.',
    '',
    `${statements.length} statements.`,
    ...[...rooms].flatMap(([room, ofRoom]) => [
      '',
      `## ${room}`,
      ...ofRoom.flatMap((each) => section(each, described.get(each.name)!, sourceOf(each.name, sources))),
    ]),
    '',
  ].join('\n');
}

function section(statement: Statement<unknown, unknown>, found: Description, source: Source | undefined): string[] {
  const { name, parameters } = statement;
  const types = found.parameters.map((type, index) => `\`${parameters[index] ?? `$${index + 1}`}\` ${type}`);
  const columns = found.columns.map((column) => `\`${column.name}\` ${column.type}`);
  return [
    '',
    `### ${name}`,
    '',
    ...(source ? [`${source.comment} ([source](../../${source.file}))`, ''] : []),
    ...(types.length > 0 ? [`- Parameters: ${types.join(', ')}`] : []),
    ...(columns.length > 0 ? [`- Columns: ${columns.join(', ')}`] : []),
    '',
    '```sql',
    readable(statement),
    '```',
  ];
}

/** The text with its parameters by name, and without the indentation of the source. */
function readable({ text, parameters }: Statement<unknown, unknown>): string {
  const named = text.replaceAll(/\$(\d+)/g, (number, digits: string) => {
    const name = parameters[Number(digits) - 1];
    return name === undefined ? number : `:${name}`;
  });
  const [first = '', ...lines] = named.split('\n').filter((line) => line.trim() !== '');
  const indent = Math.min(...lines.map((line) => line.length - line.trimStart().length));
  return [first, ...lines.map((line) => line.slice(indent))].join('\n');
}
