/**
 * The pages in the browser: signing up, signing in with one factor or two, choosing the account, consent, the codes of
 * devices, the account, signing out, and the pages that links in mails lead to. Every page works without scripts and
 * changes nothing by GET. A form is accepted only with the token of its page. `server/late-routes.ts` mounts the pages. The authorization
 * endpoint decides what a flow is and which step comes next, and the logout endpoint reads a client's logout request:
 * `server/late-routes.ts` passes in their `Interactions` and `LogoutRequests`.
 */
import type { Router } from 'express';
import type { Runtime } from '../kernel/runtime.ts';
import type { Interactions } from '../oauth/endpoints/authorize/index.ts';
import type { LogoutRequests } from '../oauth/endpoints/end-session/index.ts';
import { AccountPages } from './account.page.ts';
import { ApplicationsPage } from './applications.page.ts';
import { ChangePasswordPage } from './change-password.page.ts';
import { BrandingPages } from './branding.page.ts';
import { ConfirmEmailPages } from './confirm-email.page.ts';
import { ConsentPage } from './consent.page.ts';
import { DevicePage } from './device.page.ts';
import { EnrollPage } from './enroll.page.ts';
import { ErrorCodesPage } from './error-codes.page.ts';
import { ForgotPasswordPage } from './forgot-password.page.ts';
import { HistoryPage } from './history.page.ts';
import { LoginPage } from './login.page.ts';
import { LogoutPage } from './logout.page.ts';
import { MailboxPages } from './mailbox.page.ts';
import { OwnDataPage } from './own-data.page.ts';
import { OwnEmailPage } from './own-email.page.ts';
import { PasskeysPage } from './passkeys.page.ts';
import { ProfilePage } from './profile.page.ts';
import { EmailCodePage } from './email-code.page.ts';
import { SecondFactorPage } from './second-factor.page.ts';
import { SelectAccountPage } from './select-account.page.ts';
import { SelectOrganizationPage } from './select-organization.page.ts';
import { SessionsPage } from './sessions.page.ts';
import { SetPasswordPages } from './set-password.page.ts';
import { SignUpPage } from './sign-up.page.ts';
import { TwoStepPage } from './two-step.page.ts';

export { mountChangePasswordAddress } from './change-password-address.ts';
export { errorPage } from './error.page.ts';
export { loggedOutPage } from './logged-out.page.ts';
export { postedAnswerPage } from './posted-answer.page.ts';

const pages = [
  LoginPage,
  SignUpPage,
  SelectAccountPage,
  SelectOrganizationPage,
  SecondFactorPage,
  EmailCodePage,
  EnrollPage,
  ConsentPage,
  DevicePage,
  LogoutPage,
  AccountPages,
  ProfilePage,
  OwnEmailPage,
  HistoryPage,
  OwnDataPage,
  PasskeysPage,
  TwoStepPage,
  SessionsPage,
  ApplicationsPage,
  SetPasswordPages,
  ConfirmEmailPages,
  ForgotPasswordPage,
  ChangePasswordPage,
  MailboxPages,
  ErrorCodesPage,
  BrandingPages,
];

/** Mounts the pages on a router at the issuer's path. */
export function mountInteraction(
  router: Router,
  runtime: Runtime,
  interactions: Interactions,
  logouts: LogoutRequests,
): void {
  for (const Page of pages) new Page(runtime, interactions, logouts).mount(router);
}
