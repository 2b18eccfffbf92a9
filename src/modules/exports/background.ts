import type { Background } from '../../jobs/module.ts';
import { exportSweepers } from './export.sweep.ts';

export const background: Background = {
  sweepers: exportSweepers,
};
