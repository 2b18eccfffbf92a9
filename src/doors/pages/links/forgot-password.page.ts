import type { Router } from 'express';
import { AppError } from '../../../ground/kernel/errors.ts';
import { parametersOf } from '../../../ground/http/form.ts';
import { RecoveryService } from '../../../modules/links/index.ts';
import { Outbox } from '../../../modules/mail/index.ts';
import type { OpenFlow, OwnParameter } from '../../oauth/endpoints/authorize/index.ts';
import { renderForgotPassword, renderNotice, type ForgotPasswordContext } from '../../../views/index.ts';
import { sentWith, tooManyTries } from '../parts/form-error.ts';
import { knownCustomer } from '../parts/known-customer.ts';
import { Page, type Visit } from '../parts/page.ts';
import { languagesOf } from '../parts/reader.ts';
import { sendPage } from '../parts/send.ts';

/** The longest address that is filled in. */
const HINT_MAX = 320;

/**
 * `/forgot-password`: asks for an address, and always gives the same answer. The flow says for which customer. Without one, the
 * browser or the address of the page may tell; otherwise it is about the users of all customers.
 */
export class ForgotPasswordPage extends Page {
  mount(router: Router): void {
    const on = this.on(router);
    on('get', '/forgot-password', (visit) => this.show(visit));
    on('post', '/forgot-password', (visit) => this.submit(visit));
  }

  private async show(visit: Visit): Promise<void> {
    const { request, secret } = visit;
    const text = parametersOf(request).get('flow');
    const open = text === null ? await this.begin(visit) : await this.interactions.open(request, text, secret);
    return this.render(visit, open, { email: open.loginHint });
  }

  /** Begins a sign-in, to which the page leads back. */
  private async begin({ request, response }: Visit): Promise<OpenFlow> {
    this.runtime.get(Outbox).require();
    const parameters = new Map<OwnParameter, string>();
    const { ui_locales: languages } = languagesOf(request);
    if (languages !== undefined) parameters.set('ui_locales', languages);
    const hint = parametersOf(request).get('login_hint');
    if (hint) parameters.set('login_hint', hint.slice(0, HINT_MAX));
    const customerId = await knownCustomer(this.runtime, this.interactions, request);
    return this.interactions.start(request, response, customerId, parameters);
  }

  private async submit(visit: Visit): Promise<void> {
    const { ctx, request, response, secret } = visit;
    const field = await this.form(visit);
    const open = await this.interactions.open(request, field('flow'), secret);
    this.requireToken(open, 'recovery', field);
    const email = field('email');
    try {
      await ctx.get(RecoveryService).forgotten(open.customerId, email, open.text);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.kind === 'rate_limited') return this.render(visit, open, { email, error: tooManyTries(error) });
      if (error.kind !== 'invalid') throw error;
      return this.render(visit, open, { email, error: { code: 'invalid_email' } });
    }
    const next = { to: 'sign_in', href: this.site.path('/login', { flow: open.text }) } as const;
    const shown = await this.reader(response, open.locales, open.customerId);
    return sendPage(response, renderNotice({ notice: 'mail_sent', email, next, ...shown }));
  }

  private async render(
    { response }: Visit,
    open: OpenFlow,
    shown: Pick<ForgotPasswordContext, 'email' | 'error'>,
  ): Promise<void> {
    const backHref = this.site.path('/login', { flow: open.text });
    const form = this.flowForm(open, 'recovery', 'forgot-password');
    const reader = await this.reader(response, open.locales, open.customerId);
    const context = { ...form, backHref, ...reader, ...shown };
    sendPage(response, renderForgotPassword(context), sentWith(shown.error));
  }
}
