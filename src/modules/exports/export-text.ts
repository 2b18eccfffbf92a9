import { columnName } from '../../ground/kernel/entity.ts';
import type { ExportFormat } from './export-link.entity.ts';

/** Columns of attributes have the names that the customer gave them. */
const nameOf = (column: string): string => (column.includes('.') ? column : columnName(column));

type Row = Readonly<Record<string, unknown>>;

/** The first line of a file. Empty for JSON lines. */
export const header = (format: ExportFormat, columns: readonly string[]): string =>
  format === 'csv' ? `${columns.map(nameOf).join(',')}\r\n` : '';

/** The line of a row. */
export const lineOf = (format: ExportFormat, columns: readonly string[], row: Row): string =>
  format === 'csv' ? csvLine(columns, row) : jsonLine(columns, row);

const jsonLine = (columns: readonly string[], row: Row): string =>
  `${JSON.stringify(Object.fromEntries(columns.map((column) => [nameOf(column), row[column] ?? null])))}\n`;

const csvLine = (columns: readonly string[], row: Row): string =>
  `${columns.map((column) => cell(row[column])).join(',')}\r\n`;

/**
 * Spreadsheets run a cell that begins with one of these as a formula. A quote in front of it keeps them from that. What begins
 * with such a quote gets another one, so that an import, which takes one off, finds every value again.
 */
const FORMULA = /^'*[=+\-@\t\r]/;

function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = textOf(value);
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n;]|^'/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.join(' ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
