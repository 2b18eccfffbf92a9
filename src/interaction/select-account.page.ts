import type { Router } from 'express';
import { queryOf } from '../http/form.ts';
import { seeOther } from '../http/see-other.ts';
import { renderSelectAccount } from '../views/index.ts';
import { foreignForm, Page, type Visit } from './page.ts';
import { sendPage } from './send.ts';

/** `/select-account`: asks whether to continue with the signed-in account or with another one. */
export class SelectAccountPage extends Page {
  mount(router: Router): void {
    const on = this.on(router);
    on('get', '/select-account', (visit) => this.show(visit));
    on('post', '/select-account', (visit) => this.submit(visit));
  }

  private async show({ request, response, secret }: Visit): Promise<void> {
    const text = new URLSearchParams(queryOf(request)).get('flow') ?? undefined;
    const open = await this.interactions.open(request, text, secret);
    const { client, session, formTargets, locales } = open;
    // The session ended meanwhile. The flow decides what comes next.
    if (!client || !session) return seeOther(response, this.interactions.next(open));
    const hidden = { flow: open.text, csrf: this.interactions.formToken(open, 'select-account') };
    const shown = {
      ...(await this.reader(response, locales, client.customerId, session.locale)),
      client,
      email: session.email,
    };
    const html = renderSelectAccount({ action: this.site.path('/select-account'), hidden, ...shown });
    return sendPage(response, html, { formTargets });
  }

  private async submit(visit: Visit): Promise<void> {
    const { request, response, secret } = visit;
    const field = await this.form(visit);
    const open = await this.interactions.open(request, field('flow'), secret);
    const { client, session } = open;
    if (!client || !session) return seeOther(response, this.interactions.next(open));
    if (!this.interactions.isFormToken(open, 'select-account', field('csrf'))) throw foreignForm();
    const isSame = field('decision') === 'continue';
    return seeOther(
      response,
      isSame ? this.interactions.nextAs(open, session) : this.interactions.toAnotherAccount(open),
    );
  }
}
