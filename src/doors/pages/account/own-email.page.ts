import type { Router } from 'express';
import { AppError } from '../../../ground/kernel/errors.ts';
import { EmailChangeService } from '../../../modules/links/index.ts';
import { Outbox } from '../../../modules/mail/index.ts';
import { renderNotice, renderOwnEmail, type OwnEmailContext } from '../../../views/index.ts';
import { sentWith, tooManyTries } from '../parts/form-error.ts';
import { OwnAccountPage, type OwnForm, type OwnVisit } from './own-account.page.ts';
import { sendPage } from '../parts/send.ts';

/** `/account/email`: asks for another address. It counts when its owner opens the link that is sent there. */
export class OwnEmailPage extends OwnAccountPage {
  protected readonly place = 'email';

  mount(router: Router): void {
    const on = this.on(router);
    on('get', '/account/email', (visit) =>
      this.visit(visit, (own) => {
        this.render(own, '', null);
        return Promise.resolve();
      }),
    );
    on('post', '/account/email', (visit) => this.submission(visit, (form) => this.submit(form)));
  }

  private async submit(visit: OwnForm): Promise<void> {
    const { own, response, shell, field } = visit;
    const email = field('email').trim();
    try {
      await own.get(EmailChangeService).requestOwn(email);
    } catch (fault) {
      const error = errorOf(fault);
      if (!error) throw fault;
      return this.render(visit, email, error);
    }
    const next = { to: 'account', href: shell.places.overview } as const;
    sendPage(response, renderNotice({ ...shell, notice: 'email_change_sent', email, next }));
  }

  private render({ response, session, shell, form }: OwnVisit, email: string, error: OwnEmailContext['error']): void {
    const canSend = this.runtime.get(Outbox).mode !== 'off';
    const html = renderOwnEmail({
      ...shell,
      ...form,
      current: shell.current,
      email,
      ownEmail: session.email,
      canSend,
      error,
    });
    sendPage(response, html, sentWith(error));
  }
}

function errorOf(fault: unknown): OwnEmailContext['error'] {
  if (!(fault instanceof AppError)) return null;
  if (fault.kind === 'rate_limited') return tooManyTries(fault);
  return fault.field === 'newEmail' ? { code: 'invalid_new_email' } : null;
}
