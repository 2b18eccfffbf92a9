import type { Router } from 'express';
import { parametersOf } from '../../../ground/http/form.ts';
import { LinkService, type LinkTarget } from '../../../modules/links/index.ts';
import { renderNotice, renderSetPassword, type SetPasswordContext, type TypedPasswords } from '../../../views/index.ts';
import { passwordFormError, revealed, sentWith } from '../parts/form-error.ts';
import { Page, type Visit } from '../parts/page.ts';
import { sendPage } from '../parts/send.ts';

const pages = [
  { path: '/activate', purpose: 'invitation', variant: 'activation', done: 'account_activated' },
  { path: '/reset-password', purpose: 'reset_password', variant: 'reset', done: 'password_set' },
] as const;
type PasswordPage = (typeof pages)[number];

/**
 * `/activate` and `/reset-password`: the pages of invitations and reset links. Opening the link does not use it up, because
 * mail filters open links too. Posting the form does. It does not sign the user in: that takes the new password, and a
 * second factor.
 */
export class SetPasswordPages extends Page {
  mount(router: Router): void {
    const on = this.on(router);
    for (const page of pages) {
      on('get', page.path, (visit) => this.show(visit, page));
      on('post', page.path, (visit) => this.submit(visit, page));
    }
  }

  private async show(visit: Visit, page: PasswordPage): Promise<void> {
    const token = parametersOf(visit.request).get('token') ?? '';
    const target = await visit.ctx.get(LinkService).find(page.purpose, token);
    if (!target) return this.invalidLink(visit, page, token);
    return this.render(visit, page, token, target, null);
  }

  private async submit(visit: Visit, page: PasswordPage): Promise<void> {
    const field = await this.form(visit);
    const token = field('token');
    const links = visit.ctx.get(LinkService);
    const target = await links.find(page.purpose, token);
    if (!target) return this.invalidLink(visit, page, token);
    const typed = revealed(field);
    if (typed) return this.render(visit, page, token, target, null, typed);
    if (field('password') !== field('confirmation'))
      return this.render(visit, page, token, target, { code: 'passwords_differ' });
    try {
      const used = await links.setPassword(page.purpose, token, target, field('password'));
      if (!used) return await this.invalidLink(visit, page, token);
      const { email, applicationUrl } = used;
      const next =
        applicationUrl === null
          ? ({ to: 'sign_in', href: this.site.path('/login') } as const)
          : ({ to: 'application', href: applicationUrl } as const);
      return sendPage(
        visit.response,
        renderNotice({
          ...(await this.reader(visit.response, [used.locale], used.customerId)),
          notice: page.done,
          email,
          next,
        }),
      );
    } catch (error) {
      const shown = passwordFormError(error, visit.ctx.settings.passwords);
      if (shown === null || shown.code === 'wrong_password') throw error;
      return this.render(visit, page, token, target, shown);
    }
  }

  private async render(
    { ctx, response }: Visit,
    { path, variant, purpose }: PasswordPage,
    token: string,
    target: LinkTarget,
    error: NonNullable<SetPasswordContext['error']> | null,
    typed?: TypedPasswords,
  ): Promise<void> {
    const { minLength } = ctx.settings.passwords;
    const { customerId, email, locale } = target;
    const invitation = purpose === 'invitation' ? await ctx.get(LinkService).invitation(target) : null;
    const form = { action: this.site.path(path), hidden: { token }, typed, invitation };
    const shown = { variant, email, minLength, error };
    const context = { ...(await this.reader(response, [locale], customerId)), ...form, ...shown };
    sendPage(response, renderSetPassword(context), sentWith(error));
  }

  private async invalidLink({ ctx, response }: Visit, { purpose }: PasswordPage, token: string): Promise<void> {
    const reader = await this.reader(response, [], await ctx.get(LinkService).customerOf(token));
    const next =
      purpose === 'reset_password'
        ? ({ to: 'request_link', href: this.site.path('/forgot-password') } as const)
        : ({ to: 'sign_in', href: this.site.path('/login') } as const);
    sendPage(response, renderNotice({ ...reader, notice: 'link_invalid', next }), {
      status: 410,
    });
  }
}
