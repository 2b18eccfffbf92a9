import type { Background } from '../../ground/jobs/module.ts';
import { resealPairwiseSalts } from './pairwise-salt.reseal.ts';

export const background: Background = {
  reseals: { pairwise_salts: resealPairwiseSalts },
};
