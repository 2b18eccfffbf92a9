import type { Router } from 'express';
import type { RequestContext } from '../kernel/context.ts';
import { AppError } from '../kernel/errors.ts';
import { queryOf } from '../http/form.ts';
import { seeOther } from '../http/see-other.ts';
import { CodeService, PasskeyProofService, readPasskeyAnswer } from '../modules/mfa/index.ts';
import type { MfaMethod } from '../modules/users/index.ts';
import type { OpenFlow } from '../oauth/endpoints/authorize/index.ts';
import { renderSecondFactor, type SecondFactorContext } from '../views/index.ts';
import {
  stepUp,
  verifySecondFactor,
  type GivenFactor,
  type SecondFactorAttempt,
  type StartedLogin,
} from '../modules/logins/index.ts';
import { foreignForm, Page, type Visit } from './page.ts';
import { PasskeyScript } from './passkey-script.ts';
import { sendPage } from './send.ts';

/** `/second-factor`: asks for a code or a passkey, after the password or in a session that began without one. */
export class SecondFactorPage extends Page {
  mount(router: Router): void {
    const on = this.on(router);
    on('get', '/second-factor', (visit) => this.show(visit));
    on('post', '/second-factor', (visit) => this.submit(visit));
  }

  private async show(visit: Visit): Promise<void> {
    const text = new URLSearchParams(queryOf(visit.request)).get('flow') ?? undefined;
    return this.render(visit, await this.interactions.open(visit.request, text, visit.secret));
  }

  private async submit(visit: Visit): Promise<void> {
    const { ctx, request, response, secret } = visit;
    const field = await this.form(visit);
    const open = await this.interactions.open(request, field('flow'), secret);
    if (!this.interactions.isFormToken(open, 'second-factor', field('csrf'))) throw foreignForm();
    const decision = field('decision');
    if (decision === 'another') return seeOther(response, this.interactions.toAnotherAccount(open));
    if (decision === 'cancel') return seeOther(response, this.interactions.canceled(open));
    const { customerId } = open;
    const userId = userIdOf(open);
    if (userId === null || customerId === null) return seeOther(response, this.interactions.toLogin(open));
    try {
      const started = await pass(ctx, open, {
        customerId,
        clientId: open.client?.id ?? null,
        replaces: secret,
        device: this.devices.read(request),
        factor: this.givenBy(open, field),
        remembers: field('remember') !== '',
        remembered: this.remembered.readAll(request),
      });
      // With a session, the flow decides what comes next. Otherwise the password is missing.
      if (started === null)
        return seeOther(response, open.stepsUp ? this.interactions.next(open) : this.interactions.toLogin(open));
      this.signIn(visit, userId, started);
      return seeOther(response, this.interactions.next(open));
    } catch (fault) {
      const error = formError(fault);
      if (!error) throw fault;
      return this.render(visit, open, error, field('remember') !== '');
    }
  }

  private givenBy(open: OpenFlow, field: (name: string) => string): GivenFactor {
    const credential = field('credential');
    if (credential === '') return { code: field('code') };
    return { answer: readPasskeyAnswer(credential), bound: this.interactions.challengeFor(open, 'second-factor') };
  }

  private async render(
    { ctx, response }: Visit,
    open: OpenFlow,
    error?: SecondFactorContext['error'],
    remembers = false,
  ): Promise<void> {
    const { customerId, text, formTargets, locales } = open;
    const userId = userIdOf(open);
    const owner = userId === null || customerId === null ? null : { customerId, userId };
    const wanted = wantedOf(open);
    const factors = owner && wanted('totp') ? await ctx.get(CodeService).factors(owner) : null;
    const bound = this.interactions.challengeFor(open, 'second-factor');
    const hasPasskeys = owner && wanted('passkey') && (!factors || factors.user.mfaMethods.includes('passkey'));
    const passkeys = hasPasskeys ? await ctx.get(PasskeyProofService).optionsFor(owner, bound) : undefined;
    const user = factors?.user ?? passkeys?.user;
    // The factors were removed after the password was entered. The login page decides what comes next.
    if (!user) return seeOther(response, this.interactions.toLogin(open));
    const script = this.runtime.get(PasskeyScript);
    const html = renderSecondFactor({
      action: this.site.path('/second-factor'),
      hidden: { flow: text, csrf: this.interactions.formToken(open, 'second-factor') },
      ...(await this.reader(response, locales, customerId, user.locale)),
      email: user.email,
      remembers,
      rememberDays: open.proof ? user.customer.rememberDeviceDays : 0,
      hasApp: Boolean(factors?.app),
      backupCodesLeft: factors?.codesLeft ?? 0,
      passkey: script.contextOf(passkeys?.options ?? null),
      error,
    });
    const retryAfter = error?.code === 'too_many_tries' ? error.waitSeconds : undefined;
    const status = error ? (retryAfter ? 429 : 400) : 200;
    return sendPage(response, html, { status, formTargets, retryAfter, script: passkeys && script.source });
  }
}

/** The user who is asked for a code: after the password, or signed in without a second factor. */
const userIdOf = ({ proof, stepsUp, session }: OpenFlow): string | null =>
  proof?.userId ?? (stepsUp ? (session?.userId ?? null) : null);

/** Whether a factor is one that the client's request lacks. In a login, any is. */
const wantedOf =
  ({ proof, flow }: OpenFlow) =>
  (factor: MfaMethod): boolean =>
    proof !== null || (flow.stepUp?.by?.includes(factor) ?? true);

async function pass(
  ctx: RequestContext,
  { proof, session }: OpenFlow,
  given: Omit<SecondFactorAttempt, 'proof'>,
): Promise<StartedLogin | null> {
  if (proof) return verifySecondFactor(ctx, { ...given, proof });
  const secret =
    session && (await stepUp(ctx, { ...given, userId: session.userId, sessionId: session.id, amr: session.amr }));
  return secret === null ? null : { secret };
}

function formError(fault: unknown): SecondFactorContext['error'] {
  if (!(fault instanceof AppError)) return null;
  if (fault.kind === 'rate_limited') return { code: 'too_many_tries', waitSeconds: fault.retryAfter ?? 60 };
  if (fault.code === 'WRONG_PASSKEY') return { code: 'wrong_passkey' };
  return fault.code === 'WRONG_CODE' ? { code: 'wrong_code' } : null;
}
