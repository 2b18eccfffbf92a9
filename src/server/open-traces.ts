import type { Config } from '../config/load.ts';
import type { Log } from '../kernel/log.ts';
import type { Traces } from '../tracing/index.ts';

/** Sends traces to the configured collector. Nothing of OpenTelemetry is loaded without one. */
export async function openTraces({ tracing }: Config, log: Log): Promise<Traces | undefined> {
  const { endpoint } = tracing;
  if (endpoint === undefined) return undefined;
  const { sendTraces } = await import('../tracing/index.ts');
  return sendTraces({ ...tracing, endpoint }, log);
}
