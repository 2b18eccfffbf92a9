import { invalid } from '../../kernel/errors.ts';
import { readLine } from '../../kernel/text.ts';

/** The most characters of a client's name. */
export const NAME_MAX = 255;

/** Reads the name of a client. Throws `invalid` for a name that users could misread on the consent page. */
export function readClientName(value: string): string {
  const name = readLine('name', value, { max: NAME_MAX });
  // Unicode UAX 9 §2: such characters are invisible, or change the order in which others are shown.
  if (/\p{Bidi_Control}|[\u200B\u2060\uFEFF]/u.test(name))
    throw invalid('name', 'name must not contain characters that are invisible or change the direction of text.');
  return name;
}

// Alphabets with letters that look like Latin ones (Unicode UTS 39 §5: a word uses only one alphabet).
const LIKE_LATIN = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Lisu}]/u;
const LATIN = /\p{Script=Latin}/u;

// Pairs of a letter and the Latin letter that it looks like (Unicode UTS 39 §4).
const PAIRS =
  'аaвbеeкkмmнhоoрpсcтtуyхxіlјjѕsһhԁdԛqԝwӏlьbгrпnиuѵv' +
  'αaβbγyεeζzηnιlκkμmνvοoρpσoτtυuχxωw' +
  'ցgհhոnսuօoլl' +
  'ılɑaɡgłløođdħhßb0o1l3e4a5s7t|l!l$s@ail';
const LOOKS_LIKE = new Map([...PAIRS.matchAll(/(.)(.)/gu)].map(([, letter = '', like = '']) => [letter, like]));
const SHORT = 4;

/**
 * Refuses a name by which an application that nobody of the customer has checked could pass for the customer's, or for this
 * server.
 */
export function checkOwnName(name: string, ...customer: readonly { readonly name: string }[]): void {
  if (isImitation(name, ['guildhall', ...customer.map((each) => each.name)]))
    throw invalid(
      'name',
      'name looks like the name of this service or of the customer, or mixes alphabets that look alike.',
    );
}

/** Whether the name looks like one that contains one of the others, or mixes alphabets that look alike. */
function isImitation(name: string, others: readonly string[]): boolean {
  if (LATIN.test(name) && LIKE_LATIN.test(name)) return true;
  const looks = lookOf(name);
  return others.map(lookOf).some((other) => (other.length < SHORT ? looks === other : looks.includes(other)));
}

/** What a name looks like: the same text for names that look the same. */
function lookOf(name: string): string {
  const letters = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/./gu, (letter) => LOOKS_LIKE.get(letter) ?? letter)
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
  return letters.replaceAll('rn', 'm').replaceAll('vv', 'w').replaceAll('cl', 'd');
}
