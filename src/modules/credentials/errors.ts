import { errors, type AppError, type Declared } from '../../ground/kernel/errors.ts';

const codes = {
  PASSWORD_TOO_SHORT: ['invalid', 'The password has fewer characters than this server requires.'],
  PASSWORD_TOO_LONG: ['invalid', 'The password is longer than this server accepts.'],
  PASSWORD_COMMON: ['invalid', 'The password is a common one, or close to one. Use several unrelated words.'],
  PASSWORD_WORD: ['invalid', 'The password is a word or a name with little around it. Add more unrelated words.'],
  PASSWORD_PATTERN: [
    'invalid',
    'The password is a repetition, a sequence, a date or a row of keys. Use several unrelated words.',
  ],
  PASSWORD_PERSONAL: [
    'invalid',
    'The password contains your name, your address, your organization or this service. Use several unrelated words.',
  ],
  PASSWORD_WEAK: ['invalid', 'The password is easy to guess. Add more unrelated words.'],
  PASSWORD_BREACHED: [
    'invalid',
    'The password has appeared in a data breach elsewhere, so attackers try it. Use another one.',
  ],
  PASSWORD_HASH_UNKNOWN: [
    'invalid',
    'The password hash has no encoding that this server knows. It knows those of bcrypt, scrypt, PBKDF2, argon2, SHA-crypt, phpass, ASP.NET Core Identity, Firebase and salted SHA of LDAP.',
  ],
  PASSWORD_HASH_TOO_COSTLY: [
    'invalid',
    'The password hash has parameters by which a login would take too long. Let this user set a new password.',
  ],
  BUSY: ['unavailable', 'Too many people are signing in right now. Try again in a moment.'],
} as const;
declare module '../../ground/kernel/errors.ts' {
  interface ErrorCodes extends Declared<typeof codes> {}
}

/** Why a password is rejected, or cannot be checked now. */
export const credentialErrors = errors('credentials', codes);

/** The answer to work with passwords for which there is no time. */
export const tooBusy = (): AppError => credentialErrors.BUSY({ retryAfter: 2 });
