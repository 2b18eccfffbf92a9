import { seeOther } from '../../../ground/http/see-other.ts';
import { EmailCodeService } from '../../../modules/mfa/index.ts';
import { verifyEmailCode } from '../../../modules/logins/index.ts';
import type { OpenFlow } from '../../oauth/endpoints/authorize/index.ts';
import { renderEmailCode, type EmailCodeContext } from '../../../views/index.ts';
import { FlowPage, type FlowForm } from '../parts/flow.page.ts';
import { codeFormError, sentWith } from '../parts/form-error.ts';
import type { Visit } from '../parts/page.ts';
import { sendPage } from '../parts/send.ts';

/** `/email-code`: asks for the code that the login page has sent by mail, after the password, and sends another. */
export class EmailCodePage extends FlowPage {
  protected readonly step = 'email-code';

  protected async submit({ visit, open, field }: FlowForm): Promise<void> {
    const { ctx, request, response, secret } = visit;
    const waiting = waitingOf(open);
    if (!waiting) return seeOther(response, this.interactions.toLogin(open));
    const { customerId, proof } = waiting;
    const bound = this.interactions.challengeFor(open, 'email-code');
    const device = this.devices.read(request);
    try {
      if (field('decision') === 'resend') {
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
      const error = codeFormError(fault);
      if (!error) throw fault;
      return this.render(visit, open, { error });
    }
  }

  protected async render(
    { ctx, response }: Visit,
    open: OpenFlow,
    shown: Pick<EmailCodeContext, 'error' | 'isResent'> = {},
  ): Promise<void> {
    const { formTargets, locales } = open;
    const waiting = waitingOf(open);
    const user = waiting && (await ctx.get(EmailCodeService).find({ ...waiting, userId: waiting.proof.userId }));
    // The password was given too long ago, or no code is asked for any more. The login page decides what comes next.
    if (!user) return seeOther(response, this.interactions.toLogin(open));
    const html = renderEmailCode({
      ...this.formOf(open),
      ...(await this.reader(response, locales, waiting.customerId, user.locale)),
      email: user.email,
      ...shown,
    });
    return sendPage(response, html, { ...sentWith(shown.error), formTargets });
  }
}

/** The login that waits for a code: its password was right, and it has given no code yet. */
const waitingOf = ({ proof, customerId }: OpenFlow) =>
  proof && customerId !== null && proof.sessionId === null && !proof.hasEmailCode ? { customerId, proof } : null;
