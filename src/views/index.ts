/**
 * The pages people see in a browser. Each page is a pure function from a typed context to a whole HTML document; it
 * knows nothing of flows, sessions or the database. `interaction` calls them and sends what they return together with
 * `contentSecurityPolicy`. Every form posts to the `action` it is given and carries the `hidden` values it is given,
 * so what these mean, and what happens next, is left to the caller. No page loads anything but the logo of a client, and
 * none runs a script but the one line that posts an answer to a client. Mails live in `mail/`.
 */
export { renderAccount, type AccountContext } from './account.view.tsx';
export { renderChangePassword, type ChangePasswordContext } from './change-password.view.tsx';
export { renderConfirmEmail, type ConfirmEmailContext } from './confirm-email.view.tsx';
export { renderConsent, type ConsentContext } from './consent.view.tsx';
export { contentSecurityPolicy } from './content-security-policy.ts';
export { renderErrorPage, type ErrorPageContext, type Problem } from './error.view.tsx';
export { renderForgotPassword, type ForgotPasswordContext } from './forgot-password.view.tsx';
export type { FormError, FormErrorCode, PasswordError } from './form-error.ts';
export { renderLoggedOut, type LoggedOutContext } from './logged-out.view.tsx';
export { renderLogin, type LoginContext } from './login.view.tsx';
export { renderOrganization } from './organization.view.tsx';
export { renderLogout, type LogoutContext } from './logout.view.tsx';
export { renderMail, renderMailbox, type MailboxContext, type MailPageContext } from './mailbox.view.tsx';
export { renderNotice, type Notice, type NoticeContext } from './notice.view.tsx';
export { renderPostedAnswer, SUBMIT_HASH, type PostedAnswerContext } from './posted-answer.view.tsx';
export { renderSecondFactor, type SecondFactorContext } from './second-factor.view.tsx';
export { renderSelectAccount, type SelectAccountContext } from './select-account.view.tsx';
export { renderApplications, type ApplicationsContext } from './applications.view.tsx';
export { renderSessions, type SessionsContext } from './sessions.view.tsx';
export { renderSetPassword, type SetPasswordContext } from './set-password.view.tsx';
export { renderSignUp, type SignUpContext } from './sign-up.view.tsx';
export { STYLE_HASH } from './style.css.ts';
export type { Language } from './messages.ts';
export { LANGUAGES, languageOf } from './translate.ts';
