import type { Router } from 'express';
import { isStaff } from '../../../ground/kernel/access.ts';
import { factorsLoader } from '../../../modules/mfa/index.ts';
import { renderAccount, renderStart } from '../../../views/index.ts';
import { OwnAccountPage, type OwnVisit } from './own-account.page.ts';
import type { Visit } from '../parts/page.ts';
import { sendPage } from '../parts/send.ts';

/** `/account`: the page after signing in without an application. `/` is the same, but tells strangers where they can go. */
export class AccountPages extends OwnAccountPage {
  protected readonly place = 'overview';

  mount(router: Router): void {
    const on = this.on(router);
    on('get', '/account', (visit) => this.visit(visit, (own) => this.show(own)));
    on('get', '/', (visit) =>
      this.visit(
        visit,
        (own) => this.show(own),
        (stranger) => this.start(stranger),
      ),
    );
  }

  private async show({ response, own, session, shell }: OwnVisit): Promise<void> {
    const { userId, email, name } = session;
    const { enrolled, emailCodes } = await own.loader(factorsLoader).load(userId);
    const hasSecondFactor = enrolled.length > 0;
    const administers = isStaff(session);
    const consoleHref = administers ? this.site.path('/console') : null;
    const invites = !hasSecondFactor && administers;
    const factors = { hasSecondFactor, givesEmailCodes: emailCodes?.isReplaced === false };
    return sendPage(response, renderAccount({ ...shell, email, name, ...factors, invites, consoleHref }));
  }

  private async start({ response }: Visit): Promise<void> {
    const [signInHref, consoleHref] = [this.site.path('/login'), this.site.path('/console')];
    return sendPage(response, renderStart({ ...(await this.reader(response)), signInHref, consoleHref }));
  }
}
