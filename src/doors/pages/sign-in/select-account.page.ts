import { seeOther } from '../../../ground/http/see-other.ts';
import type { OpenFlow } from '../../oauth/endpoints/authorize/index.ts';
import { renderSelectAccount } from '../../../views/index.ts';
import { FlowPage, ofSession, type FlowForm } from '../parts/flow.page.ts';
import type { Visit } from '../parts/page.ts';
import { sendPage } from '../parts/send.ts';

/** `/select-account`: asks whether to continue with the signed-in account, with another of this browser, or with any other. */
export class SelectAccountPage extends FlowPage {
  protected readonly step = 'select-account';
  protected override readonly asksSession = true;

  protected async render({ request, response }: Visit, open: OpenFlow): Promise<void> {
    const { client, session } = ofSession(open);
    const reader = await this.reader(response, open.locales, client.customerId, session.locale);
    const known = await this.accounts.find(request, client.customerId);
    const others = known.filter(({ id }) => id !== session.userId);
    const html = renderSelectAccount({ ...this.formOf(open), ...reader, client, email: session.email, others });
    return sendPage(response, html, { formTargets: open.formTargets });
  }

  protected submit({ visit: { response }, open, field }: FlowForm): Promise<void> {
    const isSame = field('decision') === 'continue';
    const account = field('account') || undefined;
    const { session } = ofSession(open);
    const next = isSame ? this.interactions.nextAs(open, session) : this.interactions.toAnotherAccount(open, account);
    seeOther(response, next);
    return Promise.resolve();
  }
}
