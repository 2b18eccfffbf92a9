import type { EntityManager } from '@mikro-orm/postgresql';
import type { Viewer } from '../../ground/kernel/access.ts';
import { inBulk, type BulkMode } from '../../ground/kernel/bulk.ts';
import type { RequestContext } from '../../ground/kernel/context.ts';
import type { Transaction } from '../../ground/kernel/database.ts';
import { AppError, notFound } from '../../ground/kernel/errors.ts';
import { findListed, type ListArgs } from '../../ground/lists/filter/index.ts';
import { isUuid, newId } from '../../ground/kernel/ids.ts';
import { outcomeOf } from '../../ground/kernel/input.ts';
import type { Connection } from '../../ground/lists/pagination.ts';
import { renderInvitationMail } from '../../views/mail/index.ts';
import { audit } from '../audit/index.ts';
import { removePasswords } from '../credentials/index.ts';
import { Brands } from '../branding/index.ts';
import { mailReader, Outbox } from '../mail/index.ts';
import { Throttle } from '../throttle/index.ts';
import {
  isUnproved,
  readWebAddress,
  selectedUsers,
  User,
  type UserResult,
  type UserSelection,
} from '../users/index.ts';
import { ApplicationNames } from './application-names.ts';
import { linkErrors } from './errors.ts';
import { invitationListing } from './invitation.filter.ts';
import { linkPolicy, type InvitationWrite } from './link.policy.ts';
import { Invitation, OPEN } from './invitation.entity.ts';
import { invitationLoader } from './invitation.loader.ts';
import { lockCustomer } from './link.hot.sql.ts';
import { dropLinks, newLink, putLinks, type Requester } from './link.ts';
import { findLinkUser, findLinkUsers, type LinkUser } from './link-user.ts';
import { emptyAccounts } from './take-over.ts';
import { accountOf } from './recovery.service.ts';

/** The states of invitations. An expired one can be sent again. */
export const INVITATION_STATES = ['pending', 'accepted', 'expired', 'revoked'] as const;
export type InvitationState = (typeof INVITATION_STATES)[number];

type Maybe<T> = T | null | undefined;

interface Inviter extends Requester {
  readonly name: string | null;
}

/** Invitations that one viewer may see and send. */
export class InvitationService {
  constructor(private readonly ctx: RequestContext) {}

  /** The invitation with this id, or null if the viewer's customer has none. */
  async find(id: string): Promise<Invitation | null> {
    linkPolicy.readInvitations(this.ctx.viewer);
    return isUuid(id) ? this.ctx.loader(invitationLoader).load(id.toLowerCase()) : null;
  }

  /** A page of the invitations that meet what a caller asks for, oldest first by default. */
  async list(args: ListArgs): Promise<Connection<Invitation>> {
    const { customerId } = linkPolicy.readInvitations(this.ctx.viewer);
    return findListed(this.ctx, invitationListing, customerId, args);
  }

  /** The state of the invitation now. */
  stateOf({ acceptedAt, revokedAt, expiresAt }: Invitation): InvitationState {
    if (acceptedAt) return 'accepted';
    if (revokedAt) return 'revoked';
    return expiresAt <= this.ctx.clock.now() ? 'expired' : 'pending';
  }

  /**
   * Invites a user who has no password yet. An open invitation is renewed. A user who signed up and never proved the
   * address loses the password and all that was made with the account, because the address may belong to somebody else.
   */
  async invite(userId: string, applicationUrl: Maybe<string>): Promise<Invitation> {
    const permit = linkPolicy.invite(this.ctx.viewer);
    const url = readApplicationUrl(applicationUrl);
    await this.limit(permit, userId);
    return this.sending(permit, async (tx) => {
      const { customerId } = permit;
      if (!isUuid(userId)) throw notFound('user');
      const [user, open, inviter] = await Promise.all([
        findLinkUser(tx.em, { customerId, id: userId }),
        tx.em.find(Invitation, { customerId, userId, ...OPEN }),
        this.inviter(tx.em),
      ]);
      if (!user) throw notFound('user');
      if (!user.isActive) throw linkErrors.USER_DISABLED();
      const reclaims = isUnproved(user);
      if (reclaims) await removePasswords(tx.em, customerId, [user.id]);
      const [sent] = await Promise.all([
        this.send(permit, tx.em, inviter, [user], url, 'invitation.sent', open),
        reclaims && emptyAccounts(tx.em, customerId, [user.id]),
      ]);
      return sent[0]!;
    });
  }

