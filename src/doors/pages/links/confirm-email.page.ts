import type { Router } from 'express';
import { AppError } from '../../../ground/kernel/errors.ts';
import { parametersOf } from '../../../ground/http/form.ts';
import { PasswordService } from '../../../modules/credentials/index.ts';
import { LinkService, RecoveryService, type LinkTarget } from '../../../modules/links/index.ts';
import { proofOf, type PasswordProof } from '../../../modules/logins/index.ts';
import type { CurrentSession } from '../../../modules/sessions/index.ts';
import { knownDevice } from '../../../modules/throttle/index.ts';
import type { OpenFlow } from '../../oauth/endpoints/authorize/index.ts';
import { renderConfirmEmail, renderNotice, type ConfirmEmailContext } from '../../../views/index.ts';
import { sentWith, tooManyTries } from '../parts/form-error.ts';
import type { Visit } from '../parts/page.ts';
import { sendPage } from '../parts/send.ts';
import { LinkPage } from './link.page.ts';

const pages = [
  { path: '/verify-email', purpose: 'verify_email', variant: 'verify', done: 'email_verified', next: 'sign_in' },
  { path: '/change-email', purpose: 'change_email', variant: 'change', done: 'email_changed', next: 'sign_in' },
  {
    path: '/cancel-email-change',
    purpose: 'cancel_email_change',
    variant: 'cancel',
    done: 'email_change_canceled',
    next: 'set_password',
  },
] as const;
type EmailPage = (typeof pages)[number];

/** A link that works, with what this browser knows of its user. */
interface Seen {
  readonly token: string;
  readonly target: LinkTarget;
  readonly before: CurrentSession | undefined;
  /** The sign-in in which it asked for the link. */
  readonly open: OpenFlow | null;
  /** The password that was given in that sign-in. */
  readonly proof: PasswordProof | null;
  readonly asksPassword: boolean;
}

interface NextPage {
  readonly to: 'sign_in' | 'account' | 'set_password';
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
}

const SET_PASSWORD: NextPage = { to: 'set_password', path: '/forgot-password' };

/**
 * `/verify-email`, `/change-email` and `/cancel-email-change`: the pages of links about an address. Only posting the form
 * uses up the link. Somebody else may have created the account, or may want to give it the reader's address. So the first
 * page asks for the account's password, and so does the second for a change that the account's user has requested, unless
 * the user has signed in with this browser before. A password that was given for a proof of the address, here or in the sign-in that
 * asked for it, then signs the user in, in the browser that asked.
 */
export class ConfirmEmailPages extends LinkPage {
  mount(router: Router): void {
    const on = this.on(router);
    for (const page of pages) {
      on('get', page.path, (visit) => this.show(visit, page));
      on('post', page.path, (visit) => this.submit(visit, page));
    }
  }

  private async show(visit: Visit, page: EmailPage): Promise<void> {
    const token = parametersOf(visit.request).get('token') ?? '';
    const seen = await this.seen(visit, page, token);
    return seen ? this.render(visit, page, seen) : this.invalidLink(visit, token);
  }

  /** What a link is for, and what this browser knows of its user. Null if the link does not work. */
  private async seen(visit: Visit, page: EmailPage, token: string): Promise<Seen | null> {
    const found = visit.ctx.get(LinkService).find(page.purpose, token);
    // They are sent together.
    const [target, before] = await Promise.all([found, this.sessionBefore(visit)]);
    if (!target) return null;
    const open = page.purpose === 'verify_email' ? await this.askedHere(visit, target) : null;
    const { userId, passwordChangedAt } = target;
    const given = open?.proof;
    const isGiven = given?.userId === userId && !(passwordChangedAt && given.at < passwordChangedAt);
    const proof = isGiven ? given : null;
    return {
      token,
      target,
      before,
      open,
      proof,
      asksPassword: !proof && this.asksPassword(visit, page, target, before),
    };
  }

