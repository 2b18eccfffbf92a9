import type { Router } from 'express';
import { AppError } from '../../../ground/kernel/errors.ts';
import { parametersOf } from '../../../ground/http/form.ts';
import { readOwnPath } from '../../../ground/http/own-path.ts';
import { seeOther } from '../../../ground/http/see-other.ts';
import { findCustomers, findCustomersById, passwordSignInOf } from '../../../modules/customers/index.ts';
import { SignUpCustomer } from '../../../modules/accounts/index.ts';
import type { WideGuess } from '../../../modules/credentials/index.ts';
import { RecoveryService } from '../../../modules/links/index.ts';
import { Outbox } from '../../../modules/mail/index.ts';
import { PasskeyProofService, readPasskeyAnswer } from '../../../modules/mfa/index.ts';
import { SessionService } from '../../../modules/sessions/index.ts';
import type { OpenFlow, OwnParameter } from '../../oauth/endpoints/authorize/index.ts';
import {
  renderChooseCustomer,
  renderLogin,
  renderNotice,
  renderOrganization,
  type LoginContext,
} from '../../../views/index.ts';
import {
  findAccounts,
  logIn,
  logInByPasskey,
  logInTo,
  type LoginStep,
  type ProvedAccount,
} from '../../../modules/logins/index.ts';
import { revealed, sentWith, tooManyTries } from '../parts/form-error.ts';
import { urlOfStep } from '../parts/login-step.ts';
import { foreignForm, Page, type Visit } from '../parts/page.ts';
import { PasskeyScript } from '../parts/passkey-script.ts';
import { languagesOf } from '../parts/reader.ts';
import { sendPage } from '../parts/send.ts';

/**
 * `/login`: asks for address and password, then starts the session or continues with the second factor. Without an
 * application, and if there are several customers, they find the customer. If they fit several accounts, it asks for one.
 */
export class LoginPage extends Page {
  mount(router: Router): void {
    const on = this.on(router);
    on('get', '/login', (visit) => this.show(visit));
    on('post', '/login', (visit) => this.submit(visit));
  }

  private async show(visit: Visit): Promise<void> {
    const { request, secret } = visit;
    const query = parametersOf(request);
    const text = query.get('flow');
    if (text === null) return this.begin(visit, query);
    const open = await this.interactions.open(request, text, secret);
    if (open.flow.accounts) return this.offer(visit, open, open.flow.accounts.found);
    const error = query.has('again') ? ({ code: 'session_expired' } as const) : null;
    const account = query.get('account');
    if (account !== null) return this.render(visit, open, { email: await this.emailOf(request, open, account), error });
    const email = query.has('another') ? undefined : await this.interactions.emailHint(open);
    return this.render(visit, open, { email, error });
  }

  private async submit(visit: Visit): Promise<void> {
    const { ctx, request, response, secret } = visit;
    const fields = await this.fields(visit);
    const field = (name: string): string => fields.get(name) ?? '';
    if (field('flow') === '') return this.begin(visit, new URLSearchParams([...fields]));
    const email = field('email');
    if (field('credential') !== '') return this.byPasskey(visit, fields);
    if (fields.has('customer')) {
      const chosen = await this.interactions.open(request, field('flow'), secret);
      return this.choose(visit, chosen, fields);
    }
    const { open, holder, authorizationFor } = await this.interactions.openFor(request, field('flow'), email);
    this.requireToken(open, 'login', field);
    const { customerId, client } = open;
    if (client && field('decision') === 'cancel') return seeOther(response, this.interactions.next(open, 'denied'));
    const typed = revealed(field);
    const stays = fields.has('stay');
    if (typed) return this.render(visit, open, { email, typed, stays, error: null });
    this.noteStay(visit, stays);
    const staying = { ...visit, stays };
    const guess = { email, password: field('password'), device: this.devices.read(request) };
    try {
      if (customerId === null) return await this.search(staying, open, guess);
      const place = {
        customerId,
        clientId: client?.id ?? null,
        replaces: secret,
        remembered: this.rememberedIn(staying, open),
      };
      const step = await logIn(ctx, { ...place, ...guess, holder, authorizationFor });
      return await this.proceed(staying, open, email, step);
    } catch (fault) {
      if (!(fault instanceof AppError) || fault.kind !== 'rate_limited') throw fault;
      const error = tooManyTries(fault);
      return this.render(visit, open, { email, error }, sentWith(error));
    }
  }

