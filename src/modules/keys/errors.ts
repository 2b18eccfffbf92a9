import { errors, type Declared } from '../../kernel/errors.ts';

const codes = {
  KEY_NOT_FOUND: ['not_found', 'There is no signing key of this id.'],
  NO_SIGNING_KEY: ['unavailable', 'There is no key to sign with.'],
} as const;
declare module '../../kernel/errors.ts' {
  interface ErrorCodes extends Declared<typeof codes> {}
}

/** Why nothing is signed, and no signing key withdrawn. */
export const keyErrors = errors('keys', codes);
