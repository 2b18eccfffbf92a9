import { newId } from '../../ground/kernel/ids.ts';
import { reseal, type Resealed } from '../../ground/kernel/reseal.ts';
import type { Runtime } from '../../ground/kernel/runtime.ts';
import { sameBytes } from '../../ground/kernel/secret.ts';
import { BackupCodeKey } from './backup-code-key.entity.ts';
import { BACKUP_CODES, KEPT_FOR } from './backup-code.ts';
import { SEALED_FOR } from './code.service.ts';
import { TotpFactor, TotpSetup } from './totp-factor.entity.ts';

/** Seals second factors with SECRET_KEY, and keeps the key that their backup codes were hashed with. */
export async function resealFactors(runtime: Runtime): Promise<Resealed> {
  await keepPreviousKey(runtime);
  const secrets = { property: 'sealedSecret', purpose: SEALED_FOR } as const;
  const keys = await reseal(runtime, { entity: BackupCodeKey, property: 'sealedKey', purpose: KEPT_FOR });
  const factors = await reseal(runtime, { entity: TotpFactor, ...secrets });
  const setups = await reseal(runtime, { entity: TotpSetup, ...secrets });
  return {
    resealed: factors.resealed + setups.resealed,
    unreadable: keys.unreadable + factors.unreadable + setups.unreadable,
  };
}

/** Codes cannot be hashed again, because only their users know them. So the key of the hashes is kept, sealed. */
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
