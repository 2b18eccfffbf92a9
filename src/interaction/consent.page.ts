import type { Router } from 'express';
import { queryOf } from '../kernel/form.ts';
import { seeOther } from '../kernel/see-other.ts';
import { ConsentService } from '../modules/consents/index.ts';
import { languageOf, renderConsent } from '../views/index.ts';
import { foreignForm, Page, type Visit } from './page.ts';
import { sendPage } from './send.ts';

/** `/consent`: asks whether a client may have what it wants, and remembers a yes. */
export class ConsentPage extends Page {
  mount(router: Router): void {
    const on = this.on(router);
    on('get', '/consent', (visit) => this.show(visit));
    on('post', '/consent', (visit) => this.submit(visit));
  }

  private async show({ request, response, secret }: Visit): Promise<void> {
    const text = new URLSearchParams(queryOf(request)).get('flow') ?? undefined;
    const open = await this.interactions.open(request, text, secret);
    const { client, session, scopes, formTargets, locales } = open;
    // The session ended while the question was on its way: the flow knows what to ask next.
    if (!client || !session) return seeOther(response, this.interactions.next(open));
    const hidden = { flow: open.text, csrf: this.interactions.formToken(open, 'consent') };
    const action = this.site.path('/consent');
    const { customerName } = client;
    const shown = { language: languageOf(locales), client, customerName, email: session.email, scopes };
    const html = renderConsent({ action, hidden, ...shown });
    return sendPage(response, html, { formTargets });
  }

  private async submit(visit: Visit): Promise<void> {
    const { ctx, request, response, secret } = visit;
    const field = await this.form(visit);
    const open = await this.interactions.open(request, field('flow'), secret);
    const { client, session, scopes, customerId } = open;
    if (!client || !session) return seeOther(response, this.interactions.next(open));
    if (!this.interactions.isFormToken(open, 'consent', field('csrf'))) throw foreignForm();
    if (field('decision') !== 'allow') return seeOther(response, this.interactions.next(open, 'denied'));
    await ctx.get(ConsentService).give({ customerId, userId: session.userId, clientId: client.id, scopes });
    return seeOther(response, this.interactions.next(open));
  }
}
