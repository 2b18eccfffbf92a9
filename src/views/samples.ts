import { accountSamples } from './account/samples.ts';
import { linkSamples } from './links/samples.ts';
import { factorSamples } from './sign-in/samples-factors.ts';
import { customerName, detail, email, hidden, sample, sentAt } from './parts/sample.ts';
import { renderChooseCustomer } from './sign-in/choose-customer.view.tsx';
import { renderConsent } from './consent/consent.view.tsx';
import { renderDevice } from './device/device-code.view.tsx';
import { renderErrorCodes } from './errors/error-codes.view.tsx';
import { renderErrorPage } from './errors/error.view.tsx';
import { renderLoggedOut } from './sign-out/logged-out.view.tsx';
import { renderLogin } from './sign-in/login.view.tsx';
import { renderLogout } from './sign-out/logout.view.tsx';
import { renderMail, renderMailbox } from './mail/mailbox.view.tsx';
import { renderNotice } from './parts/notice.view.tsx';
import { renderOrganization } from './sign-in/organization.view.tsx';
import { renderPostedAnswer } from './sign-in/posted-answer.view.tsx';
import { renderSelectOrganization } from './sign-in/select-organization.view.tsx';
import { renderSelectAccount } from './sign-in/select-account.view.tsx';
import { renderSignUp } from './sign-in/sign-up.view.tsx';
import { renderStart } from './account/start.view.tsx';

