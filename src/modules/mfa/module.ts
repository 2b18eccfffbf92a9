import type { Module } from '../../ground/jobs/module.ts';
import { BackupCodeKey } from './backup-code-key.entity.ts';
import { BackupCodeSet } from './backup-code-set.entity.ts';
import { EmailCode } from './email-code.entity.ts';
import { Passkey, UsedChallenge } from './passkey.entity.ts';
import { TotpFactor, TotpSetup } from './totp-factor.entity.ts';

export const mfaModule: Module = {
  entities: [BackupCodeKey, TotpFactor, BackupCodeSet, Passkey, UsedChallenge, TotpSetup, EmailCode],
  background: async () => (await import('./background.ts')).background,
};
