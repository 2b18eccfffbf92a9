import { LockMode, type EntityManager, type Loaded, type EntityData } from '@mikro-orm/postgresql';
import { secondsAfter } from '../../ground/kernel/clock.ts';
import { PROOF_SECONDS, requireProof, type UserViewer } from '../../ground/kernel/access.ts';
import type { RequestContext } from '../../ground/kernel/context.ts';
import type { Transaction } from '../../ground/kernel/database.ts';
import { AppError, kernelErrors, notFound } from '../../ground/kernel/errors.ts';
import { isUuid } from '../../ground/kernel/ids.ts';
import { Brands } from '../branding/index.ts';
import { audit, auditRow } from '../audit/index.ts';
import { endSessionsOf } from '../sessions/index.ts';
import { Throttle } from '../throttle/index.ts';
import { User, userLoader } from '../users/index.ts';
import { BackupCodeSet } from './backup-code-set.entity.ts';
import { newCodeSet, readCode } from './backup-code.ts';
import { CodeService, notEnabled, openSecret, sealSecret, wrongCode, type FactorOwner } from './code.service.ts';
import { mfaErrors } from './errors.ts';
import { tell, withMail, type Guard } from './mfa-notice.ts';
import { mfaPolicy, type MfaManage, type MfaReset } from './mfa.policy.ts';
import { enableFactor } from './mfa.hot.sql.ts';
import { Passkey } from './passkey.entity.ts';
import { newTotpSecret, otpauthUri, stepOf, totpSecretText } from './totp.ts';
import { TotpFactor, TotpSetup } from './totp-factor.entity.ts';

/** How long a setup can be completed. */
const SETUP_SECONDS = 3600;
/** How long the session that enrolled a factor can make new backup codes without a code. */
const ENROLLED_SECONDS = 1800;

/** The secret for an authenticator app, and its backup codes. They are shown only once. */
export interface MfaSetup {
  /** Base32. */
  readonly secret: string;
  readonly otpauthUri: string;
  /** A data URI of a PNG that shows `otpauthUri`. */
  readonly qrCode: string;
  readonly backupCodes: readonly string[];
}

type OwnedFactor = Loaded<TotpFactor, 'user'>;
type OwnedPasskey = Loaded<Passkey, 'user'>;
/** Whose factors are changed. */
interface Owned extends FactorOwner {
  readonly user: User;
}

type Permitted = MfaManage & { readonly viewer: UserViewer };

/** Users manage their own second factors. Administrators remove those of others. */
export class MfaService {
  constructor(private readonly ctx: RequestContext) {}

  /**
   * Starts the setup of an authenticator app, which replaces an earlier setup. A user with a factor gives a code of it, and
   * the new app then replaces it when the setup is completed; without a code, throws `conflict`. A user without a factor
   * must have signed in recently.
   */
  async startSetup(code: string | null | undefined): Promise<MfaSetup> {
    const { customerId, viewer } = mfaPolicy.manage(this.ctx.viewer);
    const owner = { customerId, userId: viewer.userId };
    const replaces = typeof code === 'string';
    if (!replaces) await this.ctx.get(Throttle).use('factor', { account: owner.userId });
    const secret = newTotpSecret();
    const { shown, hashes } = newCodeSet(this.ctx.runtime.vault, owner.userId);
    const setup = {
      ...owner,
      sealedSecret: sealSecret(this.ctx, secret),
      backupCodeHashes: hashes,
      replacesFactor: replaces,
      expiresAt: secondsAfter(this.ctx.clock.now(), SETUP_SECONDS),
    };
    const user = replaces ? await this.replaceBy(owner, setup, code) : await this.begin(viewer, setup);
    const { name: issuer } = await this.ctx.runtime.get(Brands).of(customerId);
    const uri = otpauthUri(secret, issuer, user.email);
    // Loaded at the first setup, not at every start.
    const { qrCode } = await import('../../ground/kernel/qr-code.ts');
    return { secret: totpSecretText(secret), otpauthUri: uri, qrCode: await qrCode(uri), backupCodes: shown };
  }

  /**
   * Completes a setup by a code of the app. From now on logins need a code. The user's other sessions end, because they had
   * no second factor. Returns the user. `secret` is what the caller has shown: a setup that has another one by now throws
   * `invalid` with MFA_SETUP_NOT_STARTED. `guard` runs first, in the same transaction.
   */
  async verifySetup(code: string, secret?: string, guard?: Guard): Promise<User> {
    const permit = mfaPolicy.manage(this.ctx.viewer);
    const owner = { customerId: permit.customerId, userId: permit.viewer.userId };
    const setup = await this.ctx.em.findOne(
      TotpSetup,
      { ...owner, expiresAt: { $gt: this.ctx.clock.now() } },
      { populate: ['sealedSecret', 'user.locale', 'user.timeZone'], disableIdentityMap: true },
    );
    if (!setup) throw notStarted();
    if (secret !== undefined && secret !== totpSecretText(openSecret(this.ctx, setup.sealedSecret))) throw notStarted();
    const enable = () => this.enable(permit, setup, code, guard);
    await this.codes.guess(owner, null, () => this.noted(owner, 'verify_setup', enable));
    return setup.user;
  }

