import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CsvError, parse } from 'csv-parse';
import { AppError } from '../../kernel/errors.ts';
import { Columns, type ColumnMapping, type ImportFormat, type ImportTarget } from './columns.ts';
import { importErrors } from './errors.ts';

/** Exports and spreadsheets put a quote in front of what would be a formula. */
const QUOTED_FORMULA = /^'(?=[=+\-@\t\r])/;

/** A row of a file: its number, from 1, and its values by fields. Null if it is no object. */
export interface FileRow {
  readonly row: number;
  readonly values: Readonly<Partial<Record<ImportTarget, unknown>>> | null;
}

/** How a file is read. */
export interface FileShape {
  readonly format: ImportFormat;
  readonly delimiter: string;
  readonly columns: readonly ColumnMapping[];
}

/** The most characters of a row. */
const ROW_MAX = 64 * 1024;

/**
 * Reads the rows of a file as its bytes arrive. It keeps no more than one row. Throws `invalid` where the file is broken.
 * `ignore` hears of each column that is not read.
 */
export async function* rowsOf(
  bytes: AsyncIterable<Buffer>,
  { format, delimiter, columns }: FileShape,
  ignore: (column: string) => void,
): AsyncGenerator<FileRow> {
  const known = new Columns(columns);
  if (format === 'csv') yield* rowsOfCsv(texts(bytes), delimiter, known, ignore);
  else yield* rowsOfLines(texts(bytes), known, ignore);
}

async function* texts(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const part of bytes) yield decoder.decode(part, { stream: true });
    yield decoder.decode();
  } catch (cause) {
    if ((cause as { code?: unknown }).code === 'ERR_ENCODING_INVALID_ENCODED_DATA')
      throw broken('The file is not UTF-8.', cause);
    throw cause;
  }
}

async function* rowsOfCsv(
  text: AsyncIterable<string>,
  delimiter: string,
  columns: Columns,
  ignore: (column: string) => void,
): AsyncGenerator<FileRow> {
  const parser = parse({ delimiter, relax_column_count: true, max_record_size: ROW_MAX });
  const feeding = pipeline(Readable.from(text), parser);
  feeding.catch(() => {});
  let fields: (ImportTarget | null)[] | undefined;
  let row = 0;
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      row += 1;
      if (!fields) {
        fields = columns.ofHeader(cells);
        for (const [n, field] of fields.entries()) if (field === null) ignore(cells[n]!.trim());
        continue;
      }
      if (cells.length === 1 && cells[0]!.trim() === '') continue;
      const filled = fields.flatMap((field, n) =>
        field !== null && cells[n] ? [[field, cells[n].replace(QUOTED_FORMULA, '')] as const] : [],
      );
      yield { row, values: Object.fromEntries<unknown>(filled) };
    }
  } catch (cause) {
    if (cause instanceof AppError || !(cause instanceof CsvError)) throw cause;
    throw broken(
      `The file is not valid CSV behind row ${row}. A quote may be missing, or the row may be too long.`,
      cause,
    );
  }
  await feeding;
  if (!fields) throw broken('The file is empty.');
}

async function* rowsOfLines(
  text: AsyncIterable<string>,
  columns: Columns,
  ignore: (column: string) => void,
): AsyncGenerator<FileRow> {
  let rest = '';
  let row = 0;
  for await (const part of text) {
    const lines = (rest + part).split('\n');
    rest = lines.pop()!;
    for (const line of lines) {
      row += 1;
      if (line.trim() !== '') yield readLine(row, line, columns, ignore);
    }
    if (rest.length > ROW_MAX) throw broken(`Row ${row + 1} is longer than ${ROW_MAX} characters.`);
  }
  if (rest.trim() !== '') yield readLine(row + 1, rest, columns, ignore);
}

function readLine(row: number, line: string, columns: Columns, ignore: (column: string) => void): FileRow {
  if (line.length > ROW_MAX) throw broken(`Row ${row} is longer than ${ROW_MAX} characters.`);
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return { row, values: null };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { row, values: null };
  const values = Object.entries(value).flatMap(([column, each]) => {
    const field = columns.fieldOf(column);
    if (field === null) ignore(column);
    return field === null || each === null ? [] : [[field, each] as const];
  });
  return { row, values: Object.fromEntries<unknown>(values) };
}

const broken = (message: string, cause?: unknown): AppError => importErrors.IMPORT_FILE_BROKEN({ message, cause });
