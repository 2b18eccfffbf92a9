import type { EntityManager } from '@mikro-orm/postgresql';
import { BackupCodeSet } from './backup-code-set.entity.ts';
import { EmailCode } from './email-code.entity.ts';
import { Passkey } from './passkey.entity.ts';
import { TotpFactor, TotpSetup } from './totp-factor.entity.ts';

/** Removes all second factors of users, passkeys included, and whatever was begun with them. */
export async function removeFactorsOf(
  em: EntityManager,
  customerId: string,
  userIds: readonly string[],
): Promise<void> {
  const where = { customerId, userId: { $in: [...userIds] } };
  await Promise.all([
    em.nativeDelete(TotpSetup, where),
    em.nativeDelete(TotpFactor, where),
    em.nativeDelete(Passkey, where),
    em.nativeDelete(BackupCodeSet, where),
    em.nativeDelete(EmailCode, where),
  ]);
}
