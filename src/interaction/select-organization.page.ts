import type { Router } from 'express';
import { queryOf } from '../http/form.ts';
import { seeOther } from '../http/see-other.ts';
import { ACTING_MAX, actingOrganizations } from '../modules/organizations/index.ts';
import type { OpenFlow } from '../oauth/endpoints/authorize/index.ts';
import { renderSelectOrganization, type SelectOrganizationContext } from '../views/index.ts';
import { foreignForm, Page, type Visit } from './page.ts';
import { sendPage } from './send.ts';

/** `/select-organization`: asks a user who belongs to several organizations which one to act for. */
export class SelectOrganizationPage extends Page {
  mount(router: Router): void {
    const on = this.on(router);
    on('get', '/select-organization', (visit) => this.show(visit));
    on('post', '/select-organization', (visit) => this.submit(visit));
  }

  private async show(visit: Visit): Promise<void> {
    const text = new URLSearchParams(queryOf(visit.request)).get('flow') ?? undefined;
    return this.render(visit, await this.interactions.open(visit.request, text, visit.secret), {});
  }

  private async submit(visit: Visit): Promise<void> {
    const { request, response, secret } = visit;
    const field = await this.form(visit);
    const open = await this.interactions.open(request, field('flow'), secret);
    const { client, session } = open;
    if (!client || !session) return seeOther(response, this.interactions.next(open));
    if (!this.interactions.isFormToken(open, 'select-organization', field('csrf'))) throw foreignForm();
    if (field('decision') === 'another') return seeOther(response, this.interactions.toAnotherAccount(open));
    const typed = field('name').trim();
    const user = { customerId: client.customerId, userId: session.userId };
    const [chosen] = await actingOrganizations(this.runtime.fork(), user, field('organization') || typed);
    if (chosen) return seeOther(response, this.interactions.nextFor(open, session, chosen));
    return this.render(visit, open, { name: typed, error: { code: 'foreign_organization' } });
  }

  private async render(
    { response }: Visit,
    open: OpenFlow,
    given: Pick<SelectOrganizationContext, 'name' | 'error'>,
  ): Promise<void> {
    const { client, session, organizations, formTargets, locales } = open;
    // Nobody is signed in any more, or there is nothing to choose. The flow decides what comes next.
    if (!client || !session || organizations.length <= 1) return seeOther(response, this.interactions.next(open));
    const html = renderSelectOrganization({
      action: this.site.path('/select-organization'),
      hidden: { flow: open.text, csrf: this.interactions.formToken(open, 'select-organization') },
      ...(await this.reader(response, locales, client.customerId, session.locale)),
      client,
      email: session.email,
      organizations: organizations.slice(0, ACTING_MAX),
      hasMore: organizations.length > ACTING_MAX,
      ...given,
    });
    return sendPage(response, html, { formTargets, status: given.error ? 400 : 200 });
  }
}
