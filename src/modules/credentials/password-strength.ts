/**
 * Estimates how hard a password is to guess, by zxcvbn. Its dictionaries take 70 MB of memory and 0.25 s to load, so only
 * the thread of `strength-thread.ts` imports this file.
 */
import { ZxcvbnFactory, type ZxcvbnResult } from '@zxcvbn-ts/core';
import * as common from '@zxcvbn-ts/language-common';
import * as english from '@zxcvbn-ts/language-en';

/** What makes a password easy to guess. */
export type Weakness = 'personal' | 'common' | 'word' | 'pattern' | 'short';

export interface Strength {
  /** From 0 (fewer than a thousand guesses) to 4 (more than ten thousand million). */
  readonly score: number;
  /** What an attacker would guess first. */
  readonly weakness: Weakness;
}

// The work grows with the square of the length. A longer password that is weak repeats itself before this.
const READ_CHARACTERS = 32;

// The work doubles with each. With this limit, an estimate takes a few milliseconds, whatever the password is.
const L33T_SUBSTITUTIONS = 3;

/** People add so many digits and symbols around a word when they have to. They add almost no strength. */
const AFFIX_MAX = 6;
const AFFIXES = /^[^\p{L}]+|[^\p{L}]+$/gu;

const zxcvbn = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...english.dictionary },
  graphs: common.adjacencyGraphs,
  maxLength: READ_CHARACTERS,
  l33tMaxSubstitutions: L33T_SUBSTITUTIONS,
});

/** Estimates a password. `ownWords` are what is known of its user. */
export function estimate(password: string, ownWords: string[]): Strength {
  const whole = zxcvbn.check(password, ownWords);
  const word = password.replaceAll(AFFIXES, '');
  if (word !== password && password.length - word.length <= AFFIX_MAX) {
    const core = zxcvbn.check(word, ownWords);
    if (core.score <= 1 && core.sequence.length === 1 && core.sequence[0]!.pattern === 'dictionary')
      return { score: Math.min(whole.score, 1), weakness: weaknessOf(core) };
  }
  return { score: whole.score, weakness: weaknessOf(whole) };
}

/** The weakness of the longest part that zxcvbn recognizes. */
function weaknessOf({ sequence }: ZxcvbnResult): Weakness {
  const known = sequence.filter(({ pattern }) => pattern !== 'bruteforce');
  const [longest] = known.toSorted((one, other) => other.token.length - one.token.length);
  if (!longest) return 'short';
  if (longest.pattern !== 'dictionary') return 'pattern';
  if (longest['dictionaryName'] === 'userInputs') return 'personal';
  return longest['dictionaryName'] === 'passwords-common' ? 'common' : 'word';
}
