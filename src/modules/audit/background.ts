import type { Background } from '../../ground/jobs/module.ts';
import { auditSweepers } from './audit-event.sweep.ts';
import { startCounting } from './daily-count.worker.ts';

export const background: Background = {
  jobs: [startCounting],
  sweepers: auditSweepers,
};
