import type { Router } from 'express';
import { OwnPasswordService } from '../../../modules/accounts/index.ts';
import { deviceOf } from '../../../modules/throttle/index.ts';
import {
  renderChangePassword,
  renderNotice,
  type ChangePasswordContext,
  type TypedPasswords,
} from '../../../views/index.ts';
import { passwordFormError, revealed, sentWith } from '../parts/form-error.ts';
import { OwnAccountPage, type OwnForm, type OwnVisit } from './own-account.page.ts';
import type { Visit } from '../parts/page.ts';
import { sendPage } from '../parts/send.ts';

/** `/account/password`: replaces the password of the signed-in user, who has to enter the current one. */
export class ChangePasswordPage extends OwnAccountPage {
  protected readonly place = 'password';

  mount(router: Router): void {
    const on = this.on(router);
    // Password managers lead here, whether somebody is signed in or not.
    const toThisPage = (stranger: Visit): void => this.toLogin(stranger, this.site.path('/account/password'));
    const show = (own: OwnVisit): Promise<void> => Promise.resolve(this.render(own, null));
    on('get', '/account/password', (visit) => this.visit(visit, show, toThisPage));
    on('post', '/account/password', (visit) => this.submission(visit, (form) => this.submit(form)));
  }

  private async submit(visit: OwnForm): Promise<void> {
    const { ctx, request, response, session, field, shell } = visit;
    const typed = revealed(field);
    if (typed) return this.render(visit, null, typed);
    if (field('password') !== field('confirmation')) return this.render(visit, { code: 'passwords_differ' });
    try {
      const device = this.devices.read(request);
      const change = { current: field('current_password'), next: field('password'), device };
      await ctx.get(OwnPasswordService).change(session, change);
    } catch (error) {
      const shown = passwordFormError(error, ctx.settings.passwords);
      if (shown === null) throw error;
      return this.render(visit, shown);
    }
    // A new password makes all known browsers unknown. This one has just proved the password.
    this.devices.set(response, deviceOf(this.runtime, session.userId, this.devices.read(request)));
    const next = { to: 'account', href: shell.places.overview } as const;
    return sendPage(response, renderNotice({ ...shell, notice: 'password_changed', next }));
  }

  private render(
    { ctx, response, session: { email }, shell, form }: OwnVisit,
    error: NonNullable<ChangePasswordContext['error']> | null,
    typed?: TypedPasswords,
  ): void {
    const { minLength } = ctx.settings.passwords;
    const html = renderChangePassword({ ...shell, ...form, email, minLength, typed, error });
    sendPage(response, html, sentWith(error));
  }
}
