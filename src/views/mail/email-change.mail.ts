import { composeMail, type Mail, type MailContext } from './mail-layout.tsx';

/** The mail to the new address when a user changes it. `email` is the new address. */
export interface EmailChangeMailContext extends MailContext {
  link: string;
  /** How long the link is valid, in seconds. */
  lifeSeconds: number;
}

/** Asks the owner of the new address to verify it. The old address gets a security notice. */
export function renderEmailChangeMail(context: EmailChangeMailContext): Mail {
  const { link, lifeSeconds, email } = context;
  return composeMail('email_change', context, (t) => ({
    subject: t('mail.emailChange.subject'),
    introduction: t('mail.emailChange.text', { email, life: t.duration(lifeSeconds) }),
    blocks: [{ kind: 'button', text: t('mail.emailChange.button'), href: link }],
    closing: { kind: 'small', text: t('mail.ignore') },
    values: { life: t.duration(lifeSeconds) },
  }));
}
