import { fault } from '../../ground/kernel/errors.ts';
import { readShownName } from '../../ground/kernel/text.ts';

/** The most characters of a client's name. */
export const NAME_MAX = 255;

/** Reads the name of a client. Throws `invalid` for a name that users could misread on the consent page. */
export const readClientName = (value: string): string => readShownName('name', value, { max: NAME_MAX });

// Unicode UTS 39 §5.2: Latin letters are mixed only with those of alphabets in use that look different.
const SCRIPTS =
  'Latin Common Inherited Arabic Bengali Bopomofo Devanagari Ethiopic Georgian Gujarati Gurmukhi Han Hangul Hebrew ' +
  'Hiragana Kannada Katakana Khmer Lao Malayalam Myanmar Oriya Sinhala Tamil Telugu Thaana Thai Tibetan';
const MIXED_IN = new RegExp(
  `(?!${SCRIPTS.split(' ')
    .map((script) => `\\p{Script=${script}}`)
    .join('|')})\\p{L}`,
  'u',
);
const LATIN = /\p{Script=Latin}/u;
const SHORT = 4;

/**
 * Refuses a name by which an application that nobody of the customer has checked could pass for the customer's, or for this
 * server.
 */
export async function checkOwnName(name: string, ...customer: readonly { readonly name: string }[]): Promise<void> {
  if (await isImitation(name, ['guildhall', ...customer.map((each) => each.name)])) throw fault('name', 'imitation');
}

/** Whether the name looks like one that contains one of the others, or mixes alphabets that look alike. */
async function isImitation(name: string, others: readonly string[]): Promise<boolean> {
  if (LATIN.test(name) && MIXED_IN.test(name)) return true;
  const { looksOf } = await import('./client-look.ts');
  const looks = [...looksOf(name)];
  return others
    .flatMap((other) => [...looksOf(other)])
    .some((other) => looks.some((look) => (other.length < SHORT ? look === other : look.includes(other))));
}