  /** Removes the user's factor, for a code of the app or a backup code. Returns the user. */
  async disable(code: string): Promise<User> {
    const permit = mfaPolicy.manage(this.ctx.viewer);
    const owner = { customerId: permit.customerId, userId: permit.viewer.userId };
    return this.noted(owner, 'disable', () =>
      this.codes.spend(owner, code, 'disable', async (tx, factors) => this.remove(permit, tx, factors, 'disabled')),
    );
  }

  /**
   * Makes ten new backup codes. The previous ones stop working. Needs a code, unless the caller's session has recently used
   * or enrolled the factor. Otherwise throws `forbidden` with REAUTHENTICATION_REQUIRED.
   */
  async regenerateBackupCodes(code: string | null | undefined): Promise<readonly string[]> {
    const permit = mfaPolicy.manage(this.ctx.viewer);
    const owner = { customerId: permit.customerId, userId: permit.viewer.userId };
    const { shown, hashes } = newCodeSet(this.ctx.runtime.vault, owner.userId);
    const replace = (tx: Transaction, of: Owned): Promise<void> => this.replaceCodes(permit, tx, of, hashes);
    if (typeof code === 'string')
      await this.noted(owner, 'backup_codes', () => this.codes.spend(owner, code, 'backup_codes', replace));
    else
      await withMail(this.ctx, async (tx) => {
        const set = (await lockedSet(tx.em, owner)) ?? (await newSet(tx.em, owner));
        if (!this.hasProvedFactor(permit.viewer, set)) throw notFresh();
        await replace(tx, { ...owner, user: set.user });
      });
    return shown;
  }

  /** Removes all factors of another user, who has lost them, and ends their sessions. Returns the user. */
  async reset(id: string): Promise<User> {
    const userId = id.toLowerCase();
    const permit = mfaPolicy.reset(this.ctx.viewer, userId);
    requireProof(permit.viewer, this.ctx.clock.now());
    const user = isUuid(userId) ? await this.ctx.loader(userLoader).load(userId) : null;
    if (!user) throw notFound('user');
    mfaPolicy.reset(permit.viewer, userId, user);
    await withMail(this.ctx, async (tx) => {
      const { customerId } = permit;
      const owner = { customerId, userId };
      const factor = await findLocked(tx.em, owner);
      const passkeys = factor && !factor.user.mfaMethods.includes('passkey') ? [] : await lockedPasskeys(tx.em, owner);
      const removed = factor ?? passkeys[0];
      if (!removed) throw notEnabled();
      await endSessionsOf(tx.em, customerId, userId);
      for (const passkey of passkeys) tx.em.remove(passkey);
      await this.remove(permit, tx, removed, 'reset');
    });
    return user;
  }

  /** Stores the setup of a user who has no factor yet. */
  private async begin(viewer: UserViewer, setup: EntityData<TotpSetup>): Promise<Pick<User, 'email'>> {
    requireProof(viewer, this.ctx.clock.now());
    const { em } = this.ctx;
    const { customerId, userId } = viewer;
    const user = await em.findOne(User, { id: userId, customerId }, { disableIdentityMap: true });
    if (!user) throw notFound('user');
    if ((await em.count(TotpFactor, { customerId, userId })) > 0) throw mfaErrors.MFA_ALREADY_ENABLED();
    await em.fork().upsert(TotpSetup, setup);
    return user;
  }

  /** Stores a setup that may replace the user's factor, for a code of that factor. */
  private replaceBy(owner: FactorOwner, setup: EntityData<TotpSetup>, code: string): Promise<Pick<User, 'email'>> {
    return this.noted(owner, 'replace', () =>
      this.codes.spend(owner, code, 'replace', async (tx, { user }) => {
        await tx.em.upsert(TotpSetup, setup);
        return user;
      }),
    );
  }

  private async enable(
    { viewer: { sessionId } }: Permitted,
    setup: Loaded<TotpSetup, 'user'>,
    text: string,
    guard?: Guard,
  ): Promise<void> {
    const { customerId, userId, sealedSecret } = setup;
    const now = this.ctx.clock.now();
    const entered = readCode(text);
    const step = entered?.kind === 'totp' ? stepOf(openSecret(this.ctx, sealedSecret), entered.code, now) : null;
    if (step === null) throw wrongCode();
    const event = auditRow(this.ctx, { action: 'mfa.enabled', subjectType: 'user', subjectId: userId });
    const proved = { customerId, userId, sealedSecret, step, now, sessionId, event };
    await withMail(this.ctx, async (tx) => {
      if (guard) await guard(tx);
      if (!(await tx.first(enableFactor, proved))) throw notStarted();
      await Promise.all([
        endSessionsOf(tx.em, customerId, userId, { exceptId: sessionId }),
        tell(this.ctx, tx, setup, { event: 'mfa_enabled' }),
      ]);
    });
  }

