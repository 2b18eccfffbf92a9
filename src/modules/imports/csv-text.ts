export const DELIMITERS = [',', ';', '\t', '|'] as const;

/** What the first line of a file says about the rest. */
export interface CsvStart {
  readonly delimiter: string;
  /** How many characters of the file come before the rows, as in the line `sep=;` that spreadsheets write. */
  readonly skipped: number;
}

/** Reads the start of a CSV file: the given separator, or else the one that the first row has most often outside quotes. */
export function startOf(text: string, given: string | null): CsvStart {
  const [line = '', said] = /^sep=([,;\t|])(?:\r\n|\r|\n|$)/i.exec(text) ?? [];
  if (said !== undefined) return { delimiter: given ?? said, skipped: line.length };
  const row = firstRowOf(text);
  const [most] = DELIMITERS.map((each) => [each, row.split(each).length] as const).toSorted(([, a], [, b]) => b - a);
  return { delimiter: given ?? most![0], skipped: 0 };
}

/** Whether a text has a whole first row, which ends where no quote is open. */
export const hasFirstRow = (text: string): boolean => /[\r\n]/.test(outsideQuotes(text));

const firstRowOf = (text: string): string => outsideQuotes(text).split(/[\r\n]/, 1)[0]!;

const outsideQuotes = (text: string): string => text.replaceAll(/"[^"]*(?:"|$)/g, '');
