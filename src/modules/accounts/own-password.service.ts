import { addressLane } from '../../http/address.ts';
import type { RequestContext } from '../../kernel/context.ts';
import { auditRow, insertAuditRows } from '../audit/index.ts';
import { PasswordHasher, PasswordPolicy, PasswordService, replaceOwnPassword } from '../credentials/index.ts';
import { endGrantsOf } from '../grants/index.ts';
import { noticeLetter, Outbox } from '../mail/index.ts';
import { endSessionsOf, type CurrentSession } from '../sessions/index.ts';
import { accountErrors } from './errors.ts';
import { passwordOwner } from './password-set.sql.ts';

/** What somebody typed to change their password. */
export interface PasswordChange {
  readonly current: string;
  readonly next: string;
  /** The device cookie of the browser. */
  readonly device: string | undefined;
}

/** Passwords changed by those whose they are. */
export class OwnPasswordService {
  constructor(private readonly ctx: RequestContext) {}

  /**
   * Replaces the password of the session's user, ends their other sessions and what applications got of all of them, and
   * tells the user by mail.
   * `invalid` with `WRONG_PASSWORD` when the current one is not right, `PASSWORD_UNCHANGED` when the new one is the same,
   * or with the policy's reason.
   */
  async change(session: CurrentSession, { current, next, device }: PasswordChange): Promise<void> {
    const { ctx } = this;
    const { customerId, userId, email } = session;
    const proof = await ctx.get(PasswordService).prove({ customerId, email, password: current, device });
    if (!proof.proved || proof.userId !== userId) return this.refuse(session);
    if (next === current) throw accountErrors.PASSWORD_UNCHANGED();
    const owner = await ctx.db.first(passwordOwner, [customerId, userId]);
    if (!owner) throw wrongPassword();
    const accepted = await ctx.runtime.get(PasswordPolicy).read(next, owner);
    const hash = await ctx.runtime.get(PasswordHasher).hash(accepted, { lanes: [addressLane(ctx.origin)] });
    const outbox = ctx.runtime.get(Outbox);
    await ctx.db.transaction(async (tx) => {
      const now = ctx.clock.now();
      // Two changes at a time: the password one of them proved is another's by now.
      if (!(await tx.first(replaceOwnPassword, [customerId, userId, proof.passwordHash, hash, now])))
        throw wrongPassword();
      const sessions = await endSessionsOf(tx, customerId, userId, session.id);
      await endGrantsOf(tx, customerId, userId);
      const event = this.event(session, 'password.changed', { sessions });
      await tx.rows(insertAuditRows, [JSON.stringify([event])]);
      const letter = await noticeLetter(ctx, tx, { customerId, userId, ...owner }, { event: 'password_changed' });
      outbox.post(tx.em, letter);
    });
    outbox.ring();
  }

  private async refuse(session: CurrentSession): Promise<never> {
    const event = this.event(session, 'password_change.refused', { reason: 'wrong_password' });
    await this.ctx.db.rows(insertAuditRows, [JSON.stringify([event])]);
    throw wrongPassword();
  }

  private event({ customerId, userId }: CurrentSession, action: string, details: Record<string, unknown>) {
    const actor = { type: 'user', id: userId } as const;
    return auditRow(this.ctx, { action, subjectType: 'user', subjectId: userId, customerId, actor, details });
  }
}

const wrongPassword = () => accountErrors.WRONG_PASSWORD();
