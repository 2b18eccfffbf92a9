/** Deletes what expired long ago from the tables of all modules. Every node tries, and one does it at a time. */
import type { Job } from '../ground/jobs/module.ts';
import { Loop } from '../ground/jobs/loop.ts';
import { Meter } from '../ground/kernel/meter.ts';
import type { Runtime } from '../ground/kernel/runtime.ts';
import { loadBackground } from '../modules.ts';

const EVERY_MS = 3_600_000;

/** Deletes everything that expired long ago. Owners come last, because a session is kept while it has grants. */
export async function cleanUp(runtime: Runtime): Promise<void> {
  for (const { sweepers = [] } of (await loadBackground()).toReversed())
    for (const sweep of sweepers) await sweep(runtime);
  runtime.get(Meter).listener?.cleanedUp(runtime.clock.now());
}

/** Cleans up once an hour until it is stopped. */
export function startCleanUp(runtime: Runtime): Job {
  const report = (error: unknown): void => runtime.log.error({ err: error }, 'the clean-up failed');
  return new Loop(() => cleanUp(runtime), EVERY_MS, report, 'later');
}
