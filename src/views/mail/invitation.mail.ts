import { composeMail, type Mail, type MailContext } from './mail-layout.tsx';

/** What an invitation says. */
export interface InvitationMailContext extends MailContext {
  link: string;
  /** How long the link is valid, in seconds. */
  lifeSeconds: number;
  inviterName?: string | null | undefined;
  /** The application that the account is for. Without a name, the mail shows its address. */
  application?: { name?: string | null | undefined; url?: string | null | undefined } | null | undefined;
}

/** Invites a user to choose a password for a new account. */
export function renderInvitationMail(context: InvitationMailContext): Mail {
  const { link, lifeSeconds, inviterName: inviter, application, customerName: customer } = context;
  const called = application?.name || application?.url;
  return composeMail(context, (t) => ({
    subject: t('mail.invitation.subject', { customer }),
    blocks: [
      {
        kind: 'paragraph',
        text: inviter ? t('mail.invitation.textFrom', { inviter, customer }) : t('mail.invitation.text', { customer }),
      },
      {
        kind: 'facts',
        facts: called
          ? [
              {
                term: t('mail.fact.application'),
                value: called,
                ...(application.url && { href: application.url }),
              },
            ]
          : [],
      },
      { kind: 'paragraph', text: t('mail.invitation.next', { life: t.duration(lifeSeconds) }) },
      { kind: 'button', text: t('mail.invitation.button'), href: link },
      { kind: 'small', text: t('mail.invitation.ignore') },
    ],
  }));
}
