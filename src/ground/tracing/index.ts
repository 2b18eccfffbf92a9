/**
 * Sends spans to a collector by OpenTelemetry. `server/start.ts` loads it only if a collector is configured, and closes it last.
 * What is traced is decided where the work is done, through `ground/kernel/activity.ts`.
 */
export { sendTraces, type Traces } from './traces.ts';
