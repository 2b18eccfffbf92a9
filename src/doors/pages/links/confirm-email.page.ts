import type { Router } from 'express';
import { AppError } from '../../../ground/kernel/errors.ts';
import { parametersOf } from '../../../ground/http/form.ts';
import { PasswordService } from '../../../modules/credentials/index.ts';
import { LinkService, RecoveryService, type LinkTarget } from '../../../modules/links/index.ts';
import { SessionService } from '../../../modules/sessions/index.ts';
import { knownDevice } from '../../../modules/throttle/index.ts';
import { renderConfirmEmail, renderNotice, type ConfirmEmailContext } from '../../../views/index.ts';
import { sentWith, tooManyTries } from '../parts/form-error.ts';
import { Page, type Visit } from '../parts/page.ts';
import { sendPage } from '../parts/send.ts';

const pages = [
  { path: '/verify-email', purpose: 'verify_email', variant: 'verify', done: 'email_verified', next: 'sign_in' },
  { path: '/change-email', purpose: 'change_email', variant: 'change', done: 'email_changed', next: 'sign_in' },
  {
    path: '/cancel-email-change',
    purpose: 'cancel_email_change',
    variant: 'cancel',
    done: 'email_change_canceled',
    next: 'set_password',
  },
] as const;
type EmailPage = (typeof pages)[number];

/**
 * `/verify-email`, `/change-email` and `/cancel-email-change`: the pages of links about an address. Only posting the form
 * uses up the link. Somebody else may have created the account, or may want to give it the reader's address. So the first
 * page asks for the account's password, and so does the second for a change that the account's user has requested, unless
 * the user has signed in with this browser before.
 */
export class ConfirmEmailPages extends Page {
  mount(router: Router): void {
    const on = this.on(router);
    for (const page of pages) {
      on('get', page.path, (visit) => this.show(visit, page));
      on('post', page.path, (visit) => this.submit(visit, page));
    }
  }

  private async show(visit: Visit, page: EmailPage): Promise<void> {
    const token = parametersOf(visit.request).get('token') ?? '';
    const target = await visit.ctx.get(LinkService).find(page.purpose, token);
    if (!target) return this.invalidLink(visit, token);
    return this.render(visit, page, token, target, await this.asksPassword(visit, page, target));
  }

  private async submit(visit: Visit, page: EmailPage): Promise<void> {
    const { ctx, response } = visit;
    const field = await this.form(visit);
    const token = field('token');
    const target = await ctx.get(LinkService).find(page.purpose, token);
    if (!target) return this.invalidLink(visit, token);
    try {
      if (await this.asksPassword(visit, page, target)) {
        if (page.purpose === 'verify_email' && field('decision') === 'take_over')
          return await this.takeOver(visit, target);
        if (!(await this.provesPassword(visit, target, field('password'))))
          return await this.render(visit, page, token, target, true, { code: 'wrong_account_password' });
      }
      const used = await this.use(visit, page, token);
      if (!used) return await this.invalidLink(visit, token);
      const to = used.hasPassword ? page.next : 'set_password';
      const next = { to, href: this.site.path(to === 'sign_in' ? '/login' : '/forgot-password') } as const;
      const email = page.purpose === 'cancel_email_change' ? used.userEmail : used.email;
      return sendPage(
        response,
        renderNotice({
          ...(await this.reader(response, [used.locale], used.customerId)),
          notice: page.done,
          email,
          next,
        }),
      );
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.kind === 'rate_limited') return this.render(visit, page, token, target, true, tooManyTries(error));
      if (error.code !== 'USER_EMAIL_TAKEN') throw error;
      return sendPage(
        response,
        renderNotice({
          ...(await this.reader(response, [target.locale], target.customerId)),
          notice: 'email_taken',
          next: this.signInStep,
        }),
        {
          status: 409,
        },
      );
    }
  }

  private use({ ctx }: Visit, { purpose }: EmailPage, token: string): Promise<LinkTarget | null> {
    const links = ctx.get(LinkService);
    if (purpose === 'verify_email') return links.verifyEmail(token);
    return purpose === 'change_email' ? links.changeEmail(token) : links.cancelEmailChange(token);
  }

  private async asksPassword(
    { ctx, request, secret }: Visit,
    { purpose }: EmailPage,
    { userId, hasPassword, passwordChangedAt, requesterId }: LinkTarget,
  ): Promise<boolean> {
    const isOwn = purpose === 'verify_email' || (purpose === 'change_email' && requesterId === userId);
    if (!isOwn || !hasPassword) return false;
    if (knownDevice(this.runtime, userId, this.devices.read(request), passwordChangedAt) !== null) return false;
    const session = await ctx.get(SessionService).find(secret);
    return session?.userId !== userId;
  }

  private async provesPassword(
    { ctx, request }: Visit,
    { customerId, userId, userEmail }: LinkTarget,
    password: string,
  ): Promise<boolean> {
    const device = this.devices.read(request);
    const proof = await ctx.get(PasswordService).prove({ customerId, email: userEmail, password, device });
    return proof.proved && proof.userId === userId;
  }

  /** Sends a link to set a new password to the address, so that only its owner knows the password. */
  private async takeOver({ ctx, response }: Visit, { customerId, email }: LinkTarget): Promise<void> {
    await ctx.get(RecoveryService).forgotten(customerId, email);
    sendPage(
      response,
      renderNotice({
        ...(await this.reader(response, [], customerId)),
        notice: 'mail_sent',
        email,
        next: this.signInStep,
      }),
    );
  }

  private async render(
    { response }: Visit,
    { path, variant }: EmailPage,
    token: string,
    { customerId, email, locale }: LinkTarget,
    asksPassword: boolean,
    error: ConfirmEmailContext['error'] = null,
  ): Promise<void> {
    const form = { action: this.site.path(path), hidden: { token } };
    sendPage(
      response,
      renderConfirmEmail({
        ...(await this.reader(response, [locale], customerId)),
        ...form,
        variant,
        email,
        asksPassword,
        error,
      }),
      sentWith(error),
    );
  }

  private async invalidLink({ ctx, response }: Visit, token: string): Promise<void> {
    const reader = await this.reader(response, [], await ctx.get(LinkService).customerOf(token));
    sendPage(response, renderNotice({ ...reader, notice: 'link_invalid', next: this.signInStep }), {
      status: 410,
    });
  }

  private get signInStep() {
    return { to: 'sign_in', href: this.site.path('/login') } as const;
  }
}
