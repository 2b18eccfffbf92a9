import type { Router } from 'express';
import type { RequestContext } from '../kernel/context.ts';
import { seeOther } from '../http/see-other.ts';
import { SessionService } from '../modules/sessions/index.ts';
import { foreignForm, ownContext, Page, type Visit } from './page.ts';
import { sendPage } from './send.ts';
import { isSessionFormToken, sessionFormToken } from './session-form.ts';

/** What every section shows in addition to its own content. */
export interface SectionContext {
  readonly action: string;
  readonly hidden: { readonly csrf: string };
  readonly customerName: string;
  readonly backHref: string;
}

/** A page below `/account` with a list. Its forms change one item, then it is shown again. */
export abstract class AccountSectionPage extends Page {
  /** The last part of its path, which is also part of its form token. */
  protected abstract readonly name: string;

  protected abstract render(own: RequestContext, section: SectionContext): Promise<string>;

  protected abstract act(own: RequestContext, field: (name: string) => string): Promise<unknown>;

  mount(router: Router): void {
    const on = this.on(router);
    on('get', `/account/${this.name}`, (visit) => this.show(visit));
    on('post', `/account/${this.name}`, (visit) => this.submit(visit));
  }

  private async show({ ctx, response, secret }: Visit): Promise<void> {
    const session = await ctx.get(SessionService).find(secret);
    if (!session) return seeOther(response, this.site.path('/login'));
    const html = await this.render(ownContext(ctx, session), {
      action: this.site.path(`/account/${this.name}`),
      hidden: { csrf: sessionFormToken(this.runtime, this.name, secret) },
      customerName: session.customerName,
      backHref: this.site.path('/account'),
    });
    return sendPage(response, html);
  }

  private async submit(visit: Visit): Promise<void> {
    const { ctx, response, secret } = visit;
    const field = await this.form(visit);
    const session = await ctx.get(SessionService).find(secret);
    if (!session) return seeOther(response, this.site.path('/login'));
    if (!isSessionFormToken(this.runtime, this.name, secret, field('csrf'))) throw foreignForm();
    await this.act(ownContext(ctx, session), field);
    return seeOther(response, this.site.path(`/account/${this.name}`));
  }
}
