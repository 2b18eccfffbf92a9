import { AppError } from '../../../ground/kernel/errors.ts';
import type { RequestContext } from '../../../ground/kernel/context.ts';
import { seeOther } from '../../../ground/http/see-other.ts';
import { SessionService, type CurrentSession } from '../../../modules/sessions/index.ts';
import { MemberChanges } from '../../../modules/throttle/index.ts';
import type { AccountPageContext, AccountPlace } from '../../../views/index.ts';
import { foreignForm, ownContext, Page, type Visit } from '../parts/page.ts';
import { isSessionFormToken, sessionFormToken } from '../parts/session-form.ts';

const PATHS: Readonly<Record<AccountPlace, string>> = {
  overview: '/account',
  profile: '/account/profile',
  email: '/account/email',
  password: '/account/password',
  passkeys: '/account/passkeys',
  twoStep: '/account/two-step',
  sessions: '/account/sessions',
  applications: '/account/applications',
  history: '/account/history',
  data: '/account/data',
  logout: '/logout',
};

/** A visit of somebody who is signed in. */
export interface OwnVisit extends Visit {
  readonly session: CurrentSession;
  /** The context in which operations are the user's own. */
  readonly own: RequestContext;
  /** What the page shows beside its own content. */
  readonly shell: AccountPageContext;
  /** Where its forms are posted to, with their token. */
  readonly form: { readonly action: string; readonly hidden: { readonly csrf: string } };
}

/** A form of somebody who is signed in. Its token is right. */
export interface OwnForm extends OwnVisit {
  /** A field of the form, empty if it is missing. */
  readonly field: (name: string) => string;
}

/** A page of the account. A visitor who is not signed in goes to the login page. */
export abstract class OwnAccountPage extends Page {
  /** Its place in the navigation, and the name that its form tokens are made for. */
  protected abstract readonly place: AccountPlace;

  /** Runs `work` for a visitor who is signed in. `stranger` answers any other. */
  protected async visit(
    visit: Visit,
    work: (visit: OwnVisit) => Promise<void>,
    stranger = (from: Visit): void | Promise<void> => this.toLogin(from),
  ): Promise<void> {
    const { ctx, secret } = visit;
    const session = await ctx.get(SessionService).find(secret);
    if (!session) return stranger(visit);
    const places = Object.fromEntries(
      Object.entries(PATHS).map(([place, path]) => [place, this.site.path(path)]),
    ) as Record<AccountPlace, string>;
    const own = ownContext(ctx, session);
    const { locale: wanted, timeZone } = session;
    const reader = { ...(await this.reader(visit.response, [wanted], session.customerId)), timeZone };
    return work({
      ...visit,
      session,
      own,
      shell: { ...reader, customerName: reader.customerName ?? session.customerName, current: this.place, places },
      form: { action: places[this.place], hidden: { csrf: sessionFormToken(this.runtime, this.place, secret) } },
    });
  }

  /** Lets the user sign in again, and then come back to this page. */
  protected askForProof({ response, form }: OwnVisit): void {
    seeOther(
      response,
      this.site.path('/login', { prompt: 'login', return_to: form.action, cancel_to: this.site.path('/account') }),
    );
  }

  /**
   * Runs `work` for a form of a visitor who is signed in. A change that needs a newer proof leads to the login page,
   * and from there back to this page.
   */
  protected async submission(visit: Visit, work: (form: OwnForm) => Promise<void>): Promise<void> {
    const field = await this.form(visit);
    return this.visit(visit, async (own) => {
      if (!isSessionFormToken(this.runtime, this.place, visit.secret, field('csrf'))) throw foreignForm();
      try {
        return await this.runtime.get(MemberChanges).run(own.own, 1, () => work({ ...own, field }));
      } catch (fault) {
        if (!(fault instanceof AppError) || fault.code !== 'REAUTHENTICATION_REQUIRED') throw fault;
        return this.askForProof(own);
      }
    });
  }
}