  /**
   * Invites users who have no password yet, in one transaction. The same rules hold for each as for one invitation. Takes
   * the same number of queries for any number of users.
   */
  async inviteMany(selection: UserSelection, applicationUrl: Maybe<string>, mode: BulkMode): Promise<UserResult[]> {
    return this.sendMany(linkPolicy.invite(this.ctx.viewer), selection, readApplicationUrl(applicationUrl), mode);
  }

  private async sendMany(
    permit: InvitationWrite,
    selection: UserSelection,
    url: string | null,
    mode: BulkMode,
  ): Promise<UserResult[]> {
    const { ctx } = this;
    const { customerId } = permit;
    const outbox = ctx.runtime.get(Outbox);
    outbox.require();
    const ids = await selectedUsers(ctx, selection);
    const recipients = new Map(ids.map((id) => [id, recipientOf(customerId, id)]));
    const tooOften = await ctx.get(Throttle).useForEach('mail', [...recipients.values()]);
    const results = await inBulk(ctx, mode, async (tx) => {
      const { em } = tx;
      const [, users, open, inviter] = await Promise.all([
        tx.rows(lockCustomer, { customerId }),
        findLinkUsers(em, { customerId, id: { $in: ids } }),
        em.find(Invitation, { customerId, userId: { $in: ids }, ...OPEN }),
        this.inviter(em),
      ]);
      const errors = new Map(
        users.map((user) => [user.id, refusalOf(ctx.viewer, user) ?? tooOften.get(recipients.get(user.id)!) ?? null]),
      );
      const invited = users.filter(({ id }) => errors.get(id) === null);
      const reclaimed = invited.filter(isUnproved).map(({ id }) => id);
      if (reclaimed.length > 0) {
        await removePasswords(em, customerId, reclaimed);
        await emptyAccounts(em, customerId, reclaimed);
      }
      if (invited.length > 0) await this.send(permit, em, inviter, invited, url, 'invitation.sent', open);
      return ids.map((userId) => {
        const error = errors.has(userId) ? errors.get(userId)! : notFound('user');
        return { userId, changed: error === null, error };
      });
    });
    outbox.ring();
    return results;
  }

  /** Sends an open invitation again with a new link. The earlier link stops working. */
  async resend(id: string): Promise<Invitation> {
    const permit = linkPolicy.invite(this.ctx.viewer);
    await this.limit(permit, id);
    return this.sending(permit, async (tx) => {
      const { customerId } = permit;
      const [invitation, inviter] = await Promise.all([this.openOne(customerId, tx.em, id), this.inviter(tx.em)]);
      const users = await findLinkUsers(tx.em, { customerId, id: invitation.userId });
      const url = invitation.applicationUrl ?? null;
      return (await this.send(permit, tx.em, inviter, users, url, 'invitation.resent', [invitation]))[0]!;
    });
  }

  /** Counts a mail, by the invited user or by the invitation that is sent again. */
  private async limit({ viewer, customerId }: InvitationWrite, id: string): Promise<void> {
    const recipient = recipientOf(customerId, id);
    await this.ctx.get(Throttle).use('mail', { account: accountOf(viewer), recipient });
  }

  /** Revokes an open invitation and its link. */
  async revoke(id: string): Promise<Invitation> {
    return this.withdraw(linkPolicy.invite(this.ctx.viewer), id);
  }

  /** Invites new users in the transaction that creates them. Call the outbox's `ring` after its commit. */
  async inviteNew({ em }: Transaction, userIds: readonly string[], applicationUrl: string | null): Promise<void> {
    const permit = linkPolicy.invite(this.ctx.viewer);
    this.ctx.runtime.get(Outbox).require();
    const [users, inviter] = await Promise.all([
      findLinkUsers(em, { customerId: permit.customerId, id: { $in: [...userIds] } }),
      this.inviter(em),
    ]);
    await this.send(permit, em, inviter, users, applicationUrl, 'invitation.sent', []);
  }

  private async withdraw({ customerId }: InvitationWrite, id: string): Promise<Invitation> {
    return this.locking(customerId, async ({ em }) => {
      const invitation = await this.openOne(customerId, em, id);
      const { userId } = invitation;
      const user = await findLinkUser(em, { customerId, id: userId });
      linkPolicy.invite(this.ctx.viewer, user);
      await dropLinks(em, customerId, userId, 'invitation');
      invitation.revokedAt = this.ctx.clock.now();
      const subject = { subjectType: 'invitation', subjectId: invitation.id };
      audit.record(em, this.ctx, { action: 'invitation.revoked', ...subject, details: { userId } });
      return invitation;
    });
  }

