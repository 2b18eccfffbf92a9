import { addressLane } from '../../ground/http/address.ts';
import type { RequestContext } from '../../ground/kernel/context.ts';
import { audit, type AuditEntry } from '../audit/index.ts';
import { PasswordHasher, PasswordPolicy, PasswordService, replaceOwnPassword } from '../credentials/index.ts';
import { endGrantsOf } from '../grants/index.ts';
import { noticeLetter, Outbox } from '../mail/index.ts';
import { endSessionsOf, type CurrentSession } from '../sessions/index.ts';
import { Throttle } from '../throttle/index.ts';
import { accountErrors } from './errors.ts';

/** What users type to change their password. */
export interface PasswordChange {
  readonly current: string;
  readonly next: string;
  /** The device cookie of the browser. */
  readonly device: string | undefined;
}

/** Users change their own passwords. */
export class OwnPasswordService {
  constructor(private readonly ctx: RequestContext) {}

  /**
   * Replaces the password of the session's user, ends their other sessions and all their grants, and tells the user by
   * mail. `invalid` with `WRONG_PASSWORD` if the current password is wrong, with `PASSWORD_UNCHANGED` if the new one is
   * the same, or with the policy's code.
   */
  async change(session: CurrentSession, { current, next, device }: PasswordChange): Promise<void> {
    const { ctx } = this;
    const { customerId, userId, email } = session;
    const proof = await ctx.get(PasswordService).prove({ customerId, email, password: current, device });
    if (!proof.proved || proof.userId !== userId) return this.refuse(session);
    if (next === current) throw accountErrors.PASSWORD_UNCHANGED();
    await ctx.get(Throttle).use('password', { account: userId });
    const turn = { lanes: [addressLane(ctx.origin)] };
    const accepted = await ctx.runtime.get(PasswordPolicy).read(next, session, { turn });
    const hash = await ctx.runtime.get(PasswordHasher).hash(accepted, turn);
    const outbox = ctx.runtime.get(Outbox);
    await ctx.db.transaction(async (tx) => {
      const change = { customerId, userId, hash, now: ctx.clock.now() };
      // They are sent together, in this order.
      const [isReplaced, sessions] = await Promise.all([
        replaceOwnPassword(tx.em, change, proof.passwordHash),
        endSessionsOf(tx.em, customerId, userId, { exceptId: session.id }),
        endGrantsOf(tx.em, { customerId, userId }),
      ]);
      // Of two changes at the same time, the second has proved a password that is no longer stored. It ends nothing then.
      if (!isReplaced) throw accountErrors.WRONG_PASSWORD();
      audit.record(tx.em, ctx, eventOf(session, 'password.changed', { sessions }));
      outbox.post(tx.em, await noticeLetter(ctx, tx.em, session, { event: 'password_changed' }));
    });
    outbox.ring();
  }

  private async refuse(session: CurrentSession): Promise<never> {
    await audit.recordNow(this.ctx, eventOf(session, 'password_change.refused', { reason: 'wrong_password' }));
    throw accountErrors.WRONG_PASSWORD();
  }
}

function eventOf({ customerId, userId }: CurrentSession, action: string, details: object): AuditEntry {
  const actor = { type: 'user', id: userId } as const;
  return { action, subjectType: 'user', subjectId: userId, customerId, actor, details: { ...details } };
}
