import type { Router } from 'express';
import { AppError } from '../kernel/errors.ts';
import { queryOf } from '../http/form.ts';
import { seeOther } from '../http/see-other.ts';
import { findCustomers } from '../modules/customers/index.ts';
import { AccountService } from '../modules/accounts/index.ts';
import { RecoveryService } from '../modules/links/index.ts';
import { Outbox } from '../modules/mail/index.ts';
import { SessionService } from '../modules/sessions/index.ts';
import type { OpenFlow, OwnParameter } from '../oauth/endpoints/authorize/index.ts';
import { languageOf, renderLogin, renderNotice, renderOrganization } from '../views/index.ts';
import { logIn, type LoginStep } from '../modules/logins/index.ts';
import { readReturnPath } from './own-path.ts';
import { foreignForm, Page, type Visit } from './page.ts';
import { sendPage } from './send.ts';

/**
 * `/login`: asks for address and password, then starts the session or continues with the second factor. Without an
 * application it first asks for the customer, if there are several.
 */
export class LoginPage extends Page {
  mount(router: Router): void {
    const on = this.on(router);
    on('get', '/login', (visit) => this.show(visit));
    on('post', '/login', (visit) => this.submit(visit));
  }

  private async show(visit: Visit): Promise<void> {
    const { request, secret } = visit;
    const query = new URLSearchParams(queryOf(request));
    const text = query.get('flow');
    if (text === null) return this.begin(visit, query);
    const open = await this.interactions.open(request, text, secret);
    const error = query.has('again') ? ({ code: 'session_expired' } as const) : null;
    return this.render(visit, open, { email: await this.interactions.emailHint(open), error });
  }

  private async submit(visit: Visit): Promise<void> {
    const { ctx, request, response, secret } = visit;
    const fields = await this.fields(visit);
    const field = (name: string): string => fields.get(name) ?? '';
    if (field('flow') === '') return this.begin(visit, new URLSearchParams([...fields]));
    const email = field('email');
    const { open, holder, authorizationFor } = await this.interactions.openFor(request, field('flow'), email);
    if (!this.interactions.isFormToken(open, 'login', field('csrf'))) throw foreignForm();
    const { customerId, client } = open;
    if (client && field('decision') === 'cancel') return seeOther(response, this.interactions.next(open, 'denied'));
    const attempt = {
      customerId,
      clientId: client?.id ?? null,
      email,
      password: field('password'),
      replaces: secret,
      device: this.devices.read(request),
      holder,
      authorizationFor,
    };
    let next: LoginStep | null;
    try {
      next = await logIn(ctx, attempt);
    } catch (fault) {
      if (!(fault instanceof AppError) || fault.kind !== 'rate_limited') throw fault;
      const { retryAfter = 60 } = fault;
      const error = { code: 'too_many_tries', waitSeconds: retryAfter } as const;
      return this.render(visit, open, { email, error }, { status: 429, retryAfter });
    }
    if (next === null) return this.render(visit, open, { email, error: { code: 'bad_credentials' } }, { status: 400 });
    if (next.step === 'unverified_email') return this.askForProof(visit, open, email, next.userId);
    if (next.step === 'second_factor') return seeOther(response, this.interactions.toSecondFactor(open, next.proof));
    this.signIn(visit, next.userId, next.secret);
    return seeOther(
      response,
      next.code === null ? this.interactions.next(open) : this.interactions.answer(open, next.code),
    );
  }

  /** Sends the link that verifies the address. The user knows the password, but cannot sign in before. */
  private async askForProof({ ctx, response }: Visit, open: OpenFlow, email: string, userId: string): Promise<void> {
    const canSend = this.runtime.get(Outbox).mode !== 'off';
    if (canSend) await ctx.get(RecoveryService).proveAddress(open.customerId, userId);
    const shown = { customerName: open.client?.customerName, language: languageOf(open.locales), email };
    sendPage(response, renderNotice({ notice: canSend ? 'email_unproved' : 'email_unvouched', ...shown }), {
      status: 403,
    });
  }

  /**
   * Begins a sign-in without an application, for the customer of this name, or for the only one. With `prompt=login` the
   * user of this browser's session gives the password again.
   */
  private async begin(visit: Visit, query: URLSearchParams): Promise<void> {
    const { ctx, request, response, secret } = visit;
    const returnTo = readReturnPath(this.site, query);
    const parameters = new Map<OwnParameter, string>(returnTo === null ? [] : [['return_to', returnTo]]);
    const isAgain = query.get('prompt') === 'login';
    const session = isAgain ? await ctx.get(SessionService).find(secret) : undefined;
    if (session) {
      parameters.set('prompt', 'login').set('login_hint', session.email);
      const open = this.interactions.start(request, response, session.customerId, parameters);
      return this.render(visit, open, { email: session.email, error: null });
    }
    const organization = query.get('organization') ?? '';
    const [customer, another] = await findCustomers(this.runtime, organization || undefined);
    if (customer && !another) {
      const open = this.interactions.start(request, response, customer.id, parameters);
      return this.render(visit, open, { error: null });
    }
    const error = organization === '' ? null : ({ code: 'unknown_organization' } as const);
    const hidden = Object.fromEntries(parameters);
    const html = renderOrganization({ action: this.site.path('/login'), hidden, organization, error });
    return sendPage(response, html, { status: error ? 400 : 200 });
  }

  private async render(
    { ctx, response }: Visit,
    open: OpenFlow,
    shown: Pick<Parameters<typeof renderLogin>[0], 'email' | 'error'>,
    sent: { readonly status?: number; readonly retryAfter?: number } = {},
  ): Promise<void> {
    const { client, text, formTargets, locales } = open;
    const canSignUp = (await ctx.get(AccountService).signUpCustomer())?.id === open.customerId;
    const hidden = { flow: text, csrf: this.interactions.formToken(open, 'login') };
    const html = renderLogin({
      action: this.site.path('/login'),
      hidden,
      language: languageOf(locales),
      client,
      customerName: client?.customerName,
      isAgain: open.flow.parameters.get('prompt') === 'login' && open.loginHint !== undefined,
      links: {
        forgotPassword: this.recoveryPath(text),
        signUp: canSignUp ? this.site.path('/signup', { flow: text }) : undefined,
      },
      ...shown,
    });
    sendPage(response, html, { ...sent, formTargets });
  }

  /** The page to request a link for a new password, if this server can send mail. */
  private recoveryPath(flow: string): string | undefined {
    return this.runtime.get(Outbox).mode === 'off' ? undefined : this.site.path('/forgot-password', { flow });
  }
}
