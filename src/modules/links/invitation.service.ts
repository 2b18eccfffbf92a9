import type { RequestContext } from '../../kernel/context.ts';
import type { Database } from '../../kernel/database.ts';
import { notFound } from '../../kernel/errors.ts';
import { isUuid, newId } from '../../kernel/ids.ts';
import { connectionOf, idEdge, NIL_ID, readPage, type Connection, type PageArgs } from '../../kernel/pagination.ts';
import { renderInvitationMail } from '../../views/mail/index.ts';
import { auditRow, insertAuditRows } from '../audit/index.ts';
import { takePasswordAway } from '../credentials/index.ts';
import { insertMails, Outbox } from '../mail/index.ts';
import { endSessionsOf } from '../sessions/index.ts';
import { Throttle } from '../throttle/index.ts';
import { readWebAddress } from '../users/index.ts';
import { linkErrors } from './errors.ts';
import { linkPolicy, type InvitationWrite } from './link.policy.ts';
import * as statements from './invitation.sql.ts';
import type { InvitationRow } from './invitation.sql.ts';
import { newLink } from './link.ts';
import { accountOf } from './recovery.service.ts';
import { dropLinks, linkUsers, lockCustomer, putLinks, type LinkUser } from './link.sql.ts';

/** Where an invitation stands; `expired` can still be sent again. */
export const INVITATION_STATES = ['pending', 'accepted', 'expired', 'revoked'] as const;
export type InvitationState = (typeof INVITATION_STATES)[number];

type Maybe<T> = T | null | undefined;

/** Invitations as one viewer may see and send them. */
export class InvitationService {
  constructor(private readonly ctx: RequestContext) {}

  /** The customer's invitations, oldest first. */
  async list(args: PageArgs, state: InvitationState | null): Promise<Connection<InvitationRow>> {
    const { customerId } = linkPolicy.readInvitations(this.ctx.viewer);
    const page = readPage(args);
    const { db, clock } = this.ctx;
    const filter = [customerId, state, clock.now()];
    const after = page.after ?? NIL_ID;
    const rows = await db.rows(statements.invitationPage, [...filter, after, page.first + 1]);
    return connectionOf(rows, page, idEdge, async () => (await db.first(statements.invitationCount, filter))!.count);
  }

  /** Where the invitation stands now. */
  stateOf({ acceptedAt, revokedAt, expiresAt }: InvitationRow): InvitationState {
    if (acceptedAt) return 'accepted';
    if (revokedAt) return 'revoked';
    return expiresAt <= this.ctx.clock.now() ? 'expired' : 'pending';
  }

  /**
   * Invites a user who has no password yet; an open invitation of theirs is renewed. Whoever signed up with the address and
   * never proved it loses the account to its owner.
   */
  async invite(userId: string, applicationUrl: Maybe<string>): Promise<InvitationRow> {
    const permit = linkPolicy.invite(this.ctx.viewer);
    const url = readApplicationUrl(applicationUrl);
    await this.limit(permit, userId);
    return this.sending(permit, async (tx) => {
      const [user] = isUuid(userId) ? await tx.rows(linkUsers, [permit.customerId, [userId]]) : [];
      if (!user) throw notFound('user');
      if (!user.isActive) throw linkErrors.USER_DISABLED();
      if (user.isUnproved) {
        await tx.rows(takePasswordAway, [permit.customerId, user.id]);
        await endSessionsOf(tx, permit.customerId, user.id);
      }
      return (await this.send(permit, tx, [user], url, 'invitation.sent'))[0]!;
    });
  }

  /** Sends an open invitation once more, with a new link; the one before is dead. */
  async resend(id: string): Promise<InvitationRow> {
    const permit = linkPolicy.invite(this.ctx.viewer);
    await this.limit(permit, id);
    return this.sending(permit, async (tx) => {
      const invitation = await this.openOne(permit.customerId, tx, id);
      const users = await tx.rows(linkUsers, [permit.customerId, [invitation.userId]]);
      return (await this.send(permit, tx, users, invitation.applicationUrl ?? null, 'invitation.resent'))[0]!;
    });
  }

  /** By the user who is invited, or the invitation that is sent again. */
  private async limit({ viewer, customerId }: InvitationWrite, id: string): Promise<void> {
    const recipient = ['invitation', customerId, id.toLowerCase()].join('\n');
    await this.ctx.get(Throttle).use('mail', { account: accountOf(viewer), recipient });
  }

  /** Ends an open invitation and its link. */
  async revoke(id: string): Promise<InvitationRow> {
    return this.withdraw(linkPolicy.invite(this.ctx.viewer), id);
  }

