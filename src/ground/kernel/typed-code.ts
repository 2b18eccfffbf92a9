import { normalForm } from './text.ts';

/** Blanks, dashes, and marks that nobody sees, such as those that turn the direction of writing. */
const AROUND = /[\s\p{Pd}\p{Cf}]/gu;

const FOREIGN_DIGIT = /(?![0-9])\p{Nd}/gu;

/**
 * A code as somebody typed it, without what people and keyboards add, in wide or plain letters and in the digits of any script:
 * `١٢٣ ٤٥٦` is `123456`. Case stays.
 */
export const typedCode = (text: string): string =>
  normalForm(text, 'NFKC').replaceAll(AROUND, '').replaceAll(FOREIGN_DIGIT, digitOf);

/** Unicode has the ten decimal digits of a script one after the other, from 0 to 9. */
function digitOf(letter: string): string {
  const point = letter.codePointAt(0)!;
  let before = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(point - before - 1))) before += 1;
  return String(before % 10);
}
