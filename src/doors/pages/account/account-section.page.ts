import type { Request, Router } from 'express';
import type { RequestContext } from '../../../ground/kernel/context.ts';
import { seeOther } from '../../../ground/http/see-other.ts';
import type { AccountPageContext } from '../../../views/index.ts';
import { OwnAccountPage, type OwnVisit } from './own-account.page.ts';
import { sendPage } from '../parts/send.ts';

/** What every section shows in addition to its own content. */
export type SectionContext = AccountPageContext & OwnVisit['form'];

/** A page below `/account` with a list. Its forms change one item, then it is shown again. */
export abstract class AccountSectionPage extends OwnAccountPage {
  protected abstract override readonly place: 'sessions' | 'applications';

  protected abstract render(own: RequestContext, section: SectionContext, request: Request): Promise<string>;

  protected abstract act(own: RequestContext, field: (name: string) => string, request: Request): Promise<unknown>;

  mount(router: Router): void {
    const on = this.on(router);
    on('get', `/account/${this.place}`, (visit) =>
      this.visit(visit, async ({ request, response, own, shell, form }) =>
        sendPage(response, await this.render(own, { ...shell, ...form }, request)),
      ),
    );
    on('post', `/account/${this.place}`, (visit) =>
      this.submission(visit, async ({ request, response, own, form, field }) => {
        await this.act(own, field, request);
        return seeOther(response, form.action);
      }),
    );
  }
}
