import { reseal, type Resealed } from '../../ground/kernel/reseal.ts';
import type { Runtime } from '../../ground/kernel/runtime.ts';
import { SigningKey } from './signing-key.entity.ts';
import { SEALED_FOR } from './signing-key.service.ts';

/** Seals the private halves of signing keys with SECRET_KEY. */
export const resealSigningKeys = (runtime: Runtime): Promise<Resealed> =>
  reseal(runtime, { entity: SigningKey, property: 'sealedPrivateKey', purpose: SEALED_FOR });
