import { composeMail, type Mail, type MailContext } from './mail-layout.tsx';

/** What the mail after a forgotten password says. */
export interface PasswordResetMailContext extends MailContext {
  link: string;
  /** How long the link is valid, in seconds. */
  lifeSeconds: number;
}

/** Sends the link to set a new password. */
export function renderPasswordResetMail(context: PasswordResetMailContext): Mail {
  const { link, lifeSeconds } = context;
  return composeMail(context, (t) => ({
    subject: t('mail.passwordReset.subject'),
    blocks: [
      { kind: 'paragraph', text: t('mail.passwordReset.text', { life: t.duration(lifeSeconds) }) },
      { kind: 'button', text: t('mail.passwordReset.button'), href: link },
      { kind: 'small', text: t('mail.ignore') },
    ],
  }));
}
