/** The looks of names. It is loaded with the first name that is compared, because its data is large. */
import { confusablesMap as styled } from 'confusables';
import skeletons from 'unhomoglyph/data.json' with { type: 'json' };
import { normalForm } from '../../ground/kernel/text.ts';

// Unicode UTS 39 §4: what each character of any alphabet looks like.
const prototypes = new Map<string, string>(Object.entries(skeletons));

// Digits and signs that stand for letters, and letters that most typefaces draw alike.
const PAIRS = 'o0il1l|l!l3e4a5s$s6g7t8b9g@a';
const STANDS_FOR = new Map([...PAIRS.matchAll(/(.)(.)/gu)].map(([, letter = '', like = '']) => [letter, like]));

/**
 * What a name looks like: texts of which names that look the same share one. A letter may have one look in Unicode's data and
 * another as the letter that it is a style of, and a sign may stand for a letter or between two.
 */
export function looksOf(name: string): ReadonlySet<string> {
  const plain = normalForm(name, 'NFKD');
  return new Set([name, plain, name.replaceAll(/[|!$@]/g, '')].map(lookOf));
}

function lookOf(name: string): string {
  const letters = drawn(drawn(name).toLowerCase())
    .toLowerCase()
    .replaceAll(/./gu, (letter) => STANDS_FOR.get(letter) ?? letter)
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
  return letters.replaceAll('rn', 'm').replaceAll('vv', 'w').replaceAll('cl', 'd');
}

/** A text in Latin letters, as far as its letters look like some. */
const drawn = (text: string): string =>
  bare(
    normalForm(text, 'NFD').replaceAll(
      /./gsu,
      (letter) => prototypeOf(letter) ?? prototypeOf(letter.toUpperCase()) ?? letter,
    ),
  );

/** The ASCII letters that a letter looks like. The standard leaves out what is a style of Latin ones, such as small capitals. */
function prototypeOf(letter: string): string | undefined {
  const prototype = bare(prototypes.get(letter) ?? letter);
  const look = isAscii(prototype) ? prototype : (styled.get(prototype) ?? styled.get(letter) ?? prototype);
  return isAscii(look) ? look : undefined;
}

const isAscii = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);

/** A text without accents, invisible characters and what Unicode takes for the same letters. */
const bare = (text: string): string =>
  normalForm(text, 'NFKD').replaceAll(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '');
