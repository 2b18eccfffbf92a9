/**
 * The texts of the console, in the reader's language: `en` has all texts, and every other language has the same, or it does not
 * compile. The language is the one chosen in the console, or the first of the browser's that there is.
 */
import { fill, languageAmong, tagOf, type PlainKeyOf, type Values } from '../../words/index.ts';
import type { TypeOf } from '../graph/graphql.ts';
import { reload } from '../address.ts';
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
let translated = (sentence: string): string => sentence;

/** Loads the catalog. Nothing is shown before it is there. */
export async function loadTexts(): Promise<void> {
  document.documentElement.lang = language;
  if (language !== 'de') return;
  // Nobody has made a mistake yet.
  void import('./de.codes.ts').then(({ deCodes }) => (codes = deCodes));
  void Promise.all([import('./sentences.ts'), import('./de.sentences.ts')]).then(
    ([{ translatorOf }, { deSentences }]) => (translated = translatorOf(deSentences)),
  );
  catalog = (await import('./de/index.ts')).de;
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

/** A sentence of the server, in the reader's language if the console knows it. */
export const sentence = (text: string): string => translated(text);

/** What an error code means, or the server's message if that says it. */
export const textOfCode = (code: string | undefined, message: string): string =>
  fill(codes[code as TypeOf<'ErrorCode'>] ?? '{message}', { message: sentence(message) }).join('');

/** The same of a part of an input that is named beside the text. */
export const textOfFault = (code: string, message: string): string =>
  code === 'INVALID_INPUT' ? sentence(message) : textOfCode(code, message);

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
