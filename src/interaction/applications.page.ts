import type { RequestContext } from '../kernel/context.ts';
import { PAGE_MAX } from '../kernel/pagination.ts';
import { ConsentService } from '../modules/consents/index.ts';
import { renderApplications } from '../views/index.ts';
import { AccountSectionPage, type SectionContext } from './account-section.page.ts';
import { goneAlready } from './page.ts';

/** `/account/applications`: where somebody sees what they have allowed which applications, and takes it back. */
export class ApplicationsPage extends AccountSectionPage {
  protected readonly name = 'applications';

  protected async render(own: RequestContext, section: SectionContext): Promise<string> {
    const consents = await own.get(ConsentService).own(PAGE_MAX);
    const applications = consents.map((consent) => ({ ...consent, clientName: consent.client.name }));
    return renderApplications({ ...section, applications });
  }

  protected act(own: RequestContext, field: (name: string) => string): Promise<unknown> {
    return own.get(ConsentService).revokeOwn(field('client')).catch(goneAlready);
  }
}
