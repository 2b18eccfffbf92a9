import type { Router } from 'express';
import { sameText } from '../kernel/secret.ts';
import { SessionService } from '../modules/sessions/index.ts';
import { renderLoggedOut, renderLogout } from '../views/index.ts';
import { foreignForm, Page, type Visit } from './page.ts';
import { seeOther, sendPage } from './send.ts';

/** `/logout`: ends the session of this browser, once its user says so. */
export class LogoutPage extends Page {
  mount(router: Router): void {
    const on = this.on(router);
    on('get', '/logout', (visit) => this.show(visit));
    on('post', '/logout', (visit) => this.submit(visit));
  }

  private async show({ ctx, response, secret }: Visit): Promise<void> {
    const session = await ctx.get(SessionService).find(secret);
    if (!session || secret === undefined)
      return sendPage(response, renderLoggedOut({ signInHref: this.site.path('/login') }));
    const { email, customerName } = session;
    const hidden = { csrf: this.token(secret) };
    return sendPage(response, renderLogout({ action: this.site.path('/logout'), hidden, email, customerName }));
  }

  private async submit(visit: Visit): Promise<void> {
    const { ctx, response, secret } = visit;
    const field = await this.form(visit);
    const sessions = ctx.get(SessionService);
    const session = await sessions.find(secret);
    if (session && secret !== undefined) {
      if (!sameText(this.token(secret), field('csrf'))) throw foreignForm();
      if (field('decision') !== 'logout') return seeOther(response, this.site.path('/account'));
      await sessions.end(secret, session);
    }
    this.session.clear(response);
    return seeOther(response, this.site.path('/logout'));
  }

  private token(secret: string): string {
    return this.runtime.vault.mac('csrf', `logout\n${secret}`);
  }
}
