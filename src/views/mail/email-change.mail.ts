import { composeMail, type Mail, type MailContext } from './mail-layout.tsx';

/** What goes to the new address when somebody changes theirs; `email` is that new address. */
export interface EmailChangeMailContext extends MailContext {
  link: string;
  /** How long the link is valid, in seconds. */
  lifeSeconds: number;
}

/** Asks the owner of a new address to prove it. The old address is told by a security notice. */
export function renderEmailChangeMail(context: EmailChangeMailContext): Mail {
  const { link, lifeSeconds, email } = context;
  return composeMail(context, (t) => ({
    subject: t('mail.emailChange.subject'),
    blocks: [
      { kind: 'paragraph', text: t('mail.emailChange.text', { email, life: t.duration(lifeSeconds) }) },
      { kind: 'button', text: t('mail.emailChange.button'), href: link },
      { kind: 'small', text: t('mail.ignore') },
    ],
  }));
}
