import type { Runtime } from '../../../ground/kernel/runtime.ts';
import { Keyring, type SigningAlgorithm } from '../../../modules/keys/index.ts';

/** A token that nobody has signed yet: what its header and its payload are going to say. */
export interface UnsignedToken<Claims extends object = object> {
  readonly algorithm: SigningAlgorithm;
  readonly typ: string;
  readonly claims: Claims;
}

export const sign = (runtime: Runtime, { algorithm, typ, claims }: UnsignedToken): Promise<string> =>
  runtime.get(Keyring).sign(algorithm, typ, { ...claims });
