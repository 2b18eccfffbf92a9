import { addressLane } from '../../ground/http/address.ts';
import type { RequestContext } from '../../ground/kernel/context.ts';
import { uniqueViolation, type Transaction } from '../../ground/kernel/database.ts';
import { errorOf } from '../../ground/kernel/errors.ts';
import { digest } from '../../ground/kernel/secret.ts';
import { audit, changesBetween, type AuditEntry } from '../audit/index.ts';
import {
  PasswordHasher,
  PasswordPolicy,
  PasswordService,
  removePasswords,
  setProvedPassword,
} from '../credentials/index.ts';
import { noticeLetter, Outbox } from '../mail/index.ts';
import { endSessionsOf } from '../sessions/index.ts';
import { Throttle } from '../throttle/index.ts';
import { changeEmail, User, verifyEmail } from '../users/index.ts';
import { Invitation, OPEN } from './invitation.entity.ts';
import { linkPolicy } from './link.policy.ts';
import { dropLinks } from './link.ts';
import { emptyAccounts } from './take-over.ts';
import * as statements from './link.hot.sql.ts';
import type { LinkTarget } from './link.hot.sql.ts';
import { OneTimeLink, type Purpose } from './one-time-link.entity.ts';

/** What setting a password by a link led to. */
export interface UsedLink extends LinkTarget {
  /** The application the user was invited to. */
  readonly applicationUrl: string | null;
  /** The hash of the new password. */
  readonly passwordHash: string;
}

/** Where an invitation comes from. */
export interface InvitedBy {
  readonly inviterName: string | null;
  readonly applicationUrl: string | null;
  readonly applicationName: string | null;
}

/** One-time links for the users who got them. A link can be looked at any number of times, and used once. */
export class LinkService {
  constructor(private readonly ctx: RequestContext) {}

  /** What the link is for. Null if it does not work: it is unknown, used, expired or replaced, or its user is disabled. */
  async find(purpose: Purpose, token: string): Promise<LinkTarget | null> {
    return (await this.ctx.db.first(statements.findLink, this.presented(purpose, token))) ?? null;
  }

  /** The customer of a link, also of one that no longer works. */
  async customerOf(token: string): Promise<string | null> {
    const em = this.ctx.runtime.fork();
    const link = await em.findOne(OneTimeLink, { tokenHash: digest(token) }, { fields: ['customerId'] });
    return link?.customerId ?? null;
  }

  /** Who invited the user of an invitation's link, and to which application, as far as it is known. */
  async invitation({ customerId, userId }: LinkTarget): Promise<InvitedBy> {
    const em = this.ctx.runtime.fork();
    const invitation = await em.findOne(Invitation, { customerId, userId, ...OPEN });
    const { inviterType, inviterId, applicationUrl = null, applicationName = null } = invitation ?? {};
    const isUser = inviterType === 'user' && inviterId;
    const inviter = isUser ? await em.findOne(User, { customerId, id: inviterId }, { fields: ['name'] }) : null;
    return { inviterName: inviter?.name ?? null, applicationUrl, applicationName };
  }

  /**
   * Sets the user's password by an invitation or a reset link. This also proves the address, accepts the invitation, and
   * ends all sessions and all other such links. If the user signed up and never proved the address, all that was
   * made with the account is gone. `found` is what the link is for, as `find` returned it. Returns null if
   * the link does not work by now. Throws `invalid`, with the reason as its code, if the policy refuses the password; the
   * link then still works.
   */
  async setPassword(
    purpose: 'invitation' | 'reset_password',
    token: string,
    found: LinkTarget,
    password: string,
  ): Promise<UsedLink | null> {
    const { userEmail: email, name, username, customerName, userId: account } = found;
    await this.ctx.get(Throttle).use('password', { account });
    const owner = { email, name, username, customerName };
    const turn = { lanes: [addressLane(this.ctx.origin)] };
    const accepted = await this.ctx.runtime.get(PasswordPolicy).read(password, owner, { turn });
    const hash = await this.ctx.runtime.get(PasswordHasher).hash(accepted, turn);
    const used = await this.use(purpose, token, async (tx, target) => {
      const { customerId, userId } = target;
      const now = this.ctx.clock.now();
      // They are sent together, in this order.
      const [, invitation, sessions] = await Promise.all([
        setProvedPassword(tx.em, { customerId, userId, hash, now }),
        tx.em.findOne(Invitation, { customerId, userId, ...OPEN }),
        endSessionsOf(tx.em, customerId, userId),
        target.isUnproved && emptyAccounts(tx.em, customerId, [userId]),
      ]);
      if (invitation) invitation.acceptedAt = now;
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
      // Somebody else may have used the reset link, so the user is told.
      if (purpose === 'reset_password') await this.tell(tx, target, { event: 'password_changed' });
      return { ...target, applicationUrl: invitation?.applicationUrl ?? null, passwordHash: hash };
    });
    if (used) await this.ctx.get(PasswordService).forgetGuesses({ ...used, email: used.userEmail });
    return used;
  }

