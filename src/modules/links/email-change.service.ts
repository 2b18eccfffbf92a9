import { requireProof, type Viewer } from '../../ground/kernel/access.ts';
import type { RequestContext } from '../../ground/kernel/context.ts';
import type { Transaction } from '../../ground/kernel/database.ts';
import { fault, notFound } from '../../ground/kernel/errors.ts';
import { isUuid } from '../../ground/kernel/ids.ts';
import { renderEmailChangeMail } from '../../views/mail/index.ts';
import { audit } from '../audit/index.ts';
import { Brands } from '../branding/index.ts';
import { mailReader, noticeLetter, Outbox } from '../mail/index.ts';
import { Throttle } from '../throttle/index.ts';
import { emailKey, readEmail } from '../users/index.ts';
import { linkErrors } from './errors.ts';
import { linkPolicy, type EmailChangeStart } from './link.policy.ts';
import { newLink, putLinks, type Requester } from './link.ts';
import { findLinkUser, type LinkUser } from './link-user.ts';
import { accountOf } from './recovery.service.ts';

/** Changes of address. A change happens when the user proves the new address. */
export class EmailChangeService {
  constructor(private readonly ctx: RequestContext) {}

  /** Sends a link to a user's new address, and a notice to the current one. */
  async request(userId: string, newEmail: string): Promise<void> {
    await this.sending(linkPolicy.changeEmail(this.ctx.viewer), userId, newEmail);
  }

  /** Does the same for the viewer, who must have signed in recently. */
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
      const user = isUuid(userId) ? await findLinkUser(tx.em, { customerId, id: userId }) : undefined;
      if (!user) throw notFound('user');
      if (!user.isActive) throw linkErrors.USER_DISABLED();
      if (address === user.email) throw fault('newEmail', 'own_email');
      await this.send(tx, user, address);
    });
    outbox.ring();
  }

  // Nobody here learns whether another user has the new address. The link tells its owner.
  private async send(tx: Transaction, user: LinkUser, address: string): Promise<void> {
    const { runtime } = this.ctx;
    const { customerId } = user;
    const brand = await runtime.get(Brands).of(customerId, tx.em);
    const change = newLink(runtime, 'change_email', user, address, {
      requester: requesterOf(this.ctx.viewer),
    });
    const cancel = newLink(runtime, 'cancel_email_change', user, user.email);
    await putLinks(tx.em, [change, cancel]);
    const proof = renderEmailChangeMail({
      ...mailReader(this.ctx, brand, { ...user, userId: user.id }),
      ...change.mail,
      email: address,
    });
    const { id: userId, email, emailVerified, name, locale, timeZone } = user;
    const notice = await noticeLetter(
      this.ctx,
      tx.em,
      { customerId, userId, email, emailVerified, name, locale, timeZone },
      { event: 'email_change_requested', newEmail: address, cancelLink: cancel.mail.link },
    );
    const outbox = runtime.get(Outbox);
    outbox.post(tx.em, { customerId, userId, to: address, kind: 'change_email', mail: proof }, notice);
    const details = { from: user.email, to: address };
    audit.record(tx.em, this.ctx, {
      action: 'email_change.requested',
      subjectType: 'user',
      subjectId: userId,
      details,
    });
  }
}

function requesterOf(viewer: Viewer): Requester {
  if (viewer.kind === 'user') return { type: 'user', id: viewer.userId };
  return viewer.kind === 'client' ? { type: 'client', id: viewer.clientId } : { type: 'system', id: null };
}
