/** The table of a run. */
import type { Recorded } from './stand.ts';

/** What came of one fault, or of one roll. */
export interface Row {
  readonly name: string;
  /** Requests. */
  readonly asked: number;
  /** Writes that were acknowledged. */
  readonly acknowledged: number;
  /** Of these, the ones that were not there afterwards. */
  readonly lost: number;
  /** What was used more than once, although it may be used once only. */
  readonly again: number;
  /** Requests that were not a success. */
  readonly failed: number;
  /** Of these, the ones with an answer that nothing documents, except the balancer's own. */
  readonly wrong: number;
  /** The longest time without a success, in seconds; null where nobody may notice anything. */
  readonly outage: number | null;
  readonly notes: readonly string[];
}

/** The balancer's own answers, where it has no node or lost it while it was answering. */
const BALANCERS = / of the balancer$/;

/** Sums up what callers saw. */
export function rowOf(name: string, { endings, acknowledged, lost, again, notes }: Recorded): Row {
  const failed = endings.filter(({ outcome }) => outcome !== 'ok');
  const why = Map.groupBy(failed, ({ kind, outcome, detail }) => `${kind} ${outcome}: ${detail}`);
  const wrong = failed.filter(({ outcome, detail }) => outcome === 'wrong' && !BALANCERS.test(detail));
  const good = endings
    .filter(({ outcome }) => outcome === 'ok')
    .map(({ at, took }) => at + took)
    .sort((one, other) => one - other);
  return {
    name,
    asked: endings.length,
    acknowledged,
    lost,
    again,
    failed: failed.length,
    wrong: wrong.length,
    outage: Math.max(0, ...good.slice(1).map((at, index) => at - good[index]!)),
    notes: [...notes, ...[...why].map(([what, which]) => `${what} × ${which.length}`)],
  };
}

const HEAD = ['', 'requests', 'writes', 'lost', 'used twice', 'failed', 'undocumented', 'outage'];

/** The rows as a table in Markdown, with their notes below. */
export function tableOf(rows: readonly Row[]): string {
  const cells = rows.map(({ name, asked, acknowledged, lost, again, failed, wrong, outage }) => [
    name,
    ...[asked, acknowledged, lost, again, failed, wrong].map(String),
    outage === null ? '' : `${outage.toFixed(1)} s`,
  ]);
  const widths = HEAD.map((title, index) => Math.max(title.length, ...cells.map((row) => row[index]!.length)));
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, index) => (index === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[index]!))).join(' | ')} |`;
  const rule = `|${widths.map((width, index) => (index === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`;
  const notes = rows.flatMap(({ name, notes: said }) => said.map((note) => `- ${name}: ${note}`));
  return [line(HEAD), rule, ...cells.map(line), ...(notes.length > 0 ? ['', ...notes] : [])].join('\n');
}
