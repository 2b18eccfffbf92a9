import { AppError } from '../../../ground/kernel/errors.ts';
import { seeOther } from '../../../ground/http/see-other.ts';
import {
  enrollApp,
  enrollmentOffer,
  enrollPasskey,
  putOffEnrollment,
  startEnrollment,
  type Enrollment,
} from '../../../modules/logins/index.ts';
import type { MfaSetup } from '../../../modules/mfa/index.ts';
import { deviceOf } from '../../../modules/sessions/index.ts';
import type { OpenFlow } from '../../oauth/endpoints/authorize/index.ts';
import {
  renderEnroll,
  renderEnrollApp,
  renderEnrolled,
  type EnrollAppContext,
  type EnrollContext,
} from '../../../views/index.ts';
import { FlowPage, type FlowForm } from '../parts/flow.page.ts';
import { codeFormError, sentWith } from '../parts/form-error.ts';
import type { Visit } from '../parts/page.ts';
import { PasskeyScript } from '../parts/passkey-script.ts';
import { sendPage } from '../parts/send.ts';

/** What the setup's page is sealed for, while its form is in the browser. */
const SEALED_FOR = 'enroll-page';

/** A form of the page, of a user whose password was right. */
interface Submission extends FlowForm {
  readonly enrollment: Enrollment;
}

/**
 * `/enroll`: asks a user for a second factor that the customer requires, after the password and before there is a session.
 * The user sets up an authenticator app or a passkey, or puts it off as long as the customer allows.
 */
export class EnrollPage extends FlowPage {
  protected readonly step = 'enroll';

  protected async submit({ visit, open, field }: FlowForm): Promise<void> {
    const { request, response, secret } = visit;
    const enrollment = enrollmentOf(open, secret, this.devices.read(request));
    if (!enrollment) return seeOther(response, this.interactions.toLogin(open));
    try {
      return await this.decide({ visit, open, enrollment, field });
    } catch (fault) {
      if (!(fault instanceof AppError)) throw fault;
      // Somebody was faster in another window, or the proof is too old. The login page decides what comes next.
      if (OVER.includes(fault.code)) return seeOther(response, this.interactions.toLogin(open));
      const error = PASSKEY_ERRORS.get(fault.code);
      if (!error) throw fault;
      return this.render(visit, open, { code: error });
    }
  }

  private async decide(submission: Submission): Promise<void> {
    const { visit, open, enrollment, field } = submission;
    const { ctx } = visit;
    if (field('decision') === 'later') return this.go(submission, await putOffEnrollment(ctx, enrollment));
    if (field('credential') !== '') {
      const offer = await enrollmentOffer(ctx, enrollment);
      const made = await enrollPasskey(ctx, enrollment, field('credential'), field('name'));
      return this.reveal(submission, made.secret, offer?.email ?? '', made.backupCodes ?? []);
    }
    if (field('setup') !== '') return this.confirm(submission);
    const setup = await startEnrollment(ctx, enrollment);
    return setup ? this.set(submission, setup) : seeOther(visit.response, this.interactions.toLogin(open));
  }

  /** Signs the user in, or asks for the password again. */
  private go({ visit, open, enrollment }: Submission, secret: string | null): void {
    if (secret !== null) this.signIn(visit, enrollment.proof.userId, { secret });
    seeOther(visit.response, secret === null ? this.interactions.toLogin(open) : this.interactions.next(open));
  }

  /** Turns the app on, for its first code. Shows its backup codes before the login goes on. */
  private async confirm(submission: Submission): Promise<void> {
    const { visit, open, enrollment, field } = submission;
    const { ctx } = visit;
    const shown = this.opened(submission);
    if (!shown) return this.render(visit, open, { code: 'session_expired' });
    const { email, setup } = shown;
    try {
      const secret = await enrollApp(ctx, enrollment, field('code'), setup.secret);
      return await this.reveal(submission, secret, email, setup.backupCodes);
    } catch (fault) {
      const error = codeFormError(fault);
      if (!error) throw fault;
      return this.set(submission, setup, error);
    }
  }

