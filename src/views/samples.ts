import { renderAccount } from './account.view.tsx';
import { renderChangePassword } from './change-password.view.tsx';
import { renderConfirmEmail } from './confirm-email.view.tsx';
import { renderConsent } from './consent.view.tsx';
import { renderErrorCodes } from './error-codes.view.tsx';
import { renderErrorPage } from './error.view.tsx';
import { renderForgotPassword } from './forgot-password.view.tsx';
import { renderLoggedOut } from './logged-out.view.tsx';
import { renderLogin } from './login.view.tsx';
import { renderLogout } from './logout.view.tsx';
import { renderMail, renderMailbox } from './mailbox.view.tsx';
import { renderNotice } from './notice.view.tsx';
import { renderOrganization } from './organization.view.tsx';
import { renderPostedAnswer } from './posted-answer.view.tsx';
import { renderSecondFactor } from './second-factor.view.tsx';
import { renderSelectAccount } from './select-account.view.tsx';
import { renderApplications } from './applications.view.tsx';
import { renderSessions } from './sessions.view.tsx';
import { renderSignUp } from './sign-up.view.tsx';
import { renderSetPassword } from './set-password.view.tsx';
import { renderStart } from './start.view.tsx';
import {
  renderBackupCodes,
  renderFactor,
  renderFactorChange,
  renderFactorSetup,
  renderNoFactor,
} from './two-step.view.tsx';

/** A page with a sample context. */
export interface Sample<Context = unknown, Result = string> {
  render(context: Context): Result;
  context: Context;
}

/** Ties a sample context to the function that renders it. */
export const sample = <Context, Result>(
  render: (context: Context) => Result,
  context: Context,
): Sample<Context, Result> => ({ render, context });

const customerName = 'Northwind Traders';
const email = 'ada.lovelace@northwind.example';
const client = { name: 'Ledger' };
const hidden = { flow: '0198f3a2-7c1e-7d40-9b7a-2f5f0c6f1e11', csrf: 'q8Jm1mJ4f0uXo2d5s7k9' };
const form = { action: '/login', hidden, customerName };
const logoUri = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><rect width="48" height="48" fill="#0b7a75"/><path d="M14 12h7v18h13v6H14z" fill="#fff"/></svg>',
)}`;
const sentAt = new Date('2030-01-15T09:30:00Z');
const session = {
  id: '0198f3a2-7c1e-7d40-9b7a-2f5f0c6f1e11',
  deviceName: 'Firefox on Linux',
  ipAddress: '81.2.69.142',
  location: 'London, United Kingdom',
  lastAccessedAt: sentAt,
  isCurrent: false,
};

const places = {
  overview: '/account',
  password: '/account/password',
  twoStep: '/account/two-step',
  sessions: '/account/sessions',
  applications: '/account/applications',
  logout: '/logout',
};
const shell = { customerName, places };
const twoStep = { ...shell, current: 'twoStep' } as const;
const twoStepForm = { ...twoStep, action: '/account/two-step', hidden, error: null };
// A picture like a QR code.
const qrCode = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path fill="#fff" d="M0 0h9v9H0z"/><path d="M1 1h3v3H1zM5 1h1v2H5zM1 5h2v1H1zM5 5h3v3H5z"/></svg>',
)}`;

