/**
 * The mails that the server sends: pure functions from a typed context to a subject, an HTML part and a text part. The
 * modules that queue mails call them with the links. Nothing here sends anything or knows what a link does. A mail
 * describes its content once, and `mail-layout.tsx` makes both parts from it, so that they cannot differ. The pages that
 * list kept mails (`mailbox.view.tsx`) are exported by `views`.
 */
export { renderExample } from './examples.ts';
export { renderEmailCodeMail } from './email-code.mail.ts';
export { renderEmailChangeMail } from './email-change.mail.ts';
export { renderInvitationMail } from './invitation.mail.ts';
export type { Mail, MailBrand } from './mail-layout.tsx';
export { renderPasswordResetMail } from './password-reset.mail.ts';
export { renderSecurityNotice, type SecurityEvent } from './security-notice.mail.ts';
export { renderVerifyEmailMail } from './verify-email.mail.ts';
export {
  builtInText,
  MAIL_PARTS,
  MAIL_TEMPLATES,
  mailPlaces,
  type MailPart,
  type MailTemplate,
  type MailTextKey,
} from './templates.ts';
export { LANGUAGES, type Language } from '../languages.ts';
export { languageOf, localeOf } from '../translate.ts';
