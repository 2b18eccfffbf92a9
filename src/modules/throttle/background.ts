import type { Background } from '../../ground/jobs/module.ts';
import { throttleSweepers } from './throttle.sweep.ts';

export const background: Background = {
  sweepers: throttleSweepers,
};
