import { type Resealed, resealColumn, sealedColumn } from '../../kernel/reseal.ts';
import type { Runtime } from '../../kernel/runtime.ts';
import { SEALED_FOR } from './signing-key.service.ts';

const privateKeys = sealedColumn({
  room: 'keys',
  table: 'signing_keys',
  key: { id: 'text' },
  column: 'sealed_private_key',
  purpose: SEALED_FOR,
});

/** Seals the private halves of signing keys with SECRET_KEY. */
export const resealSigningKeys = (runtime: Runtime): Promise<Resealed> => resealColumn(runtime, privateKeys);