  /** Signs in with the passkey whose answer the form has. Without a customer, the passkey finds one. */
  private async byPasskey(visit: Visit, fields: ReadonlyMap<string, string>): Promise<void> {
    const { ctx, request, secret } = visit;
    const field = (name: string): string => fields.get(name) ?? '';
    const answer = readPasskeyAnswer(field('credential'));
    const { open, account, authorizationFor } = answer
      ? await this.interactions.openForPasskey(ctx, request, field('flow'), answer)
      : { open: await this.interactions.open(request, field('flow'), secret), account: null, authorizationFor: never };
    this.requireToken(open, 'login', field);
    const stays = fields.has('stay');
    const staying = { ...visit, stays };
    this.noteStay(visit, stays);
    const customerId = open.customerId ?? account?.passkey.customerId ?? null;
    const error = { code: 'wrong_passkey' } as const;
    if (!answer || customerId === null) return this.render(staying, open, { email: null, error }, { status: 400 });
    const bound = this.interactions.challengeFor(open, 'login');
    const browser = { replaces: secret, device: this.devices.read(request) };
    const place = { customerId, clientId: open.client?.id ?? null, ...browser };
    const step = await logInByPasskey(ctx, { ...place, account, answer, bound, authorizationFor });
    if (step === null) return this.render(staying, open, { email: null, error }, { status: 400 });
    const within = open.customerId === null ? this.interactions.within(open, customerId) : open;
    return this.proceed(staying, within, null, step);
  }

  /** The address of the account that was chosen from those of this browser. */
  private async emailOf(request: Visit['request'], { customerId }: OpenFlow, account: string): Promise<string | null> {
    const known = customerId === null ? [] : await this.accounts.find(request, customerId);
    return known.find(({ id }) => id === account)?.email ?? null;
  }

  /** The accounts of this browser, as long as none is chosen. */
  private async offered(request: Visit['request'], { customerId, text }: OpenFlow): Promise<LoginContext['accounts']> {
    const known = customerId === null ? [] : await this.accounts.find(request, customerId);
    return known.map(({ id: account, email }) => ({ email, href: this.site.path('/login', { flow: text, account }) }));
  }

  /** Remembers in the browser whether its user stays signed in: the second factor may come in between. */
  private noteStay({ request, response }: Visit, stays: boolean): void {
    if (stays === (this.stays.read(request) !== undefined)) return;
    if (stays) this.stays.set(response, '1');
    else this.stays.clear(response);
  }

  /** Finds the customer by address and password. */
  private async search(visit: Visit, open: OpenFlow, guess: WideGuess): Promise<void> {
    const { accounts, noteFailure } = await findAccounts(visit.ctx, guess);
    const [account, another] = accounts;
    if (another) return seeOther(visit.response, this.interactions.toAccounts(open, accounts));
    if (account) return this.enter(visit, open, account, guess.email);
    await this.proceed(visit, open, guess.email, null);
    return noteFailure();
  }

  /** Offers the accounts of several customers that have the address and the password. */
  private async offer({ response }: Visit, open: OpenFlow, found: readonly ProvedAccount[]): Promise<void> {
    const ids = found.map(({ customerId }) => customerId);
    const customers = await findCustomersById(this.runtime, ids);
    return sendPage(
      response,
      renderChooseCustomer({
        ...(await this.reader(response, open.locales)),
        ...this.flowForm(open, 'account', 'login'),
        customers,
      }),
    );
  }

  /** Signs in to the account that the user has chosen. */
  private async choose(visit: Visit, open: OpenFlow, fields: ReadonlyMap<string, string>): Promise<void> {
    const account = open.flow.accounts?.found.find(({ customerId }) => customerId === fields.get('customer'));
    if (!account) return seeOther(visit.response, this.interactions.toLogin(open));
    if (!this.interactions.isFormToken(open, 'account', fields.get('csrf') ?? '')) throw foreignForm();
    return this.enter(visit, open, account, null);
  }

  /** Signs in to an account whose password is right. */
  private async enter(visit: Visit, open: OpenFlow, account: ProvedAccount, email: string | null): Promise<void> {
    const { ctx, request, secret } = visit;
    const browser = {
      replaces: secret,
      device: this.devices.read(request),
      remembered: this.rememberedIn(visit, open),
    };
    const step = await logInTo(ctx, account, browser);
    return this.proceed(visit, this.interactions.within(open, account.customerId), email, step);
  }

  /** The cookies of remembered devices, unless the sign-in has to prove both factors anew. */
  private rememberedIn({ request }: Visit, open: OpenFlow): readonly string[] {
    return open.isAnew ? [] : this.remembered.readAll(request);
  }

  /** Continues after the password. */
  private async proceed(visit: Visit, open: OpenFlow, email: string | null, step: LoginStep | null): Promise<void> {
    const { response } = visit;
    if (step === null) return this.render(visit, open, { email, error: await this.failureOf(open) }, { status: 400 });
    if (step.step === 'unverified_email') return this.askForProof(visit, open, step);
    if (step.step === 'session') this.signIn(visit, step.userId, step);
    return seeOther(response, await urlOfStep(visit.ctx, this.interactions, open, step));
  }

  /** Why passwords fail: the same for every account of the customer, whatever was wrong. */
  private async failureOf({ client, customerId }: OpenFlow): Promise<LoginContext['error']> {
    // With a client, the request has read it already.
    const ofCustomer = () => (customerId === null ? 'allowed' : passwordSignInOf(this.runtime, customerId));
    const rule = client?.passwordSignIn ?? (await ofCustomer());
    return { code: rule === 'until_passkey' ? 'bad_credentials_or_passkey' : 'bad_credentials' };
  }