  /** Marks the address that the link was sent to as proved. Returns null if the link does not work. */
  async verifyEmail(token: string): Promise<LinkTarget | null> {
    return this.use('verify_email', token, async (tx, target) => {
      const { customerId, userId } = target;
      await verifyEmail(tx.em, customerId, userId, this.ctx.clock.now());
      this.note(tx, target, [{ action: 'email.verified', subjectType: 'user', subjectId: userId }]);
      return target;
    });
  }

  /**
   * Gives the user the address that the link was sent to, proved, and tells the old one. If the user signed up, never proved
   * the old one and did not ask for the change, the password and all that was made with the account is gone: nobody has
   * said that it is the same person. Returns null if the link does not work, or if its requester may no longer change the
   * address. Throws `conflict` with `USER_EMAIL_TAKEN` if another user
   * has the address by now; the link then still works.
   */
  async changeEmail(token: string): Promise<LinkTarget | null> {
    try {
      return await this.use('change_email', token, async (tx, target) => {
        const { customerId, userId, email } = target;
        if (!(await mayStillChange(tx, target))) return null;
        const takesOver = target.isUnproved && target.requesterId !== userId;
        if (takesOver) {
          await removePasswords(tx.em, customerId, [userId]);
          await emptyAccounts(tx.em, customerId, [userId]);
        }
        await changeEmail(tx.em, customerId, userId, email, this.ctx.clock.now());
        const details = { ...changesBetween({ email: target.userEmail }, { email }, ['email']) };
        this.note(tx, target, [{ action: 'email.changed', subjectType: 'user', subjectId: userId, details }]);
        await this.tell(tx, target, { event: 'email_changed', newEmail: email });
        return { ...target, hasPassword: target.hasPassword && !takesOver };
      });
    } catch (cause) {
      if (uniqueViolation(cause) !== 'users_customer_id_email_key_key') throw cause;
      throw errorOf('USER_EMAIL_TAKEN', { message: 'Another user has this address already.', cause });
    }
  }

  /**
   * Cancels a requested change of address, by the link sent to the user's current address. Returns null if it does not work.
   */
  async cancelEmailChange(token: string): Promise<LinkTarget | null> {
    return this.use('cancel_email_change', token, async (tx, target) => {
      const { customerId, userId } = target;
      await dropLinks(tx.em, customerId, userId, 'change_email');
      this.note(tx, target, [{ action: 'email_change.cancelled', subjectType: 'user', subjectId: userId }]);
      return target;
    });
  }

  /** Uses the link of the first start, which `logins` signs in by. Returns null if it does not work. */
  async firstSignIn(token: string): Promise<LinkTarget | null> {
    return this.use('first_sign_in', token, (_tx, target) => Promise.resolve(target));
  }

  /** Uses the link and does what it is for, in one transaction. */
  private async use<Result>(
    purpose: Purpose,
    token: string,
    work: (tx: Transaction, target: LinkTarget) => Promise<Result>,
  ): Promise<Result | null> {
    const { db, runtime } = this.ctx;
    const result = await db.transaction(async (tx) => {
      const target = await tx.first(statements.consumeLink, this.presented(purpose, token));
      return target ? work(tx, target) : null;
    });
    if (result) runtime.get(Outbox).ring();
    return result;
  }

  private presented(purpose: Purpose, token: string) {
    return { tokenHash: digest(token), purpose, now: this.ctx.clock.now() };
  }

  private note({ em }: Transaction, { customerId, userId }: LinkTarget, entries: readonly AuditEntry[]): void {
    // The holder of the link counts as the user.
    const actor = { type: 'user', id: userId } as const;
    for (const entry of entries) audit.record(em, this.ctx, { ...entry, customerId, actor });
  }

  private async tell(tx: Transaction, target: LinkTarget, event: Parameters<typeof noticeLetter>[3]): Promise<void> {
    const letter = await noticeLetter(this.ctx, tx.em, { ...target, email: target.userEmail }, event);
    this.ctx.runtime.get(Outbox).post(tx.em, letter);
  }
}

/** Whether the requester of the change of address could ask for it now. */
async function mayStillChange(tx: Transaction, target: LinkTarget): Promise<boolean> {
  const { customerId, userId, requesterType: type, requesterId: id } = target;
  if (type === 'system' || (type === 'user' && id === userId)) return true;
  const requester = { userId: type === 'user' ? id : null, clientId: type === 'client' ? id : null };
  const rights = await tx.first(statements.requesterRights, { customerId, ...requester });
  return rights !== undefined && linkPolicy.mayStillChangeEmail(rights);
}
