import { errors, type Declared } from '../../ground/kernel/errors.ts';

const codes = {
  SIGNUP_DISABLED: ['forbidden', 'Sign-up is not enabled.'],
  SIGNUP_FIELD_NOT_ALLOWED: ['invalid', 'The input has a field that cannot be set at sign-up.'],
  TERMS_NOT_ACCEPTED: ['invalid', 'Whoever signs up must accept the terms of the customer, which are at /signup.'],
  SIGNUP_CUSTOMER_MISSING: ['unavailable', 'Sign-up is enabled, but its customer does not exist.'],
  WRONG_PASSWORD: ['invalid', 'The current password is wrong.'],
  PASSWORD_UNUSED: [
    'conflict',
    'The customer lets only the passkeys of this user sign in. Reset the second factors of the user first.',
  ],
  PASSWORD_UNCHANGED: ['invalid', 'The new password is the same as the current one.'],
} as const;
declare module '../../ground/kernel/errors.ts' {
  interface ErrorCodes extends Declared<typeof codes> {}
}

/** Why an account is not created, or a user’s own password not changed. */
export const accountErrors = errors('accounts', codes);
