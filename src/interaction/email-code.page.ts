import type { Router } from 'express';
import { AppError } from '../kernel/errors.ts';
import { queryOf } from '../http/form.ts';
import { seeOther } from '../http/see-other.ts';
import { EmailCodeService } from '../modules/mfa/index.ts';
import { verifyEmailCode } from '../modules/logins/index.ts';
import type { OpenFlow } from '../oauth/endpoints/authorize/index.ts';
import { renderEmailCode, type EmailCodeContext } from '../views/index.ts';
import { foreignForm, Page, type Visit } from './page.ts';
import { sendPage } from './send.ts';

/** `/email-code`: asks for the code that the login page has sent by mail, after the password, and sends another. */
export class EmailCodePage extends Page {
  mount(router: Router): void {
    const on = this.on(router);
    on('get', '/email-code', (visit) => this.show(visit));
    on('post', '/email-code', (visit) => this.submit(visit));
  }

  private async show(visit: Visit): Promise<void> {
    const text = new URLSearchParams(queryOf(visit.request)).get('flow') ?? undefined;
    return this.render(visit, await this.interactions.open(visit.request, text, visit.secret));
  }

  private async submit(visit: Visit): Promise<void> {
    const { ctx, request, response, secret } = visit;
    const field = await this.form(visit);
    const open = await this.interactions.open(request, field('flow'), secret);
    if (!this.interactions.isFormToken(open, 'email-code', field('csrf'))) throw foreignForm();
    const decision = field('decision');
    if (decision === 'another') return seeOther(response, this.interactions.toAnotherAccount(open));
    if (decision === 'cancel') return seeOther(response, this.interactions.canceled(open));
    const waiting = waitingOf(open);
    if (!waiting) return seeOther(response, this.interactions.toLogin(open));
    const { customerId, proof } = waiting;
    const bound = this.interactions.challengeFor(open, 'email-code');
    const device = this.devices.read(request);
    try {
      if (decision === 'resend') {
        await ctx.get(EmailCodeService).send({ customerId, userId: proof.userId, bound });
        return await this.render(visit, open, { isResent: true });
      }
      const clientId = open.client?.id ?? null;
      const code = field('code');
      const step = await verifyEmailCode(ctx, { customerId, clientId, replaces: secret, device, proof, bound, code });
      if (step?.step === 'enrollment') return seeOther(response, this.interactions.toEnrollment(open, step.proof));
      if (step?.step !== 'session') return seeOther(response, this.interactions.toLogin(open));
      this.signIn(visit, proof.userId, step);
      return seeOther(response, this.interactions.next(open));
    } catch (fault) {
      const error = errorOf(fault);
      if (!error) throw fault;
      return this.render(visit, open, { error });
    }
  }

  private async render(
    { ctx, response }: Visit,
    open: OpenFlow,
    shown: Pick<EmailCodeContext, 'error' | 'isResent'> = {},
  ): Promise<void> {
    const { text, formTargets, locales } = open;
    const waiting = waitingOf(open);
    const user = waiting && (await ctx.get(EmailCodeService).find({ ...waiting, userId: waiting.proof.userId }));
    // The password was given too long ago, or no code is asked for any more. The login page decides what comes next.
    if (!user) return seeOther(response, this.interactions.toLogin(open));
    const html = renderEmailCode({
      action: this.site.path('/email-code'),
      hidden: { flow: text, csrf: this.interactions.formToken(open, 'email-code') },
      ...(await this.reader(response, locales, waiting.customerId, user.locale)),
      email: user.email,
      ...shown,
    });
    const { error } = shown;
    const retryAfter = error?.code === 'too_many_tries' ? error.waitSeconds : undefined;
    const status = error ? (retryAfter ? 429 : 400) : 200;
    return sendPage(response, html, { status, formTargets, retryAfter });
  }
}

/** The login that waits for a code: its password was right, and it has given no code yet. */
const waitingOf = ({ proof, customerId }: OpenFlow) =>
  proof && customerId !== null && proof.sessionId === null && !proof.hasEmailCode ? { customerId, proof } : null;

function errorOf(fault: unknown): EmailCodeContext['error'] {
  if (!(fault instanceof AppError)) return null;
  if (fault.kind === 'rate_limited') return { code: 'too_many_tries', waitSeconds: fault.retryAfter ?? 60 };
  return fault.code === 'WRONG_CODE' ? { code: 'wrong_code' } : null;
}
