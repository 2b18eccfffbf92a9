import type { Router } from 'express';
import { parametersOf, readParameters } from '../../../ground/http/form.ts';
import { seeOther } from '../../../ground/http/see-other.ts';
import { SessionService } from '../../../modules/sessions/index.ts';
import { renderLoggedOut, renderLogout } from '../../../views/index.ts';
import { loggedOutPage } from './logged-out.page.ts';
import { foreignForm, Page, type Visit } from '../parts/page.ts';
import { languagesOf } from '../parts/reader.ts';
import { sendPage } from '../parts/send.ts';
import { isSessionFormToken, sessionFormToken } from '../parts/session-form.ts';

/**
 * `/logout`: ends the session of this browser after the user has confirmed. If a client asks for it, the page names the
 * client, and sends the browser back to it as the logout endpoint does.
 */
export class LogoutPage extends Page {
  mount(router: Router): void {
    const on = this.on(router);
    on('get', '/logout', (visit) => this.show(visit));
    on('post', '/logout', (visit) => this.submit(visit));
  }

  private async show({ ctx, request, response, secret }: Visit): Promise<void> {
    const asked = await this.logouts.read(readParameters(parametersOf(request)));
    const session = await ctx.get(SessionService).find(secret);
    if (!session || secret === undefined) {
      const { client, returnTo } = asked;
      const back = returnTo === null ? null : { href: returnTo, clientName: client?.name };
      return sendPage(
        response,
        renderLoggedOut({
          ...(await this.reader(response, [], await this.interactions.customerOfClient(client?.id))),
          signInHref: this.site.path('/login'),
          returnTo: back,
        }),
      );
    }
    const { email } = session;
    const { client, parameters, formTargets } = asked;
    const hidden = { ...parameters, csrf: sessionFormToken(this.runtime, 'logout', secret) };
    const action = this.site.path('/logout', languagesOf(request));
    return sendPage(
      response,
      renderLogout({
        ...(await this.reader(response, [], session.customerId, session.locale)),
        action,
        hidden,
        email,
        client,
      }),
      {
        formTargets,
      },
    );
  }

  private async submit(visit: Visit): Promise<void> {
    const { ctx, request, response, secret } = visit;
    const fields = await this.fields(visit);
    const asked = await this.logouts.read(fields);
    const sessions = ctx.get(SessionService);
    const session = await sessions.find(secret);
    if (session && secret !== undefined) {
      if (!isSessionFormToken(this.runtime, 'logout', secret, fields.get('csrf') ?? '')) throw foreignForm();
      if (fields.get('decision') !== 'logout') return seeOther(response, this.site.path('/account'));
      const frames = await this.logouts.frames(session);
      await sessions.end(secret, session, asked.client?.id);
      this.accounts.forget(request, response, session.userId);
      this.session.clear(response);
      if (frames.length > 0) return loggedOutPage(this.runtime)({ session, asked, frames }, response);
    }
    this.session.clear(response);
    return seeOther(response, asked.returnTo ?? this.site.path('/logout', languagesOf(request)));
  }
}