  /** Signs the user in, and shows the backup codes before the login goes on. */
  private async reveal(
    submission: Submission,
    secret: string | null,
    email: string,
    codes: readonly string[],
  ): Promise<void> {
    const { visit, open, enrollment } = submission;
    if (secret === null) return this.go(submission, null);
    this.signIn(visit, enrollment.proof.userId, { secret });
    const reader = await this.reader(visit.response, open.locales, open.customerId);
    const next = this.interactions.next(open);
    return sendPage(visit.response, renderEnrolled({ ...reader, email, codes, next }));
  }

  /** Shows the secret of a new app, and asks for its first code. */
  private async set(
    { visit: { ctx, response }, open, enrollment }: Submission,
    setup: MfaSetup,
    error: EnrollAppContext['error'] = null,
  ): Promise<void> {
    const { proof } = enrollment;
    const offer = await enrollmentOffer(ctx, enrollment);
    if (!offer) return seeOther(response, this.interactions.toLogin(open));
    const carried = JSON.stringify({ email: offer.email, setup, sessionId: proof.sessionId });
    const sealed = this.runtime.vault.seal(SEALED_FOR, carried).toString('base64url');
    const { qrCode, secret, otpauthUri } = setup;
    const html = renderEnrollApp({
      ...(await this.reader(response, open.locales, open.customerId, offer.locale)),
      ...this.formOf(open, { setup: sealed }),
      qrCode,
      secret,
      otpauthUri,
      error,
    });
    return sendPage(response, html, { ...sentWith(error), formTargets: open.formTargets });
  }

  /** The setup that the form carries, if this login began it. */
  private opened({ field, enrollment }: Submission): Carried | null {
    const plain = this.runtime.vault.open(SEALED_FOR, Buffer.from(field('setup'), 'base64url'));
    const carried = plain && (JSON.parse(plain.toString()) as Carried);
    return carried?.sessionId === enrollment.proof.sessionId ? carried : null;
  }

  protected async render(
    { ctx, response, secret }: Visit,
    open: OpenFlow,
    error: EnrollContext['error'] = null,
  ): Promise<void> {
    const enrollment = enrollmentOf(open, secret);
    const offer = enrollment && (await enrollmentOffer(ctx, enrollment));
    // The password was given too long ago, or nothing is missing any more.
    if (!offer) return seeOther(response, this.interactions.toLogin(open));
    const script = this.runtime.get(PasskeyScript);
    const { email, locale, laterUntil, passkey } = offer;
    const html = renderEnroll({
      ...(await this.reader(response, open.locales, open.customerId, locale)),
      ...this.formOf(open),
      email,
      laterUntil,
      passkey: script.contextOf(passkey),
      device: await deviceOf(ctx.origin.userAgent),
      error,
    });
    const sent = { status: error ? 400 : 200, formTargets: open.formTargets };
    return sendPage(response, html, { ...sent, script: passkey ? script.source : undefined });
  }
}

/** What the form of the setup carries. */
interface Carried {
  readonly email: string;
  readonly setup: MfaSetup;
  readonly sessionId: string;
}

/** The login that lacks a second factor; null if the flow has no fresh proof of a password, or is about something else. */
function enrollmentOf({ proof, customerId, client }: OpenFlow, replaces?: string, device?: string): Enrollment | null {
  if (customerId === null || !proof || proof.sessionId === null) return null;
  return {
    customerId,
    clientId: client?.id ?? null,
    replaces,
    device,
    proof: { ...proof, sessionId: proof.sessionId },
  };
}

const OVER: readonly string[] = ['MFA_ALREADY_ENABLED', 'MFA_SETUP_NOT_STARTED', 'REAUTHENTICATION_REQUIRED'];

const PASSKEY_ERRORS = new Map([
  ['WRONG_PASSKEY', 'wrong_passkey'],
  ['PASSKEY_ALREADY_ADDED', 'passkey_known'],
  ['INVALID_INPUT', 'invalid_passkey_name'],
] as const) as ReadonlyMap<string, 'wrong_passkey' | 'passkey_known' | 'invalid_passkey_name'>;
