import type { Background } from '../../jobs/module.ts';
import { resealFactors } from './mfa.reseal.ts';
import { mfaSweepers } from './mfa.sweep.ts';

export const background: Background = {
  sweepers: mfaSweepers,
  reseals: { second_factors: resealFactors },
};
