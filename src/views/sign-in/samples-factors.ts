import { renderEmailCode } from './email-code.view.tsx';
import { renderEnroll, renderEnrollApp, renderEnrolled } from './enroll.view.tsx';
import { customerName, email, hidden, qrCode, sample, sentAt } from '../parts/sample.ts';
import { renderSecondFactor } from './second-factor.view.tsx';
import { renderSetPassword } from '../links/set-password.view.tsx';

const form = { action: '/login', hidden, customerName };

/** The pages between the password and the session in every relevant state. */
export const factorSamples = {
  'set-password-temporary': sample(renderSetPassword, { ...form, variant: 'temporary', email, minLength: 8 }),
  'second-factor': sample(renderSecondFactor, { ...form, email }),
  'second-factor-passkey': sample(renderSecondFactor, {
    ...form,
    email,
    passkey: { options: { challenge: 'Y2hhbGxlbmdl' }, script: '/passkeys.js' },
    hasApp: false,
    error: { code: 'wrong_passkey' },
  }),
  'second-factor-backup-codes': sample(renderSecondFactor, {
    ...form,
    email,
    passkey: { options: { challenge: 'Y2hhbGxlbmdl' }, script: '/passkeys.js' },
    hasApp: false,
    backupCodesLeft: 10,
  }),
  'second-factor-both': sample(renderSecondFactor, {
    ...form,
    email,
    passkey: { options: { challenge: 'Y2hhbGxlbmdl' }, script: '/passkeys.js' },
  }),
  'second-factor-wrong-code': sample(renderSecondFactor, {
    ...form,
    email,
    rememberDays: 30,
    remembers: true,
    backupCodesLeft: 2,
    error: { code: 'wrong_code' },
  }),
  'email-code': sample(renderEmailCode, { ...form, email, isResent: true }),
  'email-code-wrong': sample(renderEmailCode, { ...form, email, error: { code: 'wrong_code' } }),
  enroll: sample(renderEnroll, {
    ...form,
    email,
    laterUntil: sentAt,
    passkey: { options: { challenge: 'Y2hhbGxlbmdl' }, script: '/passkeys.js' },
    device: { browser: 'Firefox', system: 'Linux' },
    error: null,
  }),
  'enroll-now': sample(renderEnroll, {
    ...form,
    email,
    laterUntil: null,
    passkey: null,
    device: { browser: null, system: null },
    error: { code: 'session_expired' },
  }),
  'enroll-app': sample(renderEnrollApp, {
    ...form,
    qrCode,
    secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
    otpauthUri: 'otpauth://totp/Northwind%20Traders:ada?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
    error: { code: 'wrong_code' },
  }),
  enrolled: sample(renderEnrolled, { customerName, email, codes: ['0hc4z-q9k2m', '7w3pn-x8v5d'], next: '/next' }),
};
