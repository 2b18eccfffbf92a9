import { p, type Opt } from '@mikro-orm/core';

// Also the characters within addresses and phone numbers.
const SEPARATORS = `.,;:@_+-/()&"'’`;

/**
 * The text that a row is searched by: values in SQL as one text, in lower case, with a blank on each side of every word.
 * PostgreSQL keeps it beside them. To make it again for each row that an index finds would be most of what a search takes.
 */
export const searchText = (...values: readonly string[]) =>
  p
    .text()
    .generated(
      `translate(lower(' ' || ${values.join(` || ' ' || `)} || ' '), '${SEPARATORS.replaceAll("'", "''")}', '${' '.repeat(SEPARATORS.length)}') stored`,
    )
    .$type<Opt<string>>()
    .lazy()
    .hidden();

/** The trigram index of such a text. */
export const searchIndex = (table: string): { name: string; expression: string } => ({
  name: `${table}_search_index`,
  expression: `create index "${table}_search_index" on "${table}" using gin ("search_text" gin_trgm_ops)`,
});

/** The text of a row `e`. */
export const SEARCH_TEXT = 'e.search_text';

/** A part of such a text, as a caller gave it. */
export const searched = (text: string): string =>
  [...text.normalize('NFC').toLowerCase()].map((each) => (SEPARATORS.includes(each) ? ' ' : each)).join('');

/** The words of a text. */
export const wordsOf = (text: string): string[] =>
  searched(text)
    .split(/\s+/)
    .filter((word) => word !== '');
