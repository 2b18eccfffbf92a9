/**
 * The pages a browser steps through: signing up, signing in with one factor or two, choosing the account, consent, the account, signing out, and those
 * that the links of mails lead to. Every page works without a script and changes nothing by GET; a form is believed when
 * it sends back the token its page was given. What a flow is, and what comes after a step, the authorize endpoint
 * decides, and what a client asks of a logout the logout endpoint: its `Interactions` and `LogoutRequests` are handed in
 * by the composition root.
 */
import type { Router } from 'express';
import type { Runtime } from '../kernel/runtime.ts';
import type { Interactions } from '../oauth/endpoints/authorize/index.ts';
import type { LogoutRequests } from '../oauth/endpoints/end-session/index.ts';
import { AccountPages } from './account.page.ts';
import { ApplicationsPage } from './applications.page.ts';
import { ChangePasswordPage } from './change-password.page.ts';
import { ConfirmEmailPages } from './confirm-email.page.ts';
import { ConsentPage } from './consent.page.ts';
import { ForgotPasswordPage } from './forgot-password.page.ts';
import { LoginPage } from './login.page.ts';
import { LogoutPage } from './logout.page.ts';
import { MailboxPages } from './mailbox.page.ts';
import { SecondFactorPage } from './second-factor.page.ts';
import { SelectAccountPage } from './select-account.page.ts';
import { SessionsPage } from './sessions.page.ts';
import { SetPasswordPages } from './set-password.page.ts';
import { SignUpPage } from './sign-up.page.ts';

export { errorPage } from './error.page.ts';
export { postedAnswerPage } from './posted-answer.page.ts';

const pages = [
  LoginPage,
  SignUpPage,
  SelectAccountPage,
  SecondFactorPage,
  ConsentPage,
  LogoutPage,
  AccountPages,
  SessionsPage,
  ApplicationsPage,
  SetPasswordPages,
  ConfirmEmailPages,
  ForgotPasswordPage,
  ChangePasswordPage,
  MailboxPages,
];

/** Puts the pages on a router that stands at the issuer's path. */
export function mountInteraction(
  router: Router,
  runtime: Runtime,
  interactions: Interactions,
  logouts: LogoutRequests,
): void {
  for (const Page of pages) new Page(runtime, interactions, logouts).mount(router);
}
