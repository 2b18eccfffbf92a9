import { p, type Opt } from '@mikro-orm/core';
import { normalForm } from '../kernel/text.ts';

// Also the characters within addresses and phone numbers.
const SEPARATORS = `.,;:@_+-/()&"'’`;

/**
 * The text that a row is searched by: several values as one, folded, with a blank on each side of every word. A trigger keeps it
 * beside them. To make it again for each row that an index finds would be most of what a search takes.
 */
export const searchText = () => p.text().name('search_folded').nullable().$type<Opt<string> | null>().lazy().hidden();

/** The same as the version before had it, with accents: for its nodes, while they are replaced. The next version drops it. */
export const formerSearchText = (...values: readonly string[]) =>
  p
    .text()
    .name('search_text')
    .generated(
      `translate(lower(' ' || ${values.join(` || ' ' || `)} || ' '), '${SEPARATORS.replaceAll("'", "''")}', '${' '.repeat(SEPARATORS.length)}') stored`,
    )
    .$type<Opt<string>>()
    .lazy()
    .hidden();

/** The trigram index that searches use. */
export const searchIndex = (table: string): { name: string; expression: string } => ({
  name: `${table}_folded_index`,
  expression: `create index "${table}_folded_index" on "${table}" using gin ("search_folded" gin_trgm_ops)`,
});

/** The same with the index of the version before, for tables that it has. */
export const searchIndexes = (table: string): { name: string; expression: string }[] => [
  searchIndex(table),
  {
    name: `${table}_search_index`,
    expression: `create index "${table}_search_index" on "${table}" using gin ("search_text" gin_trgm_ops)`,
  },
];

/** The text of a row `e`. */
export const SEARCH_TEXT = 'e.search_folded';

/** Letters that are no other letter with a mark, and what people type for them. */
const LETTERS: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ŧ: 't',
  ς: 'σ',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
};

/** A text as it is compared in searches: in lower case and without accents, as the function `search_folded` of the database has it. */
export const folded = (text: string): string =>
  normalForm(
    normalForm(text, 'NFKD')
      .toLowerCase()
      .replaceAll(/[\u0300-\u036f]/g, '')
      .replaceAll(/[øłđðħıŧςßæœþ]/g, (letter) => LETTERS[letter]!),
  );

/** A part of such a text, as a caller gave it. */
export const searched = (text: string): string =>
  [...folded(text)].map((each) => (SEPARATORS.includes(each) ? ' ' : each)).join('');

/** The words of a text, with all their characters. */
export const partsOf = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

/** The words of a text. */
export const wordsOf = (text: string): string[] => partsOf(searched(text));
