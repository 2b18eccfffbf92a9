import type { RequestContext } from '../../../ground/kernel/context.ts';
import { AppError } from '../../../ground/kernel/errors.ts';
import { seeOther } from '../../../ground/http/see-other.ts';
import { CodeService, PasskeyProofService, readPasskeyAnswer } from '../../../modules/mfa/index.ts';
import type { MfaMethod } from '../../../modules/users/index.ts';
import type { OpenFlow } from '../../oauth/endpoints/authorize/index.ts';
import { renderSecondFactor, type SecondFactorContext } from '../../../views/index.ts';
import {
  stepUp,
  verifySecondFactor,
  type GivenFactor,
  type SecondFactorAttempt,
  type StartedLogin,
} from '../../../modules/logins/index.ts';
import { FlowPage, type FlowForm } from '../parts/flow.page.ts';
import { codeFormError, sentWith } from '../parts/form-error.ts';
import type { Visit } from '../parts/page.ts';
import { PasskeyScript } from '../parts/passkey-script.ts';
import { sendPage } from '../parts/send.ts';

/** `/second-factor`: asks for a code or a passkey, after the password or in a session that began without one. */
export class SecondFactorPage extends FlowPage {
  protected readonly step = 'second-factor';

  protected async submit({ visit, open, field }: FlowForm): Promise<void> {
    const { ctx, request, response, secret } = visit;
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

  protected async render(
    { ctx, response }: Visit,
    open: OpenFlow,
    error?: SecondFactorContext['error'],
    remembers = false,
  ): Promise<void> {
    const { customerId, formTargets, locales } = open;
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
      ...this.formOf(open),
      ...(await this.reader(response, locales, customerId, user.locale)),
      email: user.email,
      remembers,
      rememberDays: open.proof ? user.customer.rememberDeviceDays : 0,
      hasApp: Boolean(factors?.app),
      backupCodesLeft: factors?.codesLeft ?? 0,
      passkey: script.contextOf(passkeys?.options ?? null),
      error,
    });
    return sendPage(response, html, { ...sentWith(error), formTargets, script: passkeys && script.source });
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

const formError = (fault: unknown): SecondFactorContext['error'] =>
  fault instanceof AppError && fault.code === 'WRONG_PASSKEY' ? { code: 'wrong_passkey' } : codeFormError(fault);
