import type { Router } from 'express';
import { parametersOf } from '../../../ground/http/form.ts';
import { seeOther } from '../../../ground/http/see-other.ts';
import { LinkService } from '../../../modules/links/index.ts';
import { logInByFirstLink } from '../../../modules/logins/index.ts';
import { renderFirstSignIn, renderNotice } from '../../../views/index.ts';
import { Page, type Visit } from '../parts/page.ts';
import { sendPage } from '../parts/send.ts';

/**
 * `/first-sign-in`: the page of the link that the first start of a development server prints. It signs the administrator in
 * by a click, and opens the console. Opening it uses nothing up: terminals and editors may fetch addresses that they show.
 */
export class FirstSignInPage extends Page {
  mount(router: Router): void {
    const on = this.on(router);
    on('get', '/first-sign-in', (visit) => this.show(visit));
    on('post', '/first-sign-in', (visit) => this.submit(visit));
  }

  private async show(visit: Visit): Promise<void> {
    const { ctx, request, response } = visit;
    const token = parametersOf(request).get('token') ?? '';
    const target = await ctx.get(LinkService).find('first_sign_in', token);
    if (!target) return this.invalidLink(visit);
    const { customerId, email } = target;
    const open = this.interactions.start(request, response, customerId, new Map());
    const { action, hidden } = this.flowForm(open, 'first-sign-in');
    const reader = await this.reader(response, [], customerId);
    sendPage(response, renderFirstSignIn({ ...reader, action, hidden: { ...hidden, token }, email }));
  }

  private async submit(visit: Visit): Promise<void> {
    const { ctx, request, response, secret } = visit;
    const field = await this.form(visit);
    const open = await this.interactions.open(request, field('flow'), secret);
    this.requireToken(open, 'first-sign-in', field);
    const used = await ctx.get(LinkService).firstSignIn(field('token'));
    if (!used) return this.invalidLink(visit);
    const { customerId, userId } = used;
    const place = { customerId, clientId: null, replaces: secret, device: this.devices.read(request) };
    const started = await logInByFirstLink(ctx, place, userId);
    if (!started) return this.invalidLink(visit);
    this.signIn(visit, userId, started);
    seeOther(response, this.site.path('/console'));
  }

  private async invalidLink({ response }: Visit): Promise<void> {
    const next = { to: 'sign_in', href: this.site.path('/login', { return_to: this.site.path('/console') }) } as const;
    const html = renderNotice({ ...(await this.reader(response)), notice: 'link_invalid', next });
    sendPage(response, html, { status: 410 });
  }
}
