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
  const { link, lifeSeconds, inviterName: inviter, application } = context;
  const { name: customer } = context.brand;
  const called = application?.name || application?.url;
  return composeMail('invitation', context, (t) => ({
    subject: t('mail.invitation.subject', { customer }),
    introduction: inviter
      ? t('mail.invitation.textFrom', { inviter, customer })
      : t('mail.invitation.text', { customer }),
    blocks: [
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
    ],
    closing: { kind: 'small', text: t('mail.invitation.ignore') },
    values: { inviter: inviter || customer, application: called || customer, life: t.duration(lifeSeconds) },
  }));
}
