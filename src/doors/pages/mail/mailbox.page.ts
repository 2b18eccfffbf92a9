import type { Request, Router } from 'express';
import { httpErrors } from '../../../ground/http/errors.ts';
import { isOwnHost } from '../../../ground/http/own-host.ts';
import { notFound } from '../../../ground/kernel/errors.ts';
import { keptMail, keptMails, Outbox } from '../../../modules/mail/index.ts';
import { renderMail, renderMailbox } from '../../../views/index.ts';
import { Page, type Visit } from '../parts/page.ts';
import { sendPage } from '../parts/send.ts';

/** `/dev/mailbox`: the mails of a server without a mail server. Not available in production. */
export class MailboxPages extends Page {
  mount(router: Router): void {
    if (this.runtime.get(Outbox).mode !== 'mailbox') return;
    const on = (path: string, show: (visit: Visit) => Promise<void>): void =>
      this.on(router)('get', path, (visit) => {
        this.requireOwnHost(visit.request);
        return show(visit);
      });
    on('/dev/mailbox', (visit) => this.list(visit));
    on('/dev/mailbox/:id', (visit) => this.show(visit));
    on('/dev/mailbox/:id/html', (visit) => this.showHtml(visit));
  }

  /** Nobody signs in here, so a page of a stranger could read the mails under a name that leads to this machine. */
  private requireOwnHost({ headers: { host } }: Request): void {
    const { issuer } = this.site;
    if (!isOwnHost(host, [new URL(issuer).hostname]))
      throw httpErrors.PAGE_NOT_FOUND({ message: `This page is at ${issuer}/dev/mailbox.` });
  }

  private async list({ response }: Visit): Promise<void> {
    const kept = await keptMails(this.runtime);
    const mails = kept.map((mail) => ({ ...mail, href: this.site.path(`/dev/mailbox/${mail.id}`) }));
    return sendPage(response, renderMailbox({ ...(await this.reader(response)), mails }));
  }

  private async show({ request, response }: Visit): Promise<void> {
    const mail = await this.find(request);
    const [htmlHref, backHref] = [`/dev/mailbox/${mail.id}/html`, '/dev/mailbox'].map((path) => this.site.path(path));
    return sendPage(
      response,
      renderMail({ ...(await this.reader(response)), ...mail, htmlHref: htmlHref!, backHref: backHref! }),
    );
  }

  /** The HTML part as it is. Nothing in it runs or is loaded. */
  private async showHtml({ request, response }: Visit): Promise<void> {
    const { html } = await this.find(request);
    const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox allow-top-navigation";
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy });
    response.end(html);
  }

  private async find(request: Request) {
    const mail = await keptMail(this.runtime, String(request.params['id']));
    if (!mail) throw notFound('mail');
    return mail;
  }
}
