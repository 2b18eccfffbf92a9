import { readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { loadConfig } from '../ground/config/load.ts';
import { fault } from '../ground/kernel/errors.ts';
import type { RequestContext } from '../ground/kernel/context.ts';
import type { Existing } from '../modules/accounts/index.ts';
import {
  ATTRIBUTE,
  type FirebaseHash,
  IMPORT_FIELDS,
  importNext,
  UploadService,
  UserImportService,
  type GivenColumn,
  type ImportFormat,
  type UserImport,
} from '../modules/imports/index.ts';
import type { Report } from './command.ts';
import { UsageError } from './failure.ts';
import { columns as layOut } from './layout.ts';
import { actingOn, withRuntime } from './runtime.ts';

/** How many faults are printed. */
const SHOWN = 1_000;
const PAUSE_MS = 200;

interface GivenImport {
  readonly file: string;
  readonly columns: string | undefined;
  readonly format: ImportFormat | undefined;
  readonly delimiter: string | undefined;
  readonly encoding: string | undefined;
  readonly firebaseHash: string | undefined;
  readonly existing: Existing | undefined;
  readonly dryRun: boolean;
  readonly customer: string | undefined;
}

/** Imports users from a file, or from standard input for `-`. A name that ends in `.csv` is CSV, anything else JSON lines. */
export async function importUsers({ file, customer, ...given }: GivenImport): Promise<Report> {
  const input = {
    format: given.format ?? (file.endsWith('.csv') ? 'csv' : 'jsonl'),
    encoding: given.encoding,
    firebase: given.firebaseHash === undefined ? null : readHashConfig(readFileSync(given.firebaseHash, 'utf8')),
    delimiter: given.delimiter === 'tab' ? '\t' : given.delimiter,
    columns: readColumns(given.columns),
    existing: given.existing,
    dryRun: given.dryRun,
  };
  return withRuntime(loadConfig(), async (runtime) => {
    const ctx = await actingOn(runtime, customer);
    const bytes = file === '-' ? process.stdin : await bytesOf(file);
    const { id } = await ctx.get(UserImportService).create(input);
    await ctx
      .get(UploadService)
      .receive(id, bytes, () => {})
      .catch(async (error: unknown) => {
        await ctx.get(UserImportService).cancel(id);
        throw error;
      });
    const state = await finished(ctx, id);
    const { edges } = await ctx.get(UserImportService).faults(state, { first: SHOWN });
    return told(
      state,
      edges.map(({ node: { row, path = null, code, message } }) => ({ row, path, code, message })),
    );
  });
}

async function bytesOf(file: string): Promise<AsyncIterable<Buffer>> {
  try {
    return (await open(file)).createReadStream();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(`${file} cannot be read (${code}).`, 'See guildhall import --help.');
  }
}

/** Works on imports until this one is over. A running server may work on it as well. */
async function finished(ctx: RequestContext, id: string): Promise<UserImport> {
  for (;;) {
    const worked = await importNext(ctx.runtime);
    ctx.forgetLoaded();
    const state = (await ctx.get(UserImportService).find(id))!;
    if (state.status !== 'running') return state;
    if (!worked) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

interface Fault {
  readonly row: number;
  readonly path: string | null;
  readonly code: string;
  readonly message: string;
}

function told(state: UserImport, faults: readonly Fault[]): Report {
  const { id, status, dryRun, totalRows, createdCount, updatedCount, unchangedCount, skippedCount, faultyCount } =
    state;
  const data = {
    id,
    status,
    dry_run: dryRun,
    rows: totalRows,
    created: createdCount,
    updated: updatedCount,
    unchanged: unchangedCount,
    skipped: skippedCount,
    faulty: faultyCount,
    ignored_columns: state.ignoredColumns,
    faults,
  };
  const counts = layOut([
    ['Rows', String(totalRows)],
    [dryRun ? 'Would be created' : 'Created', String(createdCount)],
    [dryRun ? 'Would be updated' : 'Updated', String(updatedCount)],
    ['Unchanged', String(unchangedCount)],
    ['Skipped', String(skippedCount)],
    ['With faults', String(faultyCount)],
    ...(state.ignoredColumns.length > 0 ? [['Columns not read', state.ignoredColumns.join(', ')]] : []),
  ]);
  const lines = faults.map(({ row, path, code, message }) => `row ${row}: ${path ?? 'row'}: ${message} (${code})`);
  return { data, text: [counts, ...lines].join('\n'), failed: status !== 'done' || faultyCount > 0 };
}

/** Reads the parameters as the console of Firebase shows them, or as JSON. */
function readHashConfig(text: string): FirebaseHash {
  const valueOf = (name: string): string => {
    const [, value] = new RegExp(`${name}"?\\s*[:=]\\s*"?([A-Za-z0-9+/_-]*={0,2})`).exec(text) ?? [];
    if (value === undefined) throw fault('firebase-hash', 'hash_parameter', { name });
    return value;
  };
  return {
    signerKey: valueOf('base64_signer_key'),
    saltSeparator: valueOf('base64_salt_separator'),
    rounds: Number(valueOf('rounds')),
    memoryCost: Number(valueOf('mem_cost')),
  };
}

/** Reads `E-Mail=email,Vorname=givenName,Gesperrt=!isActive`. */
function readColumns(text: string | undefined): GivenColumn[] {
  return (text?.split(',') ?? []).map((pair) => {
    const equals = pair.lastIndexOf('=');
    const negated = pair[equals + 1] === '!';
    const name = pair.slice(equals + (negated ? 2 : 1));
    const column = pair.slice(0, equals);
    if (equals > 0 && name.startsWith(ATTRIBUTE)) return { column, attribute: name.slice(ATTRIBUTE.length) };
    const field = IMPORT_FIELDS.find((each) => each === name) ?? null;
    if (equals < 1 || (field === null && name !== ''))
      throw fault('columns', 'column_pairs', { values: IMPORT_FIELDS, prefix: ATTRIBUTE });
    return { column, field, negated };
  });
}
