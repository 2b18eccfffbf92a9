import type { Background } from '../../jobs/module.ts';
import { grantSweepers } from './grant.sweep.ts';

export const background: Background = {
  sweepers: grantSweepers,
};
