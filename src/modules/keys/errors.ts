import { errors, type Declared } from '../../ground/kernel/errors.ts';

const codes = {
  KEY_NOT_FOUND: ['not_found', 'The signing key does not exist.'],
  NO_SIGNING_KEY: ['unavailable', 'The server has no key to sign with.'],
} as const;
declare module '../../ground/kernel/errors.ts' {
  interface ErrorCodes extends Declared<typeof codes> {}
}

/** Why a token cannot be signed, or a signing key not revoked. */
export const keyErrors = errors('keys', codes);
