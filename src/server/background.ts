/** What runs in the background: in each server, or in one of its workers. */
import type { Bell } from '../jobs/bell.ts';
import type { Runtime } from '../kernel/runtime.ts';
import { startCounting } from '../modules/audit/index.ts';
import { ImportBell, startImportWorker } from '../modules/imports/index.ts';
import { startKeyRotation } from '../modules/keys/index.ts';
import { RecoveryBell, startRecoveryWorker } from '../modules/links/index.ts';
import { LogoutBell, startLogoutWorker } from '../modules/logouts/index.ts';
import { Outbox, startMailWorker } from '../modules/mail/index.ts';
import { startCleanUp } from './clean-up.ts';

export const JOBS = [
  startMailWorker,
  startRecoveryWorker,
  startLogoutWorker,
  startImportWorker,
  startKeyRotation,
  startCounting,
  startCleanUp,
] as const;

/** What wakes jobs, by the names that workers tell each other. */
export const BELLS: Readonly<Record<string, new (runtime: Runtime) => Bell>> = {
  mails: Outbox,
  recoveries: RecoveryBell,
  logouts: LogoutBell,
  imports: ImportBell,
};
