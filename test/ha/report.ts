/** The table of a run. */

/** What came of one fault, or of one roll. */
export interface Row {
  readonly name: string;
  /** Requests. */
  readonly asked: number;
  /** Writes that were acknowledged. */
  readonly acknowledged: number;
  /** Of these, the ones that were not there afterwards. */
  readonly lost: number;
  /** Requests that were not a success. */
  readonly failed: number;
  /** Of these, the ones with an answer that nothing documents. */
  readonly wrong: number;
  /** The longest time without a success, in seconds; null where nobody may notice anything. */
  readonly outage: number | null;
  readonly notes: readonly string[];
}

const HEAD = ['', 'requests', 'writes', 'lost', 'failed', 'undocumented', 'outage'];

/** The rows as a table in Markdown, with their notes below. */
export function tableOf(rows: readonly Row[]): string {
  const cells = rows.map(({ name, asked, acknowledged, lost, failed, wrong, outage }) => [
    name,
    ...[asked, acknowledged, lost, failed, wrong].map(String),
    outage === null ? '' : `${outage.toFixed(1)} s`,
  ]);
  const widths = HEAD.map((title, index) => Math.max(title.length, ...cells.map((row) => row[index]!.length)));
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, index) => (index === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[index]!))).join(' | ')} |`;
  const rule = `|${widths.map((width, index) => (index === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`;
  const notes = rows.flatMap(({ name, notes: said }) => said.map((note) => `- ${name}: ${note}`));
  return [line(HEAD), rule, ...cells.map(line), ...(notes.length > 0 ? ['', ...notes] : [])].join('\n');
}
