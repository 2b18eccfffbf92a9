import { broken } from '../../ground/faults/index.ts';
import { fault } from '../../ground/kernel/errors.ts';
import type { Runtime } from '../../ground/kernel/runtime.ts';
import { isStorable, normalForm } from '../../ground/kernel/text.ts';
import { BreachedPasswords } from './breached-passwords.ts';
import { credentialErrors } from './errors.ts';
import { ALONE, type Turn } from '../../ground/kernel/fair-queue.ts';
import { isTooLong, normalizePassword, PASSWORD_MAX_BYTES } from './password-hasher.ts';
import type { Weakness } from './password-strength.ts';
import { estimateStrength } from './strength-estimator.ts';

/** The user of a new password. The password must not be built on what is known of them. */
export interface PasswordOwner {
  readonly email: string;
  readonly name?: string | null;
  readonly username?: string | null;
  readonly customerName?: string | null;
}

interface ReadOptions {
  /** What faults name. */
  readonly field?: string;
  /** On whose behalf the estimate waits. */
  readonly turn?: Turn;
}

/** Shorter words are parts of too many others. */
const OWN_WORD_MIN = 3;

/** The error for each weakness. */
const weaknesses = {
  personal: credentialErrors.PASSWORD_PERSONAL,
  common: credentialErrors.PASSWORD_COMMON,
  word: credentialErrors.PASSWORD_WORD,
  pattern: credentialErrors.PASSWORD_PATTERN,
  short: credentialErrors.PASSWORD_WEAK,
} satisfies Record<Weakness, unknown>;

/** What a new password must fulfill. */
export class PasswordPolicy {
  constructor(private readonly runtime: Runtime) {}

  /**
   * The new password, normalized, or `invalid` with a code that begins with `PASSWORD_` and a message that says what
   * would help. Any character may be in it, and none has to (NIST SP 800-63B §3.1.1.2).
   */
  async read(password: string, owner: PasswordOwner, options: ReadOptions = {}): Promise<string> {
    const normalized = this.readForm(password, options.field);
    await this.requireStrength(normalized, owner, options);
    return normalized;
  }

  /** The new password, normalized. Does not look how hard it is to guess, so it costs nothing. */
  readForm(password: string, field = 'password'): string {
    const { minLength } = this.runtime.settings.passwords;
    // Half a surrogate pair has no UTF-8 form, so it would be hashed as something else; nobody types a NUL.
    if (!isStorable(password)) throw fault(field, 'password_characters');
    const normalized = normalizePassword(password);
    if (isTooLong(normalized))
      throw credentialErrors.PASSWORD_TOO_LONG({
        field,
        broken: broken('password_too_long', { max: PASSWORD_MAX_BYTES }),
      });
    if ([...normalized].length < minLength)
      throw credentialErrors.PASSWORD_TOO_SHORT({
        field,
        broken: broken('password_too_short', { min: minLength }),
      });
    return normalized;
  }

  /**
   * Refuses a normalized password that is easy to guess. The estimate takes a core for some milliseconds, so whoever takes
   * passwords from strangers counts the try before, and says on whose behalf it waits.
   */
  async requireStrength(
    normalized: string,
    owner: PasswordOwner,
    { field = 'password', turn = ALONE }: ReadOptions = {},
  ): Promise<void> {
    const { minScore } = this.runtime.settings.passwords;
    const ownWords = this.wordsOf(owner);
    const { score, weakness } = await estimateStrength({ password: normalized, ownWords }, turn);
    if (minScore > 0 && ownWords.includes(normalized.toLowerCase())) throw weaknesses.personal({ field });
    if (score < minScore) throw weaknesses[weakness]({ field });
    if (await this.runtime.get(BreachedPasswords).has(normalized)) throw credentialErrors.PASSWORD_BREACHED({ field });
  }

  /** The words that somebody who knows the user and the service would try first, and their parts. */
  private wordsOf({ email, name, username, customerName }: PasswordOwner): string[] {
    const service = ['guildhall', new URL(this.runtime.settings.server.baseUrl).hostname];
    const known = [email, ...email.split('@'), name, username, customerName, ...service].flatMap((text) => {
      const word = normalForm(text ?? '').toLowerCase();
      return [word, word.replaceAll(/\s/g, ''), ...word.split(/[^\p{L}\p{N}]+/u)];
    });
    return [...new Set(known)].filter((word) => word.length >= OWN_WORD_MIN);
  }
}
