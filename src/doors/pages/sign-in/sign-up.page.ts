import type { Router } from 'express';
import { httpErrors } from '../../../ground/http/errors.ts';
import { parametersOf } from '../../../ground/http/form.ts';
import { seeOther } from '../../../ground/http/see-other.ts';
import { AppError } from '../../../ground/kernel/errors.ts';
import { AccountService } from '../../../modules/accounts/index.ts';
import { proofOf } from '../../../modules/logins/index.ts';
import { deviceOf } from '../../../modules/throttle/index.ts';
import type { OpenFlow } from '../../oauth/endpoints/authorize/index.ts';
import { renderNotice, renderSignUp, type SignUpContext } from '../../../views/index.ts';
import { passwordFormError, revealed, sentWith } from '../parts/form-error.ts';
import { foreignForm, Page, type Visit } from '../parts/page.ts';
import { languagesOf } from '../parts/reader.ts';
import { sendPage } from '../parts/send.ts';

type Shown = Pick<SignUpContext, 'name' | 'email' | 'accepted' | 'typed' | 'error'>;

/**
 * `/signup`: creates an account, if the server and the customer allow it. It does not sign the user in: the sign-in
 * continues at the login page, or by the link that verifies the address.
 */
export class SignUpPage extends Page {
  mount(router: Router): void {
    const on = this.on(router);
    on('get', '/signup', (visit) => this.show(visit));
    on('post', '/signup', (visit) => this.submit(visit));
  }

  private async show(visit: Visit): Promise<void> {
    const text = parametersOf(visit.request).get('flow');
    const open = await this.open(visit, text);
    // Signing up creates users of one customer only. This flow belongs to another one.
    if (open === null) return seeOther(visit.response, this.site.path('/login', { flow: text ?? '' }));
    return this.render(visit, open, { email: open.loginHint });
  }

  private async submit(visit: Visit): Promise<void> {
    const { ctx, request, response } = visit;
    const field = await this.form(visit);
    const open = await this.open(visit, field('flow'));
    if (!open || !this.interactions.isFormToken(open, 'signup', field('csrf'))) throw foreignForm();
    const [name, email, password] = [field('name'), field('email'), field('password')];
    const accepted = field('accept') !== '';
    const typed = revealed(field);
    if (typed) return this.render(visit, open, { name, email, accepted, typed });
    if (password !== field('confirmation'))
      return this.render(visit, open, { name, email, accepted, error: { code: 'passwords_differ' } });
    try {
      const { id } = await ctx
        .get(AccountService)
        .create(
          { name, email, password, acceptTerms: accepted },
          (made) => this.interactions.proved(open, proofOf(made)).text,
        );
      // The link that verifies the address then asks for no password in this browser.
      this.devices.set(response, deviceOf(this.runtime, id, this.devices.read(request)));
    } catch (fault) {
      const error = errorOf(fault, ctx.settings.passwords);
      if (!error) throw fault;
      return this.render(visit, open, { name, email, accepted, error });
    }
    const { locales, text } = open;
    const next = { to: 'sign_in', href: this.site.path('/login', { flow: text }) } as const;
    const shown = { ...(await this.reader(response, locales, open.customerId)), email, next };
    return sendPage(response, renderNotice({ notice: 'signed_up', ...shown }));
  }

  /** The flow, or a new one. Null if it belongs to another customer than the one that allows signing up. */
  private async open({ ctx, request, response, secret }: Visit, text: string | null): Promise<OpenFlow | null> {
    const customer = await ctx.get(AccountService).signUpCustomer();
    if (!customer) throw httpErrors.PAGE_NOT_FOUND();
    const { id: customerId } = customer;
    if (text === null) {
      const { ui_locales: languages } = languagesOf(request);
      const parameters = new Map(languages === undefined ? [] : [['ui_locales', languages] as const]);
      return this.interactions.start(request, response, customerId, parameters);
    }
    const open = await this.interactions.open(request, text, secret);
    if (open.customerId === null) return this.interactions.within(open, customerId);
    return open.customerId === customerId ? open : null;
  }

  private async render({ ctx, response }: Visit, open: OpenFlow, shown: Shown): Promise<void> {
    const { text, client, locales } = open;
    const customer = await ctx.get(AccountService).signUpCustomer();
    const terms = { url: customer?.termsUrl ?? null, text: customer?.termsText ?? null };
    const html = renderSignUp({
      ...this.flowForm(open, 'signup'),
      ...(await this.reader(response, locales, open.customerId)),
      client,
      terms: terms.url === null && terms.text === null ? null : terms,
      minLength: ctx.settings.passwords.minLength,
      signInHref: this.site.path('/login', { flow: text }),
      ...shown,
    });
    sendPage(response, html, sentWith(shown.error));
  }
}

/** The form error for a refused sign-up. Null if it needs an error page. */
function errorOf(fault: unknown, passwords: Parameters<typeof passwordFormError>[1]): Shown['error'] {
  const error = passwordFormError(fault, passwords);
  if (error && error.code !== 'wrong_password') return error;
  if (!(fault instanceof AppError)) return null;
  if (fault.code === 'TERMS_NOT_ACCEPTED') return { code: 'terms_not_accepted' };
  if (fault.code === 'USER_EMAIL_TAKEN') return { code: 'email_taken' };
  if (fault.field === 'email') return { code: 'invalid_email' };
  return fault.field === 'name' ? { code: 'invalid_name' } : null;
}
