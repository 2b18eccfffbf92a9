import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CsvError, parse } from 'csv-parse';
import { broken, type Broken } from '../../ground/faults/index.ts';
import { AppError } from '../../ground/kernel/errors.ts';
import { Columns, valuesOf, type ColumnMapping, type ImportFormat, type ReadColumn, type Values } from './columns.ts';
import { hasFirstRow, startOf } from './csv-text.ts';
import { importErrors } from './errors.ts';
import { textsOf, type FileEncoding } from './file-text.ts';
import { FIREBASE_COLUMNS, withWholeHash, type FirebaseHash } from './firebase.ts';
import { SAMPLED_ROWS } from './found-columns.ts';

/**
 * Exports and spreadsheets put a quote in front of what would be a formula. Exports put one in front of what begins with such
 * quotes, too, so that nothing loses its own.
 */
const QUOTED_FORMULA = /^'(?='*[=+\-@\t\r])/;

/** A row of a file: its number, from 1, and its values by fields. Null if it is no object. */
export interface FileRow {
  readonly row: number;
  readonly values: Values | null;
}

/** How a file is read. */
export interface FileShape {
  readonly format: ImportFormat;
  /** Null if it is to be found. */
  readonly delimiter: string | null;
  /** Null if it is to be found. */
  readonly encoding: FileEncoding | null;
  readonly columns: readonly ColumnMapping[];
  /** The parameters of its hashes. */
  readonly firebase: FirebaseHash | null;
}

/** What is found out about a file while it is read. */
export interface FileFindings {
  /** A column, and how it is read. Null if it is not. */
  readonly column: (column: string, read: ReadColumn | null) => void;
  /** A value of a column. */
  readonly sample: (column: string, value: unknown) => void;
  readonly encoding: (encoding: FileEncoding) => void;
  readonly delimiter: (delimiter: string) => void;
}

/** The most characters of a row. */
const ROW_MAX = 64 * 1024;

/** Reads the rows of a file as its bytes arrive. It keeps no more than one row. Throws `invalid` where the file is broken. */
export async function* rowsOf(
  bytes: AsyncIterable<Buffer>,
  shape: FileShape,
  found: FileFindings,
): AsyncGenerator<FileRow> {
  const { format, columns, encoding, firebase } = shape;
  const known = new Columns(columns, firebase !== null);
  const text = textsOf(bytes, encoding, found.encoding);
  const rows = format === 'jsonl' ? rowsOfLines(text, known, found) : rowsOfCsv(text, shape, known, found);
  for await (const { row, values } of rows) yield { row, values: values && withWholeHash(values, firebase) };
}

async function* rowsOfCsv(
  text: AsyncIterator<string> & AsyncIterable<string>,
  { format, delimiter: given }: FileShape,
  columns: Columns,
  found: FileFindings,
): AsyncGenerator<FileRow> {
  const isFirebase = format === 'firebase';
  let first = '';
  for (let next = await text.next(); !next.done; next = await text.next()) {
    first += next.value;
    if (hasFirstRow(first) || first.length > ROW_MAX) break;
  }
  const { delimiter, skipped } = isFirebase ? { delimiter: ',', skipped: 0 } : startOf(first, given);
  found.delimiter(delimiter);
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    // Firebase does not double the quotes of names.
    relax_quotes: isFirebase,
    max_record_size: ROW_MAX,
  });
  const feeding = pipeline(Readable.from(behind(first.slice(skipped), text)), parser);
  feeding.catch(() => {});
  const header = new Header(columns, found);
  if (isFirebase) header.read(FIREBASE_COLUMNS);
  let row = skipped > 0 ? 1 : 0;
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      row += 1;
      if (!header.columns) {
        header.read(cells);
        continue;
      }
      if (cells.length === 1 && cells[0]!.trim() === '') continue;
      const plain = cells.map((cell) => cell.replace(QUOTED_FORMULA, ''));
      header.sample(plain);
      if (header.fault) continue;
      const filled = header.columns.flatMap((column, n) => (column ? [[column, plain[n]] as const] : []));
      yield { row, values: valuesOf(filled) };
    }
    if (header.fault) throw header.fault;
  } catch (cause) {
    if (cause instanceof AppError || !(cause instanceof CsvError)) throw cause;
    throw unreadable(broken('file_csv', { row }), cause);
  }
  await feeding;
  if (!header.columns || (isFirebase && row === 0)) throw unreadable(broken('file_empty'));
}

/** The row with the names of the columns. */
class Header {
  columns: readonly (ReadColumn | null)[] | undefined;
  /** Why the columns cannot be read. Some rows are still read then, for samples. */
  fault: AppError | undefined;
  private names: readonly string[] = [];
  private sampled = 0;

  constructor(
    private readonly known: Columns,
    private readonly found: FileFindings,
  ) {}

  read(names: readonly string[]): void {
    this.names = names;
    const each = names.map((name) => this.known.of(name));
    for (const [n, column] of each.entries()) this.found.column(names[n]!, column);
    this.columns = each;
    try {
      this.columns = this.known.ofHeader(names);
    } catch (fault) {
      if (!(fault instanceof AppError)) throw fault;
      this.fault = fault;
    }
  }

  sample(cells: readonly string[]): void {
    if (this.sampled >= SAMPLED_ROWS) {
      if (this.fault) throw this.fault;
      return;
    }
    this.sampled += 1;
    for (const [n, name] of this.names.entries()) this.found.sample(name, cells[n]);
  }
}

async function* behind(first: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield first;
  yield* rest;
}

async function* rowsOfLines(
  text: AsyncIterable<string>,
  columns: Columns,
  found: FileFindings,
): AsyncGenerator<FileRow> {
  let rest = '';
  let row = 0;
  for await (const part of text) {
    const lines = (rest + part).split('\n');
    rest = lines.pop()!;
    for (const line of lines) {
      row += 1;
      if (line.trim() !== '') yield readLine(row, line, columns, found);
    }
    if (rest.length > ROW_MAX) throw unreadable(broken('row_too_long', { row: row + 1, max: ROW_MAX }));
  }
  if (rest.trim() !== '') yield readLine(row + 1, rest, columns, found);
}

function readLine(row: number, line: string, columns: Columns, found: FileFindings): FileRow {
  if (line.length > ROW_MAX) throw unreadable(broken('row_too_long', { row, max: ROW_MAX }));
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return { row, values: null };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { row, values: null };
  const cells = Object.entries(value).flatMap(([name, each]) => {
    const column = columns.of(name);
    found.column(name, column);
    if (row <= SAMPLED_ROWS) found.sample(name, each);
    return column === null ? [] : [[column, each] as const];
  });
  return { row, values: valuesOf(cells) };
}

const unreadable = (rule: Broken, cause?: unknown): AppError =>
  importErrors.IMPORT_FILE_BROKEN({ field: 'file', broken: rule, cause });
