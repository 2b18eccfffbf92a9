/**
 * The mails the server sends, as pure functions from a typed context to a subject, an HTML part and a text part. The
 * module that queues mail calls them with links it has built; nothing here knows what a link does or sends anything.
 * A mail describes its content once, and `mail-layout.tsx` makes both parts from it, so that they cannot differ.
 */
export { renderEmailChangeMail } from './email-change.mail.ts';
export { renderInvitationMail } from './invitation.mail.ts';
export type { Mail } from './mail-layout.tsx';
export { renderPasswordResetMail } from './password-reset.mail.ts';
export { renderSecurityNotice, type SecurityEvent } from './security-notice.mail.ts';
export { renderVerifyEmailMail } from './verify-email.mail.ts';
