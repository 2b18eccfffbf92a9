/** Sentences of the server and their translations. `{1}` and so on stand for any text. */
export type Sentences = Readonly<Record<string, string>>;

/** Translates what the server writes. A sentence without a translation stays as it is. */
export function translatorOf(sentences: Sentences): (text: string) => string {
  // Of several that fit, the one that says most.
  const known = Object.entries(sentences)
    .toSorted(([one], [other]) => plain(other).length - plain(one).length)
    .map(([sentence, translation]) => [patternOf(sentence), translation] as const);
  const translated = (text: string): string | undefined => {
    for (const [pattern, translation] of known) {
      const found = pattern.exec(text);
      if (found) return translation.replaceAll(PLACE, (_, n: string) => found[Number(n)] ?? '');
    }
    return undefined;
  };
  return (text) =>
    translated(text) ??
    text
      .split(BETWEEN)
      .map((part) => translated(part) ?? part)
      .join(' ');
}

const PLACE = /\{(\d)\}/g;
/** What is wrong with several parts of an input is told one after the other. */
const BETWEEN = /(?<=\.) (?=\S)/;

// A sentence begins with the path of a field, which has no blank. No value goes on into the next sentence.
const NAME = String.raw`(\S*?)`;
const VALUE = String.raw`((?:(?!\. ).)*?)`;

const SPECIAL = /[.*+?^${}()|[\]\\]/g;

const plain = (sentence: string): string => sentence.replaceAll(PLACE, '');

const patternOf = (sentence: string): RegExp =>
  new RegExp(
    `^${sentence
      .split(PLACE)
      .map((part, n) => (n % 2 === 0 ? part.replaceAll(SPECIAL, '\\$&') : n > 1 || sentence[0] !== '{' ? VALUE : NAME))
      .join('')}$`,
    's',
  );
