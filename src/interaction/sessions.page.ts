import type { Router } from 'express';
import { RequestContext } from '../kernel/context.ts';
import { AppError } from '../kernel/errors.ts';
import { sameText } from '../kernel/secret.ts';
import { SessionListService, SessionService, type CurrentSession } from '../modules/sessions/index.ts';
import { renderSessions } from '../views/index.ts';
import { foreignForm, Page, type Visit } from './page.ts';
import { seeOther, sendPage } from './send.ts';

/** `/account/sessions`: where somebody sees where else they are signed in, and ends it. */
export class SessionsPage extends Page {
  mount(router: Router): void {
    const on = this.on(router);
    on('get', '/account/sessions', (visit) => this.show(visit));
    on('post', '/account/sessions', (visit) => this.submit(visit));
  }

  private async show({ ctx, response, secret }: Visit): Promise<void> {
    const session = await ctx.get(SessionService).find(secret);
    if (!session) return seeOther(response, this.site.path('/login'));
    const html = renderSessions({
      action: this.site.path('/account/sessions'),
      hidden: { csrf: this.token(secret) },
      customerName: session.customerName,
      sessions: await as(session, ctx).get(SessionListService).own(),
      backHref: this.site.path('/account'),
    });
    return sendPage(response, html);
  }

  private async submit(visit: Visit): Promise<void> {
    const { ctx, response, secret } = visit;
    const field = await this.form(visit);
    const session = await ctx.get(SessionService).find(secret);
    if (!session) return seeOther(response, this.site.path('/login'));
    if (!sameText(this.token(secret), field('csrf'))) throw foreignForm();
    const sessions = as(session, ctx).get(SessionListService);
    if (field('others')) await sessions.endOthers();
    else await sessions.end(field('session'), false).catch(goneAlready);
    return seeOther(response, this.site.path('/account/sessions'));
  }

  private token(secret: string | undefined): string {
    return this.runtime.vault.mac('csrf', `sessions\n${secret}`);
  }
}

/** The context of the page's user. Here everybody is about their own things, whatever their role. */
function as({ id: sessionId, customerId, userId, authTime, amr }: CurrentSession, ctx: RequestContext): RequestContext {
  const who = { kind: 'user', role: 'member', clientId: null } as const;
  return new RequestContext(ctx.runtime, { ...who, customerId, userId, sessionId, authTime, amr }, ctx.origin);
}

/** Somebody else was faster; the page shows what is left. */
function goneAlready(fault: unknown): void {
  if (!(fault instanceof AppError) || fault.kind !== 'not_found') throw fault;
}
