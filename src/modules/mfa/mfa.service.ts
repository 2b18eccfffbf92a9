import { LockMode, type EntityManager, type Loaded } from '@mikro-orm/postgresql';
import { secondsAfter } from '../../kernel/clock.ts';
import { PROOF_SECONDS, requireProof, type UserViewer } from '../../kernel/access.ts';
import type { RequestContext } from '../../kernel/context.ts';
import type { Transaction } from '../../kernel/database.ts';
import { AppError, kernelErrors, notFound } from '../../kernel/errors.ts';
import { isUuid } from '../../kernel/ids.ts';
import { audit, auditRow, insertAuditRows } from '../audit/index.ts';
import { endSessionsOf } from '../sessions/index.ts';
import { User, userLoader } from '../users/index.ts';
import { backupCodeHash, newBackupCodes, readCode, shownBackupCode } from './backup-code.ts';
import { CodeService, notEnabled, openSecret, sealSecret, wrongCode, type FactorOwner } from './code.service.ts';
import { mfaErrors } from './errors.ts';
import { tell, withMail } from './mfa.notice.ts';
import { mfaPolicy, type MfaManage, type MfaReset } from './mfa.policy.ts';
import { enableFactor } from './mfa.hot.sql.ts';
import { newTotpSecret, otpauthUri, stepOf, totpSecretText } from './totp.ts';
import { TotpFactor, TotpSetup } from './totp-factor.entity.ts';

/** How long a secret waits to be proved. */
const SETUP_SECONDS = 3600;
/** How long the session that enrolled a factor needs no code of it for new backup codes. */
const ENROLLED_SECONDS = 1800;

/** What an authenticator app is set up with, and what to keep for the day it is lost; told this one time. */
export interface MfaSetup {
  /** Base32. */
  readonly secret: string;
  readonly otpauthUri: string;
  /** A data URI of a PNG that shows `otpauthUri`. */
  readonly qrCode: string;
  readonly backupCodes: readonly string[];
}

type OwnedFactor = Loaded<TotpFactor, 'user' | 'customer'>;
type Permitted = MfaManage & { readonly viewer: UserViewer };

/** Second factors as users manage their own, and administrators take them away. */
export class MfaService {
  constructor(private readonly ctx: RequestContext) {}

  /**
   * Begins to enrol an authenticator app; one that was begun before and never proved is forgotten. `conflict` where one is
   * enrolled, unless a code of it is given: then the new one takes its place as soon as it is proved. Without a code it
   * takes a recent proof of the session.
   */
  async startSetup(code: string | null | undefined): Promise<MfaSetup> {
    const { customerId, viewer } = mfaPolicy.manage(this.ctx.viewer);
    const { userId } = viewer;
    const replaces = typeof code === 'string';
    if (!replaces) requireProof(viewer, this.ctx.clock.now());
    if (replaces) await this.spend({ customerId, userId }, code, 'replace');
    const secret = newTotpSecret();
    const { shown, hashes } = this.newCodes(userId);
    const { em } = this.ctx;
    const user = await em.findOne(
      User,
      { id: userId, customerId },
      { populate: ['customer'], disableIdentityMap: true },
    );
    if (!user) throw notFound('user');
    if (!replaces && (await em.count(TotpFactor, { customerId, userId })) > 0) throw mfaErrors.MFA_ALREADY_ENABLED();
    await em.fork().upsert(TotpSetup, {
      customerId,
      userId,
      sealedSecret: sealSecret(this.ctx, secret),
      backupCodeHashes: hashes,
      replacesFactor: replaces,
      expiresAt: secondsAfter(this.ctx.clock.now(), SETUP_SECONDS),
    });
    const uri = otpauthUri(secret, user.customer.name, user.email);
    // Loaded by the first who sets a second factor up, not by every start.
    const { qrCode } = await import('./qr-code.ts');
    return { secret: totpSecretText(secret), otpauthUri: uri, qrCode: await qrCode(uri), backupCodes: shown };
  }

  /**
   * Enrols the app whose setup was begun, by a code of it; from then on logins take a code. The user's other sessions, which
   * gave none, end. Returns the user.
   */
  async verifySetup(code: string): Promise<User> {
    const permit = mfaPolicy.manage(this.ctx.viewer);
    const owner = { customerId: permit.customerId, userId: permit.viewer.userId };
    const setup = await this.ctx.em.findOne(
      TotpSetup,
      { ...owner, expiresAt: { $gt: this.ctx.clock.now() } },
      { populate: ['sealedSecret', 'user', 'customer'], disableIdentityMap: true },
    );
    if (!setup) throw notStarted();
    const enable = () => this.enable(permit, setup, code);
    await this.codes.guess(owner, null, () => this.noted(owner, 'verify_setup', enable));
    return this.changed(owner.userId);
  }

  /** Takes the user's factor away, for a code of it or a backup code. Returns the user. */
  async disable(code: string): Promise<User> {
    const permit = mfaPolicy.manage(this.ctx.viewer);
    const owner = { customerId: permit.customerId, userId: permit.viewer.userId };
    const disable = (tx: Transaction): Promise<void> => this.remove(permit, tx, owner.userId, 'disabled');
    await this.noted(owner, 'disable', () => this.codes.spend(owner, code, 'disable', disable));
    return this.changed(owner.userId);
  }

