import type { Background } from '../../ground/jobs/module.ts';
import { grantSweepers } from './grant.sweep.ts';

export const background: Background = {
  sweepers: grantSweepers,
};
