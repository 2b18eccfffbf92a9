import { errors, type Declared } from '../../kernel/errors.ts';

const codes = {
  SIGNUP_DISABLED: ['forbidden', 'Signing up is not enabled.'],
  SIGNUP_FIELD_NOT_ALLOWED: ['invalid', 'The input has a field that is not for those who sign up.'],
  SIGNUP_CUSTOMER_MISSING: ['unavailable', 'There is nothing to sign up to.'],
  WRONG_PASSWORD: ['invalid', 'That is not the current password.'],
  PASSWORD_UNCHANGED: ['invalid', 'The new password is the current one.'],
} as const;
declare module '../../kernel/errors.ts' {
  interface ErrorCodes extends Declared<typeof codes> {}
}

/** Why an account is not made, and a password of one’s own not changed. */
export const accountErrors = errors('accounts', codes);
