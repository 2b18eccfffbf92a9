import { customerName, email, hidden, sample } from '../parts/sample.ts';
import { renderConfirmEmail } from './confirm-email.view.tsx';
import { renderFirstSignIn } from './first-sign-in.view.tsx';
import { renderForgotPassword } from './forgot-password.view.tsx';
import { renderSetPassword } from './set-password.view.tsx';

const form = { action: '/login', hidden, customerName };

/** The pages of links in every relevant state. */
export const linkSamples = {
  'first-sign-in': sample(renderFirstSignIn, { ...form, action: '/first-sign-in', email }),
  'set-password-activation': sample(renderSetPassword, {
    ...form,
    variant: 'activation',
    invitation: {
      inviterName: 'Grace Hopper',
      applicationUrl: 'https://ledger.northwind.example/start',
      applicationName: 'Ledger',
    },
    email,
    minLength: 8,
  }),
  'set-password-reset': sample(renderSetPassword, {
    ...form,
    variant: 'reset',
    email,
    minLength: 8,
    error: { code: 'passwords_differ' },
  }),
  'forgot-password': sample(renderForgotPassword, { ...form, backHref: '/login' }),
  'forgot-password-invalid': sample(renderForgotPassword, {
    ...form,
    email: 'ada.lovelace',
    error: { code: 'invalid_email' },
  }),
  'confirm-email-verify': sample(renderConfirmEmail, { ...form, variant: 'verify', email }),
  'confirm-email-change': sample(renderConfirmEmail, { ...form, variant: 'change', email }),
  'confirm-email-password': sample(renderConfirmEmail, {
    ...form,
    variant: 'verify',
    email,
    asksPassword: true,
    error: { code: 'wrong_account_password' },
  }),
  'confirm-email-cancel': sample(renderConfirmEmail, { ...form, variant: 'cancel', email }),
};
