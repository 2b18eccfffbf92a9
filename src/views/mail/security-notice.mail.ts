import { deviceText, type Device } from '../parts/device.ts';
import type { Translate } from '../translate.ts';
import { composeMail, type Mail, type MailContext } from './mail-layout.tsx';
import { templates, type MailTemplate } from './templates.ts';

type Event = Exclude<MailTemplate, 'invitation' | 'verify_email' | 'sign_in_code' | 'password_reset' | 'email_change'>;

interface Details {
  email_change_requested: { newEmail: string; cancelLink: string };
  email_changed: { newEmail: string };
  backup_code_used: { codesLeft: number };
  passkey_added: { passkey: string };
  passkey_removed: { passkey: string };
  passkey_refused: { passkey: string };
}

/** A security event of an account, with the values that its sentence needs. */
export type SecurityEvent = {
  [Name in Event]: { event: Name } & (Name extends keyof Details ? Details[Name] : unknown);
}[Event];

/** What a security notice says. For a changed address, `email` is the old one. */
export type SecurityNoticeContext = MailContext &
  SecurityEvent & {
    at: Date;
    /** The browser or program. */
    device?: Device | null | undefined;
    ipAddress?: string | null | undefined;
  };

function factsOf(context: SecurityNoticeContext, t: Translate) {
  const facts = [
    { term: t('mail.fact.newEmail'), value: 'newEmail' in context ? context.newEmail : null },
    { term: t('mail.fact.time'), value: t.moment(context.at) },
    { term: t('mail.fact.device'), value: context.device ? deviceText(t, context.device) : null },
    { term: t('mail.fact.address'), value: context.ipAddress },
  ];
  return facts.flatMap(({ term, value }) => (value ? [{ term, value }] : []));
}

/** Tells the user what happened to the account, when, and from where. */
export function renderSecurityNotice(context: SecurityNoticeContext): Mail {
  const { subject, introduction, closing } = templates[context.event];
  const count = 'codesLeft' in context ? String(context.codesLeft) : '';
  const passkey = 'passkey' in context ? context.passkey : '';
  const newEmail = 'newEmail' in context ? context.newEmail : '';
  return composeMail(context.event, context, (t) => ({
    subject: t(subject),
    introduction: t(introduction, { count, passkey }),
    blocks: [{ kind: 'facts', facts: factsOf(context, t) }],
    closing: { kind: 'paragraph', text: t(closing) },
    below:
      'cancelLink' in context
        ? [{ kind: 'button', text: t('mail.emailChangeRequested.cancel'), href: context.cancelLink }]
        : [],
    values: { count, newEmail, passkey },
  }));
}
