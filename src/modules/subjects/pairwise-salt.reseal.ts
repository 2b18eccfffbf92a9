import { reseal, type Resealed } from '../../ground/kernel/reseal.ts';
import type { Runtime } from '../../ground/kernel/runtime.ts';
import { PairwiseSalt } from './pairwise-salt.entity.ts';
import { SEALED_FOR } from './subjects.ts';

/** Seals the salts of pairwise subjects with SECRET_KEY. The salts, and so the subjects, stay the same. */
export const resealPairwiseSalts = (runtime: Runtime): Promise<Resealed> =>
  reseal(runtime, { entity: PairwiseSalt, property: 'sealedSalt', purpose: SEALED_FOR });
