import type { SignedIn } from '../../ground/kernel/access.ts';
import type { RequestContext } from '../../ground/kernel/context.ts';
import type { Transaction } from '../../ground/kernel/database.ts';
import { AppError, notFound } from '../../ground/kernel/errors.ts';
import { isUuid, newId } from '../../ground/kernel/ids.ts';
import { renderPasswordResetMail, renderVerifyEmailMail } from '../../views/mail/index.ts';
import { audit } from '../audit/index.ts';
import { Brands } from '../branding/index.ts';
import { mailReader, Outbox, type Letter } from '../mail/index.ts';
import { Throttle } from '../throttle/index.ts';
import { emailKey, readEmail, type User } from '../users/index.ts';
import { linkErrors } from './errors.ts';
import { linkPolicy, type RecoveryStart } from './link.policy.ts';
import { newLink, putLinks, type NewLink } from './link.ts';
import { findLinkUser, type LinkUser } from './link-user.ts';
import { RecoveryBell } from './recovery.bell.ts';
import { RecoveryRequest } from './recovery-request.entity.ts';

/** A user who is sent a link. */
interface Addressee extends Pick<User, 'customerId' | 'id' | 'email'> {
  readonly locale?: string | null | undefined;
  readonly timeZone?: string | null | undefined;
}

/** Links for users who cannot sign in, or have not proved their address. */
export class RecoveryService {
  constructor(private readonly ctx: RequestContext) {}

  /**
   * Stores the request of somebody at the login page who forgot their password. It does the same for every address: one
   * insert. The recovery worker looks the user up later, so that the time of the answer tells nothing. Without a customer, it
   * is about the users of all customers. `flow` is the sign-in of the browser, sealed, in which the link lets it go on. Throws
   * `invalid` for text that is no address, and `rate_limited` for too many requests.
   */
  async forgotten(customerId: string | null, email: string, flow: string | null): Promise<void> {
    this.ctx.runtime.get(Outbox).require();
    const { clock, origin } = this.ctx;
    const now = clock.now();
    const address = readEmail('email', email);
    await this.ctx.get(Throttle).use('recovery', { recipient: `${customerId ?? ''}\n${emailKey(address)}` });
    const { ip, requestId } = origin;
    const request = { id: newId(now), customerId, email: address, ip, requestId, requestedAt: now, flow };
    await this.ctx.em.insert(RecoveryRequest, request);
    this.ctx.runtime.get(RecoveryBell).ring();
  }

  /** Sends a user a link to set another password. Only the user chooses it. */
  async requestReset(userId: string): Promise<void> {
    const permit = linkPolicy.startRecovery(this.ctx.viewer);
    await this.sending(permit, 'reset', userId, (tx, user) => {
      linkPolicy.startRecovery(this.ctx.viewer, user);
      return sendResetLink(this.ctx, tx, user, null);
    });
  }

  /** Sends a user a link to prove their address. Throws `conflict` if it is proved already. */
  async requestVerification(userId: string): Promise<void> {
    const permit = linkPolicy.verifyEmail(this.ctx.viewer, userId.toLowerCase());
    await this.sending(permit, 'verify', userId, async (tx, user) => {
      linkPolicy.verifyEmail(this.ctx.viewer, user.id, user);
      if (user.emailVerified) throw linkErrors.EMAIL_ALREADY_VERIFIED();
      await sendVerificationLink(this.ctx, tx, user, null);
    });
  }

  /**
   * Sends a user who has just given the right password a link to prove their address, at most a few times an hour. `flow` is
   * their sign-in, sealed.
   */
  async proveAddress(customerId: string, userId: string, flow: string): Promise<void> {
    try {
      await this.ctx.get(Throttle).use('mail', { recipient: recipientOf('verify', customerId, userId) });
    } catch (fault) {
      // The user already has several such links.
      if (fault instanceof AppError && fault.kind === 'rate_limited') return;
      throw fault;
    }
    await this.deliver(customerId, userId, (tx, user) => sendVerificationLink(this.ctx, tx, user, flow));
  }

  private async sending(
    { customerId, viewer }: RecoveryStart,
    kind: 'verify' | 'reset',
    userId: string,
    work: (tx: Transaction, user: LinkUser) => Promise<void>,
  ): Promise<void> {
    this.ctx.runtime.get(Outbox).require();
    const recipient = recipientOf(kind, customerId, userId);
    await this.ctx.get(Throttle).use('mail', { account: accountOf(viewer), recipient });
    await this.deliver(customerId, userId, work);
  }

  private async deliver(
    customerId: string,
    userId: string,
    work: (tx: Transaction, user: LinkUser) => Promise<void>,
  ): Promise<void> {
    const outbox = this.ctx.runtime.get(Outbox);
    await this.ctx.db.transaction(async (tx) => {
      const user = isUuid(userId) ? await findLinkUser(tx.em, { customerId, id: userId }) : undefined;
      if (!user) throw notFound('user');
      if (!user.isActive) throw linkErrors.USER_DISABLED();
      await work(tx, user);
    });
    outbox.ring();
  }
}

/** Writes a reset link, its mail and the event. */
export async function sendResetLink(
  ctx: RequestContext,
  tx: Transaction,
  user: LinkUser,
  flow: string | null,
): Promise<void> {
  const link = newLink(ctx.runtime, 'reset_password', user, user.email, { flow });
  const { email } = user;
  const brand = await ctx.runtime.get(Brands).of(user.customerId, tx.em);
  // The creator of the account chose the name. The owner of an unproved address may be somebody else.
  const name = user.emailVerified ? user.name : null;
  const mail = renderPasswordResetMail({
    ...mailReader(ctx, brand, { ...user, userId: user.id }),
    ...link.mail,
    email,
    name,
  });
  await send(ctx, tx, user, link, { kind: 'reset_password', mail }, 'password_reset.requested');
}

/** Writes a verification link, its mail and the event. The user may be one whom the same transaction creates. */
export async function sendVerificationLink(
  ctx: RequestContext,
  tx: Transaction,
  user: Addressee,
  flow: string | null,
): Promise<void> {
  const link = newLink(ctx.runtime, 'verify_email', user, user.email, { flow });
  const { email } = user;
  const brand = await ctx.runtime.get(Brands).of(user.customerId, tx.em);
  const mail = renderVerifyEmailMail({
    ...mailReader(ctx, brand, { ...user, userId: user.id }),
    ...link.mail,
    email,
  });
  await send(ctx, tx, user, link, { kind: 'verify_email', mail }, 'email_verification.requested');
}

async function send(
  ctx: RequestContext,
  { em }: Transaction,
  { customerId, id, email }: Addressee,
  link: NewLink,
  letter: Pick<Letter, 'kind' | 'mail'>,
  action: string,
): Promise<void> {
  await putLinks(em, [link]);
  ctx.runtime.get(Outbox).post(em, { customerId, userId: id, to: email, ...letter });
  audit.record(em, ctx, { action, subjectType: 'user', subjectId: id, customerId });
}

const recipientOf = (kind: string, customerId: string, userId: string): string =>
  [kind, customerId, userId.toLowerCase()].join('\n');

/** The user whose limit of mails counts a request. */
export const accountOf = (viewer: SignedIn): string | undefined => (viewer.kind === 'user' ? viewer.userId : undefined);
