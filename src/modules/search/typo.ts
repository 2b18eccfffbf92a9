/** Shorter words are searched as they are: a letter more or less makes another word of them. */
const LETTERS_MIN = 4;
/** The most patterns of a word. */
const PATTERNS_MAX = 6;

/** The two ends of a word, around letters that may be wrong. A blank is the start or the end of the word. */
export type Ends = readonly [start: string, end: string];

/**
 * The ends of a word that are left if two neighboring letters, or more of a long word, may be wrong. A word with one typo has
 * at least one of these pairs.
 */
export function endsOf(word: string): Ends[] {
  const letters = [...word];
  if (letters.length < LETTERS_MIN) return [];
  const step = Math.ceil((letters.length - 1) / PATTERNS_MAX);
  const places = Array.from({ length: Math.ceil((letters.length - 1) / step) }, (_, n) => n * step);
  return places.map((at) => [` ${letters.slice(0, at).join('')}`, `${letters.slice(at + step + 1).join('')} `]);
}

/** Whether a word becomes the other if one letter is added, left out or replaced, or two neighbors are swapped. */
export function isOneTypo(one: string, other: string): boolean {
  const [a, b] = [[...one], [...other]];
  const same = a.findIndex((letter, n) => letter !== b[n]);
  const from = same === -1 ? a.length : same;
  const isEqual = (skipA: number, skipB: number): boolean =>
    a.slice(from + skipA).join('') === b.slice(from + skipB).join('');
  if (isEqual(1, 1) || isEqual(1, 0) || isEqual(0, 1)) return true;
  return a[from] === b[from + 1] && a[from + 1] === b[from] && isEqual(2, 2);
}

/** The quality of a word that is there as it is written. */
export const QUALITY_MAX = 4;

/** How well a word of a search is among others: 4 as it is, 3 as the start of one, 2 inside one, 1 with a typo, 0 not. */
export function qualityOf(word: string, words: readonly string[]): number {
  if (words.includes(word)) return QUALITY_MAX;
  if (words.some((each) => each.startsWith(word))) return 3;
  const length = [...word].length;
  if (length > 2 && words.some((each) => each.includes(word))) return 2;
  return length >= LETTERS_MIN && words.some((each) => isOneTypo(word, each)) ? 1 : 0;
}