  /** Invites users just made, in the transaction that makes them; `ring` the outbox once it is committed. */
  async inviteNew(tx: Database, userIds: readonly string[], applicationUrl: string | null): Promise<void> {
    const permit = linkPolicy.invite(this.ctx.viewer);
    this.ctx.runtime.get(Outbox).require();
    const users = await tx.rows(linkUsers, [permit.customerId, userIds]);
    await this.send(permit, tx, users, applicationUrl, 'invitation.sent');
  }

  private async withdraw({ customerId }: InvitationWrite, id: string): Promise<InvitationRow> {
    return this.ctx.db.transaction(async (tx) => {
      await tx.rows(lockCustomer, [customerId]);
      const { userId } = await this.openOne(customerId, tx, id);
      const [user] = await tx.rows(linkUsers, [customerId, [userId]]);
      linkPolicy.invite(this.ctx.viewer, user?.role);
      await tx.rows(dropLinks, [customerId, userId, ['invitation']]);
      const entry = { action: 'invitation.revoked', subjectType: 'invitation', subjectId: id, details: { userId } };
      await tx.rows(insertAuditRows, [JSON.stringify([auditRow(this.ctx, entry)])]);
      return (await tx.first(statements.revokeInvitation, [customerId, id, this.ctx.clock.now()]))!;
    });
  }

  private async sending(
    { customerId }: InvitationWrite,
    work: (tx: Database) => Promise<InvitationRow>,
  ): Promise<InvitationRow> {
    const outbox = this.ctx.runtime.get(Outbox);
    outbox.require();
    const row = await this.ctx.db.transaction(async (tx) => {
      await tx.rows(lockCustomer, [customerId]);
      return work(tx);
    });
    outbox.ring();
    return row;
  }

  private async openOne(customerId: string, tx: Database, id: string): Promise<InvitationRow> {
    const row = isUuid(id) ? await tx.first(statements.invitationById, [customerId, id]) : undefined;
    if (!row) throw linkErrors.INVITATION_NOT_FOUND();
    if (row.acceptedAt) throw closed('This invitation has been accepted.');
    if (row.revokedAt) throw closed('This invitation has been revoked.');
    return row;
  }

  /** Invitations, links, mails and events for these users, four statements however many they are. */
  private async send(
    { customerId }: InvitationWrite,
    tx: Database,
    users: readonly LinkUser[],
    applicationUrl: string | null,
    action: string,
  ): Promise<InvitationRow[]> {
    const { runtime, clock } = this.ctx;
    const now = clock.now();
    const inviter = await this.inviter(tx);
    const links = users.map((user) => {
      linkPolicy.invite(this.ctx.viewer, user.role);
      if (user.hasPassword && !user.isUnproved) throw hasPassword();
      return { user, ...newLink(runtime, 'invitation', user, user.email) };
    });
    const wanted = links.map(({ user, row }) => ({
      id: newId(now),
      customer_id: customerId,
      user_id: user.id,
      email: user.email,
      application_url: applicationUrl,
      inviter_type: inviter.type,
      inviter_id: inviter.id,
      created_at: now,
      sent_at: now,
      expires_at: row.expires_at,
    }));
    const invitations = await tx.rows(statements.putInvitations, [JSON.stringify(wanted)]);
    await tx.rows(putLinks, [JSON.stringify(links.map(({ row }) => row))]);
    const letters = links.map(({ user, mail }) => ({
      customerId,
      to: user.email,
      kind: 'invitation' as const,
      mail: renderInvitationMail({
        ...mail,
        email: user.email,
        name: user.name,
        customerName: user.customerName,
        inviterName: inviter.name,
        application: applicationUrl === null ? null : { url: applicationUrl },
      }),
    }));
    await tx.rows(insertMails, [runtime.get(Outbox).rows(letters)]);
    const events = invitations.map(({ id, userId }) =>
      auditRow(this.ctx, { action, subjectType: 'invitation', subjectId: id, details: { userId, applicationUrl } }),
    );
    await tx.rows(insertAuditRows, [JSON.stringify(events)]);
    return invitations;
  }

  private async inviter(
    tx: Database,
  ): Promise<{ type: 'user' | 'client' | 'system'; id: string | null; name: string | null }> {
    const { viewer } = this.ctx;
    if (viewer.kind === 'client') return { type: 'client', id: viewer.clientId, name: null };
    if (viewer.kind !== 'user') return { type: 'system', id: null, name: null };
    const [user] = await tx.rows(linkUsers, [viewer.customerId, [viewer.userId]]);
    return { type: 'user', id: viewer.userId, name: user?.name ?? null };
  }
}

/** The application's address, checked; null when none is given. */
export const readApplicationUrl = (url: Maybe<string>): string | null =>
  url?.trim() ? readWebAddress('applicationUrl', url) : null;

const closed = (message: string) => linkErrors.INVITATION_CLOSED({ message });
const hasPassword = () => linkErrors.USER_HAS_PASSWORD();
