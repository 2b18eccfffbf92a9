import type { Background } from '../../ground/jobs/module.ts';
import { linkSweepers } from './link.sweep.ts';
import { RecoveryBell } from './recovery.bell.ts';
import { startRecoveryWorker } from './recovery.worker.ts';

export const background: Background = {
  jobs: [startRecoveryWorker],
  bells: { recoveries: RecoveryBell },
  sweepers: linkSweepers,
};
