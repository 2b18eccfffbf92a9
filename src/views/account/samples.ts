import { renderAccount } from './account.view.tsx';
import { renderChangePassword } from './change-password.view.tsx';
import { renderHistory } from './history.view.tsx';
import { renderDeletion, renderOwnData } from './own-data.view.tsx';
import { renderOwnEmail } from './own-email.view.tsx';
import { renderPasskey, renderPasskeys } from './passkeys.view.tsx';
import { renderProfile, type ProfileInput } from './profile.view.tsx';
import { renderApplications } from './applications.view.tsx';
import { renderSessions } from './sessions.view.tsx';
import {
  renderBackupCodes,
  renderFactor,
  renderFactorChange,
  renderFactorSetup,
  renderNoFactor,
} from './two-step.view.tsx';
import { customerName, detail, email, hidden, qrCode, sample, sentAt } from '../parts/sample.ts';

const session = {
  id: '0198f3a2-7c1e-7d40-9b7a-2f5f0c6f1e11',
  device: { browser: 'Firefox', system: 'Linux' },
  ipAddress: '81.2.69.142',
  location: 'London, United Kingdom',
  lastAccessedAt: sentAt,
  isCurrent: false,
};
const places = {
  overview: '/account',
  password: '/account/password',
  passkeys: '/account/passkeys',
  twoStep: '/account/two-step',
  sessions: '/account/sessions',
  applications: '/account/applications',
  profile: '/account/profile',
  email: '/account/email',
  history: '/account/history',
  data: '/account/data',
  logout: '/logout',
};
const shell = { customerName, places };
const twoStep = { ...shell, current: 'twoStep' } as const;
const twoStepForm = { ...twoStep, action: '/account/two-step', hidden, error: null };
const passkeyForm = { ...shell, current: 'passkeys', action: '/account/passkeys', hidden } as const;
const dataForm = { ...shell, current: 'data', action: '/account/data', hidden } as const;
const profileForm = { ...shell, current: 'profile', action: '/account/profile', hidden, email } as const;
const ownValues = [
  { field: 'name', value: 'Ada Lovelace', fault: null },
  { field: 'givenName', value: 'Ada', fault: null },
  { field: 'familyName', value: 'Lovelace', fault: null },
  { field: 'username', value: 'ada', fault: null },
  { field: 'phoneNumber', value: '', fault: null },
  { field: 'picture', value: '', fault: null },
] as const;
const input = (name: string, given: Partial<ProfileInput>): ProfileInput => ({
  path: `attribute.${name}`,
  name,
  isStandard: false,
  description: '',
  kind: 'string',
  values: [],
  isRequired: false,
  isEditable: true,
  value: '',
  fault: null,
  ...given,
});

const form = { action: '/account', hidden, customerName };

