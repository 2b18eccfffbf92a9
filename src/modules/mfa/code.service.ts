import type { Loaded } from '@mikro-orm/postgresql';
import type { RequestContext } from '../../ground/kernel/context.ts';
import type { Transaction } from '../../ground/kernel/database.ts';
import { AppError } from '../../ground/kernel/errors.ts';
import { audit, auditRow } from '../audit/index.ts';
import { knownDevice, Throttle, type GuessedSecret } from '../throttle/index.ts';
import { BackupCodeSet } from './backup-code-set.entity.ts';
import { BackupCodeKey } from './backup-code-key.entity.ts';
import { backupCodeHashes, backupCodeHashesBy, readCode, type EnteredCode } from './backup-code.ts';
import { mfaErrors } from './errors.ts';
import { tell, tellOfFailedFactor, withMail } from './mfa-notice.ts';
import { useBackupCode, useStep } from './mfa.hot.sql.ts';
import { stepOf } from './totp.ts';

/** Whose second factor is meant. */
export interface FactorOwner {
  /** The device cookie of the browser, if there is one. */
  readonly device?: string | undefined;
  readonly customerId: string;
  readonly userId: string;
}

/** A user, and what codes are compared with. */
export interface Factors {
  readonly customerId: string;
  readonly userId: string;
  readonly user: Loaded<BackupCodeSet, 'user' | 'user.customer'>['user'];
  /** Null for a user who has only backup codes besides passkeys. */
  readonly app: { readonly sealedSecret: Buffer; readonly enabledAt: Date } | null;
  readonly codesLeft: number;
}

const FACTORS = [
  'hashes',
  'appSecret',
  'appEnabledAt',
  'user.passwordChangedAt',
  'user.locale',
  'user.timeZone',
  'user.mfaMethods',
  'user.customer',
] as const;

/** What a code was used for, in the audit trail. */
export type CodePurpose = 'login' | 'disable' | 'replace' | 'backup_codes';

const ABOUT_APP: readonly CodePurpose[] = ['disable', 'replace'];

/** Uses codes of second factors, and counts the tries. */
export class CodeService {
  constructor(private readonly ctx: RequestContext) {}

  /** The user's app and backup codes, in one query: who has an app has backup codes. Null if the user has neither. */
  async factors({ customerId, userId }: FactorOwner): Promise<Factors | null> {
    const options = { populate: FACTORS, disableIdentityMap: true } as const;
    const set = await this.ctx.em.findOne(BackupCodeSet, { customerId, userId }, options);
    if (!set) return null;
    const { user, hashes, appSecret: sealedSecret, appEnabledAt: enabledAt } = set;
    const app = sealedSecret && enabledAt ? { sealedSecret, enabledAt } : null;
    return { customerId, userId, user, app, codesLeft: hashes.length };
  }

  /**
   * Uses a code of the app or a backup code, and does `work` in the same transaction. Throws `invalid`: WRONG_CODE for any
   * other text and for a used code, MFA_NOT_ENABLED if there is no factor, or no app for a purpose that is about it.
   */
  async spend<Result>(
    owner: FactorOwner,
    text: string,
    purpose: CodePurpose,
    work: (tx: Transaction, factors: Factors) => Promise<Result>,
  ): Promise<Result> {
    const factors = await this.factors(owner);
    if (!factors || (!factors.app && ABOUT_APP.includes(purpose))) throw notEnabled();
    const known = knownDevice(this.ctx.runtime, owner.userId, owner.device, factors.user.passwordChangedAt ?? null);
    const use = async (): Promise<Result> => {
      const entered = readCode(text);
      if (!entered) throw wrongCode();
      return withMail(this.ctx, async (tx) => {
        const used = await this.use(tx, factors, entered, purpose);
        if (!used) throw wrongCode();
        // The other purposes replace or remove all codes, and have notices of their own.
        if ('codesLeft' in used && (purpose === 'login' || purpose === 'replace'))
          await tell(this.ctx, tx, factors, { event: 'backup_code_used', codesLeft: used.codesLeft });
        return work(tx, factors);
      });
    };
    try {
      return await this.guess(owner, known, use, () => tellOfFailedFactor(this.ctx, owner, 'always'));
    } catch (fault) {
      if (purpose === 'login' && fault instanceof AppError && fault.code === 'WRONG_CODE')
        await tellOfFailedFactor(this.ctx, owner);
      throw fault;
    }
  }

