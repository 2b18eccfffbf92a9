import { reseal, type Resealed } from '../../ground/kernel/reseal.ts';
import type { Runtime } from '../../ground/kernel/runtime.ts';
import { SEALED_FOR } from './firebase.ts';
import { UserImport } from './user-import.entity.ts';

/** Seals the parameters of hashes with SECRET_KEY, of imports that wait for their files. */
export const resealImports = (runtime: Runtime): Promise<Resealed> =>
  reseal(runtime, { entity: UserImport, property: 'sealedParameters', purpose: SEALED_FOR });
