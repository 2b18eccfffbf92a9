import { typedCode } from '../../ground/kernel/typed-code.ts';
import { newLetters } from '../../ground/kernel/secret.ts';

/** RFC 8628 §6.1: no vowels, so that codes are no words, and nothing that is taken for something else. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const LENGTH = 8;

/** The longest text that is read as a code: people add spaces and hyphens. */
export const USER_CODE_LENGTH = 32;

const CODE = new RegExp(`^[${LETTERS}]{${LENGTH}}$`);

/** A new code of 34 random bits, as people read it: `BCDF-GHJK`. */
export const newUserCode = (): string => written(newLetters(LETTERS, LENGTH));

/** The code that somebody typed, as it is written; null if it is none. Case, spaces and hyphens do not matter. */
export function readUserCode(typed: string): string | null {
  if (typed.length > USER_CODE_LENGTH) return null;
  const code = typedCode(typed).replaceAll(/[_.]/g, '').toUpperCase();
  return CODE.test(code) ? written(code) : null;
}

const written = (code: string): string => `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`;