  /**
   * Ten new backup codes; the ones before are worth nothing. Takes a code, or a second factor that the session behind the
   * request has lately proved or enrolled: else `forbidden` with REAUTHENTICATION_REQUIRED.
   */
  async regenerateBackupCodes(code: string | null | undefined): Promise<readonly string[]> {
    const permit = mfaPolicy.manage(this.ctx.viewer);
    const owner = { customerId: permit.customerId, userId: permit.viewer.userId };
    const { shown, hashes } = this.newCodes(owner.userId);
    const replace = async (tx: Transaction): Promise<void> => {
      const factor = await lockedFactor(tx.em, owner);
      if (typeof code !== 'string' && !this.hasProvedFactor(permit.viewer, factor)) throw notFresh();
      await this.replaceCodes(permit, tx, factor, hashes);
    };
    if (typeof code === 'string')
      await this.noted(owner, 'backup_codes', () => this.codes.spend(owner, code, 'backup_codes', replace));
    else await withMail(this.ctx, replace);
    return shown;
  }

  /** Takes another user's factor away and ends their sessions; for users who have lost theirs. Returns the user. */
  async reset(id: string): Promise<User> {
    const userId = id.toLowerCase();
    const permit = mfaPolicy.reset(this.ctx.viewer, userId);
    requireProof(permit.viewer, this.ctx.clock.now());
    if (!isUuid(userId) || !(await this.ctx.loader(userLoader).load(userId))) throw notFound('user');
    await withMail(this.ctx, async (tx) => {
      await this.remove(permit, tx, userId, 'reset');
      await endSessionsOf(tx, permit.customerId, userId);
    });
    return this.changed(userId);
  }

  private async enable(
    { viewer: { sessionId } }: Permitted,
    setup: Loaded<TotpSetup, 'user' | 'customer'>,
    text: string,
  ): Promise<void> {
    const { customerId, userId, sealedSecret } = setup;
    const now = this.ctx.clock.now();
    const entered = readCode(text);
    const step = entered?.kind === 'totp' ? stepOf(openSecret(this.ctx, sealedSecret), entered.code, now) : null;
    if (step === null) throw wrongCode();
    const values = [customerId, userId, sealedSecret, step, now, this.event('mfa.enabled', userId), sessionId];
    await withMail(this.ctx, async (tx) => {
      if (!(await tx.first(enableFactor, values))) throw notStarted();
      await tell(this.ctx, tx, setup, { event: 'mfa_enabled' });
      await endSessionsOf(tx, customerId, userId, sessionId);
    });
  }

  private async replaceCodes(
    _permit: MfaManage,
    tx: Transaction,
    factor: OwnedFactor,
    hashes: string[],
  ): Promise<void> {
    factor.backupCodeHashes = hashes;
    this.record(tx.em, 'mfa.backup_codes_regenerated', factor.userId);
    await tell(this.ctx, tx, factor, { event: 'backup_codes_regenerated' });
  }

  /** Takes the factor away, along with what is being set up. */
  private async remove(
    { customerId }: MfaManage | MfaReset,
    tx: Transaction,
    userId: string,
    how: 'disabled' | 'reset',
  ): Promise<void> {
    const factor = await lockedFactor(tx.em, { customerId, userId });
    await tx.em.nativeDelete(TotpSetup, { customerId, userId });
    tx.em.remove(factor);
    this.record(tx.em, `mfa.${how}`, userId);
    await tx.em.flush();
    await tell(this.ctx, tx, factor, { event: `mfa_${how}` });
  }

  private async spend(owner: FactorOwner, code: string, purpose: 'replace'): Promise<void> {
    await this.noted(owner, purpose, () => this.codes.spend(owner, code, purpose, () => Promise.resolve()));
  }

  /** Leaves a trail of codes that were wrong. */
  private async noted(owner: FactorOwner, purpose: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (fault) {
      if (fault instanceof AppError && fault.code === 'WRONG_CODE')
        await this.ctx.db.rows(insertAuditRows, [`[${this.event('mfa.code_refused', owner.userId, { purpose })}]`]);
      throw fault;
    }
  }

  /** Whether the session behind the request has proved a second factor lately, or enrolled it. */
  private hasProvedFactor({ sessionId, factorAt }: UserViewer, factor: TotpFactor): boolean {
    const now = this.ctx.clock.now();
    if (factorAt && factorAt > secondsAfter(now, -PROOF_SECONDS)) return true;
    return factor.enrolledBySessionId === sessionId && factor.enabledAt > secondsAfter(now, -ENROLLED_SECONDS);
  }

  private async changed(userId: string): Promise<User> {
    const user = await this.ctx.loader(userLoader).load(userId);
    if (!user) throw notFound('user');
    return user;
  }

  private newCodes(userId: string): { shown: string[]; hashes: string[] } {
    const codes = newBackupCodes();
    const { vault } = this.ctx.runtime;
    return { shown: codes.map(shownBackupCode), hashes: codes.map((code) => backupCodeHash(vault, userId, code)) };
  }

  private record(em: EntityManager, action: string, subjectId: string): void {
    audit.record(em, this.ctx, { action, subjectType: 'user', subjectId });
  }

  private event(action: string, subjectId: string, details: Record<string, unknown> = {}): string {
    return JSON.stringify(auditRow(this.ctx, { action, subjectType: 'user', subjectId, details }));
  }

  private get codes(): CodeService {
    return this.ctx.get(CodeService);
  }
}

/** The user's factor, which nobody else changes until the unit of work is over. */
async function lockedFactor(em: EntityManager, { customerId, userId }: FactorOwner): Promise<OwnedFactor> {
  const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, lockTableAliases: ['t0'] };
  const factor = await em.findOne(TotpFactor, { customerId, userId }, { populate: ['user', 'customer'], ...lock });
  if (!factor) throw notEnabled();
  return factor;
}

const notStarted = () => mfaErrors.MFA_SETUP_NOT_STARTED();
const notFresh = () =>
  kernelErrors.REAUTHENTICATION_REQUIRED({ message: 'Give a code, or sign in again with the second factor.' });
