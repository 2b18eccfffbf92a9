import { newId } from '../../kernel/ids.ts';
import { type Resealed, resealColumn, sealedColumn } from '../../kernel/reseal.ts';
import type { Runtime } from '../../kernel/runtime.ts';
import { sameBytes } from '../../kernel/secret.ts';
import { BackupCodeKey } from './backup-code-key.entity.ts';
import { BACKUP_CODES, KEPT_FOR } from './backup-code.ts';
import { SEALED_FOR } from './code.service.ts';

const OF_USER = { customer_id: 'uuid', user_id: 'uuid' } as const;
const factors = sealedColumn({
  room: 'mfa',
  table: 'totp_factors',
  key: OF_USER,
  column: 'sealed_secret',
  purpose: SEALED_FOR,
});
const setups = sealedColumn({
  room: 'mfa',
  table: 'totp_setups',
  key: OF_USER,
  column: 'sealed_secret',
  purpose: SEALED_FOR,
});
const keys = sealedColumn({
  room: 'mfa',
  table: 'backup_code_keys',
  key: { id: 'uuid' },
  column: 'sealed_key',
  purpose: KEPT_FOR,
});

/** Seals second factors with SECRET_KEY, and keeps what their backup codes were hashed with. */
export async function resealFactors(runtime: Runtime): Promise<Resealed> {
  await keepPreviousKey(runtime);
  const all: Resealed[] = [];
  for (const column of [keys, factors, setups]) all.push(await resealColumn(runtime, column));
  return {
    resealed: all.slice(1).reduce((sum, { resealed }) => sum + resealed, 0),
    unreadable: all.reduce((sum, { unreadable }) => sum + unreadable, 0),
  };
}

/** A hash cannot be made anew without the code, so the key that hashed it is kept, sealed. */
async function keepPreviousKey({ fork, vault, clock }: Runtime): Promise<void> {
  const previous = vault.previousKey(BACKUP_CODES);
  if (previous === null) return;
  const em = fork();
  const kept = await em.find(BackupCodeKey, {}, { populate: ['sealedKey'] });
  const opened = kept.map(({ sealedKey }) => vault.open(KEPT_FOR, sealedKey));
  if (opened.some((key) => key !== null && sameBytes(key, previous))) return;
  const now = clock.now();
  await em.insert(BackupCodeKey, { id: newId(now), sealedKey: vault.seal(KEPT_FOR, previous), createdAt: now });
}
