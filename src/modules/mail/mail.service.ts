import { LockMode } from '@mikro-orm/postgresql';
import type { RequestContext } from '../../ground/kernel/context.ts';
import { findListed, type ListArgs } from '../../ground/lists/filter/index.ts';
import { isUuid } from '../../ground/kernel/ids.ts';
import type { Connection } from '../../ground/lists/pagination.ts';
import { retry } from '../../ground/jobs/outbox.ts';
import { audit } from '../audit/index.ts';
import { mailErrors } from './errors.ts';
import { mailLoader } from './mail.loader.ts';
import { mailListing } from './mail.filter.ts';
import { mailPolicy, type MailResend } from './mail.policy.ts';
import { OutboxMail } from './outbox-mail.entity.ts';
import { Outbox } from './outbox.ts';

/** The states of mails. */
export const MAIL_STATES = ['pending', 'sent', 'dead'] as const;
export type MailState = (typeof MAIL_STATES)[number];

/** The customer's mails as administrators see them. */
export class MailService {
  constructor(private readonly ctx: RequestContext) {}

  /** The mail with this id, or null if the viewer's customer has none. */
  async find(id: string): Promise<OutboxMail | null> {
    mailPolicy.read(this.ctx.viewer);
    return isUuid(id) ? this.ctx.loader(mailLoader).load(id.toLowerCase()) : null;
  }

  /** A page of the mails of the last 30 days that meet what a caller asks for, newest first by default. */
  async list(args: ListArgs): Promise<Connection<OutboxMail>> {
    const { customerId } = mailPolicy.read(this.ctx.viewer);
    return findListed(this.ctx, mailListing, customerId, args);
  }

  /** Retries a dead mail, as often as a new one. Throws `conflict` for any other mail. */
  async resend(id: string): Promise<OutboxMail> {
    return this.revive(mailPolicy.resend(this.ctx.viewer), id);
  }

  private async revive({ customerId }: MailResend, id: string): Promise<OutboxMail> {
    const lockMode = LockMode.PESSIMISTIC_WRITE;
    const revived = await this.ctx.db.transaction(async ({ em }) => {
      const mail = isUuid(id) ? await em.findOne(OutboxMail, { customerId, id }, { lockMode }) : null;
      if (!mail) throw mailErrors.MAIL_NOT_FOUND();
      if (!mail.failedAt) throw mailErrors.MAIL_NOT_DEAD();
      retry(mail, this.ctx.clock.now());
      audit.record(em, this.ctx, { action: 'mail.resent', subjectType: 'mail', subjectId: mail.id });
      return mail;
    });
    this.ctx.runtime.get(Outbox).ring();
    return revived;
  }
}
