// Also the characters within addresses and phone numbers.
const SEPARATORS = `.,;:@_+-/()&"'’`;

/** The SQL of values as one text to search: in lower case, with a blank on each side of every word. An index has it. */
export const searchText = (...values: readonly string[]): string =>
  `translate(lower(' ' || ${values.join(` || ' ' || `)} || ' '), '${SEPARATORS.replaceAll("'", "''")}', '${' '.repeat(SEPARATORS.length)}')`;

/** A part of such a text, as a caller gave it. */
export const searched = (text: string): string =>
  [...text.normalize('NFC').toLowerCase()].map((each) => (SEPARATORS.includes(each) ? ' ' : each)).join('');

/** The words of a text. */
export const wordsOf = (text: string): string[] =>
  searched(text)
    .split(/\s+/)
    .filter((word) => word !== '');
