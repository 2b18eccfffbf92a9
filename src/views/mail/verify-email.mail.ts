import { composeMail, type Mail, type MailContext } from './mail-layout.tsx';

/** What the request to verify an address says. */
export interface VerifyEmailMailContext extends MailContext {
  link: string;
  /** How long the link is valid, in seconds. */
  lifeSeconds: number;
}

/** Asks the user of a new account to verify the address. */
export function renderVerifyEmailMail(context: VerifyEmailMailContext): Mail {
  const { link, lifeSeconds, email } = context;
  return composeMail(context, (t) => ({
    subject: t('mail.verifyEmail.subject'),
    blocks: [
      { kind: 'paragraph', text: t('mail.verifyEmail.text', { email, life: t.duration(lifeSeconds) }) },
      { kind: 'button', text: t('mail.verifyEmail.button'), href: link },
      { kind: 'small', text: t('mail.ignore') },
    ],
  }));
}
