import type { Router } from 'express';
import { AppError } from '../kernel/errors.ts';
import { queryOf } from '../kernel/form.ts';
import { CodeService } from '../modules/mfa/index.ts';
import type { OpenFlow, PasswordProof } from '../oauth/endpoints/authorize/index.ts';
import { renderSecondFactor, type SecondFactorContext } from '../views/index.ts';
import { passSecondFactor } from './login.ts';
import { foreignForm, Page, type Visit } from './page.ts';
import { seeOther, sendPage } from './send.ts';

/** A flow in which the password was right. */
type ProvedFlow = OpenFlow & { readonly proof: PasswordProof };

/** `/second-factor`: asks for a code after the password, and starts the session. */
export class SecondFactorPage extends Page {
  mount(router: Router): void {
    const on = this.on(router);
    on('get', '/second-factor', (visit) => this.show(visit));
    on('post', '/second-factor', (visit) => this.submit(visit));
  }

  private async show(visit: Visit): Promise<void> {
    const text = new URLSearchParams(queryOf(visit.request)).get('flow') ?? undefined;
    const open = await this.interactions.open(visit.request, text, visit.secret);
    return isProved(open) ? this.render(visit, open) : seeOther(visit.response, this.interactions.toLogin(open));
  }

  private async submit(visit: Visit): Promise<void> {
    const { ctx, request, response, secret } = visit;
    const field = await this.form(visit);
    const open = await this.interactions.open(request, field('flow'), secret);
    if (!this.interactions.isFormToken(open, 'second-factor', field('csrf'))) throw foreignForm();
    if (!isProved(open)) return seeOther(response, this.interactions.toLogin(open));
    const { customerId, client, proof } = open;
    const place = { customerId, clientId: client?.id ?? null, replaces: secret, device: this.devices.read(request) };
    const half = { ...place, proof, code: field('code') };
    try {
      const started = await passSecondFactor(ctx, half);
      if (started === null) return seeOther(response, this.interactions.toLogin(open));
      this.signIn(visit, proof.userId, started);
      return seeOther(response, this.interactions.next(open));
    } catch (fault) {
      const error = formError(fault);
      if (!error) throw fault;
      return this.render(visit, open, error);
    }
  }

  private async render(
    { ctx, response }: Visit,
    open: ProvedFlow,
    error?: SecondFactorContext['error'],
  ): Promise<void> {
    const { customerId, client, text, formTargets, proof } = open;
    const factor = await ctx.get(CodeService).factor({ customerId, userId: proof.userId });
    // Taken away since the password was given: the login page knows what else there is to do.
    if (!factor) return seeOther(response, this.interactions.toLogin(open));
    const html = renderSecondFactor({
      action: this.site.path('/second-factor'),
      hidden: { flow: text, csrf: this.interactions.formToken(open, 'second-factor') },
      customerName: client?.customerName,
      email: factor.email,
      backupCodesLeft: factor.backupCodesLeft,
      error,
    });
    const retryAfter = error?.code === 'too_many_tries' ? error.waitSeconds : undefined;
    return sendPage(response, html, { status: error ? (retryAfter ? 429 : 400) : 200, formTargets, retryAfter });
  }
}

const isProved = (open: OpenFlow): open is ProvedFlow => open.proof !== null;

function formError(fault: unknown): SecondFactorContext['error'] {
  if (!(fault instanceof AppError)) return null;
  if (fault.kind === 'rate_limited') return { code: 'too_many_tries', waitSeconds: fault.retryAfter ?? 60 };
  return fault.code === 'WRONG_CODE' ? { code: 'wrong_code' } : null;
}
