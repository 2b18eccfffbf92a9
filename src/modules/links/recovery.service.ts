import type { SignedIn } from '../../kernel/access.ts';
import type { RequestContext } from '../../kernel/context.ts';
import type { Database } from '../../kernel/database.ts';
import { AppError, notFound } from '../../kernel/errors.ts';
import { isUuid, newId } from '../../kernel/ids.ts';
import { renderPasswordResetMail, renderVerifyEmailMail } from '../../views/mail/index.ts';
import { auditRow, insertAuditRows } from '../audit/index.ts';
import { insertMails, Outbox } from '../mail/index.ts';
import { Throttle } from '../throttle/index.ts';
import { emailKey, readEmail } from '../users/index.ts';
import { linkErrors } from './errors.ts';
import { linkPolicy, type RecoveryStart } from './link.policy.ts';
import { newLink } from './link.ts';
import { linkUsers, putLinks, type LinkUser } from './link.sql.ts';
import { RecoveryBell } from './recovery.bell.ts';
import { insertRequest } from './recovery.sql.ts';

/** Links for users who cannot sign in, or have yet to prove their address. */
export class RecoveryService {
  constructor(private readonly ctx: RequestContext) {}

  /**
   * Notes that somebody at the login page has forgotten their password. It does the same for every address, one insert,
   * whoever's it is: that is looked into afterwards, by the recovery worker, where nobody can time it. `invalid` when the
   * text is no address, `rate_limited` when that was asked for too often.
   */
  async forgotten(customerId: string, email: string): Promise<void> {
    this.ctx.runtime.get(Outbox).require();
    const { clock, origin } = this.ctx;
    const now = clock.now();
    const address = readEmail('email', email);
    await this.ctx.get(Throttle).use('recovery', { recipient: `${customerId}\n${emailKey(address)}` });
    await this.ctx.db.rows(insertRequest, [newId(now), customerId, address, origin.ip, origin.requestId, now]);
    this.ctx.runtime.get(RecoveryBell).ring();
  }

  /** Sends a user a link to set another password; nobody but the user chooses it. */
  async requestReset(userId: string): Promise<void> {
    const permit = linkPolicy.startRecovery(this.ctx.viewer);
    await this.sending(permit, 'reset', userId, (tx, user) => {
      linkPolicy.startRecovery(this.ctx.viewer, user.role);
      return sendResetLink(this.ctx, tx, user);
    });
  }

  /** Sends a user a link to prove their address; `conflict` when it is proved already. */
  async requestVerification(userId: string): Promise<void> {
    const permit = linkPolicy.verifyEmail(this.ctx.viewer, userId.toLowerCase());
    await this.sending(permit, 'verify', userId, async (tx, user) => {
      linkPolicy.verifyEmail(this.ctx.viewer, user.id, user.role);
      if (user.emailVerified) throw linkErrors.EMAIL_ALREADY_VERIFIED();
      await sendVerificationLink(this.ctx, tx, user);
    });
  }

  /** Sends the link that proves their address to somebody who has just given the right password; not more than a few. */
  async proveAddress(customerId: string, userId: string): Promise<void> {
    try {
      await this.ctx.get(Throttle).use('mail', { recipient: recipientOf('verify', customerId, userId) });
    } catch (fault) {
      // Enough are on their way.
      if (fault instanceof AppError && fault.kind === 'rate_limited') return;
      throw fault;
    }
    await this.deliver(customerId, userId, (tx, user) => sendVerificationLink(this.ctx, tx, user));
  }

  private async sending(
    { customerId, viewer }: RecoveryStart,
    kind: 'verify' | 'reset',
    userId: string,
    work: (tx: Database, user: LinkUser) => Promise<void>,
  ): Promise<void> {
    this.ctx.runtime.get(Outbox).require();
    const recipient = recipientOf(kind, customerId, userId);
    await this.ctx.get(Throttle).use('mail', { account: accountOf(viewer), recipient });
    await this.deliver(customerId, userId, work);
  }

  private async deliver(
    customerId: string,
    userId: string,
    work: (tx: Database, user: LinkUser) => Promise<void>,
  ): Promise<void> {
    const outbox = this.ctx.runtime.get(Outbox);
    await this.ctx.db.transaction(async (tx) => {
      const [user] = isUuid(userId) ? await tx.rows(linkUsers, [customerId, [userId]]) : [];
      if (!user) throw notFound('user');
      if (!user.isActive) throw linkErrors.USER_DISABLED();
      await work(tx, user);
    });
    outbox.ring();
  }
}

/** Writes a reset link, its mail and the event. */
export async function sendResetLink(ctx: RequestContext, tx: Database, user: LinkUser): Promise<void> {
  const { mail, row } = newLink(ctx.runtime, 'reset_password', user, user.email);
  const { customerId, customerName, email } = user;
  // Whoever made the account chose the name; the owner of an address not proved yet may be somebody else.
  const name = user.emailVerified ? user.name : null;
  const letter = renderPasswordResetMail({ ...mail, email, name, customerName });
  await tx.rows(putLinks, [JSON.stringify([row])]);
  await tx.rows(insertMails, [
    ctx.runtime.get(Outbox).rows([{ customerId, to: email, kind: 'reset_password', mail: letter }]),
  ]);
  await note(ctx, tx, 'password_reset.requested', user);
}

/** Writes a verification link, its mail and the event. */
export async function sendVerificationLink(ctx: RequestContext, tx: Database, user: LinkUser): Promise<void> {
  const { mail, row } = newLink(ctx.runtime, 'verify_email', user, user.email);
  const { customerId, customerName, email } = user;
  const letter = renderVerifyEmailMail({ ...mail, email, customerName });
  await tx.rows(putLinks, [JSON.stringify([row])]);
  await tx.rows(insertMails, [
    ctx.runtime.get(Outbox).rows([{ customerId, to: email, kind: 'verify_email', mail: letter }]),
  ]);
  await note(ctx, tx, 'email_verification.requested', user);
}

/** The same to a user just made, in the transaction that makes them. */
export async function sendFirstVerificationLink(
  ctx: RequestContext,
  tx: Database,
  customerId: string,
  userId: string,
): Promise<void> {
  const [user] = await tx.rows(linkUsers, [customerId, [userId]]);
  await sendVerificationLink(ctx, tx, user!);
}

async function note(ctx: RequestContext, tx: Database, action: string, { customerId, id }: LinkUser): Promise<void> {
  const event = auditRow(ctx, { action, subjectType: 'user', subjectId: id, customerId });
  await tx.rows(insertAuditRows, [JSON.stringify([event])]);
}

const recipientOf = (kind: string, customerId: string, userId: string): string =>
  [kind, customerId, userId.toLowerCase()].join('\n');

/** Whose allowance of mails it is. */
export const accountOf = (viewer: SignedIn): string | undefined => (viewer.kind === 'user' ? viewer.userId : undefined);