const client = { name: 'Ledger' };
const form = { action: '/login', hidden, customerName };
const logoUri = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><rect width="48" height="48" fill="#0b7a75"/><path d="M14 12h7v18h13v6H14z" fill="#fff"/></svg>',
)}`;

export type { Sample } from './parts/sample.ts';

const organizations = [
  { id: '0198f3a2-7c1e-7d40-9b7a-2f5f0c6f1e14', name: 'Northwind Traders' },
  { id: '0198f3a2-7c1e-7d40-9b7a-2f5f0c6f1e15', name: 'Southwind & Daughters' },
];

/** Every page in every relevant state. Tests render all of them. */
export const samples = {
  ...factorSamples,
  ...accountSamples,
  ...linkSamples,
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
  'choose-customer': sample(renderChooseCustomer, {
    action: '/login',
    hidden,
    customers: [
      { id: '0198f3a2-7c1e-7d40-9b7a-2f5f0c6f1e12', name: 'Northwind Traders' },
      { id: '0198f3a2-7c1e-7d40-9b7a-2f5f0c6f1e13', name: 'Southwind & Daughters' },
    ],
  }),
  'login-passkey': sample(renderLogin, {
    ...form,
    client,
    passkey: { options: { challenge: 'Y2hhbGxlbmdl' }, script: '/passkeys.js' },
    error: { code: 'wrong_passkey' },
  }),
  'login-plain': sample(renderLogin, { action: '/login', hidden }),
  'login-accounts': sample(renderLogin, {
    ...form,
    accounts: [
      { email, href: '/login?account=a' },
      { email: 'grace@northwind.example', href: '/login?account=b' },
    ],
  }),
  'login-again': sample(renderLogin, { ...form, email, isAgain: true, links: { another: '/login' } }),
  'login-revealed': sample(renderLogin, {
    ...form,
    client,
    email,
    stays: true,
    typed: { visible: true, password: 'analytical engines', confirmation: '' },
  }),
  start: sample(renderStart, { signInHref: '/login', consoleHref: '/console' }),
  'login-several-customers': sample(renderLogin, {
    action: '/login',
    hidden,
    links: { organization: '/login?organization=' },
  }),
  'login-bad-credentials': sample(renderLogin, {
    ...form,
    client: { ...client, logoUri },
    email,
    error: { code: 'bad_credentials' },
    links: { forgotPassword: '/forgot-password' },
  }),
  'login-bad-credentials-or-passkey': sample(renderLogin, {
    ...form,
    email,
    passkey: { options: { challenge: 'Y2hhbGxlbmdl' }, script: '/passkeys.js' },
    error: { code: 'bad_credentials_or_passkey' },
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
  'sign-up-terms': sample(renderSignUp, {
    ...form,
    action: '/signup',
    email,
    minLength: 8,
    signInHref: '/login',
    terms: { url: 'https://northwind.example/terms', text: 'You are kind to others.\n\nWe keep what you tell us.' },
    typed: { visible: true, password: 'analytical engines', confirmation: 'analytical engines' },
    error: { code: 'terms_not_accepted' },
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
    scopes: [
      'openid',
      'profile',
      'email',
      'phone',
      'address',
      'groups',
      'offline_access',
      'invoices:read',
      'orders:read',
      'orders:write',
    ],
    resources: ['https://api.ledger.example/', 'https://orders.example/'],
    apis: [
      {
        identifier: 'https://orders.example/',
        name: 'Orders',
        logoUri,
        scopes: [
          { name: 'orders:read', sentence: 'See your orders', isOptional: false, isChosen: true },
          { name: 'orders:write', sentence: 'Place orders in your name', isOptional: true, isChosen: true },
        ],
      },
    ],
    details: [detail],
    claims: [
      { claim: 'birthdate', title: null },
      { claim: 'https://ledger.example/badge', title: 'Badge number' },
    ],
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
  'consent-registered': sample(renderConsent, {
    ...form,
    client: { ...client, registeredBy: null, source: 'registered' },
    email,
    scopes: ['openid'],
    resources: [],
    returnHost: 'ledger.example',
  }),
  'consent-document': sample(renderConsent, {
    ...form,
    client: { ...client, id: 'https://agent.example/oauth/client.json', registeredBy: null, source: 'document' },
    email,
    scopes: ['openid', 'offline_access'],
    resources: ['https://mcp.northwind.example/'],
    returnHost: '127.0.0.1',
  }),
  'consent-device': sample(renderConsent, {
    ...form,
    client: { ...client, registeredBy: null },
    email,
    scopes: ['openid', 'offline_access'],
    resources: [],
    returnHost: '',
    device: {
      userCode: 'BCDF-GHJK',
      device: { browser: 'Firefox', system: 'Linux' },
      ipAddress: '203.0.113.7',
      location: 'Berlin, Germany',
      askedAt: sentAt,
    },
  }),
  device: sample(renderDevice, { ...form, action: '/device' }),
  'device-given': sample(renderDevice, {
    ...form,
    action: '/device',
    userCode: 'BCDF-GHJK',
    isGiven: true,
    qrCode: logoUri,
  }),
  'device-wrong-code': sample(renderDevice, {
    ...form,
    action: '/device',
    userCode: 'BCDF-GHJL',
    error: { code: 'wrong_device_code' },
  }),
  'select-account': sample(renderSelectAccount, { ...form, client, email }),
  'select-account-of-many': sample(renderSelectAccount, {
    ...form,
    client,
    email,
    others: [{ id: '0198f3a2-7c1e-7d40-9b7a-2f5f0c6f1e16', email: 'grace@northwind.example' }],
  }),
  'select-organization': sample(renderSelectOrganization, { ...form, client, email, organizations, hasMore: false }),
  'select-organization-of-many': sample(renderSelectOrganization, {
    ...form,
    client,
    email,
    organizations,
    hasMore: true,
    name: 'Northwind',
    error: { code: 'foreign_organization' },
  }),
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
  'error-silent': sample(renderErrorPage, {
    problem: 'no_silent_sign_in',
    detail: 'login_required: No user is signed in.',
    requestId: '0198f3a2-7c1e-7d40-9b7a-2f5f0c6f1e11',
  }),
  'error-not-admitted': sample(renderErrorPage, {
    problem: 'not_admitted',
    detail: 'access_denied: The user does not belong to the requested organization.',
    requestId: '0198f3a2-7c1e-7d40-9b7a-2f5f0c6f1e11',
  }),
  'error-other-host': sample(renderErrorPage, {
    problem: 'other_host',
    detail: 'This server is at https://id.example.',
    requestId: '0198f3a2-7c1e-7d40-9b7a-2f5f0c6f1e11',
    next: { to: 'sign_in', href: 'https://id.example/login' },
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
  'notice-email-unproved': sample(renderNotice, { customerName, notice: 'email_unproved', email }),
  'notice-email-unvouched': sample(renderNotice, { customerName, notice: 'email_unvouched', email }),
  'notice-email-change-canceled': sample(renderNotice, {
    customerName,
    notice: 'email_change_canceled',
    email,
    next: { to: 'set_password', href: '/forgot-password' },
  }),
  'notice-mail-sent': sample(renderNotice, { customerName, notice: 'mail_sent', email }),
  'notice-email-change-sent': sample(renderNotice, { customerName, notice: 'email_change_sent', email }),
  'notice-account-deleted': sample(renderNotice, {
    customerName,
    notice: 'account_deleted',
    email,
    next: { to: 'sign_in', href: '/login' },
  }),
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
  'notice-device-approved': sample(renderNotice, {
    customerName,
    notice: 'device_approved',
    email,
    next: { to: 'account', href: '/account' },
  }),
  'notice-device-denied': sample(renderNotice, { customerName, notice: 'device_denied' }),
  'notice-device-gone': sample(renderNotice, { customerName, notice: 'device_gone' }),
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
    htmlHref: '/dev/mailbox/1/html',
    backHref: '/mailbox',
  }),
};
