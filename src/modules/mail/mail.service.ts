import type { RequestContext } from '../../kernel/context.ts';
import { isUuid } from '../../kernel/ids.ts';
import type { Connection, PageArgs } from '../../kernel/pagination.ts';
import { outboxPage } from '../../jobs/outbox.ts';
import { auditRow } from '../audit/index.ts';
import { mailErrors } from './errors.ts';
import { mailPolicy, type MailResend } from './mail.policy.ts';
import { mails, type MailRow } from './mail.sql.ts';
import { Outbox } from './outbox.ts';

/** Where a mail stands. */
export const MAIL_STATES = ['pending', 'sent', 'dead'] as const;
export type MailState = (typeof MAIL_STATES)[number];

/** The customer's mails as administrators see them. */
export class MailService {
  constructor(private readonly ctx: RequestContext) {}

  /** The customer's mails of the last weeks, newest first. */
  async list(args: PageArgs, state: MailState | null): Promise<Connection<MailRow>> {
    const { customerId } = mailPolicy.read(this.ctx.viewer);
    return outboxPage(this.ctx.db, mails, { customerId, state }, args);
  }

  /** Has a dead letter sent once more, as often as a new one; `conflict` for any other mail. */
  async resend(id: string): Promise<MailRow> {
    return this.revive(mailPolicy.resend(this.ctx.viewer), id);
  }

  private async revive({ customerId }: MailResend, id: string): Promise<MailRow> {
    if (!isUuid(id)) throw mailErrors.MAIL_NOT_FOUND();
    const event = auditRow(this.ctx, { action: 'mail.resent', subjectType: 'mail', subjectId: id });
    const now = this.ctx.clock.now();
    const row = await this.ctx.db.first(mails.retry, [customerId, id, now, JSON.stringify(event)]);
    if (!row) {
      if (!(await this.ctx.db.first(mails.byId, [customerId, id]))) throw mailErrors.MAIL_NOT_FOUND();
      throw mailErrors.MAIL_NOT_DEAD();
    }
    this.ctx.runtime.get(Outbox).ring();
    return row;
  }
}
