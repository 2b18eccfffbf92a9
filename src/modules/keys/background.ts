import type { Background } from '../../ground/jobs/module.ts';
import { startKeyRotation } from './rotation.worker.ts';
import { resealSigningKeys } from './signing-key.reseal.ts';

export const background: Background = {
  jobs: [startKeyRotation],
  reseals: { signing_keys: resealSigningKeys },
};
