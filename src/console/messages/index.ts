/**
 * The texts of the console, in the reader's language: `en` has all texts, and every other language has the same, or it does not
 * compile. The language is the one chosen in the console, or the first of the browser's that there is.
 */
import { en as enRules } from '../../ground/faults/en.ts';
import { inNames, sentenceOf, shownPath, type Broken } from '../../ground/faults/index.ts';
import { fill, languageAmong, tagOf, type PlainKeyOf, type Values } from '../../ground/words/index.ts';
import type { TypeOf } from '../graph/graphql.ts';
import { reload } from '../address.ts';
import { now } from '../now.ts';
import { enCodes } from './en.codes.ts';
import { en } from './en/index.ts';

export type Key = keyof typeof en;
export type Catalog = Readonly<Record<Key, string>>;

/** The keys of texts without placeholders. */
export type PlainKey = PlainKeyOf<typeof en>;

const STORED = 'guildhall.language';

/** The languages with a catalog, each by its own name. */
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof LANGUAGES;

const codesOfLanguages = Object.keys(LANGUAGES) as Language[];

/** The language of the texts. */
export const language: Language =
  languageAmong(codesOfLanguages, [localStorage.getItem(STORED) ?? '', ...navigator.languages]) ?? 'en';

/** How dates and numbers are written: as in the reader's region, if the browser names one of this language. */
export const locale = tagOf(navigator.languages, language) ?? language;

let catalog: Catalog = en;
let codes: Readonly<Partial<Record<TypeOf<'ErrorCode'>, string>>> = enCodes;
let rules: Readonly<Record<keyof typeof enRules, string>> = enRules;
let standard: Readonly<Record<string, string>> = {};

/** Loads the catalog. Nothing is shown before it is there. */
export async function loadTexts(): Promise<void> {
  document.documentElement.lang = language;
  if (language !== 'de') return;
  // Nobody has made a mistake yet.
  void import('./de.codes.ts').then(({ deCodes }) => (codes = deCodes));
  void import('../../ground/faults/de.ts').then(({ de }) => (rules = de));
  [{ de: catalog }, { deStandard: standard }] = await Promise.all([
    import('./de/index.ts'),
    import('./de.standard.ts'),
  ]);
}

/** Shows the console in another language, from now on. */
export function chooseLanguage(other: Language): void {
  localStorage.setItem(STORED, other);
  reload();
}

/** A text with its placeholders filled. A key with placeholders does not compile without their values. */
export function t<K extends Key>(key: K, ...[values]: Values<(typeof en)[K], string | number>): string {
  const pieces = fill<string | number>(catalog[key], values);
  return pieces.map((piece) => (typeof piece === 'number' ? number(piece) : piece)).join('');
}

/** The text of a name that the schema has, such as a state, or the name itself if the console has no text for it. */
export const named = (prefix: string, name: string): string => catalog[`${prefix}.${name}` as Key] ?? name;

/** The names that have a text under a prefix. */
export const namesUnder = (prefix: string): string[] =>
  Object.keys(en).flatMap((key) => (key.startsWith(`${prefix}.`) ? [key.slice(prefix.length + 1)] : []));

/** What an attribute is for. The built-in ones are described in the reader's language. */
export const descriptionOf = ({ name, description, isStandard }: Described): string =>
  (isStandard && standard[name]) || description;

interface Described {
  readonly name: string;
  readonly description: string;
  readonly isStandard: boolean;
}

/** What an error code means, or the message if that says it. */
export const textOfCode = (code: string | undefined, message: string): string =>
  fill(codes[code as TypeOf<'ErrorCode'>] ?? '{message}', { message }).join('');

/** What is wrong with a part of an input, as the server tells it. */
export interface Fault {
  readonly path: string | null;
  readonly code: string;
  /** The rule that is broken, in capital letters in GraphQL. */
  readonly rule?: string | null;
  readonly parameters?: unknown;
  readonly message: string;
}

/** Why an item of a list was rejected, in the reader's language. */
export const textOfItem = ({ code, message, faults }: ItemFailure): string =>
  faults.length > 0 ? faults.map((fault) => textOfFault(fault, () => undefined)).join(' ') : textOfCode(code, message);

interface ItemFailure {
  readonly code: string;
  readonly message: string;
  readonly faults: readonly Fault[];
}

/** How a form calls a field. Undefined for one that it does not have. */
export type LabelOf = (path: string) => string | undefined;

/** What is wrong with a part of an input, in the reader's language and with the labels of the form. */
export function textOfFault({ path, code, rule, parameters, message }: Fault, labelOf: LabelOf): string {
  const known = rule?.toLowerCase();
  if (known === undefined || !Object.hasOwn(enRules, known)) return textOfCode(code, message);
  const broken = { rule: known, parameters: parameters ?? {} } as Broken;
  const quoted = (name: string): string => {
    const label = labelOf(name);
    if (label === undefined) return shownPath(name);
    const field = t('fault.field', { label });
    const index = /[.[](\d+)\]?$/.exec(name)?.[1];
    return index === undefined ? field : t('fault.line', { field, line: Number(index) + 1 });
  };
  const text = sentenceOf(inNames(broken, { name: quoted, word: (word) => word }), quoted(path ?? ''), rules, language);
  return code === 'INVALID_INPUT' ? text : textOfCode(code, text);
}

const numbers = new Intl.NumberFormat(locale);

/** A number, as the reader writes it. */
export const number = (value: number): string => numbers.format(value);

const moments = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
const exact = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'long' });
const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });

/** A moment, in the reader's time zone. */
export const moment = (time: string): string => moments.format(new Date(time));
/** The same as its day and its time, with what stands between them. */
export function partsOfMoment(time: string): [day: string, time: string] {
  const parts = moments.formatToParts(new Date(time)).map(({ type, value }) => [type, value] as const);
  const hour = parts.findIndex(([type]) => type === 'hour');
  const textOf = (some: typeof parts): string => some.map(([, value]) => value).join('');
  return [textOf(parts.slice(0, hour)).trim(), textOf(parts.slice(hour))];
}
/** The same to the second, with the zone. */
export const exactMoment = (time: string): string => exact.format(new Date(time));
/** A day without a time. */
export const day = (date: string): string => days.format(new Date(date));

const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
const STEPS = [
  ['minute', 60, 60],
  ['hour', 3600, 24],
  ['day', 86_400, Infinity],
] as const;

/** How long ago a moment was, in the largest unit that fits: “5 minutes ago”, “yesterday”. */
export function ago(time: string): string {
  const seconds = Math.max(0, (now() - Date.parse(time)) / 1000);
  const [unit, size] = STEPS.find(([, length, most]) => seconds < length * most)!;
  return relative.format(-Math.round(seconds / size), unit);
}

const choices = new Intl.ListFormat(locale, { type: 'disjunction' });

/** Texts of which one is enough: “a or b”. */
export const oneOf = (texts: readonly string[]): string => choices.format(texts);

const units = { second: 60, minute: 60, hour: 24, day: 0 } as const;

/** A length of time, in its largest whole unit: “2 minutes”, “24 hours”, “30 days”. */
export function duration(seconds: number): string {
  let value = seconds;
  for (const [unit, size] of Object.entries(units)) {
    if (size === 0 || value < size || value % size !== 0 || (unit === 'hour' && value <= size))
      return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(value);
    value /= size;
  }
  return number(value);
}
