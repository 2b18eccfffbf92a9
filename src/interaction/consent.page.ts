import type { Router } from 'express';
import { queryOf } from '../http/form.ts';
import { sameText } from '../kernel/secret.ts';
import { seeOther } from '../http/see-other.ts';
import { ConsentService } from '../modules/consents/index.ts';
import type { OpenFlow } from '../oauth/endpoints/authorize/index.ts';
import { renderConsent } from '../views/index.ts';
import { deviceShown } from './device-shown.ts';
import { foreignForm, Page, type Visit } from './page.ts';
import { sendPage } from './send.ts';

/** `/consent`: asks the user to allow what a client requests, and stores the consent to exactly what was shown. */
export class ConsentPage extends Page {
  mount(router: Router): void {
    const on = this.on(router);
    on('get', '/consent', (visit) => this.show(visit));
    on('post', '/consent', (visit) => this.submit(visit));
  }

  private async show(visit: Visit): Promise<void> {
    const text = new URLSearchParams(queryOf(visit.request)).get('flow') ?? undefined;
    return this.render(visit, await this.interactions.open(visit.request, text, visit.secret));
  }

  private async submit(visit: Visit): Promise<void> {
    const { ctx, request, response, secret } = visit;
    const field = await this.form(visit);
    const open = await this.interactions.open(request, field('flow'), secret);
    const { client, session, scopes, resources, returnHost } = open;
    const claims = open.claims.map(({ claim }) => claim);
    if (!client || !session) return seeOther(response, this.interactions.next(open));
    if (!this.interactions.isFormToken(open, 'consent', field('csrf'))) throw foreignForm();
    if (field('decision') === 'another') return seeOther(response, this.interactions.toAnotherAccount(open));
    if (field('decision') !== 'allow') return seeOther(response, this.interactions.next(open, 'denied'));
    // The client or the user has changed, so the user has not seen what would be allowed now.
    if (!sameText(this.interactions.shownToken(open), field('shown'))) return this.render(visit, open);
    const { id: clientId, customerId } = client;
    const allowed = { customerId, userId: session.userId, clientId, scopes, resources, claims, returnHost };
    await ctx.get(ConsentService).give(allowed);
    return seeOther(response, this.interactions.nextAllowed(open, session));
  }

  private async render(visit: Visit, open: OpenFlow): Promise<void> {
    const { response } = visit;
    const { client, session, scopes, resources, claims, organizations, returnHost, formTargets, locales } = open;
    // The session ended meanwhile. The flow decides what comes next.
    if (!client || !session) return seeOther(response, this.interactions.next(open));
    const reader = await this.reader(response, locales, open.customerId, session.locale);
    const device = open.flow.device ? await deviceShown(visit.ctx, open.flow.device, reader.language) : null;
    if (open.flow.device && !device)
      return seeOther(response, this.site.path('/device/done', { flow: open.text, answer: 'gone' }));
    const html = renderConsent({
      action: this.site.path('/consent'),
      hidden: {
        flow: open.text,
        csrf: this.interactions.formToken(open, 'consent'),
        shown: this.interactions.shownToken(open),
      },
      ...reader,
      client,
      customerName: reader.customerName ?? client.customerName,
      email: session.email,
      scopes,
      resources,
      claims,
      organization: organizations.length === 1 ? organizations[0]!.name : null,
      returnHost,
      device,
    });
    return sendPage(response, html, { formTargets });
  }
}
