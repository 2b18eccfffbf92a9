import { defineEntity, p } from '@mikro-orm/core';
import { version } from '../../ground/kernel/version.ts';

/** Who must have a second factor. Members of chosen groups and users of chosen applications must, unless it is nobody. */
export const SECOND_FACTOR_OF = ['nobody', 'chosen', 'administrators', 'everybody'] as const;
export type SecondFactorOf = (typeof SECOND_FACTOR_OF)[number];

/** Which administrators may act as users. */
export const IMPERSONATION_RULES = ['off', 'listed', 'administrators'] as const;
export type ImpersonationRule = (typeof IMPERSONATION_RULES)[number];

/** Whether passwords sign in: always, or only users who have no passkey yet. */
export const PASSWORD_SIGN_IN = ['allowed', 'until_passkey'] as const;
export type PasswordSignIn = (typeof PASSWORD_SIGN_IN)[number];

/** What a new customer has where nothing was set. */
export const CUSTOMER_DEFAULTS = {
  selfDeletion: false,
  termsUrl: null,
  termsText: null,
  impersonation: 'off',
  impersonationMails: true,
  rememberDeviceDays: 0,
  emailCodes: false,
  passwordSignIn: 'allowed',
} as const;

const CustomerSchema = defineEntity({
  name: 'Customer',
  tableName: 'customers',
  properties: {
    id: p.uuid().primary(),
    /** Unique, so that the command line can name a customer. */
    name: p.text().unique('customers_name_key'),
    /** Triggers on users keep it exact, in the same transaction. */
    userCount: p.integer().default(0),
    /** How many of the users have a verified address. */
    verifiedUserCount: p.integer().default(0),
    /** Whether users may delete their own accounts. */
    selfDeletion: p.boolean().default(CUSTOMER_DEFAULTS.selfDeletion),
    /** What users who sign up accept: the address of a page, a text, or both. Null: nothing. */
    termsUrl: p.text().nullable(),
    termsText: p.text().nullable(),
    secondFactorOf: p
      .text()
      .$type<SecondFactorOf>()
      .default('nobody')
      .check(`second_factor_of in (${SECOND_FACTOR_OF.map((each) => `'${each}'`).join(', ')})`),
    /** For how many seconds users may put it off, from the first sign-in that asked for it. */
    secondFactorGraceSeconds: p.integer().default(604_800),
    /** Since when anybody must. Users who were asked before are asked anew. */
    secondFactorSince: p.datetime().nullable(),

    /** Which administrators may act as users: nobody, those listed, or all. */
    impersonation: p
      .text()
      .$type<ImpersonationRule>()
      .default(CUSTOMER_DEFAULTS.impersonation)
      .check("impersonation in ('off', 'listed', 'administrators')"),
    impersonatorIds: p.array().columnType('uuid[]').default([]),
    /** Whether users get a mail when an administrator acts as them. */
    impersonationMails: p.boolean().default(CUSTOMER_DEFAULTS.impersonationMails),
    /** For how many days a browser is remembered after a second factor, if its user wants that. Zero: never. */
    rememberDeviceDays: p.integer().default(CUSTOMER_DEFAULTS.rememberDeviceDays),
    /** Whether users without an app or a passkey give a code that their address gets, after the password. */
    emailCodes: p.boolean().default(CUSTOMER_DEFAULTS.emailCodes),
    passwordSignIn: p
      .text()
      .$type<PasswordSignIn>()
      .default(CUSTOMER_DEFAULTS.passwordSignIn)
      .check("password_sign_in in ('allowed', 'until_passkey')"),
    version: version(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
  checks: [
    {
      name: 'customers_remember_device_days_check',
      expression: 'remember_device_days >= 0 and remember_device_days <= 365',
    },
  ],
});

/** A tenant. Everything else belongs to exactly one customer, and no customer sees another's. */
export class Customer extends CustomerSchema.class {}
CustomerSchema.setClass(Customer);