  private async submit(visit: Visit, page: EmailPage): Promise<void> {
    const { response } = visit;
    const field = await this.form(visit);
    const token = field('token');
    const seen = await this.seen(visit, page, token);
    if (!seen) return this.invalidLink(visit, token);
    const { target, before, open, asksPassword } = seen;
    try {
      if (asksPassword && page.purpose === 'verify_email' && field('decision') === 'take_over')
        return await this.takeOver(visit, target, open);
      const proof = asksPassword ? await this.provedPassword(visit, target, field('password')) : seen.proof;
      if (asksPassword && !proof) return await this.render(visit, page, seen, { code: 'wrong_account_password' });
      const used = await this.use(visit, page, token);
      if (!used) return await this.invalidLink(visit, token);
      const isSignedIn = before?.userId === target.userId;
      if (open && proof && !isSignedIn && (await this.goOn(visit, open, proof, before))) return;
      const email = page.purpose === 'cancel_email_change' ? used.userEmail : used.email;
      const reader = await this.reader(response, [used.locale], used.customerId);
      const next = used.hasPassword ? this.nextOf(page, open, isSignedIn) : SET_PASSWORD;
      const href = this.site.path(next.path, next.query);
      return sendPage(response, renderNotice({ ...reader, notice: page.done, email, next: { to: next.to, href } }));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.kind === 'rate_limited') return this.render(visit, page, seen, tooManyTries(error));
      if (error.code !== 'USER_EMAIL_TAKEN') throw error;
      return sendPage(
        response,
        renderNotice({
          ...(await this.reader(response, [target.locale], target.customerId)),
          notice: 'email_taken',
          next: this.signInStep,
        }),
        {
          status: 409,
        },
      );
    }
  }

  private use({ ctx }: Visit, { purpose }: EmailPage, token: string): Promise<LinkTarget | null> {
    const links = ctx.get(LinkService);
    if (purpose === 'verify_email') return links.verifyEmail(token);
    return purpose === 'change_email' ? links.changeEmail(token) : links.cancelEmailChange(token);
  }

  /** Where a browser goes next that is not signed in by the link. */
  private nextOf({ next }: EmailPage, open: OpenFlow | null, isSignedIn: boolean): NextPage {
    if (next === 'set_password') return SET_PASSWORD;
    if (isSignedIn) return { to: 'account', path: '/account' };
    return { to: 'sign_in', path: '/login', ...(open && { query: { flow: open.text } }) };
  }

  private asksPassword(
    { request }: Visit,
    { purpose }: EmailPage,
    { userId, hasPassword, passwordChangedAt, requesterId }: LinkTarget,
    before: CurrentSession | undefined,
  ): boolean {
    const isOwn = purpose === 'verify_email' || (purpose === 'change_email' && requesterId === userId);
    if (!isOwn || !hasPassword) return false;
    if (knownDevice(this.runtime, userId, this.devices.read(request), passwordChangedAt) !== null) return false;
    return before?.userId !== userId;
  }

  private async provedPassword(
    { ctx, request }: Visit,
    { customerId, userId, userEmail }: LinkTarget,
    password: string,
  ): Promise<PasswordProof | null> {
    const device = this.devices.read(request);
    const proof = await ctx.get(PasswordService).prove({ customerId, email: userEmail, password, device });
    return proof.proved && proof.userId === userId ? proofOf(proof) : null;
  }

  /** Sends a link to set a new password to the address, so that only its owner knows the password. */
  private async takeOver(
    { ctx, response }: Visit,
    { customerId, email }: LinkTarget,
    open: OpenFlow | null,
  ): Promise<void> {
    await ctx.get(RecoveryService).forgotten(customerId, email, open?.text ?? null);
    sendPage(
      response,
      renderNotice({
        ...(await this.reader(response, [], customerId)),
        notice: 'mail_sent',
        email,
        next: this.signInStep,
      }),
    );
  }

  private async render(
    { response }: Visit,
    { path, variant }: EmailPage,
    { token, target: { customerId, email, locale }, open, asksPassword }: Seen,
    error: ConfirmEmailContext['error'] = null,
  ): Promise<void> {
    const form = { action: this.site.path(path), hidden: { token } };
    const reader = await this.reader(response, [locale], customerId);
    const html = renderConfirmEmail({ ...reader, ...form, variant, email, asksPassword, error });
    sendPage(response, html, { ...sentWith(error), formTargets: open?.formTargets ?? [] });
  }

  private async invalidLink({ ctx, response }: Visit, token: string): Promise<void> {
    const reader = await this.reader(response, [], await ctx.get(LinkService).customerOf(token));
    sendPage(response, renderNotice({ ...reader, notice: 'link_invalid', next: this.signInStep }), {
      status: 410,
    });
  }

  private get signInStep() {
    return { to: 'sign_in', href: this.site.path('/login') } as const;
  }
}
