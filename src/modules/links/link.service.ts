import { addressLane } from '../../http/address.ts';
import type { RequestContext } from '../../kernel/context.ts';
import { uniqueViolation, type Transaction } from '../../kernel/database.ts';
import { errorOf } from '../../kernel/errors.ts';
import { digest } from '../../kernel/secret.ts';
import { audit, type AuditEntry } from '../audit/index.ts';
import { PasswordHasher, PasswordPolicy, PasswordService, setProvedPassword } from '../credentials/index.ts';
import { noticeLetter, Outbox } from '../mail/index.ts';
import { endSessionsOf } from '../sessions/index.ts';
import { changeEmail, verifyEmail } from '../users/index.ts';
import { linkPolicy } from './link.policy.ts';
import { dropLinks } from './link.ts';
import * as statements from './link.hot.sql.ts';
import type { LinkTarget } from './link.hot.sql.ts';
import type { Purpose } from './one-time-link.entity.ts';

/** What using a link led to. */
export interface UsedLink extends LinkTarget {
  /** The application the user was invited to. */
  readonly applicationUrl: string | null;
}

/** One-time links as those have them whom they were sent to: looked at as often as one likes, used once. */
export class LinkService {
  constructor(private readonly ctx: RequestContext) {}

  /** What the link is for, or null when it does not work: unknown, used, expired, replaced, or its user disabled. */
  async find(purpose: Purpose, token: string): Promise<LinkTarget | null> {
    const values = [digest(token), purpose, this.ctx.clock.now()];
    return (await this.ctx.db.first(statements.findLink, values)) ?? null;
  }

  /**
   * Sets the user's password by an invitation or a reset link, which also proves the address, accepts the invitation and
   * ends every session and every other such link. Null when the link does not work; `invalid`, with the reason as its
   * code, when the policy refuses the password, and the link goes on working.
   */
  async setPassword(
    purpose: 'invitation' | 'reset_password',
    token: string,
    password: string,
  ): Promise<UsedLink | null> {
    const found = await this.find(purpose, token);
    if (!found) return null;
    const owner = {
      email: found.userEmail,
      name: found.name,
      username: found.username,
      customerName: found.customerName,
    };
    const accepted = await this.ctx.runtime.get(PasswordPolicy).read(password, owner);
    const hash = await this.ctx.runtime.get(PasswordHasher).hash(accepted, { lanes: [addressLane(this.ctx.origin)] });
    const used = await this.use(purpose, token, async (tx, target) => {
      const { customerId, userId } = target;
      const now = this.ctx.clock.now();
      await tx.rows(setProvedPassword, [customerId, userId, hash, now]);
      const invitation = await tx.first(statements.acceptInvitation, [customerId, userId, now]);
      const sessions = await endSessionsOf(tx, customerId, userId);
      const set = purpose === 'invitation' ? 'user.activated' : 'password.reset';
      this.note(tx, target, [
        { action: set, subjectType: 'user', subjectId: userId, details: { sessions } },
        ...(invitation
          ? [
              {
                action: 'invitation.accepted',
                subjectType: 'invitation',
                subjectId: invitation.id,
                details: { userId },
              },
            ]
          : []),
      ]);
      // Who sets a first password knows; who had one before has to hear of another.
      if (purpose === 'reset_password') await this.tell(tx, target, { event: 'password_changed' });
      return { ...target, applicationUrl: invitation?.applicationUrl ?? null };
    });
    if (used) await this.ctx.get(PasswordService).forgetGuesses(used.customerId, used.userEmail);
    return used;
  }

  /** Marks the address the link was sent to as proved; null when the link does not work. */
  async verifyEmail(token: string): Promise<LinkTarget | null> {
    return this.use('verify_email', token, async (tx, target) => {
      const { customerId, userId } = target;
      await tx.rows(verifyEmail, [customerId, userId, this.ctx.clock.now()]);
      this.note(tx, target, [{ action: 'email.verified', subjectType: 'user', subjectId: userId }]);
      return target;
    });
  }

  /**
   * Makes the address the link was sent to the user's, proved, and tells the old one. Null when the link does not work, or
   * when whoever asked for it may no longer give the user another address; `conflict` with `USER_EMAIL_TAKEN` when somebody else has the address by now, and the link goes on working.
   */
  async changeEmail(token: string): Promise<LinkTarget | null> {
    try {
      return await this.use('change_email', token, async (tx, target) => {
        const { customerId, userId, email, emailKey } = target;
        if (!(await mayStillChange(tx, target))) return null;
        await tx.rows(changeEmail, [customerId, userId, email, emailKey, this.ctx.clock.now()]);
        const details = { from: target.userEmail, to: email };
        this.note(tx, target, [{ action: 'email.changed', subjectType: 'user', subjectId: userId, details }]);
        await this.tell(tx, target, { event: 'email_changed', newEmail: email });
        return target;
      });
    } catch (cause) {
      if (uniqueViolation(cause) !== 'users_customer_id_email_key_key') throw cause;
      throw errorOf('USER_EMAIL_TAKEN', { message: 'Another user has this address already.', cause });
    }
  }

  /** Voids the change of address under way, by the link that went to the address the user has; null when it does not work. */
  async cancelEmailChange(token: string): Promise<LinkTarget | null> {
    return this.use('cancel_email_change', token, async (tx, target) => {
      const { customerId, userId } = target;
      await dropLinks(tx.em, customerId, userId, 'change_email');
      this.note(tx, target, [{ action: 'email_change.cancelled', subjectType: 'user', subjectId: userId }]);
      return target;
    });
  }

  /** Uses the link up and does what it is for: both or neither. */
  private async use<Result>(
    purpose: Purpose,
    token: string,
    work: (tx: Transaction, target: LinkTarget) => Promise<Result>,
  ): Promise<Result | null> {
    const { db, runtime, clock } = this.ctx;
    const result = await db.transaction(async (tx) => {
      const target = await tx.first(statements.consumeLink, [digest(token), purpose, clock.now()]);
      return target ? work(tx, target) : null;
    });
    if (result) runtime.get(Outbox).ring();
    return result;
  }

  private note({ em }: Transaction, { customerId, userId }: LinkTarget, entries: readonly AuditEntry[]): void {
    // Whoever has the link is the user, as far as anybody can tell.
    const actor = { type: 'user', id: userId } as const;
    for (const entry of entries) audit.record(em, this.ctx, { ...entry, customerId, actor });
  }

  private async tell(tx: Transaction, target: LinkTarget, event: Parameters<typeof noticeLetter>[3]): Promise<void> {
    const letter = await noticeLetter(this.ctx, tx, { ...target, email: target.userEmail }, event);
    this.ctx.runtime.get(Outbox).post(tx.em, letter);
  }
}

/** Whether whoever asked for the change of address might ask for it now. */
async function mayStillChange(tx: Transaction, target: LinkTarget): Promise<boolean> {
  const { customerId, userId, requesterType: type, requesterId: id } = target;
  if (type === 'system' || (type === 'user' && id === userId)) return true;
  const ids = [type === 'user' ? id : null, type === 'client' ? id : null];
  const standing = await tx.first(statements.standingOf, [customerId, ...ids]);
  return standing !== undefined && linkPolicy.mayStillChangeEmail(standing);
}
