import { seeOther } from '../../../ground/http/see-other.ts';
import { ACTING_MAX, actingOrganizations } from '../../../modules/organizations/index.ts';
import type { OpenFlow } from '../../oauth/endpoints/authorize/index.ts';
import { renderSelectOrganization, type SelectOrganizationContext } from '../../../views/index.ts';
import { FlowPage, ofSession, type FlowForm } from '../parts/flow.page.ts';
import type { Visit } from '../parts/page.ts';
import { sendPage } from '../parts/send.ts';

/** `/select-organization`: asks a user who belongs to several organizations which one to act for. */
export class SelectOrganizationPage extends FlowPage {
  protected readonly step = 'select-organization';
  protected override readonly asksSession = true;

  protected async submit({ visit, open, field }: FlowForm): Promise<void> {
    const { client, session } = ofSession(open);
    const typed = field('name').trim();
    const user = { customerId: client.customerId, userId: session.userId };
    const [chosen] = await actingOrganizations(this.runtime.fork(), user, field('organization') || typed);
    if (chosen) return seeOther(visit.response, this.interactions.nextFor(open, session, chosen));
    return this.render(visit, open, { name: typed, error: { code: 'foreign_organization' } });
  }

  protected async render(
    { response }: Visit,
    open: OpenFlow,
    given: Pick<SelectOrganizationContext, 'name' | 'error'> = {},
  ): Promise<void> {
    const { client, session } = ofSession(open);
    const { organizations, formTargets, locales } = open;
    // There is nothing to choose any more. The flow decides what comes next.
    if (organizations.length <= 1) return seeOther(response, this.interactions.next(open));
    const html = renderSelectOrganization({
      ...this.formOf(open),
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
