/**
 * How hard a password is to guess, estimated by zxcvbn. Its dictionaries take some 70 MB and a quarter of a second to
 * load, so this file is imported by the first new password and not by the start.
 */
import { ZxcvbnFactory, type ZxcvbnResult } from '@zxcvbn-ts/core';
import * as common from '@zxcvbn-ts/language-common';
import * as english from '@zxcvbn-ts/language-en';

/** What makes a password easy to guess. */
export type Weakness = 'personal' | 'common' | 'word' | 'pattern' | 'short';

export interface Strength {
  /** From 0 (fewer than a thousand guesses) to 4 (more than ten thousand million). */
  readonly score: number;
  /** What the guesses begin with. */
  readonly weakness: Weakness;
}

// The work grows with the square of the length; what is longer than this and still weak repeats itself before its end.
const READ_CHARACTERS = 40;

// More substitutions than these are tried by nobody: an estimate takes at most some 20 ms.
const L33T_SUBSTITUTIONS = 10;

/** So many digits and symbols around a word are what people add when they are told to: they add next to nothing. */
const TRIMMINGS_MAX = 6;
const TRIMMINGS = /^[^\p{L}]+|[^\p{L}]+$/gu;

const zxcvbn = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...english.dictionary },
  graphs: common.adjacencyGraphs,
  maxLength: READ_CHARACTERS,
  l33tMaxSubstitutions: L33T_SUBSTITUTIONS,
});

/** Estimates a password of somebody whom these words are known to belong to. */
export function estimate(password: string, ownWords: string[]): Strength {
  const whole = zxcvbn.check(password, ownWords);
  const word = password.replaceAll(TRIMMINGS, '');
  if (word !== password && password.length - word.length <= TRIMMINGS_MAX) {
    const core = zxcvbn.check(word, ownWords);
    if (core.score <= 1 && core.sequence.length === 1 && core.sequence[0]!.pattern === 'dictionary')
      return { score: Math.min(whole.score, 1), weakness: weaknessOf(core) };
  }
  return { score: whole.score, weakness: weaknessOf(whole) };
}

/** By the longest part of the password that guesses know. */
function weaknessOf({ sequence }: ZxcvbnResult): Weakness {
  const known = sequence.filter(({ pattern }) => pattern !== 'bruteforce');
  const [longest] = known.toSorted((one, other) => other.token.length - one.token.length);
  if (!longest) return 'short';
  if (longest.pattern !== 'dictionary') return 'pattern';
  if (longest['dictionaryName'] === 'userInputs') return 'personal';
  return longest['dictionaryName'] === 'passwords-common' ? 'common' : 'word';
}
