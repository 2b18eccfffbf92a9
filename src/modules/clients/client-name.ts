import { invalid } from '../../kernel/errors.ts';
import { readLine } from '../../kernel/text.ts';

/** The most characters of a client's name. */
export const NAME_MAX = 255;

/** The name of a client, which people go by on the consent page; `invalid` where it could be read as another one. */
export function readClientName(value: string): string {
  const name = readLine('name', value, { max: NAME_MAX });
  // Unicode UAX 9 §2: such characters change in which order the others are seen, or are not seen at all.
  if (/\p{Bidi_Control}|[\u200B\u2060\uFEFF]/u.test(name))
    throw invalid('name', 'name must not hold characters that cannot be seen or that turn the direction of text.');
  return name;
}

// Alphabets with letters that are drawn like Latin ones (Unicode UTS 39 §5: whole words keep to one of them).
const LIKE_LATIN = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Lisu}]/u;
const LATIN = /\p{Script=Latin}/u;

// Pairs of a letter and what it is drawn like (Unicode UTS 39 §4), as far as names can be written in them.
const PAIRS =
  'аaвbеeкkмmнhоoрpсcтtуyхxіlјjѕsһhԁdԛqԝwӏlьbгrпnиuѵv' +
  'αaβbγyεeζzηnιlκkμmνvοoρpσoτtυuχxωw' +
  'ցgհhոnսuօoլl' +
  'ılɑaɡgłløođdħhßb0o1l3e4a5s7t|l!l$s@ail';
const DRAWN_LIKE = new Map([...PAIRS.matchAll(/(.)(.)/gu)].map(([, letter = '', like = '']) => [letter, like]));
const SHORT = 4;

/** Whether people could take the name for one that holds one of the others, or it mixes alphabets that look alike. */
export function isImitation(name: string, others: readonly string[]): boolean {
  if (LATIN.test(name) && LIKE_LATIN.test(name)) return true;
  const drawn = drawnAs(name);
  return others.map(drawnAs).some((other) => (other.length < SHORT ? drawn === other : drawn.includes(other)));
}

/** What is left of a name for the eye: the same for names that look the same. */
function drawnAs(name: string): string {
  const letters = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/./gu, (letter) => DRAWN_LIKE.get(letter) ?? letter)
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
  return letters.replaceAll('rn', 'm').replaceAll('vv', 'w').replaceAll('cl', 'd');
}
