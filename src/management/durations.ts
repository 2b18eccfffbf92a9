import type { Metric, Registry } from '@prometheus-io/client';
import { type Entry, Labelled } from './labelled.ts';

/** Seconds. The limits of OpenTelemetry's conventions, and two below, because many answers take less than 5 ms. */
const LIMITS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

/** The durations of one series: how many lie below each limit and above the one before it. The last ones are longer. */
class Series {
  readonly counts = new Float64Array(LIMITS.length + 1);
  sum = 0;

  observe(seconds: number): void {
    let n = 0;
    while (n < LIMITS.length && seconds > LIMITS[n]!) n += 1;
    this.counts[n]! += 1;
    this.sum += seconds;
  }
}

interface Sample {
  readonly metricName: string;
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: number;
}

/**
 * A histogram of durations. The client library's own looks up its series by a text of all labels at each observation, which
 * costs a hot path more than everything else that is measured on it. The library asks this one only when the metrics are read.
 */
export class Durations {
  private readonly type = 'histogram';
  private readonly aggregator = 'sum';
  private readonly series: Labelled<Series>;

  constructor(
    registry: Registry,
    private readonly name: string,
    private readonly help: string,
    labelNames: readonly string[],
  ) {
    this.series = new Labelled(labelNames, () => new Series());
    // The registry calls `get`. Its types name its own classes alone.
    registry.registerMetric(this as unknown as Metric);
    // A series without labels is there from the start.
    if (labelNames.length === 0) this.series.of();
  }

  /** Counts one duration, by the labels in the order of their names. */
  observe(seconds: number, ...labels: readonly (string | number)[]): void {
    this.series.of(...labels).observe(seconds);
  }

  /** What the registry asks for. Each bucket counts all durations up to its limit. */
  get(): object {
    const { name, help, type, aggregator } = this;
    return { name, help, type, aggregator, values: this.series.entries().flatMap((entry) => this.samplesOf(entry)) };
  }

  private samplesOf({ labels, value: { counts, sum } }: Entry<Series>): Sample[] {
    let count = 0;
    const buckets = [...LIMITS, '+Inf'].map((le, n) => {
      count += counts[n]!;
      return { metricName: `${this.name}_bucket`, labels: { ...labels, le }, value: count };
    });
    return [
      ...buckets,
      { metricName: `${this.name}_sum`, labels, value: sum },
      { metricName: `${this.name}_count`, labels, value: count },
    ];
  }
}
