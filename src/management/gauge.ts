import { Gauge, type Registry } from '@prometheus-io/client';

/** Makes a gauge. `read` sets it, once for each time that the metrics are read. */
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
