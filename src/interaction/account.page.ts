import type { Router } from 'express';
import { userLoader } from '../modules/users/index.ts';
import { factorCountLoader } from '../modules/mfa/index.ts';
import { renderAccount } from '../views/index.ts';
import { OwnAccountPage, type OwnVisit } from './own-account.page.ts';
import { sendPage } from './send.ts';

/** `/` and `/account`: the page after signing in without an application. */
export class AccountPages extends OwnAccountPage {
  protected readonly place = 'overview';

  mount(router: Router): void {
    const on = this.on(router);
    on('get', ['/', '/account'], (visit) => this.visit(visit, (own) => this.show(own)));
  }

  private async show({ response, own, session, shell }: OwnVisit): Promise<void> {
    const { userId, email, name } = session;
    const [user, factors] = await Promise.all([
      own.loader(userLoader).load(userId),
      own.loader(factorCountLoader).load(userId),
    ]);
    const hasSecondFactor = factors > 0;
    const invites = !hasSecondFactor && user?.role === 'admin';
    return sendPage(response, renderAccount({ ...shell, email, name, hasSecondFactor, invites }));
  }
}
