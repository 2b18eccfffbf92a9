import { LRUCache } from 'lru-cache';
import type { ComponentChild } from 'preact';
import { fill, languageAmong, tagOf, type PlainKeyOf, type Values } from '../ground/words/index.ts';
import { LANGUAGES, type Language } from './languages.ts';
import type { en } from './messages-en.ts';
import { catalogs, type MessageKey } from './messages.ts';

type En = typeof en;

/** The keys of texts without placeholders. */
export type PlainKey = PlainKeyOf<En>;

/** How a reader is told of moments. */
export interface TimesAs {
  /** The language tag of dates. The page's language by default. */
  readonly locale?: string | undefined;
  /** The name of a time zone. UTC by default, and if there is no such zone. */
  readonly timeZone?: string | null | undefined;
}

/** The strings, numbers and times of one language. */
export interface Translate {
  readonly language: Language;
  /** The string with its placeholders filled. A key with placeholders does not compile without their values. */
  <Key extends MessageKey>(key: Key, ...values: Values<En[Key], string | number>): string;
  /** The same, but values may be elements. */
  rich<Key extends MessageKey>(key: Key, ...values: Values<En[Key], ComponentChild>): ComponentChild[];
  /** A time to wait, rounded up to its largest unit, which is at most hours: “40 seconds”, “2 minutes”, “24 hours”. */
  duration(seconds: number): string;
  /** A number of days: “30 days”. */
  days(count: number): string;
  /** A moment in words, with its time zone. */
  moment(time: Date): string;
}

type Unit = 'second' | 'minute' | 'hour' | 'day';

type Durations = Readonly<Record<Unit, Intl.NumberFormat>>;

// A formatter uses memory outside the heap, which the garbage collector does not see. Thousands of them would fill the
// machine before any is collected, so each catalog has one set, and only some ways to tell moments are kept.
const durations = new Map<Language, Durations>();
const MOMENTS_KEPT = 200;
const moments = new LRUCache<string, Intl.DateTimeFormat>({ max: MOMENTS_KEPT });

function durationsOf(language: Language): Durations {
  let found = durations.get(language);
  if (!found) durations.set(language, (found = makeDurations(language)));
  return found;
}

function makeDurations(language: Language): Durations {
  const durationIn = (unit: Unit) => new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' });
  return {
    second: durationIn('second'),
    minute: durationIn('minute'),
    hour: durationIn('hour'),
    day: durationIn('day'),
  };
}

const MOMENT = {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
} as const;

function momentsOf(locale: string, timeZone: string): Intl.DateTimeFormat {
  const key = `${locale} ${timeZone}`;
  const found = moments.get(key) ?? makeMoments(locale, timeZone);
  moments.set(key, found);
  return found;
}

function makeMoments(locale: string, timeZone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat(locale, { ...MOMENT, timeZone });
  } catch {
    return new Intl.DateTimeFormat(locale, { ...MOMENT, timeZone: 'UTC' });
  }
}

function duration(language: Language, seconds: number): string {
  const [value, unit] = (
    seconds < 60 ? [seconds, 'second'] : seconds < 3600 ? [seconds / 60, 'minute'] : [seconds / 3600, 'hour']
  ) satisfies [number, Unit];
  return durationsOf(language)[unit].format(Math.ceil(value));
}

/** The first of these language tags with a catalog, or English. */
export const languageOf = (tags: readonly string[]): Language => languageAmong(LANGUAGES, tags) ?? 'en';

/** The first of these language tags that is of the language, for its dates: `en-GB`. */
export function localeOf(tags: readonly string[], language: Language): string {
  const found = tagOf(tags, language);
  try {
    return (found && Intl.getCanonicalLocales(found.replaceAll('_', '-'))[0]) || language;
  } catch {
    return language;
  }
}

/** The strings of a language, English by default, with times as the reader is used to. */
export function translate(language: Language = 'en', { locale = language, timeZone = 'UTC' }: TimesAs = {}): Translate {
  return Object.assign(
    <Key extends MessageKey>(key: Key, ...[values]: Values<En[Key], string | number>) =>
      fill<string | number>(catalogs[language][key], values).join(''),
    {
      language,
      rich: <Key extends MessageKey>(key: Key, ...[values]: Values<En[Key], ComponentChild>) =>
        fill<ComponentChild>(catalogs[language][key], values),
      duration: (seconds: number) => duration(language, seconds),
      days: (count: number) => durationsOf(language).day.format(count),
      moment: (time: Date) => momentsOf(locale, timeZone ?? 'UTC').format(time),
    },
  );
}
