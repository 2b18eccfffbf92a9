import type { Background } from '../../ground/jobs/module.ts';
import { exportSweepers } from './export.sweep.ts';

export const background: Background = {
  sweepers: exportSweepers,
};
