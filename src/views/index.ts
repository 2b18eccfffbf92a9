/**
 * The pages in the browser, and the mails (in `mail/`). Each page is a pure function from a typed context to a whole HTML
 * document. It knows nothing about flows, sessions or the database. `interaction` calls the functions and sends the pages
 * with `contentSecurityPolicy`. A form posts its `hidden` values to its `action`; the caller decides what they mean and
 * what happens next. Pages load nothing except the logo of a client, and the script that asks the browser for passkeys
 * (`passkey.client.ts`). The only other script is the line that posts an answer to a client.
 */
export type { AccountPageContext, AccountPlace } from './account-layout.tsx';
export { renderAccount, type AccountContext } from './account.view.tsx';
export { renderChangePassword, type ChangePasswordContext } from './change-password.view.tsx';
export { renderChooseCustomer } from './choose-customer.view.tsx';
export { renderConfirmEmail, type ConfirmEmailContext } from './confirm-email.view.tsx';
export { renderConsent, type ConsentContext } from './consent.view.tsx';
export type { ShownDetail } from './detail.tsx';
export { contentSecurityPolicy } from './content-security-policy.ts';
export { renderDevice, type DeviceContext } from './device-code.view.tsx';
export {
  renderEnroll,
  renderEnrollApp,
  renderEnrolled,
  type EnrollAppContext,
  type EnrollContext,
} from './enroll.view.tsx';
export { renderErrorCodes, type ErrorCodesContext } from './error-codes.view.tsx';
export { renderErrorPage, type ErrorPageContext, type Problem } from './error.view.tsx';
export { renderForgotPassword, type ForgotPasswordContext } from './forgot-password.view.tsx';
export type { TypedPasswords } from './form.tsx';
export type { FormError, FormErrorCode, PasswordError } from './form-error.ts';
export { renderHistory, type HistoryEvent } from './history.view.tsx';
export type { OwnWords } from './layout.tsx';
export { renderLoggedOut, type LoggedOutContext } from './logged-out.view.tsx';
export { renderLogin, type LoginContext } from './login.view.tsx';
export { renderOrganization } from './organization.view.tsx';
export { renderLogout, type LogoutContext } from './logout.view.tsx';
export { renderMail, renderMailbox, type MailboxContext, type MailPageContext } from './mailbox.view.tsx';
export { renderNotice, type Notice, type NoticeContext } from './notice.view.tsx';
export { renderDeletion, renderOwnData, type DeletionContext } from './own-data.view.tsx';
export { renderOwnEmail, type OwnEmailContext } from './own-email.view.tsx';
export { renderPostedAnswer, SUBMIT_HASH, type PostedAnswerContext } from './posted-answer.view.tsx';
export type { PasskeyContext } from './passkey.tsx';
export { renderPasskey, renderPasskeys, type PasskeyPageContext, type PasskeysContext } from './passkeys.view.tsx';
export {
  OWN_FIELDS,
  renderProfile,
  type OwnField,
  type ProfileContext,
  type ProfileFault,
  type ProfileInput,
} from './profile.view.tsx';
export { renderEmailCode, type EmailCodeContext } from './email-code.view.tsx';
export { renderSecondFactor, type SecondFactorContext } from './second-factor.view.tsx';
export { renderSelectOrganization, type SelectOrganizationContext } from './select-organization.view.tsx';
export { renderSelectAccount, type SelectAccountContext } from './select-account.view.tsx';
export { renderApplications, type ApplicationsContext } from './applications.view.tsx';
export { renderSessions, type SessionsContext } from './sessions.view.tsx';
export { renderSetPassword, type SetPasswordContext } from './set-password.view.tsx';
export { renderSignUp, type SignUpContext } from './sign-up.view.tsx';
export { renderStart } from './start.view.tsx';
export {
  FACTOR_CHANGES,
  renderBackupCodes,
  renderFactor,
  renderFactorChange,
  renderFactorSetup,
  renderNoFactor,
  type FactorChange,
} from './two-step.view.tsx';
export { STYLE_HASH } from './style.css.ts';
export { LANGUAGES, type Language } from './languages.ts';
export { languageOf, localeOf } from './translate.ts';
