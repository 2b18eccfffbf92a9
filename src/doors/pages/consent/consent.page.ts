import { seeOther } from '../../../ground/http/see-other.ts';
import { ConsentService } from '../../../modules/consents/index.ts';
import type { OpenFlow } from '../../oauth/endpoints/authorize/index.ts';
import { renderConsent } from '../../../views/index.ts';
import { detailsShown } from '../parts/details-shown.ts';
import { apisShown, choiceOf } from './apis-shown.ts';
import { deviceShown } from './device-shown.ts';
import { FlowPage, ofSession, type FlowForm } from '../parts/flow.page.ts';
import type { Visit } from '../parts/page.ts';
import { sendPage } from '../parts/send.ts';

/** `/consent`: asks the user to allow what a client requests, and stores the consent to exactly what was shown. */
export class ConsentPage extends FlowPage {
  protected readonly step = 'consent';
  protected override readonly asksSession = true;

  protected async submit({ visit, open, field }: FlowForm): Promise<void> {
    const { ctx, response } = visit;
    const { client, session } = ofSession(open);
    const { resources, details, returnHost } = open;
    const claims = open.claims.map(({ claim }) => claim);
    if (field('decision') !== 'allow') return seeOther(response, this.interactions.next(open, 'denied'));
    // The client or the user has changed, so the user has not seen what would be allowed now.
    const shownAt = this.interactions.shownAt(open, field('shown'));
    if (!shownAt) return this.render(visit, open);
    const { id: clientId, customerId } = client;
    const choice = await choiceOf(ctx, open, (scope) => field(`scope ${scope}`) !== '');
    const allowed = { customerId, userId: session.userId, clientId, ...choice, resources, claims, details, returnHost };
    await ctx.get(ConsentService).give({ ...allowed, shownAt });
    return seeOther(response, this.interactions.nextAllowed(open, session, choice.scopes));
  }

  protected async render(visit: Visit, open: OpenFlow): Promise<void> {
    const { response } = visit;
    const { client, session } = ofSession(open);
    const { scopes, resources, claims, added, details, organizations, returnHost, formTargets, locales } = open;
    const reader = await this.reader(response, locales, open.customerId, session.locale);
    const device = open.flow.device ? await deviceShown(visit.ctx, open.flow.device, reader.language) : null;
    if (open.flow.device && !device)
      return seeOther(response, this.site.path('/device/done', { flow: open.text, answer: 'gone' }));
    const apis = await apisShown(visit.ctx, open, reader.language);
    const html = renderConsent({
      ...this.formOf(open, { shown: this.interactions.shownToken(open) }),
      ...reader,
      client,
      customerName: reader.customerName ?? client.customerName,
      email: session.email,
      scopes,
      resources,
      apis,
      claims: [...claims, ...added],
      details: detailsShown(visit.ctx.settings, details, reader.language),
      organization: organizations.length === 1 ? organizations[0]!.name : null,
      returnHost,
      device,
    });
    return sendPage(response, html, { formTargets });
  }
}
