import type { EntityManager } from '@mikro-orm/postgresql';
import type { RequestContext } from '../../kernel/context.ts';
import type { Transaction } from '../../kernel/database.ts';
import { findPage } from '../../kernel/entity-read.ts';
import { notFound } from '../../kernel/errors.ts';
import { isUuid, newId } from '../../kernel/ids.ts';
import type { Connection, PageArgs } from '../../kernel/pagination.ts';
import { renderInvitationMail } from '../../views/mail/index.ts';
import { audit } from '../audit/index.ts';
import { takePasswordAway } from '../credentials/index.ts';
import { Outbox } from '../mail/index.ts';
import { endSessionsOf } from '../sessions/index.ts';
import { Throttle } from '../throttle/index.ts';
import { readWebAddress, User } from '../users/index.ts';
import { linkErrors } from './errors.ts';
import { linkPolicy, type InvitationWrite } from './link.policy.ts';
import { Invitation } from './invitation.entity.ts';
import { lockCustomer } from './link.hot.sql.ts';
import { dropLinks, newLink, putLinks } from './link.ts';
import { findLinkUser, findLinkUsers, isUnproved, type LinkUser } from './link.user.ts';
import { accountOf } from './recovery.service.ts';

/** Where an invitation stands; `expired` can still be sent again. */
export const INVITATION_STATES = ['pending', 'accepted', 'expired', 'revoked'] as const;
export type InvitationState = (typeof INVITATION_STATES)[number];

type Maybe<T> = T | null | undefined;

/** Invitations as one viewer may see and send them. */
export class InvitationService {
  constructor(private readonly ctx: RequestContext) {}

  /** The customer's invitations, oldest first. */
  async list(args: PageArgs, state: InvitationState | null): Promise<Connection<Invitation>> {
    const { customerId } = linkPolicy.readInvitations(this.ctx.viewer);
    const { em, clock } = this.ctx;
    return findPage(em, Invitation, { customerId, ...inState(state, clock.now()) }, args);
  }

  /** Where the invitation stands now. */
  stateOf({ acceptedAt, revokedAt, expiresAt }: Invitation): InvitationState {
    if (acceptedAt) return 'accepted';
    if (revokedAt) return 'revoked';
    return expiresAt <= this.ctx.clock.now() ? 'expired' : 'pending';
  }

  /**
   * Invites a user who has no password yet; an open invitation of theirs is renewed. Whoever signed up with the address and
   * never proved it loses the account to its owner.
   */
  async invite(userId: string, applicationUrl: Maybe<string>): Promise<Invitation> {
    const permit = linkPolicy.invite(this.ctx.viewer);
    const url = readApplicationUrl(applicationUrl);
    await this.limit(permit, userId);
    return this.sending(permit, async (tx) => {
      const { customerId } = permit;
      const user = isUuid(userId) ? await findLinkUser(tx.em, { customerId, id: userId }) : undefined;
      if (!user) throw notFound('user');
      if (!user.isActive) throw linkErrors.USER_DISABLED();
      if (isUnproved(user)) {
        await tx.rows(takePasswordAway, [customerId, user.id]);
        await endSessionsOf(tx, customerId, user.id);
      }
      const open = await tx.em.find(Invitation, { customerId, userId: user.id, ...OPEN });
      return (await this.send(permit, tx.em, [user], url, 'invitation.sent', open))[0]!;
    });
  }

  /** Sends an open invitation once more, with a new link; the one before is dead. */
  async resend(id: string): Promise<Invitation> {
    const permit = linkPolicy.invite(this.ctx.viewer);
    await this.limit(permit, id);
    return this.sending(permit, async (tx) => {
      const { customerId } = permit;
      const invitation = await this.openOne(customerId, tx.em, id);
      const users = await findLinkUsers(tx.em, { customerId, id: invitation.userId });
      const url = invitation.applicationUrl ?? null;
      return (await this.send(permit, tx.em, users, url, 'invitation.resent', [invitation]))[0]!;
    });
  }

  /** By the user who is invited, or the invitation that is sent again. */
  private async limit({ viewer, customerId }: InvitationWrite, id: string): Promise<void> {
    const recipient = ['invitation', customerId, id.toLowerCase()].join('\n');
    await this.ctx.get(Throttle).use('mail', { account: accountOf(viewer), recipient });
  }

  /** Ends an open invitation and its link. */
  async revoke(id: string): Promise<Invitation> {
    return this.withdraw(linkPolicy.invite(this.ctx.viewer), id);
  }

  /** Invites users just made, in the transaction that makes them; `ring` the outbox once it is committed. */
  async inviteNew({ em }: Transaction, userIds: readonly string[], applicationUrl: string | null): Promise<void> {
    const permit = linkPolicy.invite(this.ctx.viewer);
    this.ctx.runtime.get(Outbox).require();
    const users = await findLinkUsers(em, { customerId: permit.customerId, id: { $in: [...userIds] } });
    await this.send(permit, em, users, applicationUrl, 'invitation.sent', []);
  }

