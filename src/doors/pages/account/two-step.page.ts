import type { Router } from 'express';
import { AppError } from '../../../ground/kernel/errors.ts';
import { parametersOf } from '../../../ground/http/form.ts';
import { seeOther } from '../../../ground/http/see-other.ts';
import { CodeService, factorsLoader, MfaService, type MfaSetup } from '../../../modules/mfa/index.ts';
import {
  FACTOR_CHANGES,
  renderBackupCodes,
  renderFactor,
  renderFactorChange,
  renderFactorSetup,
  renderNoFactor,
  type FactorChange,
  type FormError,
} from '../../../views/index.ts';
import { codeFormError, sentWith } from '../parts/form-error.ts';
import { OwnAccountPage, type OwnForm, type OwnVisit } from './own-account.page.ts';
import { sendPage } from '../parts/send.ts';

/** What the setup's page is sealed for, while its form is in the browser. */
const SEALED_FOR = 'mfa-setup-page';

type Shown = FormError<'wrong_code' | 'too_many_tries' | 'session_expired'> | null;

/**
 * `/account/two-step`: sets up an authenticator app, makes new backup codes, replaces the app and removes it. Between the
 * picture and its first code, the setup is sealed in the page's form, so that the codes are shown once, at the end.
 */
export class TwoStepPage extends OwnAccountPage {
  protected readonly place = 'twoStep';

  mount(router: Router): void {
    const on = this.on(router);
    on('get', '/account/two-step', (visit) => this.visit(visit, (own) => this.show(own)));
    on('post', '/account/two-step', (visit) => this.submission(visit, (form) => this.submit(form)));
  }

  private async show(visit: OwnVisit, error: Shown = null): Promise<void> {
    const { ctx, own, request, response, session, shell, form } = visit;
    const factors = await ctx.get(CodeService).factors(session);
    const { emailCodes } = await own.loader(factorsLoader).load(session.userId);
    if (!factors?.app)
      return sendPage(response, renderNoFactor({ ...shell, ...form, emailCodes, error }), sentWith(error));
    const change = changeNamed(parametersOf(request).get('change'));
    if (change) return this.ask(visit, change, null);
    const { app, codesLeft: backupCodesLeft } = factors;
    const changes = Object.fromEntries(
      FACTOR_CHANGES.map((each) => [each, this.site.path('/account/two-step', { change: each })]),
    ) as Record<FactorChange, string>;
    const html = renderFactor({ ...shell, enabledAt: app.enabledAt, backupCodesLeft, changes, emailCodes });
    return sendPage(response, html);
  }

  private async submit(visit: OwnForm): Promise<void> {
    const { own, response, form, field } = visit;
    const decision = field('decision');
    const change = changeNamed(decision);
    try {
      if (decision === 'start') return this.set(visit, await own.get(MfaService).startSetup(null));
      if (decision === 'confirm') return await this.confirm(visit);
      if (change) return await this.change(visit, change);
      return seeOther(response, form.action);
    } catch (fault) {
      const error = errorOf(fault);
      if (!error) throw fault;
      // Somebody was faster in another window. The page shows what holds now.
      if (error.code === 'already_done') return seeOther(response, form.action);
      return change ? this.ask(visit, change, error) : this.show(visit, error);
    }
  }

  /** Turns the second factor on, for the first code of the app. */
  private async confirm(visit: OwnForm): Promise<void> {
    const { own, field, session } = visit;
    const setup = this.opened(visit);
    if (!setup) return this.show(visit, { code: 'session_expired' });
    try {
      await own.get(MfaService).verifySetup(field('code'), setup.secret);
    } catch (fault) {
      const error = errorOf(fault);
      if (error?.code !== 'wrong_code' && error?.code !== 'too_many_tries') throw fault;
      return this.set(visit, setup, error);
    }
    return this.reveal(visit, 'enabled', setup.backupCodes, session.email);
  }

  private async change(visit: OwnForm, change: FactorChange): Promise<void> {
    const { own, response, form, field, session } = visit;
    const factors = own.get(MfaService);
    const code = field('code');
    if (change === 'replace') return this.set(visit, await factors.startSetup(code));
    if (change === 'codes') return this.reveal(visit, 'made', await factors.regenerateBackupCodes(code), session.email);
    await factors.disable(code);
    return seeOther(response, form.action);
  }

  /** Shows the form that asks for a code before a change. */
  private ask({ response, shell, form }: OwnVisit, variant: FactorChange, error: Shown): void {
    const hidden = { ...form.hidden, decision: variant };
    const html = renderFactorChange({ ...shell, ...form, hidden, variant, error });
    sendPage(response, html, sentWith(error));
  }

  /** Shows the secret of a new app, and asks for its first code. */
  private set({ response, shell, form, session }: OwnVisit, setup: MfaSetup, error: Shown = null): void {
    const { vault } = this.runtime;
    const sealed = vault.seal(SEALED_FOR, JSON.stringify({ ...setup, sessionId: session.id })).toString('base64url');
    const hidden = { ...form.hidden, decision: 'confirm', setup: sealed };
    const { qrCode, secret, otpauthUri } = setup;
    const html = renderFactorSetup({ ...shell, ...form, hidden, qrCode, secret, otpauthUri, error });
    sendPage(response, html, sentWith(error));
  }

  /** The setup that the form carries, if this session began it. */
  private opened({ field, session }: OwnForm): MfaSetup | null {
    const plain = this.runtime.vault.open(SEALED_FOR, Buffer.from(field('setup'), 'base64url'));
    if (!plain) return null;
    const { sessionId, ...setup } = JSON.parse(plain.toString()) as MfaSetup & { sessionId: string };
    return sessionId === session.id ? setup : null;
  }

  private reveal(
    { response, shell }: OwnVisit,
    variant: 'enabled' | 'made',
    codes: readonly string[],
    email: string,
  ): void {
    sendPage(response, renderBackupCodes({ ...shell, variant, codes, email, done: shell.places.twoStep }));
  }
}

const changeNamed = (name: string | null): FactorChange | undefined => FACTOR_CHANGES.find((change) => change === name);

/** The form error for a refusal. `already_done`: the page is about what no longer is. Null if it needs an error page. */
function errorOf(fault: unknown): NonNullable<Shown> | { readonly code: 'already_done' } | null {
  if (!(fault instanceof AppError)) return null;
  if (fault.code === 'MFA_SETUP_NOT_STARTED') return { code: 'session_expired' };
  if (fault.code === 'MFA_ALREADY_ENABLED' || fault.code === 'MFA_NOT_ENABLED') return { code: 'already_done' };
  return codeFormError(fault);
}