  /**
   * Runs one try of a code. All pages and operations share the user's counter; only a browser in which the user has signed
   * in before has its own. Throws `rate_limited` for too many tries. A try is wrong if `work` throws. `afterLock` runs
   * after a wrong try that causes a wait.
   */
  guess<Result>(
    { customerId, userId }: FactorOwner,
    known: string | null,
    work: () => Promise<Result>,
    afterLock?: () => Promise<void>,
  ): Promise<Result> {
    const locked = async (waitSeconds: number): Promise<void> => {
      const details = { waitSeconds };
      await audit.recordNow(this.ctx, {
        action: 'mfa.locked',
        subjectType: 'user',
        subjectId: userId,
        customerId,
        details,
      });
      await afterLock?.();
    };
    const { name, account } = codeGuesses({ customerId, userId });
    return this.ctx.get(Throttle).guess(name, { account, device: known }, work, { locked });
  }

  private async use(
    tx: Transaction,
    { customerId, userId, app }: Factors,
    { kind, code }: EnteredCode,
    purpose: CodePurpose,
  ): Promise<{ readonly codesLeft: number } | { readonly user_id: string } | undefined> {
    const { vault } = this.ctx.runtime;
    if (kind === 'totp') {
      if (!app) return undefined;
      const { sealedSecret } = app;
      const step = stepOf(openSecret(this.ctx, sealedSecret), code, this.ctx.clock.now());
      if (step === null) return undefined;
      return tx.first(useStep, { customerId, userId, sealedSecret, step });
    }
    const event = auditRow(this.ctx, {
      action: 'mfa.backup_code_used',
      subjectType: 'user',
      subjectId: userId,
      customerId,
      actor: { type: 'user', id: userId },
      details: { purpose },
    });
    const hashes = backupCodeHashes(vault, userId, code);
    const redeemed = { customerId, userId, event };
    const used = await tx.first(useBackupCode, { ...redeemed, hashes });
    if (used) return used;
    const kept = await tx.em.find(BackupCodeKey, {}, { populate: ['sealedKey'] });
    const keys = kept.map(({ sealedKey }) => sealedKey);
    const earlier = backupCodeHashesBy(vault, keys, userId, code);
    return tx.first(useBackupCode, { ...redeemed, hashes: earlier });
  }
}

/** The purpose that TOTP secrets are sealed for. */
export const SEALED_FOR = 'totp';

/** Seals a secret. */
export const sealSecret = ({ runtime }: RequestContext, secret: Buffer): Buffer =>
  runtime.vault.seal(SEALED_FOR, secret);

/** Opens a sealed secret. Throws if it was sealed with another SECRET_KEY. */
export function openSecret({ runtime }: RequestContext, sealed: Buffer): Buffer {
  const secret = runtime.vault.open(SEALED_FOR, sealed);
  if (!secret) throw new Error('A TOTP secret was sealed with another SECRET_KEY.');
  return secret;
}

/** What counts the guesses at the user's codes, whichever factor they are of. */
export const codeGuesses = ({ customerId, userId }: FactorOwner): GuessedSecret => ({
  name: 'code',
  account: `${customerId}\n${userId}`,
});

/** The error for every wrong code. */
export const wrongCode = (): AppError => mfaErrors.WRONG_CODE({ field: 'code' });

/** The error for a user without a second factor. */
export const notEnabled = (): AppError => mfaErrors.MFA_NOT_ENABLED();
