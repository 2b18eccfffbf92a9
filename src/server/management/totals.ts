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

/**
 * What is counted is told in steps of this size; of seconds, that is a microsecond. Sums of multiples of a power of two are exact,
 * so they are the same in every order. Otherwise a total could fall by a last digit when a process ends, and Prometheus takes
 * that for a restart.
 */
const STEP = 2 ** -20;

/**
 * Adds up the metrics of processes. What processes counted that have ended, or that do not answer, still counts, so nothing ever
 * counts down.
 */
export class Totals {
  private readonly last = new Map<number, Figures>();
  private ended: Figures = [];

  /** The metrics of all processes as text, by the processes' ids. */
  of(processes: ReadonlyMap<number, Figures>): Promise<string> {
    for (const [id, figures] of processes) this.last.set(id, figures.map(inSteps));
    const told = [...this.last].map(([id, figures]) => (processes.has(id) ? figures : figures.filter(isCounted)));
    return sum([...told, this.ended]).metrics();
  }

  /** Keeps what a process had counted when its metrics were last read. */
  end(id: number): void {
    const figures = this.last.get(id);
    if (!figures) return;
    this.last.delete(id);
    this.ended = sum([this.ended, figures.filter(isCounted)]).getMetricsAsArray() as unknown as Figures;
  }
}

const isCounted = ({ type }: Figures[number]): boolean => (type as unknown) !== 'gauge';

const inSteps = (metric: Figures[number]): Figures[number] =>
  isCounted(metric)
    ? { ...metric, values: metric.values.map((each) => ({ ...each, value: Math.round(each.value / STEP) * STEP })) }
    : metric;

const sum = (processes: readonly Figures[]): Registry =>
  Registry.aggregate(processes.map((figures) => figures.map(withAggregator)));

function withAggregator(metric: Figures[number]): Figures[number] {
  const [, aggregator] = OTHERWISE.find(([name]) => name.test(metric.name)) ?? [];
  return aggregator ? { ...metric, aggregator } : metric;
}
