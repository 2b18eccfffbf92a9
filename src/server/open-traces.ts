import type { Config } from '../ground/config/load.ts';
import type { Log } from '../ground/kernel/log.ts';
import type { Traces } from '../ground/tracing/index.ts';

/** Sends traces to the configured collector. Nothing of OpenTelemetry is loaded without one. */
export async function openTraces({ tracing }: Config, log: Log): Promise<Traces | undefined> {
  const { endpoint } = tracing;
  if (endpoint === undefined) return undefined;
  const { sendTraces } = await import('../ground/tracing/index.ts');
  return sendTraces({ ...tracing, endpoint }, log);
}
