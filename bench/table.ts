/** Tables as a person reads them. */
export type Row = readonly string[];

export const mark = (met: boolean): string => (met ? '✓' : '✗');
export const whole = (value: number): string => Math.round(value).toLocaleString('en');

const WORDS = new Set(['operation', 'by', '']);

/** Words to the left, numbers to the right. */
export function table(head: Row, lines: readonly Row[]): string {
  const widths = head.map((_, column) => Math.max(...[head, ...lines].map((line) => line[column]!.length)));
  const row = (line: Row): string =>
    line
      .map((cell, column) => (WORDS.has(head[column]!) ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
      .join('  ')
      .trimEnd();
  return [row(head), widths.map((width) => '─'.repeat(width)).join('  '), ...lines.map(row)].join('\n');
}
