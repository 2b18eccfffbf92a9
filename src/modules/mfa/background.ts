import type { Background } from '../../ground/jobs/module.ts';
import { resealFactors } from './mfa.reseal.ts';
import { mfaSweepers } from './mfa.sweep.ts';

export const background: Background = {
  sweepers: mfaSweepers,
  reseals: { second_factors: resealFactors },
};
