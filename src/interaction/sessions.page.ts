import type { Router } from 'express';
import { sameText } from '../kernel/secret.ts';
import { SessionListService, SessionService } from '../modules/sessions/index.ts';
import { renderSessions } from '../views/index.ts';
import { foreignForm, goneAlready, ownContext, Page, type Visit } from './page.ts';
import { seeOther, sendPage } from './send.ts';

/** `/account/sessions`: where somebody sees where else they are signed in, and ends it. */
export class SessionsPage extends Page {
  mount(router: Router): void {
    const on = this.on(router);
    on('get', '/account/sessions', (visit) => this.show(visit));
    on('post', '/account/sessions', (visit) => this.submit(visit));
  }

  private async show({ ctx, response, secret }: Visit): Promise<void> {
    const session = await ctx.get(SessionService).find(secret);
    if (!session) return seeOther(response, this.site.path('/login'));
    const html = renderSessions({
      action: this.site.path('/account/sessions'),
      hidden: { csrf: this.token(secret) },
      customerName: session.customerName,
      sessions: await ownContext(ctx, session).get(SessionListService).own(),
      backHref: this.site.path('/account'),
    });
    return sendPage(response, html);
  }

  private async submit(visit: Visit): Promise<void> {
    const { ctx, response, secret } = visit;
    const field = await this.form(visit);
    const session = await ctx.get(SessionService).find(secret);
    if (!session) return seeOther(response, this.site.path('/login'));
    if (!sameText(this.token(secret), field('csrf'))) throw foreignForm();
    const sessions = ownContext(ctx, session).get(SessionListService);
    if (field('others')) await sessions.endOthers();
    else await sessions.end(field('session'), false).catch(goneAlready);
    return seeOther(response, this.site.path('/account/sessions'));
  }

  private token(secret: string | undefined): string {
    return this.runtime.vault.mac('csrf', `sessions\n${secret}`);
  }
}
