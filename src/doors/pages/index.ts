/**
 * The pages in the browser: signing up, signing in with one factor or two, choosing the account, consent, the codes of
 * devices, the account, signing out, and the pages that links in mails lead to. Every page works without scripts and
 * changes nothing by GET. A form is accepted only with the token of its page. `server/late-routes.ts` mounts the pages. The authorization
 * endpoint decides what a flow is and which step comes next, and the logout endpoint reads a client's logout request:
 * `server/late-routes.ts` passes in their `Interactions` and `LogoutRequests`.
 */
import type { Router } from 'express';
import type { Runtime } from '../../ground/kernel/runtime.ts';
import type { Interactions } from '../oauth/endpoints/authorize/index.ts';
import type { LogoutRequests } from '../oauth/endpoints/end-session/index.ts';
import { AccountPages } from './account/account.page.ts';
import { ApplicationsPage } from './account/applications.page.ts';
import { ChangePasswordPage } from './account/change-password.page.ts';
import { BrandingPages } from './parts/branding.page.ts';
import { ConfirmEmailPages } from './links/confirm-email.page.ts';
import { ConsentPage } from './consent/consent.page.ts';
import { DevicePage } from './device/device.page.ts';
import { EnrollPage } from './sign-in/enroll.page.ts';
import { ErrorCodesPage } from './errors/error-codes.page.ts';
import { FirstSignInPage } from './links/first-sign-in.page.ts';
import { ForgotPasswordPage } from './links/forgot-password.page.ts';
import { HistoryPage } from './account/history.page.ts';
import { LoginPage } from './sign-in/login.page.ts';
import { LogoutPage } from './sign-out/logout.page.ts';
import { MailboxPages } from './mail/mailbox.page.ts';
import { NewPasswordPage } from './sign-in/new-password.page.ts';
import { OwnDataPage } from './account/own-data.page.ts';
import { OwnEmailPage } from './account/own-email.page.ts';
import { PasskeysPage } from './account/passkeys.page.ts';
import { ProfilePage } from './account/profile.page.ts';
import { EmailCodePage } from './sign-in/email-code.page.ts';
import { SecondFactorPage } from './sign-in/second-factor.page.ts';
import { SelectAccountPage } from './sign-in/select-account.page.ts';
import { SelectOrganizationPage } from './sign-in/select-organization.page.ts';
import { SessionsPage } from './account/sessions.page.ts';
import { SetPasswordPages } from './links/set-password.page.ts';
import { SignUpPage } from './sign-in/sign-up.page.ts';
import { TwoStepPage } from './account/two-step.page.ts';

export { mountChangePasswordAddress } from './account/change-password-address.ts';
export { errorPage } from './errors/error.page.ts';
export { loggedOutPage } from './sign-out/logged-out.page.ts';
export { postedAnswerPage } from './sign-in/posted-answer.page.ts';

const pages = [
  LoginPage,
  SignUpPage,
  SelectAccountPage,
  SelectOrganizationPage,
  NewPasswordPage,
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
  FirstSignInPage,
  ChangePasswordPage,
  MailboxPages,
  ErrorCodesPage,
  BrandingPages,
];

/** Mounts the pages on a router at the issuer's path. */
export function mountPages(
  router: Router,
  runtime: Runtime,
  interactions: Interactions,
  logouts: LogoutRequests,
): void {
  for (const Page of pages) new Page(runtime, interactions, logouts).mount(router);
}
