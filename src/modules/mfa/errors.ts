import { errors, type Declared } from '../../kernel/errors.ts';

const codes = {
  WRONG_CODE: ['invalid', 'The code is not right, or was used before.'],
  MFA_NOT_ENABLED: ['invalid', 'Two-step verification is not enabled.'],
  MFA_ALREADY_ENABLED: ['conflict', 'Two-step verification is enabled already; disable it first.'],
  MFA_SETUP_NOT_STARTED: ['invalid', 'No setup is under way; it may have expired. Start a new one.'],
} as const;
declare module '../../kernel/errors.ts' {
  interface ErrorCodes extends Declared<typeof codes> {}
}

/** Why a second factor is not set up, used or taken away. */
export const mfaErrors = errors('mfa', codes);
