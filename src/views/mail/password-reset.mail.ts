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
  return composeMail('password_reset', context, (t) => ({
    subject: t('mail.passwordReset.subject'),
    introduction: t('mail.passwordReset.text', { life: t.duration(lifeSeconds) }),
    blocks: [{ kind: 'button', text: t('mail.passwordReset.button'), href: link }],
    closing: { kind: 'small', text: t('mail.ignore') },
    values: { life: t.duration(lifeSeconds) },
  }));
}
