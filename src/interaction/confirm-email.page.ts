import type { Router } from 'express';
import { AppError } from '../kernel/errors.ts';
import { queryOf } from '../kernel/form.ts';
import { LinkService } from '../modules/invitations/index.ts';
import { renderConfirmEmail, renderNotice } from '../views/index.ts';
import { Page, type Visit } from './page.ts';
import { sendPage } from './send.ts';

const pages = [
  { path: '/verify-email', purpose: 'verify_email', variant: 'verify', done: 'email_verified' },
  { path: '/change-email', purpose: 'change_email', variant: 'change', done: 'email_changed' },
] as const;
type EmailPage = (typeof pages)[number];

/** `/verify-email` and `/change-email`: where links lead that prove an address. Only the form uses the link up. */
export class ConfirmEmailPages extends Page {
  mount(router: Router): void {
    const on = this.on(router);
    for (const page of pages) {
      on('get', page.path, (visit) => this.show(visit, page));
      on('post', page.path, (visit) => this.submit(visit, page));
    }
  }

  private async show({ ctx, request, response }: Visit, { path, purpose, variant }: EmailPage): Promise<void> {
    const token = new URLSearchParams(queryOf(request)).get('token') ?? '';
    const target = await ctx.get(LinkService).find(purpose, token);
    if (!target) return invalidLink(response);
    const { customerName, email } = target;
    const form = { action: this.site.path(path), hidden: { token } };
    return sendPage(response, renderConfirmEmail({ ...form, customerName, variant, email }));
  }

  private async submit(visit: Visit, { purpose, done }: EmailPage): Promise<void> {
    const { ctx, response } = visit;
    const field = await this.form(visit);
    const links = ctx.get(LinkService);
    try {
      const token = field('token');
      const used = await (purpose === 'verify_email' ? links.verifyEmail(token) : links.changeEmail(token));
      if (!used) return invalidLink(response);
      const { customerName, email } = used;
      const next = { to: 'sign_in', href: this.site.path('/login') } as const;
      return sendPage(response, renderNotice({ notice: done, customerName, email, next }));
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'USER_EMAIL_TAKEN')) throw error;
      return sendPage(response, renderNotice({ notice: 'email_taken' }), { status: 409 });
    }
  }
}

const invalidLink = (response: Visit['response']): void =>
  sendPage(response, renderNotice({ notice: 'link_invalid' }), { status: 410 });
