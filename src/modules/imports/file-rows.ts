import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CsvError, parse } from 'csv-parse';
import { AppError } from '../../kernel/errors.ts';
import { Columns, valuesOf, type ColumnMapping, type ImportFormat, type Values } from './columns.ts';
import { hasFirstRow, startOf } from './csv-text.ts';
import { importErrors } from './errors.ts';
import { textsOf, type FileEncoding } from './file-text.ts';

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
  readonly columns: readonly ColumnMapping[];
}

/** What is found out about a file while it is read. */
export interface FileFindings {
  /** A column that nothing is read from. */
  readonly ignored: (column: string) => void;
  readonly encoding: (encoding: FileEncoding) => void;
  readonly delimiter: (delimiter: string) => void;
}

/** The most characters of a row. */
const ROW_MAX = 64 * 1024;

/** Reads the rows of a file as its bytes arrive. It keeps no more than one row. Throws `invalid` where the file is broken. */
export async function* rowsOf(
  bytes: AsyncIterable<Buffer>,
  { format, delimiter, columns }: FileShape,
  found: FileFindings,
): AsyncGenerator<FileRow> {
  const known = new Columns(columns);
  const text = textsOf(bytes, found.encoding);
  if (format === 'csv') yield* rowsOfCsv(text, delimiter, known, found);
  else yield* rowsOfLines(text, known, found);
}

async function* rowsOfCsv(
  text: AsyncIterator<string> & AsyncIterable<string>,
  given: string | null,
  columns: Columns,
  found: FileFindings,
): AsyncGenerator<FileRow> {
  let first = '';
  for (let next = await text.next(); !next.done; next = await text.next()) {
    first += next.value;
    if (hasFirstRow(first) || first.length > ROW_MAX) break;
  }
  const { delimiter, skipped } = startOf(first, given);
  found.delimiter(delimiter);
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    max_record_size: ROW_MAX,
  });
  const feeding = pipeline(Readable.from(behind(first.slice(skipped), text)), parser);
  feeding.catch(() => {});
  let read: ReturnType<Columns['ofHeader']> | undefined;
  let row = skipped > 0 ? 1 : 0;
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      row += 1;
      if (!read) {
        read = columns.ofHeader(cells);
        for (const [n, column] of read.entries()) if (column === null) found.ignored(cells[n]!.trim());
        continue;
      }
      if (cells.length === 1 && cells[0]!.trim() === '') continue;
      const filled = read.flatMap((column, n) =>
        column ? [[column, cells[n]?.replace(QUOTED_FORMULA, '')] as const] : [],
      );
      yield { row, values: valuesOf(filled) };
    }
  } catch (cause) {
    if (cause instanceof AppError || !(cause instanceof CsvError)) throw cause;
    throw broken(
      `The file is not valid CSV behind row ${row}. A quote may be missing, or the row may be too long.`,
      cause,
    );
  }
  await feeding;
  if (!read) throw broken('The file is empty.');
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
    if (rest.length > ROW_MAX) throw broken(`Row ${row + 1} is longer than ${ROW_MAX} characters.`);
  }
  if (rest.trim() !== '') yield readLine(row + 1, rest, columns, found);
}

function readLine(row: number, line: string, columns: Columns, { ignored }: FileFindings): FileRow {
  if (line.length > ROW_MAX) throw broken(`Row ${row} is longer than ${ROW_MAX} characters.`);
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return { row, values: null };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { row, values: null };
  const cells = Object.entries(value).flatMap(([name, each]) => {
    const column = columns.of(name);
    if (column === null) ignored(name);
    return column === null ? [] : [[column, each] as const];
  });
  return { row, values: valuesOf(cells) };
}

const broken = (message: string, cause?: unknown): AppError => importErrors.IMPORT_FILE_BROKEN({ message, cause });
