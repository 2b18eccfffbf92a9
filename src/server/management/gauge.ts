import { Gauge, type Registry } from '@prometheus-io/client';

/**
 * Makes a gauge. `read` sets it, once for each time that the metrics are read. The server's is the sum of its workers' unless
 * its name is one of those in `totals.ts`.
 */
export function gauge<Label extends string = never>(
  registry: Registry,
  name: string,
  help: string,
  labelNames: Label[] = [],
  read?: (gauge: Gauge<Label>) => Promise<void> | void,
): Gauge<Label> {
  const collect = read && {
    collect(this: Gauge<Label>) {
      return read(this);
    },
  };
  return new Gauge({ name, help, labelNames, registers: [registry], ...collect });
}
