import { AppError } from '../../kernel/errors.ts';
import type { Runtime } from '../../kernel/runtime.ts';
import { BreachedPasswords } from './breached-passwords.ts';
import { isTooLong, normalisePassword, PASSWORD_MAX_BYTES } from './password.hasher.ts';
import type { Weakness } from './password.strength.ts';

/** Whose password it is to be; what is known of them must not be it. */
export interface PasswordOwner {
  readonly email: string;
  readonly name?: string | null;
  readonly username?: string | null;
  readonly customerName?: string | null;
}

/** Shorter ones stand in too many other words to be told apart. */
const OWN_WORD_MIN = 3;

const refusal = (code: string, message: string, field: string): AppError =>
  new AppError('invalid', code, message, { field });

const weaknesses: Readonly<Record<Weakness, (field: string) => AppError>> = {
  personal: (field) =>
    refusal(
      'PASSWORD_PERSONAL',
      'The password is built on your name, your address, your organization or this service. Use several unrelated words.',
      field,
    ),
  common: (field) =>
    refusal('PASSWORD_COMMON', 'The password is a common one, or close to one. Use several unrelated words.', field),
  word: (field) =>
    refusal(
      'PASSWORD_WORD',
      'The password is a word or a name with little around it. Add more words that have nothing to do with it.',
      field,
    ),
  pattern: (field) =>
    refusal(
      'PASSWORD_PATTERN',
      'The password is a repetition, a sequence, a date or a row of keys. Use several unrelated words.',
      field,
    ),
  short: (field) =>
    refusal('PASSWORD_WEAK', 'The password is easy to guess. Make it longer: add more unrelated words.', field),
};

/** What a new password must be. */
export class PasswordPolicy {
  constructor(private readonly runtime: Runtime) {}

  /**
   * The new password, normalised, or `invalid` with a code that begins with `PASSWORD_` and a message that says what
   * would help. Any character may be in it, and none has to (NIST SP 800-63B §3.1.1.2).
   */
  async read(password: string, owner: PasswordOwner, field = 'password'): Promise<string> {
    const { minLength, minScore } = this.runtime.settings.passwords;
    // Half a surrogate pair has no UTF-8 form, so it would be hashed as something else; nobody types a NUL.
    if (!password.isWellFormed() || password.includes('\0'))
      throw refusal('INVALID_INPUT', 'The password holds characters that are not allowed.', field);
    const normalised = normalisePassword(password);
    if (isTooLong(normalised))
      throw refusal('PASSWORD_TOO_LONG', `The password is longer than ${PASSWORD_MAX_BYTES} bytes.`, field);
    if ([...normalised].length < minLength)
      throw refusal('PASSWORD_TOO_SHORT', `The password must have at least ${minLength} characters.`, field);
    const { estimate } = await import('./password.strength.ts');
    const words = this.wordsOf(owner);
    const { score, weakness } = estimate(normalised, words);
    if (minScore > 0 && words.includes(normalised.toLowerCase())) throw weaknesses.personal(field);
    if (score < minScore) throw weaknesses[weakness](field);
    if (await this.runtime.get(BreachedPasswords).has(normalised))
      throw refusal(
        'PASSWORD_BREACHED',
        'The password has appeared in a data breach elsewhere, so attackers try it. Use another one.',
        field,
      );
    return normalised;
  }

  /** The words that somebody who knows the user and the service would try first, whole and in parts. */
  private wordsOf({ email, name, username, customerName }: PasswordOwner): string[] {
    const service = ['guildhall', new URL(this.runtime.settings.server.baseUrl).hostname];
    const known = [email, ...email.split('@'), name, username, customerName, ...service].flatMap((text) => {
      const word = text?.normalize('NFC').toLowerCase() ?? '';
      return [word, word.replaceAll(/\s/g, ''), ...word.split(/[^\p{L}\p{N}]+/u)];
    });
    return [...new Set(known)].filter((word) => word.length >= OWN_WORD_MIN);
  }
}
