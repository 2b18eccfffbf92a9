import { seeOther } from '../../../ground/http/see-other.ts';
import { AppError } from '../../../ground/kernel/errors.ts';
import type { LinkTarget } from '../../../modules/links/index.ts';
import { logInAfterLink, type PasswordProof } from '../../../modules/logins/index.ts';
import { SessionService, type CurrentSession } from '../../../modules/sessions/index.ts';
import type { OpenFlow } from '../../oauth/endpoints/authorize/index.ts';
import { urlOfStep } from '../parts/login-step.ts';
import { Page, type Visit } from '../parts/page.ts';

/** The page that a link of a mail opens. The sign-in in which the link was asked for goes on after its form. */
export abstract class LinkPage extends Page {
  /** The sign-in in which this browser asked for the link. Null if it did not, or if that has expired. */
  protected async askedHere({ request, secret }: Visit, { flow, customerId }: LinkTarget): Promise<OpenFlow | null> {
    const open = flow === null ? null : await this.interactions.reopen(request, flow, secret);
    if (open === null || (open.customerId ?? customerId) !== customerId) return null;
    return open.customerId === null ? this.interactions.within(open, customerId) : open;
  }

  /** Who is signed in with this browser. Ask before the link is used, which may end the session. */
  protected sessionBefore({ ctx, secret }: Visit): Promise<CurrentSession | undefined> {
    return ctx.get(SessionService).find(secret);
  }

  /**
   * Goes on with the sign-in as if the user of `proof` had just given the password at the login page. Returns false if the
   * browser has got no answer: somebody else is signed in with it, or the login is refused. The link is used all the same.
   */
  protected async goOn(
    visit: Visit,
    asked: OpenFlow,
    proof: PasswordProof,
    before: CurrentSession | undefined,
  ): Promise<boolean> {
    const { ctx, request, response, secret } = visit;
    const { customerId } = asked;
    if (customerId === null || (before && before.userId !== proof.userId)) return false;
    // The user has signed in meanwhile. An application would refuse a second answer to its request.
    const isAnswered = before !== undefined && before.authTime >= asked.flow.startedAt;
    const open = isAnswered ? this.interactions.start(request, response, customerId, new Map()) : asked;
    try {
      const device = this.devices.read(request);
      const place = { customerId, clientId: open.client?.id ?? null, replaces: secret, device };
      const step = await logInAfterLink(ctx, place, proof);
      if (step === null || step.step === 'unverified_email') return false;
      if (step.step === 'session') this.signIn(visit, step.userId, step);
      seeOther(response, await urlOfStep(ctx, this.interactions, open, step));
      return true;
    } catch (fault) {
      // Too many logins, or no mail server for a code: the login page tells.
      if (fault instanceof AppError) return false;
      throw fault;
    }
  }
}