  private async withdraw({ customerId }: InvitationWrite, id: string): Promise<Invitation> {
    return this.ctx.db.transaction(async (tx) => {
      await tx.rows(lockCustomer, [customerId]);
      const invitation = await this.openOne(customerId, tx.em, id);
      const { userId } = invitation;
      const user = await findLinkUser(tx.em, { customerId, id: userId });
      linkPolicy.invite(this.ctx.viewer, user?.role);
      await dropLinks(tx.em, customerId, userId, 'invitation');
      invitation.revokedAt = this.ctx.clock.now();
      const subject = { subjectType: 'invitation', subjectId: invitation.id };
      audit.record(tx.em, this.ctx, { action: 'invitation.revoked', ...subject, details: { userId } });
      return invitation;
    });
  }

  private async sending(
    { customerId }: InvitationWrite,
    work: (tx: Transaction) => Promise<Invitation>,
  ): Promise<Invitation> {
    const outbox = this.ctx.runtime.get(Outbox);
    outbox.require();
    const row = await this.ctx.db.transaction(async (tx) => {
      await tx.rows(lockCustomer, [customerId]);
      return work(tx);
    });
    outbox.ring();
    return row;
  }

  private async openOne(customerId: string, em: EntityManager, id: string): Promise<Invitation> {
    const invitation = isUuid(id) ? await em.findOne(Invitation, { customerId, id }) : null;
    if (!invitation) throw linkErrors.INVITATION_NOT_FOUND();
    if (invitation.acceptedAt) throw closed('This invitation has been accepted.');
    if (invitation.revokedAt) throw closed('This invitation has been revoked.');
    return invitation;
  }

  /** Invitations, links, mails and events for these users, four statements however many they are; `open` are renewed. */
  private async send(
    { customerId }: InvitationWrite,
    em: EntityManager,
    users: readonly LinkUser[],
    applicationUrl: string | null,
    action: string,
    open: readonly Invitation[],
  ): Promise<Invitation[]> {
    const { runtime, clock } = this.ctx;
    const now = clock.now();
    const outbox = runtime.get(Outbox);
    const inviter = await this.inviter(em);
    const links = users.map((user) => {
      linkPolicy.invite(this.ctx.viewer, user.role);
      if (user.passwordHash !== null && !isUnproved(user)) throw linkErrors.USER_HAS_PASSWORD();
      return { user, ...newLink(runtime, 'invitation', user, user.email) };
    });
    await putLinks(em, links);
    return links.map(({ user, mail, stored }) => {
      const { id: userId, email, name } = user;
      const sent = {
        email,
        inviterType: inviter.type,
        inviterId: inviter.id,
        sentAt: now,
        expiresAt: stored.expiresAt,
      };
      const renewed = open.find((invitation) => invitation.userId === userId);
      const invitation = renewed
        ? em.assign(renewed, { ...sent, ...(applicationUrl !== null && { applicationUrl }) })
        : em.create(Invitation, {
            id: newId(now),
            customerId,
            userId,
            applicationUrl,
            createdAt: now,
            acceptedAt: null,
            revokedAt: null,
            ...sent,
          });
      const application = applicationUrl === null ? null : { url: applicationUrl };
      const letter = { ...mail, email, name, customerName: user.customer.name, inviterName: inviter.name, application };
      outbox.post(em, { customerId, to: email, kind: 'invitation', mail: renderInvitationMail(letter) });
      const subject = { subjectType: 'invitation', subjectId: invitation.id };
      audit.record(em, this.ctx, { action, ...subject, details: { userId, applicationUrl } });
      return invitation;
    });
  }

  private async inviter(
    em: EntityManager,
  ): Promise<{ type: 'user' | 'client' | 'system'; id: string | null; name: string | null }> {
    const { viewer } = this.ctx;
    if (viewer.kind === 'client') return { type: 'client', id: viewer.clientId, name: null };
    if (viewer.kind !== 'user') return { type: 'system', id: null, name: null };
    const { customerId, userId: id } = viewer;
    const user = await em.findOne(User, { customerId, id }, { disableIdentityMap: true });
    return { type: 'user', id, name: user?.name ?? null };
  }
}

const OPEN = { acceptedAt: null, revokedAt: null } as const;

/** The invitations that stand so; all of them for null. */
function inState(state: InvitationState | null, now: Date) {
  if (state === null) return {};
  if (state === 'accepted') return { acceptedAt: { $ne: null } };
  if (state === 'revoked') return { revokedAt: { $ne: null } };
  return { ...OPEN, expiresAt: state === 'expired' ? { $lte: now } : { $gt: now } };
}

/** The application's address, checked; null when none is given. */
export const readApplicationUrl = (url: Maybe<string>): string | null =>
  url?.trim() ? readWebAddress('applicationUrl', url) : null;

const closed = (message: string) => linkErrors.INVITATION_CLOSED({ message });
