import { errors, type Declared } from '../ground/kernel/errors.ts';

const codes = {
  CANCELED: ['invalid', 'Nothing was changed.'],
  NO_CUSTOMER: ['not_found', 'There is no customer yet; guildhall customer create makes one.'],
  CUSTOMER_NEEDED: ['invalid', 'There are several customers; say which one with --customer and its id or name.'],
  MIGRATIONS_PENDING: ['unavailable', 'The database lacks migrations; run guildhall migrate up first.'],
  NO_PASSWORD: ['invalid', 'There is no password on standard input.'],
  PASSWORD_NOT_UTF8: ['invalid', 'What standard input holds is not UTF-8.'],
  PASSWORDS_DIFFER: ['invalid', 'The two passwords differ; nothing was changed.'],
  NO_PREVIOUS_KEY: ['invalid', 'SECRET_KEY_PREVIOUS is not set: it names the key that SECRET_KEY takes the place of.'],
} as const;
declare module '../ground/kernel/errors.ts' {
  interface ErrorCodes extends Declared<typeof codes> {}
}

/** Why a command fails. */
export const cliErrors = errors('cli', codes);