  private async sending(
    { customerId }: InvitationWrite,
    work: (tx: Transaction) => Promise<Invitation>,
  ): Promise<Invitation> {
    const outbox = this.ctx.runtime.get(Outbox);
    outbox.require();
    const invitation = await this.locking(customerId, work);
    outbox.ring();
    return invitation;
  }

  /** One transaction that locks the customer's row first. What `work` reads at its beginning goes in the same round trip. */
  private locking(customerId: string, work: (tx: Transaction) => Promise<Invitation>): Promise<Invitation> {
    return this.ctx.db.transaction(async (tx) => {
      const [, invitation] = await Promise.all([tx.rows(lockCustomer, { customerId }), work(tx)]);
      return invitation;
    });
  }

  private async openOne(customerId: string, em: EntityManager, id: string): Promise<Invitation> {
    const invitation = isUuid(id) ? await em.findOne(Invitation, { customerId, id }) : null;
    if (!invitation) throw linkErrors.INVITATION_NOT_FOUND();
    if (invitation.acceptedAt) throw closed('This invitation has been accepted.');
    if (invitation.revokedAt) throw closed('This invitation has been revoked.');
    return invitation;
  }

  /** Writes invitations, links, mails and events, with one statement each for all users. `open` invitations are renewed. */
  private async send(
    { customerId }: InvitationWrite,
    em: EntityManager,
    inviter: Inviter,
    users: readonly LinkUser[],
    applicationUrl: string | null,
    action: string,
    open: readonly Invitation[],
  ): Promise<Invitation[]> {
    const { runtime, clock } = this.ctx;
    const now = clock.now();
    const outbox = runtime.get(Outbox);
    const links = users.map((user) => {
      linkPolicy.invite(this.ctx.viewer, user);
      if (user.passwordHash !== null && !isUnproved(user)) throw linkErrors.USER_HAS_PASSWORD();
      return { user, ...newLink(runtime, 'invitation', user, user.email) };
    });
    const [brand, applicationName] = await Promise.all([
      runtime.get(Brands).of(customerId, em),
      applicationUrl === null ? null : runtime.get(ApplicationNames).find(em, customerId, applicationUrl),
      putLinks(em, links),
    ]);
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
        ? em.assign(renewed, { ...sent, ...(applicationUrl !== null && { applicationUrl, applicationName }) })
        : em.create(Invitation, {
            id: newId(now),
            customerId,
            userId,
            applicationUrl,
            applicationName,
            createdAt: now,
            acceptedAt: null,
            revokedAt: null,
            ...sent,
          });
      const application = applicationUrl === null ? null : { name: applicationName, url: applicationUrl };
      const letter = {
        ...mailReader(this.ctx, brand, { ...user, userId }),
        ...mail,
        email,
        name,
        inviterName: inviter.name,
        application,
      };
      outbox.post(em, { customerId, userId, to: email, kind: 'invitation', mail: renderInvitationMail(letter) });
      const subject = { subjectType: 'invitation', subjectId: invitation.id };
      audit.record(em, this.ctx, { action, ...subject, details: { userId, applicationUrl } });
      return invitation;
    });
  }

  private async inviter(em: EntityManager): Promise<Inviter> {
    const { viewer } = this.ctx;
    if (viewer.kind === 'client') return { type: 'client', id: viewer.clientId, name: null };
    if (viewer.kind !== 'user') return { type: 'system', id: null, name: null };
    const { customerId, userId: id } = viewer;
    const user = await em.findOne(User, { customerId, id }, { disableIdentityMap: true });
    return { type: 'user', id, name: user?.name ?? null };
  }
}

/** Checks the application's address. Null if there is none. */
export const readApplicationUrl = (url: Maybe<string>): string | null =>
  url?.trim() ? readWebAddress('applicationUrl', url) : null;

const recipientOf = (customerId: string, id: string): string => ['invitation', customerId, id.toLowerCase()].join('\n');

/** Why the viewer cannot invite the user. */
function refusalOf(viewer: Viewer, user: LinkUser): AppError | null {
  const allowed = outcomeOf(() => linkPolicy.invite(viewer, user));
  if (allowed instanceof AppError) return allowed;
  if (!user.isActive) return linkErrors.USER_DISABLED();
  return user.passwordHash !== null && !isUnproved(user) ? linkErrors.USER_HAS_PASSWORD() : null;
}

const closed = (message: string) => linkErrors.INVITATION_CLOSED({ message });
