/**
 * The pages in the browser, and the mails (in `mail/`). Each page is a pure function from a typed context to a whole HTML
 * document. It knows nothing about flows, sessions or the database. `doors/pages` calls the functions and sends the pages
 * with `contentSecurityPolicy`. A form posts its `hidden` values to its `action`; the caller decides what they mean and
 * what happens next. Pages load nothing except the logo of a client, and the script that asks the browser for passkeys
 * (`parts/passkey.client.ts`). The only other script is the line that posts an answer to a client.
 */
export type { AccountPageContext, AccountPlace } from './account/account-layout.tsx';
export { renderAccount, type AccountContext } from './account/account.view.tsx';
export { renderChangePassword, type ChangePasswordContext } from './account/change-password.view.tsx';
export { renderChooseCustomer } from './sign-in/choose-customer.view.tsx';
export { renderConfirmEmail, type ConfirmEmailContext } from './links/confirm-email.view.tsx';
export { renderConsent, type ConsentContext } from './consent/consent.view.tsx';
export type { ShownDetail } from './parts/detail.tsx';
export { contentSecurityPolicy } from './parts/content-security-policy.ts';
export { renderDevice, type DeviceContext } from './device/device-code.view.tsx';
export {
  renderEnroll,
  renderEnrollApp,
  renderEnrolled,
  type EnrollAppContext,
  type EnrollContext,
} from './sign-in/enroll.view.tsx';
export { renderErrorCodes, type ErrorCodesContext } from './errors/error-codes.view.tsx';
export { renderErrorPage, type ErrorPageContext, type Problem } from './errors/error.view.tsx';
export { renderFirstSignIn, type FirstSignInContext } from './links/first-sign-in.view.tsx';
export { renderForgotPassword, type ForgotPasswordContext } from './links/forgot-password.view.tsx';
export type { TypedPasswords } from './parts/form.tsx';
export type { FormError, FormErrorCode, PasswordError } from './parts/form-error.ts';
export { renderHistory, type HistoryEvent } from './account/history.view.tsx';
export type { OwnWords } from './parts/layout.tsx';
export { renderLoggedOut, type LoggedOutContext } from './sign-out/logged-out.view.tsx';
export { renderLogin, type LoginContext } from './sign-in/login.view.tsx';
export { renderOrganization } from './sign-in/organization.view.tsx';
export { renderLogout, type LogoutContext } from './sign-out/logout.view.tsx';
export { renderMail, renderMailbox, type MailboxContext, type MailPageContext } from './mail/mailbox.view.tsx';
export { renderNotice, type Notice, type NoticeContext } from './parts/notice.view.tsx';
export { renderDeletion, renderOwnData, type DeletionContext } from './account/own-data.view.tsx';
export { renderOwnEmail, type OwnEmailContext } from './account/own-email.view.tsx';
export { renderPostedAnswer, SUBMIT_HASH, type PostedAnswerContext } from './sign-in/posted-answer.view.tsx';
export type { PasskeyContext } from './parts/passkey.tsx';
export {
  renderPasskey,
  renderPasskeys,
  type PasskeyPageContext,
  type PasskeysContext,
} from './account/passkeys.view.tsx';
export {
  OWN_FIELDS,
  renderProfile,
  type OwnField,
  type ProfileContext,
  type ProfileFault,
  type ProfileInput,
} from './account/profile.view.tsx';
export { renderEmailCode, type EmailCodeContext } from './sign-in/email-code.view.tsx';
export { renderSecondFactor, type SecondFactorContext } from './sign-in/second-factor.view.tsx';
export { renderSelectOrganization, type SelectOrganizationContext } from './sign-in/select-organization.view.tsx';
export { renderSelectAccount, type SelectAccountContext } from './sign-in/select-account.view.tsx';
export { renderApplications, type ApplicationsContext } from './account/applications.view.tsx';
export { renderSessions, type SessionsContext } from './account/sessions.view.tsx';
export { renderSetPassword, type SetPasswordContext } from './links/set-password.view.tsx';
export { renderSignUp, type SignUpContext } from './sign-in/sign-up.view.tsx';
export { renderStart } from './account/start.view.tsx';
export {
  FACTOR_CHANGES,
  renderBackupCodes,
  renderFactor,
  renderFactorChange,
  renderFactorSetup,
  renderNoFactor,
  type FactorChange,
} from './account/two-step.view.tsx';
export { STYLE_HASH } from './parts/style.css.ts';
export { LANGUAGES, type Language } from './languages.ts';
export { languageOf, localeOf } from './translate.ts';
