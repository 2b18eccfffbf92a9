import { Loop } from '../../ground/jobs/loop.ts';
import type { Runtime } from '../../ground/kernel/runtime.ts';
import { countNext } from './daily-count.hot.sql.ts';

const LOOK_MS = 15_000;
const STEP = 10_000;

/** Counts the events that are certainly all there, in small steps. */
export async function countEvents({ db, clock }: Runtime): Promise<void> {
  const step = async (): Promise<number> => (await db.first(countNext, { now: clock.now(), most: STEP }))!.counted;
  while ((await step()) === STEP) continue;
}

/** Keeps the counters of the audit trail up to date. Every node looks, and one counts. */
export function startCounting(runtime: Runtime): { stop(): Promise<void> } {
  const report = (error: unknown): void => runtime.log.error({ err: error }, 'events could not be counted');
  return new Loop(() => countEvents(runtime), LOOK_MS, report, 'later');
}
