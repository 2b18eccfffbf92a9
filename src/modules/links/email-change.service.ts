import { requireProof, type Viewer } from '../../kernel/access.ts';
import type { RequestContext } from '../../kernel/context.ts';
import type { Database } from '../../kernel/database.ts';
import { invalid, notFound } from '../../kernel/errors.ts';
import { isUuid } from '../../kernel/ids.ts';
import { renderEmailChangeMail } from '../../views/mail/index.ts';
import { auditRow, insertAuditRows } from '../audit/index.ts';
import { insertMails, noticeLetter, Outbox } from '../mail/index.ts';
import { Throttle } from '../throttle/index.ts';
import { emailKey, readEmail } from '../users/index.ts';
import { linkErrors } from './errors.ts';
import { linkPolicy, type EmailChangeStart } from './link.policy.ts';
import { newLink, type Requester } from './link.ts';
import { linkUsers, putLinks, type LinkUser } from './link.sql.ts';
import { accountOf } from './recovery.service.ts';

/** Changes of address, which happen when the new one is proved. */
export class EmailChangeService {
  constructor(private readonly ctx: RequestContext) {}

  /** Sends the new address of a user a link that makes it theirs, and tells the old one. */
  async request(userId: string, newEmail: string): Promise<void> {
    await this.sending(linkPolicy.changeEmail(this.ctx.viewer), userId, newEmail);
  }

  /** The same for the viewer themself, who must have signed in within the last minutes. */
  async requestOwn(newEmail: string): Promise<void> {
    const permit = linkPolicy.changeOwnEmail(this.ctx.viewer);
    const { viewer } = permit;
    if (viewer.kind !== 'user') return;
    await this.sending(permit, viewer.userId, newEmail);
  }

  private async sending(permit: EmailChangeStart, userId: string, newEmail: string): Promise<void> {
    const { customerId, viewer } = permit;
    requireProof(viewer, this.ctx.clock.now());
    const outbox = this.ctx.runtime.get(Outbox);
    outbox.require();
    const address = readEmail('newEmail', newEmail);
    const recipient = `${customerId}\n${emailKey(address)}`;
    await this.ctx.get(Throttle).use('emailChange', { account: accountOf(viewer), recipient });
    await this.ctx.db.transaction(async (tx) => {
      const [user] = isUuid(userId) ? await tx.rows(linkUsers, [customerId, [userId]]) : [];
      if (!user) throw notFound('user');
      if (!user.isActive) throw linkErrors.USER_DISABLED();
      if (address === user.email) throw invalid('newEmail', 'newEmail is the address the user has.');
      await this.send(tx, user, address);
    });
    outbox.ring();
  }

  // Whether the new address is free is not looked up: its owner learns that from the link, and nobody else here.
  private async send(tx: Database, user: LinkUser, address: string): Promise<void> {
    const { runtime } = this.ctx;
    const { customerId, customerName } = user;
    const { mail, row } = newLink(runtime, 'change_email', user, address, requesterOf(this.ctx.viewer));
    const cancel = newLink(runtime, 'cancel_email_change', user, user.email);
    await tx.rows(putLinks, [JSON.stringify([row, cancel.row])]);
    const proof = renderEmailChangeMail({ ...mail, email: address, customerName });
    const letters = [
      { customerId, to: address, kind: 'change_email' as const, mail: proof },
      await noticeLetter(
        this.ctx,
        tx,
        { ...user, userId: user.id },
        { event: 'email_change_requested', newEmail: address, cancelLink: cancel.mail.link },
      ),
    ];
    await tx.rows(insertMails, [runtime.get(Outbox).rows(letters)]);
    const details = { from: user.email, to: address };
    const event = auditRow(this.ctx, {
      action: 'email_change.requested',
      subjectType: 'user',
      subjectId: user.id,
      details,
    });
    await tx.rows(insertAuditRows, [JSON.stringify([event])]);
  }
}

function requesterOf(viewer: Viewer): Requester {
  if (viewer.kind === 'user') return { type: 'user', id: viewer.userId };
  return viewer.kind === 'client' ? { type: 'client', id: viewer.clientId } : { type: 'system', id: null };
}
