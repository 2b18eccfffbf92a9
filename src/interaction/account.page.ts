import type { Router } from 'express';
import { seeOther } from '../http/see-other.ts';
import { SessionService } from '../modules/sessions/index.ts';
import { renderAccount } from '../views/index.ts';
import { Page, type Visit } from './page.ts';
import { sendPage } from './send.ts';

/** `/` and `/account`: the page after signing in without an application. */
export class AccountPages extends Page {
  mount(router: Router): void {
    const on = this.on(router);
    on('get', ['/', '/account'], (visit) => this.show(visit));
  }

  private async show({ ctx, response, secret }: Visit): Promise<void> {
    const session = await ctx.get(SessionService).find(secret);
    if (!session) return seeOther(response, this.site.path('/login'));
    const { email, name, customerName } = session;
    const links = {
      changePassword: this.site.path('/account/password'),
      sessions: this.site.path('/account/sessions'),
      applications: this.site.path('/account/applications'),
      logout: this.site.path('/logout'),
    };
    return sendPage(response, renderAccount({ email, name, customerName, links }));
  }
}
