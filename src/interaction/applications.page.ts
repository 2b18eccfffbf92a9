import type { Router } from 'express';
import { sameText } from '../kernel/secret.ts';
import { ConsentService } from '../modules/consents/index.ts';
import { SessionService } from '../modules/sessions/index.ts';
import { renderApplications } from '../views/index.ts';
import { foreignForm, goneAlready, ownContext, Page, type Visit } from './page.ts';
import { seeOther, sendPage } from './send.ts';

/** `/account/applications`: where somebody sees what they have allowed which applications, and takes it back. */
export class ApplicationsPage extends Page {
  mount(router: Router): void {
    const on = this.on(router);
    on('get', '/account/applications', (visit) => this.show(visit));
    on('post', '/account/applications', (visit) => this.submit(visit));
  }

  private async show({ ctx, response, secret }: Visit): Promise<void> {
    const session = await ctx.get(SessionService).find(secret);
    if (!session) return seeOther(response, this.site.path('/login'));
    const html = renderApplications({
      action: this.site.path('/account/applications'),
      hidden: { csrf: this.token(secret) },
      customerName: session.customerName,
      applications: await ownContext(ctx, session).get(ConsentService).own(),
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
    await ownContext(ctx, session).get(ConsentService).revokeOwn(field('client')).catch(goneAlready);
    return seeOther(response, this.site.path('/account/applications'));
  }

  private token(secret: string | undefined): string {
    return this.runtime.vault.mac('csrf', `applications\n${secret}`);
  }
}
