import type { Router } from 'express';
import { notFound } from '../kernel/errors.ts';
import { keptMail, keptMails, Outbox } from '../modules/mail/index.ts';
import { renderMail, renderMailbox } from '../views/index.ts';
import { Page, type Visit } from './page.ts';
import { sendPage } from './send.ts';

/** `/dev/mailbox`: the mails of a server without a mail server. Not available in production. */
export class MailboxPages extends Page {
  mount(router: Router): void {
    if (this.runtime.get(Outbox).mode !== 'mailbox') return;
    const on = this.on(router);
    on('get', '/dev/mailbox', (visit) => this.list(visit));
    on('get', '/dev/mailbox/:id', (visit) => this.show(visit));
  }

  private async list({ response }: Visit): Promise<void> {
    const kept = await keptMails(this.runtime);
    const mails = kept.map((mail) => ({ ...mail, href: this.site.path(`/dev/mailbox/${mail.id}`) }));
    return sendPage(response, renderMailbox({ mails }));
  }

  private async show({ request, response }: Visit): Promise<void> {
    const mail = await keptMail(this.runtime, String(request.params['id']));
    if (!mail) throw notFound('mail');
    return sendPage(response, renderMail({ ...mail, backHref: this.site.path('/dev/mailbox') }));
  }
}
