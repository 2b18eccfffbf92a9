import { seeOther } from '../../../ground/http/see-other.ts';
import { chooseNewPassword, findTemporary } from '../../../modules/logins/index.ts';
import { renderSetPassword, type SetPasswordContext, type TypedPasswords } from '../../../views/index.ts';
import type { OpenFlow } from '../../oauth/endpoints/authorize/index.ts';
import { FlowPage, type FlowForm } from '../parts/flow.page.ts';
import { passwordFormError, revealed, sentWith } from '../parts/form-error.ts';
import { urlOfStep } from '../parts/login-step.ts';
import type { Visit } from '../parts/page.ts';
import { sendPage } from '../parts/send.ts';

/**
 * `/new-password`: asks whoever has given a temporary password for another, before the login goes on. The second factor comes
 * afterwards, and the password is stored with the session.
 */
export class NewPasswordPage extends FlowPage {
  protected readonly step = 'new-password';

  protected async submit({ visit, open, field }: FlowForm): Promise<void> {
    const { ctx, request, response, secret } = visit;
    const login = temporaryOf(open);
    if (!login) return seeOther(response, this.interactions.toLogin(open));
    const typed = revealed(field);
    if (typed) return this.render(visit, open, null, typed);
    if (field('password') !== field('confirmation')) return this.render(visit, open, { code: 'passwords_differ' });
    try {
      const browser = { replaces: secret, device: this.devices.read(request) };
      const clientId = open.client?.id ?? null;
      const step = await chooseNewPassword(ctx, { ...login, ...browser, clientId }, field('password'));
      if (step === null || step.step === 'unverified_email') return seeOther(response, this.interactions.toLogin(open));
      if (step.step === 'session') this.signIn(visit, step.userId, step);
      return seeOther(response, await urlOfStep(ctx, this.interactions, open, step));
    } catch (fault) {
      const error = passwordFormError(fault, ctx.settings.passwords);
      if (error === null || error.code === 'wrong_password') throw fault;
      return this.render(visit, open, error);
    }
  }

  protected async render(
    { ctx, response }: Visit,
    open: OpenFlow,
    error: NonNullable<SetPasswordContext['error']> | null = null,
    typed?: TypedPasswords,
  ): Promise<void> {
    const login = temporaryOf(open);
    const user = login && (await findTemporary(ctx, login));
    // The password was given too long ago, or is another by now.
    if (!user) return seeOther(response, this.interactions.toLogin(open));
    const { minLength } = ctx.settings.passwords;
    const html = renderSetPassword({
      ...this.formOf(open),
      ...(await this.reader(response, open.locales, login.customerId, user.locale)),
      variant: 'temporary',
      email: user.email,
      minLength,
      typed,
      error,
    });
    return sendPage(response, html, { ...sentWith(error), formTargets: open.formTargets });
  }
}

/** The login that waits for another password; null if the flow has no fresh proof of a temporary one. */
const temporaryOf = ({ proof, customerId }: OpenFlow) =>
  proof && customerId !== null && proof.sessionId === null && proof.nextHash === null ? { customerId, proof } : null;
