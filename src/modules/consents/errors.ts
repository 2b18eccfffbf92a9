import { errors, type Declared } from '../../ground/kernel/errors.ts';

const codes = {
  CONSENT_NOT_FOUND: ['not_found', 'The consent does not exist.'],
} as const;
declare module '../../ground/kernel/errors.ts' {
  interface ErrorCodes extends Declared<typeof codes> {}
}

/** The errors of operations on consents. */
export const consentErrors = errors('consents', codes);
