import { errors, type Declared } from '../../kernel/errors.ts';

const codes = {
  CONSENT_NOT_FOUND: ['not_found', 'No such consent.'],
} as const;
declare module '../../kernel/errors.ts' {
  interface ErrorCodes extends Declared<typeof codes> {}
}

/** Why a consent is not revoked. */
export const consentErrors = errors('consents', codes);
