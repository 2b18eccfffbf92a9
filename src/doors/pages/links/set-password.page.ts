import type { Router } from 'express';
import { parametersOf } from '../../../ground/http/form.ts';
import { LinkService, type LinkTarget, type UsedLink } from '../../../modules/links/index.ts';
import { proofOf } from '../../../modules/logins/index.ts';
import type { OpenFlow, OwnParameter } from '../../oauth/endpoints/authorize/index.ts';
import { renderNotice, renderSetPassword, type SetPasswordContext, type TypedPasswords } from '../../../views/index.ts';
import { passwordFormError, revealed, sentWith } from '../parts/form-error.ts';
import type { Visit } from '../parts/page.ts';
import { languagesOf } from '../parts/reader.ts';
import { sendPage } from '../parts/send.ts';
import { LinkPage } from './link.page.ts';

const pages = [
  { path: '/activate', purpose: 'invitation', variant: 'activation', done: 'account_activated' },
  { path: '/reset-password', purpose: 'reset_password', variant: 'reset', done: 'password_set' },
] as const;
type PasswordPage = (typeof pages)[number];

/** A link that works, and the sign-in that goes on after it, if there is one. */
interface Shown {
  readonly token: string;
  readonly target: LinkTarget;
  readonly open: OpenFlow | null;
}

/**
 * `/activate` and `/reset-password`: the pages of invitations and reset links. Opening the link does not use it up, because
 * mail filters open links too. Posting the form does. The new password then signs the user in, as at the login page: after a
 * reset in the browser that asked for it, after an invitation in the one that got the form.
 */
export class SetPasswordPages extends LinkPage {
  mount(router: Router): void {
    const on = this.on(router);
    for (const page of pages) {
      on('get', page.path, (visit) => this.show(visit, page));
      on('post', page.path, (visit) => this.submit(visit, page));
    }
  }

  private async show(visit: Visit, page: PasswordPage): Promise<void> {
    const token = parametersOf(visit.request).get('token') ?? '';
    const target = await visit.ctx.get(LinkService).find(page.purpose, token);
    if (!target) return this.invalidLink(visit, page, token);
    const open = page.purpose === 'invitation' ? null : await this.askedHere(visit, target);
    return this.render(visit, page, { token, target, open });
  }

  private async submit(visit: Visit, page: PasswordPage): Promise<void> {
    const field = await this.form(visit);
    const token = field('token');
    const links = visit.ctx.get(LinkService);
    const target = await links.find(page.purpose, token);
    if (!target) return this.invalidLink(visit, page, token);
    const isInvitation = page.purpose === 'invitation';
    const open = isInvitation ? await this.posted(visit, field) : await this.askedHere(visit, target);
    const at = { token, target, open };
    const typed = revealed(field);
    if (typed) return this.render(visit, page, at, null, typed);
    if (field('password') !== field('confirmation')) return this.render(visit, page, at, { code: 'passwords_differ' });
    try {
      const before = open ? await this.sessionBefore(visit) : undefined;
      const used = await links.setPassword(page.purpose, token, target, field('password'));
      if (!used) return await this.invalidLink(visit, page, token);
      if (open && (await this.goOn(visit, open, proofOf(used), before))) return;
      return await this.tell(visit, page, used);
    } catch (error) {
      const shown = passwordFormError(error, visit.ctx.settings.passwords);
      if (shown === null || shown.code === 'wrong_password') throw error;
      return this.render(visit, page, at, shown);
    }
  }

  /** The sign-in that the form of an invitation was sent with. Null if this browser did not get the form. */
  private async posted({ request, secret }: Visit, field: (name: string) => string): Promise<OpenFlow | null> {
    const open = await this.interactions.reopen(request, field('flow'), secret);
    return open && this.interactions.isFormToken(open, 'activation', field('csrf')) ? open : null;
  }

  /** Begins the sign-in of an invited user, which leads to the application that the invitation is for. */
  private begin({ request, response }: Visit, { customerId }: LinkTarget, applicationUrl: string | null): OpenFlow {
    const { ui_locales: languages } = languagesOf(request);
    const parameters = new Map<OwnParameter, string>();
    if (languages !== undefined) parameters.set('ui_locales', languages);
    if (applicationUrl !== null) parameters.set('return_to', applicationUrl);
    return this.interactions.start(request, response, customerId, parameters);
  }

  /** Says what is done, for a browser that is not signed in. */
  private async tell({ response }: Visit, page: PasswordPage, used: UsedLink): Promise<void> {
    const { email, applicationUrl, locale, customerId } = used;
    const next =
      applicationUrl === null
        ? ({ to: 'sign_in', href: this.site.path('/login') } as const)
        : ({ to: 'application', href: applicationUrl } as const);
    const reader = await this.reader(response, [locale], customerId);
    sendPage(response, renderNotice({ ...reader, notice: page.done, email, next }));
  }

  private async render(
    visit: Visit,
    { path, variant, purpose }: PasswordPage,
    { token, target, open }: Shown,
    error: NonNullable<SetPasswordContext['error']> | null = null,
    typed?: TypedPasswords,
  ): Promise<void> {
    const { ctx, response } = visit;
    const { minLength } = ctx.settings.passwords;
    const { customerId, email, locale } = target;
    const invitation = purpose === 'invitation' ? await ctx.get(LinkService).invitation(target) : null;
    const flow = invitation ? (open ?? this.begin(visit, target, invitation.applicationUrl)) : open;
    const ofFlow = invitation && flow ? this.flowForm(flow, 'activation').hidden : {};
    const form = { action: this.site.path(path), hidden: { token, ...ofFlow }, typed, invitation };
    const shown = { variant, email, minLength, error };
    const context = { ...(await this.reader(response, [locale], customerId)), ...form, ...shown };
    sendPage(response, renderSetPassword(context), { ...sentWith(error), formTargets: flow?.formTargets ?? [] });
  }

  private async invalidLink({ ctx, response }: Visit, { purpose }: PasswordPage, token: string): Promise<void> {
    const reader = await this.reader(response, [], await ctx.get(LinkService).customerOf(token));
    const next =
      purpose === 'reset_password'
        ? ({ to: 'request_link', href: this.site.path('/forgot-password') } as const)
        : ({ to: 'sign_in', href: this.site.path('/login') } as const);
    sendPage(response, renderNotice({ ...reader, notice: 'link_invalid', next }), {
      status: 410,
    });
  }
}
