import type { Language } from '../languages.ts';
import { catalogs, type MessageKey } from '../messages.ts';

/** The parts of a mail whose texts a customer can replace. */
export const MAIL_PARTS = ['subject', 'introduction', 'closing'] as const;
export type MailPart = (typeof MAIL_PARTS)[number];

interface Template extends Record<MailPart, MessageKey> {
  /** What the texts can name besides what every mail can. */
  readonly places: readonly string[];
}

const NOTICE = { closing: 'mail.notYou', places: [] } as const;

/** Every mail: its built-in texts, and what texts of customers can name. */
export const templates = {
  invitation: {
    subject: 'mail.invitation.subject',
    introduction: 'mail.invitation.textFrom',
    closing: 'mail.invitation.ignore',
    places: ['inviter', 'application', 'life'],
  },
  verify_email: {
    subject: 'mail.verifyEmail.subject',
    introduction: 'mail.verifyEmail.text',
    closing: 'mail.ignore',
    places: ['life'],
  },
  sign_in_code: {
    subject: 'mail.signInCode.subject',
    introduction: 'mail.signInCode.text',
    closing: 'mail.signInCode.notYou',
    places: ['life'],
  },
  password_reset: {
    subject: 'mail.passwordReset.subject',
    introduction: 'mail.passwordReset.text',
    closing: 'mail.ignore',
    places: ['life'],
  },
  email_change: {
    subject: 'mail.emailChange.subject',
    introduction: 'mail.emailChange.text',
    closing: 'mail.ignore',
    places: ['life'],
  },
  email_change_requested: {
    subject: 'mail.emailChangeRequested.subject',
    introduction: 'mail.emailChangeRequested.text',
    closing: 'mail.emailChangeRequested.notYou',
    places: ['newEmail'],
  },
  email_changed: {
    ...NOTICE,
    subject: 'mail.emailChanged.subject',
    introduction: 'mail.emailChanged.text',
    places: ['newEmail'],
  },
  password_changed: {
    ...NOTICE,
    subject: 'mail.passwordChanged.subject',
    introduction: 'mail.passwordChanged.text',
  },
  mfa_enabled: { ...NOTICE, subject: 'mail.mfaEnabled.subject', introduction: 'mail.mfaEnabled.text' },
  mfa_disabled: { ...NOTICE, subject: 'mail.mfaDisabled.subject', introduction: 'mail.mfaDisabled.text' },
  mfa_app_removed: { ...NOTICE, subject: 'mail.mfaAppRemoved.subject', introduction: 'mail.mfaAppRemoved.text' },
  new_sign_in: { ...NOTICE, subject: 'mail.newSignIn.subject', introduction: 'mail.newSignIn.text' },
  factor_failed: { ...NOTICE, subject: 'mail.factorFailed.subject', introduction: 'mail.factorFailed.text' },
  mfa_reset: {
    subject: 'mail.mfaReset.subject',
    introduction: 'mail.mfaReset.text',
    closing: 'mail.mfaReset.notYou',
    places: [],
  },
  passkey_added: {
    ...NOTICE,
    subject: 'mail.passkeyAdded.subject',
    introduction: 'mail.passkeyAdded.text',
    places: ['passkey'],
  },
  passkey_removed: {
    ...NOTICE,
    subject: 'mail.passkeyRemoved.subject',
    introduction: 'mail.passkeyRemoved.text',
    places: ['passkey'],
  },
  passkey_refused: {
    subject: 'mail.passkeyRefused.subject',
    introduction: 'mail.passkeyRefused.text',
    closing: 'mail.passkeyRefused.advice',
    places: ['passkey'],
  },
  backup_code_used: {
    ...NOTICE,
    subject: 'mail.backupCodeUsed.subject',
    introduction: 'mail.backupCodeUsed.text',
    places: ['count'],
  },
  backup_codes_regenerated: {
    ...NOTICE,
    subject: 'mail.backupCodesRegenerated.subject',
    introduction: 'mail.backupCodesRegenerated.text',
  },
  factors_changed_again: {
    ...NOTICE,
    subject: 'mail.factorsChangedAgain.subject',
    introduction: 'mail.factorsChangedAgain.text',
  },
  impersonated: {
    subject: 'mail.impersonated.subject',
    introduction: 'mail.impersonated.text',
    closing: 'mail.impersonated.advice',
    places: [],
  },
  account_deleted: {
    subject: 'mail.accountDeleted.subject',
    introduction: 'mail.accountDeleted.text',
    closing: 'mail.accountDeleted.notYou',
    places: [],
  },
} as const satisfies Record<string, Template>;

/** The name of a mail. */
export type MailTemplate = keyof typeof templates;

export const MAIL_TEMPLATES = Object.keys(templates) as MailTemplate[];

/** What every mail can name. */
const COMMON = ['customer', 'name', 'email'] as const;

/** The placeholders that a customer's texts of a mail may have. */
export const mailPlaces = (template: MailTemplate): readonly string[] => [...COMMON, ...templates[template].places];

/** The text that stands in a mail as long as the customer has none of its own. */
export const builtInText = (template: MailTemplate, part: MailPart, language: Language): string =>
  catalogs[language][templates[template][part]];

/** How a customer's texts name a part of a mail: `invitation.subject`. */
export type MailTextKey = `${MailTemplate}.${MailPart}`;
