import { errors, type Declared } from '../../ground/kernel/errors.ts';

const codes = {
  WRONG_CODE: ['invalid', 'The code is wrong, or was used before.'],
  MFA_NOT_ENABLED: ['invalid', 'Two-step verification is not enabled.'],
  MFA_ALREADY_ENABLED: [
    'conflict',
    'Two-step verification is already enabled. Disable it first, or give a code to replace it.',
  ],
  WRONG_PASSKEY: ['invalid', 'The passkey was not accepted: its answer is wrong, too old, or was used before.'],
  PASSKEY_ALREADY_ADDED: ['conflict', 'This passkey belongs to an account already.'],
  TOO_MANY_PASSKEYS: ['conflict', 'A user has at most 20 passkeys. Remove one first.'],
  PASSKEY_NOT_FOUND: ['not_found', 'The passkey does not exist.'],
  MFA_SETUP_NOT_STARTED: ['invalid', 'No setup was started, or it has expired. Start a new one.'],
} as const;
declare module '../../ground/kernel/errors.ts' {
  interface ErrorCodes extends Declared<typeof codes> {}
}

/** The errors of second factors. */
export const mfaErrors = errors('mfa', codes);
