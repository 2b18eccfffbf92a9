import { signedIn } from '../../../ground/kernel/access.ts';
import type { RequestContext } from '../../../ground/kernel/context.ts';
import { PAGE_MAX } from '../../../ground/lists/pagination.ts';
import { scopesNamed, sentenceOf } from '../../../modules/apis/index.ts';
import { clientLoader } from '../../../modules/clients/index.ts';
import { ConsentService, declinedAs, declinedNames } from '../../../modules/consents/index.ts';
import { renderApplications } from '../../../views/index.ts';
import { AccountSectionPage, type SectionContext } from './account-section.page.ts';
import { detailsShown } from '../parts/details-shown.ts';
import { ignoreNotFound } from '../parts/page.ts';

/** `/account/applications`: shows what the user has allowed applications, and revokes it. */
export class ApplicationsPage extends AccountSectionPage {
  protected readonly place = 'applications';

  protected async render(own: RequestContext, section: SectionContext): Promise<string> {
    const { edges } = await own.get(ConsentService).own({ first: PAGE_MAX });
    const consents = edges.map(({ node }) => node);
    const named = await scopesNamed(
      own.em,
      signedIn(own.viewer).customerId,
      consents.flatMap(({ resources }) => resources),
      consents.flatMap((consent) => [...consent.scopes, ...declinedNames(consent)]),
    );
    const clients = own.loader(clientLoader);
    const applications = await Promise.all(
      consents.map(async (node) => {
        const client = await clients.load(node.clientId);
        const details = detailsShown(own.settings, node.authorizationDetails, section.language);
        const ofNode = named.filter(({ api }) => node.resources.includes(api.identifier));
        const scopes = node.scopes.filter((scope) => !ofNode.some(({ name }) => name === scope));
        const isDeclined = (scope: (typeof ofNode)[number]) =>
          node.declinedScopes.includes(declinedAs(scope.api, scope));
        const sentencesOf = (some: typeof ofNode) => some.map((scope) => sentenceOf(scope, section.language ?? 'en'));
        const sentences = sentencesOf(ofNode.filter((scope) => node.scopes.includes(scope.name) && !isDeclined(scope)));
        const declined = sentencesOf(ofNode.filter(isDeclined));
        return { ...node, details, scopes, sentences, declined, clientName: client?.name ?? node.clientId };
      }),
    );
    return renderApplications({ ...section, applications });
  }

  protected act(own: RequestContext, field: (name: string) => string): Promise<unknown> {
    return own.get(ConsentService).revokeOwn(field('client')).catch(ignoreNotFound);
  }
}