  /** Sends the link that verifies the address. The user knows the password, but cannot sign in before. */
  private async askForProof(
    { ctx, response }: Visit,
    open: OpenFlow,
    { userId, email, proof }: Extract<LoginStep, { step: 'unverified_email' }>,
  ): Promise<void> {
    const { customerId, locales, text } = open;
    const canSend = customerId !== null && this.runtime.get(Outbox).mode !== 'off';
    const waiting = proof ? this.interactions.proved(open, proof) : open;
    if (canSend) await ctx.get(RecoveryService).proveAddress(customerId, userId, waiting.text);
    const next = { to: 'sign_in', href: this.site.path('/login', { flow: text }) } as const;
    const shown = { ...(await this.reader(response, locales, customerId)), email, next };
    sendPage(response, renderNotice({ notice: canSend ? 'email_unproved' : 'email_unvouched', ...shown }), {
      status: 403,
    });
  }

  /**
   * Begins a sign-in without an application, for the customer of this name, or for the only one. If there are several, the
   * address and the password find the customer. With `prompt=login` the user of this browser's session gives the password
   * again.
   */
  private async begin(visit: Visit, query: URLSearchParams): Promise<void> {
    const { ctx, request, response, secret } = visit;
    const returnTo = readOwnPath(this.site, query, 'return_to');
    const cancelTo = readOwnPath(this.site, query, 'cancel_to');
    const parameters = new Map<OwnParameter, string>(returnTo === null ? [] : [['return_to', returnTo]]);
    if (cancelTo !== null) parameters.set('cancel_to', cancelTo);
    const { ui_locales: languages } = languagesOf(request);
    if (languages !== undefined) parameters.set('ui_locales', languages);
    const isAgain = query.get('prompt') === 'login';
    const session = isAgain ? await ctx.get(SessionService).find(secret) : undefined;
    if (session) {
      parameters.set('prompt', 'login').set('login_hint', session.email);
      const open = this.interactions.start(request, response, session.customerId, parameters);
      return this.render(visit, open, { email: session.email, error: null });
    }
    const organization = query.get('organization');
    const [customer, another] = await findCustomers(this.runtime, organization || undefined);
    const isOne = customer !== undefined && another === undefined;
    if (isOne || organization === null) {
      const customerId = isOne ? customer.id : await this.customerOfReturn(returnTo);
      const open = this.interactions.start(request, response, customerId, parameters);
      return this.render(visit, open, { error: null });
    }
    const error = organization === '' ? null : ({ code: 'unknown_organization' } as const);
    const hidden = Object.fromEntries(parameters);
    const html = renderOrganization({
      ...(await this.reader(response)),
      action: this.site.path('/login'),
      hidden,
      organization,
      error,
    });
    return sendPage(response, html, { status: error ? 400 : 200 });
  }

  /** The customer of the client that the sign-in leads back to, if the address has one. */
  private async customerOfReturn(returnTo: string | null): Promise<string | null> {
    const address = returnTo === null ? null : URL.parse(returnTo, this.site.origin);
    return this.interactions.customerOfClient(address?.searchParams.get('client_id'));
  }

  private async render(
    { ctx, request, response }: Visit,
    open: OpenFlow,
    shown: Pick<LoginContext, 'email' | 'error' | 'typed' | 'stays'>,
    sent: { readonly status?: number; readonly retryAfter?: number } = {},
  ): Promise<void> {
    const { client, text, formTargets, locales } = open;
    const canSignUp = await this.runtime.get(SignUpCustomer).accepts(open.customerId);
    const isAgain = this.interactions.isAgain(open, shown.email);
    const script = this.runtime.get(PasskeyScript);
    const options = ctx.get(PasskeyProofService).options(this.interactions.challengeFor(open, 'login'));
    const html = renderLogin({
      ...this.flowForm(open, 'login'),
      ...(await this.reader(response, locales, open.customerId)),
      client,
      isAgain,
      passkey: script.contextOf(options),
      stays: this.stays.read(request) !== undefined,
      accounts: shown.email || shown.error ? [] : await this.offered(request, open),
      links: {
        forgotPassword: this.recoveryPath(text),
        signUp: canSignUp && !isAgain ? this.site.path('/signup', { flow: text }) : undefined,
        another: isAgain ? this.interactions.toAnotherAccount(open) : undefined,
        cancel: this.interactions.canceledTo(open),
        organization: open.customerId === null ? this.organizationPath(open) : undefined,
      },
      ...shown,
    });
    sendPage(response, html, { ...sent, formTargets, script: options ? script.source : undefined });
  }

  /** The page to name the organization, for users with the same address and password in many of them. */
  private organizationPath({ flow: { parameters } }: OpenFlow): string {
    return this.site.path('/login', { organization: '', ...Object.fromEntries(parameters) });
  }

  /** The page to request a link for a new password, if this server can send mail. */
  private recoveryPath(flow: string): string | undefined {
    return this.runtime.get(Outbox).mode === 'off' ? undefined : this.site.path('/forgot-password', { flow });
  }
}

const never = (): Promise<null> => Promise.resolve(null);
