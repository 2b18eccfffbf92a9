/**
 * Has every module take out of its tables what has been dead for long. Nothing depends on it: whether something is still
 * good is decided by the clock wherever it is used. Every node does it.
 */
import { Loop } from './jobs/loop.ts';
import type { Sweeper } from './jobs/sweep.ts';
import type { Runtime } from './kernel/runtime.ts';
import { sweepClients } from './modules/clients/index.ts';
import { sweepGrants } from './modules/grants/index.ts';
import { sweepLinks } from './modules/links/index.ts';
import { sweepLogoutDeliveries } from './modules/logouts/index.ts';
import { sweepOutbox } from './modules/mail/index.ts';
import { sweepSetups } from './modules/mfa/index.ts';
import { sweepSessions } from './modules/sessions/index.ts';
import { sweepThrottle } from './modules/throttle/index.ts';

const EVERY_MS = 3_600_000;

/** Grants first: a session is kept while a grant hangs below it. */
const sweepers: readonly Sweeper[] = [
  sweepGrants,
  sweepSessions,
  sweepClients,
  sweepLinks,
  sweepSetups,
  sweepLogoutDeliveries,
  sweepOutbox,
  sweepThrottle,
];

/** Takes everything out that has been dead for long enough. */
export async function cleanUp(runtime: Runtime): Promise<void> {
  for (const sweep of sweepers) await sweep(runtime);
}

/** Cleans up once an hour, until it is stopped. */
export function startCleanUp(runtime: Runtime): { stop(): Promise<void> } {
  const report = (error: unknown): void => runtime.log.error({ err: error }, 'the clean-up failed');
  return new Loop(() => cleanUp(runtime), EVERY_MS, report, 'later');
}
