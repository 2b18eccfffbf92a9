/**
 * `npm run generate`: writes every generated file from its source. CI fails if a run changes the tree. A file is written
 * only if its text differs, so an unchanged one keeps its date.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { format } from 'oxfmt';
import manifest from '../package.json' with { type: 'json' };
import { renderCliReference } from '../src/cli/reference.ts';
import { renderConfigReference } from '../src/ground/config/reference.ts';
import { createSchema } from '../src/doors/graphql/schema.ts';
import { renderProofsReference } from './proofs-reference.ts';
import { renderConformanceReference } from './conformance-reference.ts';
import { renderClientIntrospection, renderIntrospection } from './introspection.ts';
import { createOpenApi } from './openapi.ts';
import { renderRestReference } from './rest-reference.ts';
import { renderDatabaseReference } from './database-reference.ts';
import { renderErrorReference } from './error-reference.ts';
import { renderHelmSchema } from './helm-schema.ts';
import { onMigratedDatabase } from './migrated-database.ts';
import { renderStatementsReference } from './statements-reference.ts';

/** One generated file: its path from the project's root, and its text. */
interface GeneratedFile {
  readonly file: string;
  render(): Promise<string>;
  /** Its form is its own: `.oxfmtrc.jsonc` leaves it out. */
  readonly isFinal?: true;
}

const now = (text: string) => () => Promise.resolve(text);

const [database, statements] = await onMigratedDatabase(async (pool) => [
  await renderDatabaseReference(pool),
  await renderStatementsReference(pool),
]);

const schema = lexicographicSortSchema(createSchema());

const files: readonly GeneratedFile[] = [
  { file: 'schema.graphql', render: now(printSchema(schema)) },
  { file: 'src/doors/graphql/introspection.ts', render: now(renderIntrospection(schema)), isFinal: true },
  { file: 'clients/typescript/src/introspection.ts', render: now(renderClientIntrospection(schema)), isFinal: true },
  { file: 'openapi.json', render: now(JSON.stringify(createOpenApi(manifest.version), null, 2)) },
  { file: 'docs/reference/rest.md', render: now(renderRestReference()) },
  { file: 'docs/reference/configuration.md', render: now(renderConfigReference()) },
  { file: 'deploy/helm/guildhall/values.schema.json', render: now(renderHelmSchema()) },
  { file: 'docs/reference/cli.md', render: now(renderCliReference()) },
  { file: 'docs/reference/errors.md', render: now(renderErrorReference()) },
  { file: 'docs/reference/conformance.md', render: renderConformanceReference, isFinal: true },
  { file: 'docs/reference/database.md', render: now(database) },
  { file: 'docs/reference/proofs.md', render: now(renderProofsReference()) },
  { file: 'docs/reference/statements.md', render: now(statements) },
];

/** The text as `npm run format` wants it. No generated code has strings to quote: the width alone makes a difference. */
async function formatted(file: string, text: string): Promise<string> {
  const { code, errors } = await format(file, text, { printWidth: 120 });
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]!.message}`);
  return code;
}

for (const { file, render, isFinal } of files) {
  const rendered = await render();
  const text = isFinal ? rendered : await formatted(file, rendered);
  const before = await readFile(file, 'utf8').catch(() => null);
  if (before === text) continue;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
  console.log(`${before === null ? 'created' : 'changed'}  ${file}`);
}