/** Every page in every relevant state. Tests render all of them. */
export const samples = {
  login: sample(renderLogin, {
    ...form,
    client,
    links: { forgotPassword: '/forgot-password', signUp: '/signup' },
  }),
  organization: sample(renderOrganization, {
    action: '/login',
    hidden: {},
    organization: 'Nothwind',
    error: { code: 'unknown_organization' },
  }),
  'login-plain': sample(renderLogin, { action: '/login', hidden }),
  'login-again': sample(renderLogin, { ...form, email, isAgain: true }),
  start: sample(renderStart, { signInHref: '/login', consoleHref: '/console' }),
  'login-bad-credentials': sample(renderLogin, {
    ...form,
    client: { ...client, logoUri },
    email,
    error: { code: 'bad_credentials' },
    links: { forgotPassword: '/forgot-password' },
  }),
  'login-too-many-tries': sample(renderLogin, {
    ...form,
    email,
    error: { code: 'too_many_tries', waitSeconds: 95 },
  }),
  'sign-up': sample(renderSignUp, {
    ...form,
    action: '/signup',
    client: { ...client, logoUri },
    minLength: 8,
    signInHref: '/login',
  }),
  'sign-up-taken': sample(renderSignUp, {
    ...form,
    action: '/signup',
    name: 'Ada Lovelace',
    email,
    minLength: 8,
    signInHref: '/login',
    error: { code: 'email_taken' },
  }),
  'second-factor': sample(renderSecondFactor, { ...form, email }),
  'second-factor-wrong-code': sample(renderSecondFactor, {
    ...form,
    email,
    backupCodesLeft: 2,
    error: { code: 'wrong_code' },
  }),
  consent: sample(renderConsent, {
    ...form,
    client: {
      name: 'Ledger',
      logoUri,
      policyUri: 'https://ledger.example/privacy',
      tosUri: 'https://ledger.example/terms',
      registeredBy: null,
    },
    email,
    scopes: ['openid', 'profile', 'email', 'phone', 'address', 'groups', 'offline_access', 'invoices:read'],
    resources: ['https://api.ledger.example/'],
    returnHost: 'ledger.example',
  }),
  'consent-administration': sample(renderConsent, {
    ...form,
    client: { ...client, registeredBy: null },
    email,
    scopes: ['openid', 'read', 'write', 'admin'],
    resources: [],
    returnHost: 'console.northwind.example',
  }),
  'consent-of-a-member': sample(renderConsent, {
    ...form,
    client: { ...client, registeredBy: { name: 'Grace Hopper', email: 'grace@northwind.example' } },
    email,
    scopes: ['openid'],
    resources: [],
    returnHost: '127.0.0.1',
  }),
  'select-account': sample(renderSelectAccount, { ...form, client, email }),
  'posted-answer': sample(renderPostedAnswer, {
    action: 'https://ledger.example/callback',
    hidden: { code: 'SplxlOBeZQQYbYS6WxSbIA', state: 'af0ifjsldkj', iss: 'https://id.northwind.example' },
    customerName,
    client,
  }),
  logout: sample(renderLogout, { ...form, client, email }),
  'logged-out': sample(renderLoggedOut, {
    customerName,
    returnTo: { href: 'https://ledger.example/', clientName: 'Ledger' },
  }),
  'logged-out-plain': sample(renderLoggedOut, { signInHref: '/login' }),
  error: sample(renderErrorPage, {
    problem: 'bad_request',
    detail: 'invalid_request: redirect_uri is not registered',
    requestId: '0198f3a2-7c1e-7d40-9b7a-2f5f0c6f1e11',
  }),
  'error-internal': sample(renderErrorPage, {
    problem: 'internal',
    requestId: '0198f3a2-7c1e-7d40-9b7a-2f5f0c6f1e11',
  }),
  'error-not-found': sample(renderErrorPage, {
    problem: 'not_found',
    detail: 'No such page.',
    requestId: '0198f3a2-7c1e-7d40-9b7a-2f5f0c6f1e11',
    next: { to: 'account', href: '/account' },
  }),
  'error-logout': sample(renderErrorPage, {
    problem: 'bad_logout',
    detail: 'post_logout_redirect_uri is not registered for this client.',
    requestId: '0198f3a2-7c1e-7d40-9b7a-2f5f0c6f1e11',
    next: { to: 'sign_out', href: '/logout' },
  }),
  account: sample(renderAccount, {
    ...shell,
    current: 'overview',
    name: 'Ada Lovelace',
    email,
    hasSecondFactor: true,
    invites: false,
    consoleHref: null,
  }),
  'account-invites': sample(renderAccount, {
    ...shell,
    current: 'overview',
    name: null,
    email,
    hasSecondFactor: false,
    invites: true,
    consoleHref: '/console',
  }),
  'two-step-off': sample(renderNoFactor, twoStepForm),
  'two-step-expired': sample(renderNoFactor, { ...twoStepForm, error: { code: 'session_expired' } }),
  'two-step': sample(renderFactor, {
    ...twoStep,
    enabledAt: sentAt,
    backupCodesLeft: 2,
    changes: { codes: '/codes', replace: '/replace', remove: '/remove' },
  }),
  'two-step-setup': sample(renderFactorSetup, {
    ...twoStepForm,
    qrCode,
    secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
    otpauthUri: 'otpauth://totp/Northwind%20Traders:ada?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
    error: { code: 'wrong_code' },
  }),
  'two-step-codes': sample(renderFactorChange, { ...twoStepForm, variant: 'codes' }),
  'two-step-replace': sample(renderFactorChange, { ...twoStepForm, variant: 'replace' }),
  'two-step-remove': sample(renderFactorChange, {
    ...twoStepForm,
    variant: 'remove',
    error: { code: 'too_many_tries', waitSeconds: 60 },
  }),
  'backup-codes': sample(renderBackupCodes, {
    ...twoStep,
    variant: 'enabled',
    email,
    codes: ['0hc4z-q9k2m', '7w3pn-x8v5d', 'b2jr6-ts1gy', 'fk0qe-8n4hv'],
  }),
  'backup-codes-made': sample(renderBackupCodes, { ...twoStep, variant: 'made', email, codes: ['0hc4z-q9k2m'] }),
  applications: sample(renderApplications, {
    ...form,
    places,
    current: 'applications',
    action: '/account/applications',
    applications: [
      { clientId: 'ledger', clientName: 'Ledger', scopes: ['openid', 'profile', 'email'], updatedAt: sentAt },
      {
        clientId: 'wiki',
        clientName: 'ויקי',
        scopes: ['openid', 'offline_access', 'wiki:write'],
        updatedAt: sentAt,
      },
    ],
  }),
  'applications-none': sample(renderApplications, {
    ...form,
    places,
    current: 'applications',
    action: '/account/applications',
    applications: [],
  }),
  sessions: sample(renderSessions, {
    ...form,
    places,
    current: 'sessions',
    action: '/account/sessions',
    sessions: [
      { ...session, id: '0198f3a2-7c1e-7d40-9b7a-2f5f0c6f1e12', isCurrent: true },
      { ...session, id: '0198f3a2-7c1e-7d40-9b7a-2f5f0c6f1e13', deviceName: 'Safari on iOS', location: 'Unknown' },
      {
        ...session,
        id: '0198f3a2-7c1e-7d40-9b7a-2f5f0c6f1e14',
        deviceName: 'Unknown device',
        ipAddress: '2001:db8:85a3:8d3:1319:8a2e:370:7348',
      },
    ],
  }),
  'sessions-only-one': sample(renderSessions, {
    ...form,
    places,
    current: 'sessions',
    sessions: [{ ...session, isCurrent: true }],
  }),
  'set-password-activation': sample(renderSetPassword, { ...form, variant: 'activation', email, minLength: 8 }),
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
  'change-password': sample(renderChangePassword, {
    ...form,
    places,
    current: 'password',
    email,
    minLength: 8,
    error: { code: 'wrong_password' },
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
  'notice-email-unproved': sample(renderNotice, { customerName, notice: 'email_unproved', email }),
  'notice-email-unvouched': sample(renderNotice, { customerName, notice: 'email_unvouched', email }),
  'notice-email-change-canceled': sample(renderNotice, {
    customerName,
    notice: 'email_change_canceled',
    email,
    next: { to: 'set_password', href: '/forgot-password' },
  }),
  'notice-mail-sent': sample(renderNotice, { customerName, notice: 'mail_sent', email }),
  'notice-signed-up': sample(renderNotice, {
    customerName,
    notice: 'signed_up',
    email,
    next: { to: 'sign_in', href: '/login' },
  }),
  'notice-link-invalid': sample(renderNotice, {
    customerName,
    notice: 'link_invalid',
    next: { to: 'request_link', href: '/forgot-password' },
  }),
  'notice-email-verified': sample(renderNotice, {
    customerName,
    notice: 'email_verified',
    email,
    next: { to: 'application', href: 'https://ledger.example/' },
  }),
  'notice-email-changed': sample(renderNotice, { customerName, notice: 'email_changed', email }),
  'notice-email-taken': sample(renderNotice, { customerName, notice: 'email_taken' }),
  'notice-account-activated': sample(renderNotice, {
    customerName,
    notice: 'account_activated',
    email,
    next: { to: 'sign_in', href: '/login' },
  }),
  'notice-password-set': sample(renderNotice, {
    customerName,
    notice: 'password_set',
    email,
    next: { to: 'sign_in', href: '/login' },
  }),
  'notice-password-changed': sample(renderNotice, {
    customerName,
    notice: 'password_changed',
    next: { to: 'account', href: '/account' },
  }),
  'error-codes': sample(renderErrorCodes, {
    kinds: [{ kind: 'conflict', meaning: 'The request contradicts what is stored, such as a name that is taken.' }],
    codes: [{ code: 'GROUP_NAME_TAKEN', kind: 'conflict', meaning: 'A group with this name already exists.' }],
  }),
  mailbox: sample(renderMailbox, {
    mails: [
      { href: '/mailbox/2', to: email, subject: 'Set a new password', sentAt },
      { href: '/mailbox/1', to: email, subject: 'Your invitation to Northwind Traders', sentAt },
    ],
  }),
  'mailbox-empty': sample(renderMailbox, { mails: [] }),
  mail: sample(renderMail, {
    to: email,
    subject: 'Set a new password',
    sentAt,
    text: 'Hello Ada,\n\nSet a new password:\nhttps://id.northwind.example/reset?token=v2Jq\n\n-- \nNorthwind Traders',
    backHref: '/mailbox',
  }),
};
