import { deviceText, type Device } from '../device.ts';
import type { MessageKey } from '../messages.ts';
import type { Translate } from '../translate.ts';
import { composeMail, type Mail, type MailContext } from './mail-layout.tsx';

type Wording = Record<'subject' | 'text' | 'advice', MessageKey>;

const wordings = {
  email_change_requested: {
    subject: 'mail.emailChangeRequested.subject',
    text: 'mail.emailChangeRequested.text',
    advice: 'mail.emailChangeRequested.notYou',
  },
  email_changed: { subject: 'mail.emailChanged.subject', text: 'mail.emailChanged.text', advice: 'mail.notYou' },
  password_changed: {
    subject: 'mail.passwordChanged.subject',
    text: 'mail.passwordChanged.text',
    advice: 'mail.notYou',
  },
  mfa_enabled: { subject: 'mail.mfaEnabled.subject', text: 'mail.mfaEnabled.text', advice: 'mail.notYou' },
  mfa_disabled: { subject: 'mail.mfaDisabled.subject', text: 'mail.mfaDisabled.text', advice: 'mail.notYou' },
  mfa_reset: { subject: 'mail.mfaReset.subject', text: 'mail.mfaReset.text', advice: 'mail.mfaReset.notYou' },
  account_deleted: {
    subject: 'mail.accountDeleted.subject',
    text: 'mail.accountDeleted.text',
    advice: 'mail.accountDeleted.notYou',
  },
  backup_code_used: {
    subject: 'mail.backupCodeUsed.subject',
    text: 'mail.backupCodeUsed.text',
    advice: 'mail.notYou',
  },
  backup_codes_regenerated: {
    subject: 'mail.backupCodesRegenerated.subject',
    text: 'mail.backupCodesRegenerated.text',
    advice: 'mail.notYou',
  },
} as const satisfies Record<string, Wording>;

interface Details {
  email_change_requested: { newEmail: string; cancelLink: string };
  email_changed: { newEmail: string };
  backup_code_used: { codesLeft: number };
}

/** A security event of an account, with the values that its sentence needs. */
export type SecurityEvent = {
  [Event in keyof typeof wordings]: { event: Event } & (Event extends keyof Details ? Details[Event] : unknown);
}[keyof typeof wordings];

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
  const { subject, text, advice } = wordings[context.event];
  const count = 'codesLeft' in context ? context.codesLeft : '';
  return composeMail(context, (t) => ({
    subject: t(subject),
    blocks: [
      { kind: 'paragraph', text: t(text, { count }) },
      { kind: 'facts', facts: factsOf(context, t) },
      { kind: 'paragraph', text: t(advice) },
      ...('cancelLink' in context
        ? [{ kind: 'button', text: t('mail.emailChangeRequested.cancel'), href: context.cancelLink } as const]
        : []),
    ],
  }));
}
