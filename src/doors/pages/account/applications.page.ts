import type { RequestContext } from '../../../ground/kernel/context.ts';
import { PAGE_MAX } from '../../../ground/lists/pagination.ts';
import { clientLoader } from '../../../modules/clients/index.ts';
import { ConsentService } from '../../../modules/consents/index.ts';
import { renderApplications } from '../../../views/index.ts';
import { AccountSectionPage, type SectionContext } from './account-section.page.ts';
import { detailsShown } from '../parts/details-shown.ts';
import { ignoreNotFound } from '../parts/page.ts';

/** `/account/applications`: shows what the user has allowed applications, and revokes it. */
export class ApplicationsPage extends AccountSectionPage {
  protected readonly place = 'applications';

  protected async render(own: RequestContext, section: SectionContext): Promise<string> {
    const { edges } = await own.get(ConsentService).own({ first: PAGE_MAX });
    const clients = own.loader(clientLoader);
    const applications = await Promise.all(
      edges.map(async ({ node }) => {
        const client = await clients.load(node.clientId);
        const details = detailsShown(own.settings, node.authorizationDetails, section.language);
        return { ...node, details, clientName: client?.name ?? node.clientId };
      }),
    );
    return renderApplications({ ...section, applications });
  }

  protected act(own: RequestContext, field: (name: string) => string): Promise<unknown> {
    return own.get(ConsentService).revokeOwn(field('client')).catch(ignoreNotFound);
  }
}
