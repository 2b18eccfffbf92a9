import { sample } from '../samples.ts';
import { renderEmailChangeMail } from './email-change.mail.ts';
import { renderInvitationMail } from './invitation.mail.ts';
import { renderPasswordResetMail } from './password-reset.mail.ts';
import { renderSecurityNotice } from './security-notice.mail.ts';
import { renderVerifyEmailMail } from './verify-email.mail.ts';

const reader = { email: 'ada@northwind.example', name: 'Ada Lovelace', customerName: 'Northwind Traders' };
const linked = { ...reader, link: 'https://id.northwind.example/link/v2JqX7', lifeSeconds: 3600 };
const happened = {
  ...reader,
  at: new Date('2030-01-15T09:30:00Z'),
  device: { browser: 'Firefox', system: 'Linux' },
  ipAddress: '203.0.113.7',
};

/** Every mail with a sample context. */
export const mailSamples = {
  invitation: sample(renderInvitationMail, {
    ...linked,
    lifeSeconds: 86_400,
    inviterName: 'Grace Hopper',
    application: { name: 'Ledger', url: 'https://ledger.example/' },
  }),
  'invitation-plain': sample(renderInvitationMail, { ...linked, name: null, lifeSeconds: 86_400 }),
  'verify-email': sample(renderVerifyEmailMail, linked),
  'password-reset': sample(renderPasswordResetMail, linked),
  'email-change': sample(renderEmailChangeMail, linked),
  'email-change-requested': sample(renderSecurityNotice, {
    ...happened,
    event: 'email_change_requested',
    newEmail: 'ada@analytical.example',
    cancelLink: 'https://id.northwind.example/link/9fKq2C',
  }),
  'email-changed': sample(renderSecurityNotice, {
    ...happened,
    event: 'email_changed',
    newEmail: 'ada@analytical.example',
  }),
  'password-changed': sample(renderSecurityNotice, { ...happened, event: 'password_changed' }),
  'mfa-enabled': sample(renderSecurityNotice, { ...happened, event: 'mfa_enabled' }),
  'mfa-disabled': sample(renderSecurityNotice, { ...happened, event: 'mfa_disabled' }),
  'mfa-reset': sample(renderSecurityNotice, { ...reader, at: happened.at, event: 'mfa_reset' }),
  'backup-code-used': sample(renderSecurityNotice, { ...happened, event: 'backup_code_used', codesLeft: 3 }),
  'backup-codes-regenerated': sample(renderSecurityNotice, { ...happened, event: 'backup_codes_regenerated' }),
};