/** The account pages in every relevant state. */
export const accountSamples = {
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
  'account-email-codes': sample(renderAccount, {
    ...shell,
    current: 'overview',
    name: 'Ada Lovelace',
    email,
    hasSecondFactor: false,
    givesEmailCodes: true,
    invites: false,
    consoleHref: null,
  }),
  profile: sample(renderProfile, {
    ...profileForm,
    own: ownValues,
    attributes: [
      input('nickname', { isStandard: true, value: 'Ada' }),
      input('zoneinfo', { isStandard: true, value: 'Europe/London' }),
      input('locale', { isStandard: true, value: 'en-GB' }),
      input('favoriteColor', { kind: 'enum', values: ['red', 'green'], value: 'green', description: 'For your desk.' }),
      input('parksACar', { kind: 'boolean', value: 'true' }),
      input('languages', { kind: 'list', value: 'en; fr' }),
      input('settings', { kind: 'json', value: '{"desk":4}' }),
      input('costCenter', { isEditable: false, value: '4711' }),
    ],
    note: 'saved',
  }),
  'profile-faulty': sample(renderProfile, {
    ...profileForm,
    own: ownValues.map((each) => (each.field === 'username' ? { ...each, fault: { code: 'taken' } as const } : each)),
    attributes: [
      input('desk', {
        kind: 'integer',
        isRequired: true,
        value: '1000',
        fault: { code: 'range', minimum: 1, maximum: 99 },
      }),
      input('startedOn', { kind: 'date', value: '2030-02-01', fault: { code: 'date' } }),
    ],
    note: 'faulty',
  }),
  'profile-changed': sample(renderProfile, { ...profileForm, own: ownValues, attributes: [], note: 'changed' }),
  'own-data': sample(renderOwnData, { ...dataForm, deleteHref: '/account/data?delete' }),
  'own-data-only': sample(renderOwnData, { ...dataForm, deleteHref: null }),
  deletion: sample(renderDeletion, { ...dataForm, email, typed: '', error: null }),
  'deletion-refused': sample(renderDeletion, {
    ...dataForm,
    email,
    typed: 'ada',
    error: { code: 'wrong_confirmation' },
  }),
  'own-email': sample(renderOwnEmail, {
    ...shell,
    current: 'email',
    action: '/account/email',
    hidden,
    ownEmail: email,
    email: 'ada',
    canSend: true,
    error: { code: 'invalid_new_email' },
  }),
  'own-email-off': sample(renderOwnEmail, {
    ...shell,
    current: 'email',
    action: '/account/email',
    hidden,
    ownEmail: email,
    email: '',
    canSend: false,
    error: null,
  }),
  history: sample(renderHistory, {
    ...shell,
    current: 'history',
    locale: 'en-GB',
    timeZone: 'Europe/London',
    events: [
      { occurredAt: sentAt, event: 'login.succeeded', by: null, ipAddress: '81.2.69.142' },
      { occurredAt: sentAt, event: 'membership.added', by: 'administrator', ipAddress: '' },
      { occurredAt: sentAt, event: 'something.else', by: 'operator', ipAddress: '' },
    ],
    newerHref: null,
    olderHref: '/account/history?after=x',
  }),
  'history-empty': sample(renderHistory, {
    ...shell,
    current: 'history',
    events: [],
    newerHref: '/account/history',
    olderHref: null,
  }),
  'two-step-off': sample(renderNoFactor, twoStepForm),
  'two-step-email-codes': sample(renderNoFactor, { ...twoStepForm, emailCodes: { isReplaced: false } }),
  'two-step-expired': sample(renderNoFactor, { ...twoStepForm, error: { code: 'session_expired' } }),
  'two-step': sample(renderFactor, {
    ...twoStep,
    enabledAt: sentAt,
    backupCodesLeft: 2,
    changes: { codes: '/codes', replace: '/replace', remove: '/remove' },
    emailCodes: { isReplaced: true },
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
  passkeys: sample(renderPasskeys, {
    ...passkeyForm,
    passkeys: [
      { name: 'Phone', isSyncable: true, createdAt: sentAt, lastUsedAt: sentAt, href: '/account/passkeys?passkey=1' },
      { name: 'Key', isSyncable: false, createdAt: sentAt, lastUsedAt: null, href: '/account/passkeys?passkey=2' },
    ],
    passkey: { options: { challenge: 'Y2hhbGxlbmdl' }, script: '/passkeys.js' },
    isAvailable: true,
    isUnproved: false,
    backupCodesLeft: 2,
    device: { browser: 'Firefox', system: 'Linux' },
    name: null,
    error: { code: 'wrong_passkey' },
  }),
  'passkeys-none': sample(renderPasskeys, {
    ...passkeyForm,
    passkeys: [],
    passkey: null,
    isAvailable: true,
    isUnproved: false,
    backupCodesLeft: null,
    device: { browser: null, system: null },
    name: null,
    error: null,
  }),
  'passkeys-unavailable': sample(renderPasskeys, {
    ...passkeyForm,
    passkeys: [],
    passkey: null,
    isAvailable: false,
    isUnproved: false,
    backupCodesLeft: null,
    device: { browser: null, system: null },
    name: null,
    error: null,
  }),
  'passkeys-unproved': sample(renderPasskeys, {
    ...passkeyForm,
    passkeys: [],
    passkey: null,
    isAvailable: true,
    isUnproved: true,
    backupCodesLeft: null,
    device: { browser: null, system: null },
    name: null,
    error: null,
  }),
  passkey: sample(renderPasskey, {
    ...passkeyForm,
    name: 'Phone',
    isLast: true,
    error: { code: 'invalid_passkey_name' },
  }),
  'passkey-one-of-many': sample(renderPasskey, { ...passkeyForm, name: 'Phone', isLast: false, error: null }),
  'backup-codes': sample(renderBackupCodes, {
    ...twoStep,
    variant: 'enabled',
    email,
    codes: ['0hc4z-q9k2m', '7w3pn-x8v5d', 'b2jr6-ts1gy', 'fk0qe-8n4hv'],
    done: '/account/two-step',
  }),
  'backup-codes-made': sample(renderBackupCodes, {
    ...twoStep,
    variant: 'made',
    email,
    codes: ['0hc4z-q9k2m'],
    done: '/account/two-step',
  }),
  applications: sample(renderApplications, {
    ...form,
    places,
    current: 'applications',
    action: '/account/applications',
    applications: [
      {
        clientId: 'ledger',
        clientName: 'Ledger',
        scopes: ['openid'],
        sentences: ['See your orders'],
        claims: ['email', 'birthdate'],
        details: [detail],
        updatedAt: sentAt,
      },
      {
        clientId: 'wiki',
        clientName: 'ויקי',
        scopes: ['openid', 'offline_access', 'wiki:write'],
        sentences: [],
        claims: [],
        details: [],
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
      {
        ...session,
        id: '0198f3a2-7c1e-7d40-9b7a-2f5f0c6f1e13',
        device: { browser: 'Safari', system: 'iOS' },
        location: null,
      },
      {
        ...session,
        id: '0198f3a2-7c1e-7d40-9b7a-2f5f0c6f1e14',
        device: { browser: null, system: null },
        ipAddress: '2001:db8:85a3:8d3:1319:8a2e:370:7348',
      },
    ],
    impersonations: [
      {
        id: '0198f3a2-7c1e-7d40-9b7a-2f5f0c6f1e16',
        administrator: 'Grace Hopper',
        clientName: 'Support & Care',
        startedAt: session.lastAccessedAt,
      },
    ],
    remembered: [
      {
        ...session,
        id: '0198f3a2-7c1e-7d40-9b7a-2f5f0c6f1e15',
        isCurrent: true,
        lastUsedAt: session.lastAccessedAt,
        expiresAt: new Date('2030-02-14T09:30:00Z'),
      },
    ],
  }),
  'sessions-only-one': sample(renderSessions, {
    ...form,
    places,
    current: 'sessions',
    sessions: [{ ...session, isCurrent: true }],
  }),
  'change-password': sample(renderChangePassword, {
    ...form,
    places,
    current: 'password',
    email,
    minLength: 8,
    error: { code: 'wrong_password' },
  }),
};