  private async replaceCodes(
    _permit: MfaManage,
    tx: Transaction,
    { customerId, userId, user }: Owned,
    hashes: string[],
  ): Promise<void> {
    tx.em.getReference(BackupCodeSet, [customerId, userId]).hashes = hashes;
    this.record(tx.em, 'mfa.backup_codes_regenerated', userId);
    await tell(this.ctx, tx, { customerId, userId, user }, { event: 'backup_codes_regenerated' });
  }

  /** Removes the app of the factor’s user, and a setup that is to replace it. Returns the user. */
  private async remove(
    _permit: MfaManage | MfaReset,
    tx: Transaction,
    of: Owned,
    how: 'disabled' | 'reset',
  ): Promise<User> {
    const { userId, user } = of;
    tx.em.remove(tx.em.getReference(TotpSetup, keyOf(of)));
    tx.em.remove(tx.em.getReference(TotpFactor, keyOf(of)));
    tx.em.remove(tx.em.getReference(BackupCodeSet, keyOf(of)));
    this.record(tx.em, `mfa.${how}`, userId);
    const keepsPasskeys = how === 'disabled' && user.mfaMethods.includes('passkey');
    await tell(this.ctx, tx, of, { event: keepsPasskeys ? 'mfa_app_removed' : `mfa_${how}` });
    return user;
  }

  /** Records wrong codes in the audit trail. */
  private async noted<Result>(owner: FactorOwner, purpose: string, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (fault) {
      if (fault instanceof AppError && fault.code === 'WRONG_CODE') {
        const entry = {
          action: 'mfa.code_refused',
          subjectType: 'user',
          subjectId: owner.userId,
          details: { purpose },
        };
        await audit.recordNow(this.ctx, entry);
      }
      throw fault;
    }
  }

  /** Whether the caller's session has recently used or enrolled the factor. */
  private hasProvedFactor({ sessionId, factorAt }: UserViewer, set: CodeSet): boolean {
    const now = this.ctx.clock.now();
    if (factorAt && factorAt > secondsAfter(now, -PROOF_SECONDS)) return true;
    const { appSessionId, appEnabledAt } = set;
    return appSessionId === sessionId && appEnabledAt != null && appEnabledAt > secondsAfter(now, -ENROLLED_SECONDS);
  }

  private record(em: EntityManager, action: string, subjectId: string): void {
    audit.record(em, this.ctx, { action, subjectType: 'user', subjectId });
  }

  private get codes(): CodeService {
    return this.ctx.get(CodeService);
  }
}

const CODE_SET = ['appSessionId', 'appEnabledAt', 'user.locale', 'user.timeZone'] as const;
type CodeSet = Loaded<BackupCodeSet, 'user'>;

/** The user's backup codes, locked until the transaction ends. */
const lockedSet = (em: EntityManager, { customerId, userId }: FactorOwner): Promise<CodeSet | null> =>
  em.findOne(
    BackupCodeSet,
    { customerId, userId },
    { populate: CODE_SET, lockMode: LockMode.PESSIMISTIC_WRITE, lockTableAliases: ['b0'] },
  );

/** An empty set, for a user who had passkeys before they came with backup codes. */
async function newSet(em: EntityManager, owner: FactorOwner): Promise<CodeSet> {
  const { customerId, userId } = owner;
  const where = { id: userId, customerId, mfaEnabled: true };
  const user = await em.findOne(User, where, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!user) throw notEnabled();
  await em.fork({ keepTransactionContext: true }).upsert(BackupCodeSet, { customerId, userId, hashes: [] });
  return (await lockedSet(em, owner))!;
}

const WITH_READER = ['user.locale', 'user.timeZone', 'user.mfaMethods'] as const;
const findLocked = (em: EntityManager, { customerId, userId }: FactorOwner): Promise<OwnedFactor | null> =>
  em.findOne(
    TotpFactor,
    { customerId, userId },
    { populate: WITH_READER, lockMode: LockMode.PESSIMISTIC_WRITE, lockTableAliases: ['t0'] },
  );

const lockedPasskeys = (em: EntityManager, { customerId, userId }: FactorOwner): Promise<OwnedPasskey[]> =>
  em.find(
    Passkey,
    { customerId, userId },
    { populate: WITH_READER, lockMode: LockMode.PESSIMISTIC_WRITE, lockTableAliases: ['p0'] },
  );

const keyOf = ({ customerId, userId }: FactorOwner): [string, string] => [customerId, userId];

const notStarted = () => mfaErrors.MFA_SETUP_NOT_STARTED();
const notFresh = () =>
  kernelErrors.REAUTHENTICATION_REQUIRED({ message: 'Give a code, or sign in again with the second factor.' });
