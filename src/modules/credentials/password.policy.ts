import { AppError } from '../../kernel/errors.ts';
import type { Settings } from '../../kernel/runtime.ts';
import { COMMON_PASSWORDS } from './common-passwords.ts';
import { isTooLong, normalisePassword, PASSWORD_MAX_BYTES } from './password.hasher.ts';

/** Whose password it is to be; what is known of them must not be it. */
export interface PasswordOwner {
  readonly email: string;
  readonly name?: string | null;
  readonly username?: string | null;
  readonly customerName?: string | null;
}

/**
 * The new password, normalised, or `invalid` with `PASSWORD_TOO_SHORT`, `PASSWORD_TOO_LONG`, `PASSWORD_COMMON` or
 * `PASSWORD_PERSONAL`. Any character may be in it, and none has to (NIST SP 800-63B §3.1.1.2).
 */
export function readNewPassword(
  password: string,
  owner: PasswordOwner,
  { minLength }: Settings['passwords'],
  field = 'password',
): string {
  const refuse = (code: string, message: string): never => {
    throw new AppError('invalid', code, message, { field });
  };
  // Half a surrogate pair has no UTF-8 form, so it would be hashed as something else.
  if (!password.isWellFormed()) refuse('INVALID_INPUT', 'The password holds characters that are not allowed.');
  const normalised = normalisePassword(password);
  if (isTooLong(normalised)) refuse('PASSWORD_TOO_LONG', `The password is longer than ${PASSWORD_MAX_BYTES} bytes.`);
  if ([...normalised].length < minLength)
    refuse('PASSWORD_TOO_SHORT', `The password must have at least ${minLength} characters.`);
  const folded = fold(normalised);
  if (COMMON_PASSWORDS.has(folded))
    refuse('PASSWORD_COMMON', 'The password is among the first an attacker would guess.');
  if (ownWords(owner).has(folded))
    refuse('PASSWORD_PERSONAL', 'The password must not be your name, your address, or the name of this service.');
  return normalised;
}

function ownWords({ email, name, username, customerName }: PasswordOwner): Set<string> {
  const [local = '', domain = ''] = email.split(/@(?=[^@]*$)/);
  const words = [
    email,
    local,
    domain,
    domain.split('.')[0] ?? '',
    name ?? '',
    username ?? '',
    customerName ?? '',
    'guildhall',
  ];
  return new Set(words.flatMap((word) => [fold(word), fold(word).replaceAll(/\s/g, '')]));
}

const fold = (text: string): string => text.normalize('NFC').toLowerCase();
