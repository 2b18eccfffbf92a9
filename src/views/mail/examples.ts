import { sample, type Sample } from '../parts/sample.ts';
import { renderEmailCodeMail } from './email-code.mail.ts';
import { renderEmailChangeMail } from './email-change.mail.ts';
import { renderInvitationMail } from './invitation.mail.ts';
import { renderPasswordResetMail } from './password-reset.mail.ts';
import { renderSecurityNotice } from './security-notice.mail.ts';
import type { Mail, MailContext } from './mail-layout.tsx';
import type { MailTemplate } from './templates.ts';
import { renderVerifyEmailMail } from './verify-email.mail.ts';

const recipient = { email: 'ada@northwind.example', name: 'Ada Lovelace', brand: { name: 'Northwind Traders' } };
const linked = { ...recipient, link: 'https://id.northwind.example/link/v2JqX7', lifeSeconds: 3600 };
const happened = {
  ...recipient,
  at: new Date('2030-01-15T09:30:00Z'),
  device: { browser: 'Firefox', system: 'Linux' },
  ipAddress: '203.0.113.7',
};

/** Every mail with an example. */
export const mailExamples: Readonly<Record<MailTemplate, Sample<unknown, Mail>>> = {
  invitation: sample(renderInvitationMail, {
    ...linked,
    lifeSeconds: 86_400,
    inviterName: 'Grace Hopper',
    application: { name: 'Ledger', url: 'https://ledger.example/' },
  }),
  verify_email: sample(renderVerifyEmailMail, linked),
  sign_in_code: sample(renderEmailCodeMail, { ...recipient, code: '40172953', lifeSeconds: 600 }),
  password_reset: sample(renderPasswordResetMail, linked),
  email_change: sample(renderEmailChangeMail, linked),
  email_change_requested: sample(renderSecurityNotice, {
    ...happened,
    event: 'email_change_requested',
    newEmail: 'ada@analytical.example',
    cancelLink: 'https://id.northwind.example/link/9fKq2C',
  }),
  email_changed: sample(renderSecurityNotice, {
    ...happened,
    event: 'email_changed',
    newEmail: 'ada@analytical.example',
  }),
  password_changed: sample(renderSecurityNotice, { ...happened, event: 'password_changed' }),
  mfa_enabled: sample(renderSecurityNotice, { ...happened, event: 'mfa_enabled' }),
  mfa_disabled: sample(renderSecurityNotice, { ...happened, event: 'mfa_disabled' }),
  mfa_app_removed: sample(renderSecurityNotice, { ...happened, event: 'mfa_app_removed' }),
  new_sign_in: sample(renderSecurityNotice, { ...happened, event: 'new_sign_in' }),
  factor_failed: sample(renderSecurityNotice, { ...happened, event: 'factor_failed' }),
  mfa_reset: sample(renderSecurityNotice, { ...recipient, at: happened.at, event: 'mfa_reset' }),
  passkey_added: sample(renderSecurityNotice, { ...happened, event: 'passkey_added', passkey: 'Phone' }),
  passkey_removed: sample(renderSecurityNotice, { ...happened, event: 'passkey_removed', passkey: 'Phone' }),
  passkey_refused: sample(renderSecurityNotice, { ...happened, event: 'passkey_refused', passkey: 'Key' }),
  backup_code_used: sample(renderSecurityNotice, { ...happened, event: 'backup_code_used', codesLeft: 3 }),
  backup_codes_regenerated: sample(renderSecurityNotice, { ...happened, event: 'backup_codes_regenerated' }),
  factors_changed_again: sample(renderSecurityNotice, {
    ...recipient,
    at: happened.at,
    event: 'factors_changed_again',
  }),
  impersonated: sample(renderSecurityNotice, { ...recipient, at: happened.at, event: 'impersonated' }),
  account_deleted: sample(renderSecurityNotice, { ...happened, event: 'account_deleted' }),
};

/** A mail about an example, as a reader gets it: in a language, with the brand of a customer. */
export function renderExample(
  template: MailTemplate,
  reader: Pick<MailContext, 'language' | 'locale' | 'brand'>,
): Mail {
  const example = mailExamples[template];
  return example.render({ ...(example.context as MailContext), ...reader });
}
