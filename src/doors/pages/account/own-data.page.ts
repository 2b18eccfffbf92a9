import type { Response, Router } from 'express';
import { AppError } from '../../../ground/kernel/errors.ts';
import { parametersOf } from '../../../ground/http/form.ts';
import { OwnRemovalService } from '../../../modules/accounts/index.ts';
import { OwnDataService } from '../../../modules/exports/index.ts';
import { emailKey } from '../../../modules/users/index.ts';
import { renderDeletion, renderNotice, renderOwnData, type DeletionContext } from '../../../views/index.ts';
import { OwnAccountPage, type OwnForm, type OwnVisit } from './own-account.page.ts';
import { sendPage } from '../parts/send.ts';

/** `/account/data`: downloads what the server holds on the user, and deletes the account. */
export class OwnDataPage extends OwnAccountPage {
  protected readonly place = 'data';

  mount(router: Router): void {
    const on = this.on(router);
    on('get', '/account/data', (visit) => this.visit(visit, (own) => this.show(own)));
    on('post', '/account/data', (visit) => this.submission(visit, (form) => this.submit(form)));
  }

  private async show(visit: OwnVisit): Promise<void> {
    const { request, response, own, shell, form } = visit;
    const allowsDeletion = await own.get(OwnRemovalService).isAllowed();
    if (allowsDeletion && parametersOf(request).has('delete')) return this.ask(visit, '', null);
    const hidden = { ...form.hidden, decision: 'export' };
    const deleteHref = allowsDeletion ? `${form.action}?delete` : null;
    return sendPage(response, renderOwnData({ ...shell, ...form, hidden, deleteHref }));
  }

  private async submit(visit: OwnForm): Promise<void> {
    const { own, response, field } = visit;
    if (field('decision') === 'delete') return this.remove(visit);
    return sendFile(response, await own.get(OwnDataService).export());
  }

  private async remove(visit: OwnForm): Promise<void> {
    const { own, response, session, field } = visit;
    const { email } = session;
    const typed = field('confirmation').trim();
    if (emailKey(typed) !== emailKey(email)) return this.ask(visit, typed, { code: 'wrong_confirmation' });
    try {
      await own.get(OwnRemovalService).remove();
    } catch (fault) {
      if (!(fault instanceof AppError) || fault.code !== 'LAST_ADMINISTRATOR') throw fault;
      return this.ask(visit, typed, { code: 'last_administrator' });
    }
    this.session.clear(response);
    const next = { to: 'sign_in', href: this.site.path('/login') } as const;
    return sendPage(response, renderNotice({ ...visit.shell, notice: 'account_deleted', email, next }));
  }

  private ask({ response, session, shell, form }: OwnVisit, typed: string, error: DeletionContext['error']): void {
    const hidden = { ...form.hidden, decision: 'delete' };
    const html = renderDeletion({ ...shell, ...form, hidden, email: session.email, typed, error });
    sendPage(response, html, { status: error ? 400 : 200 });
  }
}

function sendFile(response: Response, data: object): void {
  const body = Buffer.from(`${JSON.stringify(data, null, 2)}\n`);
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.length,
    'content-disposition': 'attachment; filename="my-data.json"',
  });
  response.end(body);
}
