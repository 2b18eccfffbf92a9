import type { Loaded } from '@mikro-orm/postgresql';
import type { RequestContext } from '../../kernel/context.ts';
import type { Transaction } from '../../kernel/database.ts';
import { AppError } from '../../kernel/errors.ts';
import { audit, auditRow } from '../audit/index.ts';
import { knownDevice, Throttle } from '../throttle/index.ts';
import { BackupCodeKey } from './backup-code-key.entity.ts';
import { backupCodeHashes, backupCodeHashesBy, readCode, type EnteredCode } from './backup-code.ts';
import { mfaErrors } from './errors.ts';
import { tell, tellOfFailedFactor, withMail } from './mfa-notice.ts';
import { useBackupCode, useStep } from './mfa.hot.sql.ts';
import { stepOf } from './totp.ts';
import { TotpFactor } from './totp-factor.entity.ts';

/** Whose second factor is meant. */
export interface FactorOwner {
  /** The device cookie of the browser, if there is one. */
  readonly device?: string | undefined;
  readonly customerId: string;
  readonly userId: string;
}

/** A factor with its user, and what codes are compared with. */
export type Factor = Loaded<TotpFactor, 'user' | 'user.customer'>;

const FACTOR = [
  'sealedSecret',
  'backupCodeHashes',
  'user.passwordChangedAt',
  'user.locale',
  'user.timeZone',
  'user.mfaMethods',
  'user.customer',
] as const;

/** What a code was used for, in the audit trail. */
export type CodePurpose = 'login' | 'disable' | 'replace' | 'backup_codes';

/** Uses codes of second factors, and counts the tries. */
export class CodeService {
  constructor(private readonly ctx: RequestContext) {}

  /** The user's factor. Null if the user has none. */
  factor({ customerId, userId }: FactorOwner): Promise<Factor | null> {
    const where = { customerId, userId };
    return this.ctx.em.findOne(TotpFactor, where, { populate: FACTOR, disableIdentityMap: true });
  }

  /**
   * Uses a code of the app or a backup code, and does `work` in the same transaction. Throws `invalid`: WRONG_CODE for any
   * other text and for a used code, MFA_NOT_ENABLED if there is no factor.
   */
  async spend<Result>(
    owner: FactorOwner,
    text: string,
    purpose: CodePurpose,
    work: (tx: Transaction, factor: Factor) => Promise<Result>,
  ): Promise<Result> {
    const factor = await this.factor(owner);
    if (!factor) throw notEnabled();
    const known = knownDevice(this.ctx.runtime, owner.userId, owner.device, factor.user.passwordChangedAt ?? null);
    const use = async (): Promise<Result> => {
      const entered = readCode(text);
      if (!entered) throw wrongCode();
      return withMail(this.ctx, async (tx) => {
        const used = await this.use(tx, factor, entered, purpose);
        if (!used) throw wrongCode();
        // The other purposes replace or remove all codes, and have notices of their own.
        if (entered.kind === 'backup_code' && (purpose === 'login' || purpose === 'replace'))
          await tell(this.ctx, tx, factor, { event: 'backup_code_used', ...used });
        return work(tx, factor);
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
    const guesser = { account: `${customerId}\n${userId}`, device: known };
    return this.ctx.get(Throttle).guess('code', guesser, work, { locked });
  }

  private async use(
    tx: Transaction,
    { customerId, userId, sealedSecret }: Factor,
    { kind, code }: EnteredCode,
    purpose: CodePurpose,
  ): Promise<{ readonly codesLeft: number } | undefined> {
    const { vault } = this.ctx.runtime;
    if (kind === 'totp') {
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

/** The error for every wrong code. */
export const wrongCode = (): AppError => mfaErrors.WRONG_CODE({ field: 'code' });

/** The error for a user without a second factor. */
export const notEnabled = (): AppError => mfaErrors.MFA_NOT_ENABLED();
