/** Deletes what expired long ago from the tables of all modules. Every node tries, and one does it at a time. */
import { Loop } from '../jobs/loop.ts';
import type { Sweeper } from '../jobs/sweep.ts';
import { Meter } from '../kernel/meter.ts';
import type { Runtime } from '../kernel/runtime.ts';
import { auditSweepers } from '../modules/audit/index.ts';
import { clientSweepers } from '../modules/clients/index.ts';
import { deviceSweepers } from '../modules/devices/index.ts';
import { exportSweepers } from '../modules/exports/index.ts';
import { grantSweepers } from '../modules/grants/index.ts';
import { idempotencySweepers } from '../modules/idempotency/index.ts';
import { importSweepers } from '../modules/imports/index.ts';
import { linkSweepers } from '../modules/links/index.ts';
import { logoutSweepers } from '../modules/logouts/index.ts';
import { mailSweepers } from '../modules/mail/index.ts';
import { mfaSweepers } from '../modules/mfa/index.ts';
import { sessionSweepers } from '../modules/sessions/index.ts';
import { throttleSweepers } from '../modules/throttle/index.ts';

const EVERY_MS = 3_600_000;

/** Grants come first, because a session is kept while it has grants. */
const sweepers: readonly Sweeper[] = [
  ...grantSweepers,
  ...deviceSweepers,
  ...sessionSweepers,
  ...clientSweepers,
  ...linkSweepers,
  ...mfaSweepers,
  ...logoutSweepers,
  ...mailSweepers,
  ...importSweepers,
  ...exportSweepers,
  ...throttleSweepers,
  ...idempotencySweepers,
  ...auditSweepers,
];

/** Deletes everything that expired long ago. */
export async function cleanUp(runtime: Runtime): Promise<void> {
  for (const sweep of sweepers) await sweep(runtime);
  runtime.get(Meter).listener?.cleanedUp(runtime.clock.now());
}

/** Cleans up once an hour until it is stopped. */
export function startCleanUp(runtime: Runtime): { stop(): Promise<void> } {
  const report = (error: unknown): void => runtime.log.error({ err: error }, 'the clean-up failed');
  return new Loop(() => cleanUp(runtime), EVERY_MS, report, 'later');
}
