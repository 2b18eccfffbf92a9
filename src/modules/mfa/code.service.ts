import type { Loaded } from '@mikro-orm/postgresql';
import type { RequestContext } from '../../kernel/context.ts';
import type { Transaction } from '../../kernel/database.ts';
import type { AppError } from '../../kernel/errors.ts';
import { auditRow, insertAuditRows } from '../audit/index.ts';
import { knownDevice, Throttle } from '../throttle/index.ts';
import { BackupCodeKey } from './backup-code-key.entity.ts';
import { backupCodeHashes, readCode, type EnteredCode } from './backup-code.ts';
import { mfaErrors } from './errors.ts';
import { tell, withMail } from './mfa.notice.ts';
import { useBackupCode, useStep } from './mfa.hot.sql.ts';
import { stepOf } from './totp.ts';
import { TotpFactor } from './totp-factor.entity.ts';

/** Whose second factor is meant. */
export interface FactorOwner {
  /** The device cookie of the browser, where there is one. */
  readonly device?: string | undefined;
  readonly customerId: string;
  readonly userId: string;
}

/** A factor that codes are tried on, and whose it is. */
type Factor = Loaded<TotpFactor, 'user' | 'customer'>;

const FACTOR = ['sealedSecret', 'backupCodeHashes', 'user.passwordChangedAt', 'customer'] as const;

/** What a code was for, in the trail. */
export type CodePurpose = 'login' | 'disable' | 'replace' | 'backup_codes';

/** Codes of second factors, proved one try at a time, whoever asks for them. */
export class CodeService {
  constructor(private readonly ctx: RequestContext) {}

  /** The user's factor; null when none is enrolled. */
  factor({ customerId, userId }: FactorOwner): Promise<Factor | null> {
    const where = { customerId, userId };
    return this.ctx.em.findOne(TotpFactor, where, { populate: FACTOR, disableIdentityMap: true });
  }

  /**
   * Uses up a code of the app or a backup code, and does `work` in the same transaction. `invalid` with WRONG_CODE for any
   * other text and for a code that was used before, with MFA_NOT_ENABLED when there is no factor.
   */
  async spend<Result>(
    owner: FactorOwner,
    text: string,
    purpose: CodePurpose,
    work: (tx: Transaction) => Promise<Result>,
  ): Promise<Result> {
    const factor = await this.factor(owner);
    if (!factor) throw notEnabled();
    const known = knownDevice(this.ctx.runtime, owner.userId, owner.device, factor.user.passwordChangedAt ?? null);
    return this.guess(owner, known, async () => {
      const entered = readCode(text);
      if (!entered) throw wrongCode();
      return withMail(this.ctx, async (tx) => {
        const used = await this.use(tx, factor, entered, purpose);
        if (!used) throw wrongCode();
        // Whoever ends with no code of that set, or another one, is told of that.
        if (entered.kind === 'backup_code' && (purpose === 'login' || purpose === 'replace'))
          await tell(this.ctx, tx, factor, { event: 'backup_code_used', ...used });
        return work(tx);
      });
    });
  }

  /**
   * Runs one try at a code of the user's: whichever page or path it came by, it counts on one counter, apart from it
   * only those of a browser in which the user has signed in before; `rate_limited` refuses those that are too many. What
   * `work` throws was a wrong one.
   */
  guess<Result>(
    { customerId, userId }: FactorOwner,
    known: string | null,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const locked = async (waitSeconds: number): Promise<void> => {
      const details = { waitSeconds };
      const event = auditRow(this.ctx, {
        action: 'mfa.locked',
        subjectType: 'user',
        subjectId: userId,
        customerId,
        details,
      });
      await this.ctx.db.rows(insertAuditRows, [JSON.stringify([event])]);
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
      return step === null ? undefined : tx.first(useStep, [customerId, userId, step, sealedSecret]);
    }
    const event = auditRow(this.ctx, {
      action: 'mfa.backup_code_used',
      subjectType: 'user',
      subjectId: userId,
      customerId,
      actor: { type: 'user', id: userId },
      details: { purpose },
    });
    const kept = await tx.em.find(BackupCodeKey, {}, { populate: ['sealedKey'] });
    const keys = kept.map(({ sealedKey }) => sealedKey);
    const hashes = backupCodeHashes(vault, keys, userId, code);
    return tx.first(useBackupCode, [customerId, userId, hashes, JSON.stringify(event)]);
  }
}

/** The purpose TOTP secrets are sealed for. */
export const SEALED_FOR = 'totp';

/** A secret as it is stored. */
export const sealSecret = ({ runtime }: RequestContext, secret: Buffer): Buffer =>
  runtime.vault.seal(SEALED_FOR, secret);

/** The secret of a stored one; fails where SECRET_KEY is not the one it was sealed with. */
export function openSecret({ runtime }: RequestContext, sealed: Buffer): Buffer {
  const secret = runtime.vault.open(SEALED_FOR, sealed);
  if (!secret) throw new Error('A TOTP secret was sealed with another SECRET_KEY.');
  return secret;
}

/** What every code gets that is not right. */
export const wrongCode = (): AppError => mfaErrors.WRONG_CODE({ field: 'code' });

/** What is said where a second factor is needed and none is enrolled. */
export const notEnabled = (): AppError => mfaErrors.MFA_NOT_ENABLED();
