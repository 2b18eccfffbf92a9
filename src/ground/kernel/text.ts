import { fault } from './errors.ts';

interface TextRules {
  /** Least characters after trimming; default 1. */
  readonly min?: number;
  readonly max: number;
}

// PostgreSQL stores no NUL. Half of a surrogate pair is not Unicode text.
const UNSTORABLE = /\0|\p{Surrogate}/u;

export const isStorable = (text: string): boolean => !UNSTORABLE.test(text);

/** Whether all texts in the JSON can be stored, names of members among them. The caller bounds its depth. */
export function isStorableJson(json: unknown): boolean {
  if (typeof json === 'string') return isStorable(json);
  if (typeof json !== 'object' || json === null) return true;
  return Object.entries(json).every(([name, value]) => isStorable(name) && isStorableJson(value));
}

// The marks of one letter. Unicode's stream-safe texts have 30 at most (UAX 15 §13), which is more than any language needs.
const MARKS_MAX = 30;
const OVERLOADED = new RegExp(`(?<!\\p{M})\\p{M}{${MARKS_MAX + 1}}`, 'u');

/**
 * A text in a normal form of Unicode. One with more marks on a letter than any name or code has stays as it is: to put them in
 * order takes the square of their number, so a megabyte of them would hold the server for minutes.
 */
export const normalForm = (text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD' = 'NFC'): string =>
  OVERLOADED.test(text) ? text : text.normalize(form);

/** The same in NFC. Throws `invalid` for what is not text, or has too many marks. */
function readNormalized(field: string, value: string): string {
  if (!isStorable(value)) throw fault(field, 'characters');
  if (OVERLOADED.test(value)) throw fault(field, 'too_many_marks', { max: MARKS_MAX });
  return value.normalize('NFC');
}

/** Text of a caller, in NFC. Throws `invalid` with the field’s name for more than `max` characters, or what is not text. */
export function readGiven(field: string, value: string, max: number): string {
  const text = readNormalized(field, value);
  if ([...text].length > max) throw fault(field, 'too_long', { max });
  return text;
}

/** Text as it is stored: NFC, trimmed, from `min` to `max` characters. Otherwise throws `invalid` with the field’s name. */
export function readText(field: string, value: string, { min = 1, max }: TextRules): string {
  const text = readNormalized(field, value).trim();
  const length = [...text].length;
  if (length < min) throw min === 1 ? fault(field, 'blank') : fault(field, 'too_short', { min });
  if (length > max) throw fault(field, 'too_long', { max });
  return text;
}

// Line breaks, also those that are no control characters.
const BREAK = /[\p{Cc}\u2028\u2029]/u;
// Invisible characters: blanks, formatting such as zero-width joiners, fillers.
const INVISIBLE = /^[\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}]*$/u;

// What changes the direction of all text that follows (Unicode UAX 9 §2.1, §2.2, §2.4, §2.5). It ends isolations from without, too,
// so that no markup keeps it in its place. Marks of direction (§2.6) do no harm.
const DIRECTING = /[\u202A-\u202E\u2066-\u2069]/gu;

/** Text that is shown among other text, with a sign in the place of each character that would change the direction of that. */
export const undirected = (text: string): string => text.replaceAll(DIRECTING, '\uFFFD');

/**
 * Text of one line, such as a name: like readText, with at least one visible character, no line breaks, and nothing that
 * changes the direction of what stands around it.
 */
export function readLine(field: string, value: string, rules: TextRules): string {
  const text = readText(field, value, rules);
  if (BREAK.test(text)) throw fault(field, 'one_line');
  if (text !== '' && INVISIBLE.test(text)) throw fault(field, 'blank');
  if (undirected(text) !== text) throw fault(field, 'direction');
  return text;
}

// Characters that are invisible, or change the order in which others are shown (Unicode UAX 9 §2). Joiners and variation
// selectors are parts of letters and pictures.
const UNSEEN = /\p{Bidi_Control}|(?![\u200C\u200D\p{Variation_Selector}])\p{Default_Ignorable_Code_Point}/u;

/** A name that users see where they decide, such as on the consent page: like readLine, and they cannot misread it. */
export function readShownName(field: string, value: string, rules: TextRules): string {
  const name = readLine(field, value, rules);
  if (UNSEEN.test(name)) throw fault(field, 'invisible');
  return name;
}

/** Whether a text has three letters or digits in a row. Otherwise, a look-up would read a whole trigram index. */
export const hasTrigram = (text: string): boolean => /[\p{L}\p{N}]{3}/u.test(text);

const SEARCH_MAX = 500;

/** The pattern that finds `search` anywhere in a lower-case text. `%`, `_` and `\` are escaped. */
export function likePattern(search: string): string {
  if (UNSTORABLE.test(search)) throw fault('search', 'characters');
  if (search.length > SEARCH_MAX) throw fault('search', 'too_long', { max: SEARCH_MAX });
  return `%${normalForm(search)
    .toLowerCase()
    .replaceAll(/[\\%_]/g, '\\$&')}%`;
}

type LastPart<Word extends string> = Word extends `${string}:${infer Rest}` ? LastPart<Rest> : Word;
type Underscored<Word extends string> = Word extends `${infer First}-${infer Rest}`
  ? `${First}_${Underscored<Rest>}`
  : Word;

/** `refresh_token` → `REFRESH_TOKEN`; of a URN, the last part. */
export type EnumName<Word extends string> = Uppercase<Underscored<LastPart<Word>>>;

/** The GraphQL name of an enum's value. */
export const enumName = <Word extends string>(word: Word): EnumName<Word> =>
  word
    .slice(word.lastIndexOf(':') + 1)
    .replaceAll('-', '_')
    .toUpperCase() as EnumName<Word>;
