import { Registry } from '@prometheus-io/client';

/** The metrics of one process, as they travel between processes. */
export type Figures = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** What is not the sum of all processes: what is of the whole database or the machine, and the worst event loop. */
const OTHERWISE: readonly (readonly [RegExp, 'max' | 'min'])[] = [
  [/^guildhall_(sessions$|outbox_|clean_up_)/, 'max'],
  [/^nodejs_eventloop_lag_min_/, 'min'],
  [/^nodejs_eventloop_/, 'max'],
  [/^process_(start_time_seconds|max_fds)$/, 'min'],
];

/** Adds up the metrics of processes. The counts of processes that have ended are kept, so no counter ever falls. */
export class Totals {
  private readonly last = new Map<number, Figures>();
  private ended: Figures = [];

  /** The metrics of all processes as text, by the processes' ids. */
  of(processes: ReadonlyMap<number, Figures>): Promise<string> {
    for (const [id, figures] of processes) this.last.set(id, figures);
    return sum([...processes.values(), this.ended]).metrics();
  }

  /** Keeps what a process had counted when its metrics were last read. */
  end(id: number): void {
    const figures = this.last.get(id);
    if (!figures) return;
    this.last.delete(id);
    const counted = figures.filter(({ type }) => (type as unknown) !== 'gauge');
    this.ended = sum([this.ended, counted]).getMetricsAsArray() as unknown as Figures;
  }
}

const sum = (processes: readonly Figures[]): Registry =>
  Registry.aggregate(processes.map((figures) => figures.map(withAggregator)));

function withAggregator(metric: Figures[number]): Figures[number] {
  const [, aggregator] = OTHERWISE.find(([name]) => name.test(metric.name)) ?? [];
  return aggregator ? { ...metric, aggregator } : metric;
}
