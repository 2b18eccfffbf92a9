import { secondsAfter } from '../../kernel/clock.ts';
import { PROOF_SECONDS, requireProof, type UserViewer } from '../../kernel/access.ts';
import type { RequestContext } from '../../kernel/context.ts';
import type { Database } from '../../kernel/database.ts';
import { AppError, kernelErrors, notFound } from '../../kernel/errors.ts';
import { isUuid } from '../../kernel/ids.ts';
import { auditRow, insertAuditRows } from '../audit/index.ts';
import { endSessionsOf } from '../sessions/index.ts';
import { userLoader, type User } from '../users/index.ts';
import { backupCodeHash, newBackupCodes, readCode, shownBackupCode } from './backup-code.ts';
import { CodeService, notEnabled, openSecret, sealSecret, wrongCode, type FactorOwner } from './code.service.ts';
import { mfaErrors } from './errors.ts';
import { tell, withMail } from './mfa.notice.ts';
import { mfaPolicy, type MfaManage, type MfaReset } from './mfa.policy.ts';
import { enableFactor, enrolledBy, openSetup, removeFactor, replaceBackupCodes, startSetup } from './mfa.sql.ts';
import { newTotpSecret, otpauthUri, stepOf, totpSecretText } from './totp.ts';

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
    const expires = secondsAfter(this.ctx.clock.now(), SETUP_SECONDS);
    const values = [customerId, userId, sealSecret(this.ctx, secret), hashes, expires, replaces];
    const owner = await this.ctx.db.first(startSetup, values);
    if (!owner) throw notFound('user');
    if (owner.enabled && !replaces) throw mfaErrors.MFA_ALREADY_ENABLED();
    const uri = otpauthUri(secret, owner.customerName, owner.email);
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
    const setup = await this.ctx.db.first(openSetup, [owner.customerId, owner.userId, this.ctx.clock.now()]);
    if (!setup) throw notStarted();
    const enable = () => this.enable(permit, owner, setup.sealedSecret, code);
    await this.codes.guess(owner, null, () => this.noted(owner, 'verify_setup', enable));
    return this.changed(owner.userId);
  }

  /** Takes the user's factor away, for a code of it or a backup code. Returns the user. */
  async disable(code: string): Promise<User> {
    const { customerId, viewer } = mfaPolicy.manage(this.ctx.viewer);
    const owner = { customerId, userId: viewer.userId };
    await this.noted(owner, 'disable', () =>
      this.codes.spend(owner, code, 'disable', async (tx) => {
        const event = this.event('mfa.disabled', owner.userId);
        const gone = await tx.first(removeFactor, [customerId, owner.userId, event]);
        if (!gone) throw notEnabled();
        await tell(this.ctx, tx, { customerId, userId: owner.userId }, gone, { event: 'mfa_disabled' });
      }),
    );
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
    const replace = (tx: Database): Promise<void> => this.replaceCodes(permit, tx, owner, hashes);
    if (typeof code === 'string') {
      await this.noted(owner, 'backup_codes', () => this.codes.spend(owner, code, 'backup_codes', replace));
      return shown;
    }
    if (!(await this.codes.factor(owner))) throw notEnabled();
    if (!(await this.hasProvedFactor(permit.viewer))) throw notFresh();
    await withMail(this.ctx, replace);
    return shown;
  }

  /** Takes another user's factor away and ends their sessions; for users who have lost theirs. Returns the user. */
  async reset(id: string): Promise<User> {
    const userId = id.toLowerCase();
    const permit = mfaPolicy.reset(this.ctx.viewer, userId);
    requireProof(permit.viewer, this.ctx.clock.now());
    if (!isUuid(userId) || !(await this.ctx.loader(userLoader).load(userId))) throw notFound('user');
    await this.remove(permit, userId);
    return this.changed(userId);
  }

  private async enable(
    { viewer: { sessionId } }: Permitted,
    { customerId, userId }: FactorOwner,
    sealedSecret: Buffer,
    text: string,
  ): Promise<void> {
    const now = this.ctx.clock.now();
    const entered = readCode(text);
    const step = entered?.kind === 'totp' ? stepOf(openSecret(this.ctx, sealedSecret), entered.code, now) : null;
    if (step === null) throw wrongCode();
    const values = [customerId, userId, sealedSecret, step, now, this.event('mfa.enabled', userId), sessionId];
    await withMail(this.ctx, async (tx) => {
      const enabled = await tx.first(enableFactor, values);
      if (!enabled) throw notStarted();
      await tell(this.ctx, tx, { customerId, userId }, enabled, { event: 'mfa_enabled' });
      await endSessionsOf(tx, customerId, userId, sessionId);
    });
  }

  private async replaceCodes(
    _permit: MfaManage,
    tx: Database,
    { customerId, userId }: FactorOwner,
    hashes: readonly string[],
  ): Promise<void> {
    const event = this.event('mfa.backup_codes_regenerated', userId);
    const replaced = await tx.first(replaceBackupCodes, [customerId, userId, hashes, event]);
    if (!replaced) throw notEnabled();
    await tell(this.ctx, tx, { customerId, userId }, replaced, { event: 'backup_codes_regenerated' });
  }

  private async remove({ customerId }: MfaReset, userId: string): Promise<void> {
    await withMail(this.ctx, async (tx) => {
      const gone = await tx.first(removeFactor, [customerId, userId, this.event('mfa.reset', userId)]);
      if (!gone) throw notEnabled();
      await tell(this.ctx, tx, { customerId, userId }, gone, { event: 'mfa_reset' });
      await endSessionsOf(tx, customerId, userId);
    });
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
  private async hasProvedFactor({ customerId, userId, sessionId, factorAt }: UserViewer): Promise<boolean> {
    const now = this.ctx.clock.now();
    if (factorAt && factorAt > secondsAfter(now, -PROOF_SECONDS)) return true;
    const since = secondsAfter(now, -ENROLLED_SECONDS);
    return Boolean(await this.ctx.db.first(enrolledBy, [customerId, userId, sessionId, since]));
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

  private event(action: string, subjectId: string, details: Record<string, unknown> = {}): string {
    return JSON.stringify(auditRow(this.ctx, { action, subjectType: 'user', subjectId, details }));
  }

  private get codes(): CodeService {
    return this.ctx.get(CodeService);
  }
}

const notStarted = () => mfaErrors.MFA_SETUP_NOT_STARTED();
const notFresh = () =>
  kernelErrors.REAUTHENTICATION_REQUIRED({ message: 'Give a code, or sign in again with the second factor.' });
