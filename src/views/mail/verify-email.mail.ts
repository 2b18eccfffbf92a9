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
  return composeMail('verify_email', context, (t) => ({
    subject: t('mail.verifyEmail.subject'),
    introduction: t('mail.verifyEmail.text', { email, life: t.duration(lifeSeconds) }),
    blocks: [{ kind: 'button', text: t('mail.verifyEmail.button'), href: link }],
    closing: { kind: 'small', text: t('mail.ignore') },
    values: { life: t.duration(lifeSeconds) },
  }));
}
