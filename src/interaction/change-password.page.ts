import type { Router } from 'express';
import { AppError } from '../kernel/errors.ts';
import { seeOther } from '../http/see-other.ts';
import { OwnPasswordService } from '../modules/accounts/index.ts';
import { SessionService, type CurrentSession } from '../modules/sessions/index.ts';
import { deviceOf } from '../modules/throttle/index.ts';
import { renderChangePassword, renderNotice, type ChangePasswordContext } from '../views/index.ts';
import { passwordFormError } from './form-error.ts';
import { foreignForm, Page, type Visit } from './page.ts';
import { sendPage } from './send.ts';
import { isSessionFormToken, sessionFormToken } from './session-form.ts';

/** `/account/password`: replaces the password of the signed-in user, who has to enter the current one. */
export class ChangePasswordPage extends Page {
  mount(router: Router): void {
    const on = this.on(router);
    on('get', '/account/password', (visit) => this.show(visit));
    on('post', '/account/password', (visit) => this.submit(visit));
  }

  private async show(visit: Visit): Promise<void> {
    const session = await visit.ctx.get(SessionService).find(visit.secret);
    if (!session) return seeOther(visit.response, this.site.path('/login'));
    return this.render(visit, session, null);
  }

  private async submit(visit: Visit): Promise<void> {
    const { ctx, request, response, secret } = visit;
    const field = await this.form(visit);
    const session = await ctx.get(SessionService).find(secret);
    if (!session) return seeOther(response, this.site.path('/login'));
    if (!isSessionFormToken(this.runtime, 'password', secret, field('csrf'))) throw foreignForm();
    if (field('password') !== field('confirmation')) return this.render(visit, session, { code: 'passwords_differ' });
    try {
      const device = this.devices.read(request);
      const change = { current: field('current_password'), next: field('password'), device };
      await ctx.get(OwnPasswordService).change(session, change);
    } catch (error) {
      const shown = passwordFormError(error, ctx.settings.passwords);
      if (shown === null) throw error;
      return this.render(visit, session, shown, error instanceof AppError ? error.retryAfter : undefined);
    }
    // A new password makes all known browsers unknown. This one has just proved the password.
    this.devices.set(response, deviceOf(this.runtime, session.userId, this.devices.read(request)));
    const next = { to: 'account', href: this.site.path('/account') } as const;
    const { customerName } = session;
    return sendPage(response, renderNotice({ notice: 'password_changed', customerName, next }));
  }

  private render(
    { ctx, response, secret }: Visit,
    { email, customerName }: CurrentSession,
    error: NonNullable<ChangePasswordContext['error']> | null,
    retryAfter?: number,
  ): void {
    const { minLength } = ctx.settings.passwords;
    const form = {
      action: this.site.path('/account/password'),
      hidden: { csrf: sessionFormToken(this.runtime, 'password', secret) },
    };
    const backHref = this.site.path('/account');
    const html = renderChangePassword({ ...form, email, customerName, minLength, backHref, error });
    const status = error === null ? 200 : error.code === 'too_many_tries' ? 429 : 400;
    sendPage(response, html, { status, retryAfter });
  }
}
