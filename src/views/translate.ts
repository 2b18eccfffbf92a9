import type { ComponentChild } from 'preact';
import { catalogs, type en, type Language, type MessageKey } from './messages.ts';

type Places<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Places<Rest> : never;
type Values<Key extends MessageKey, Value> = [Places<(typeof en)[Key]>] extends [never]
  ? []
  : [values: Record<Places<(typeof en)[Key]>, Value>];

/** The strings, numbers and times of one language. */
export interface Translate {
  readonly language: Language;
  /** The string with its placeholders filled. A key with placeholders does not compile without their values. */
  <Key extends MessageKey>(key: Key, ...values: Values<Key, string | number>): string;
  /** The same, but values may be elements. */
  rich<Key extends MessageKey>(key: Key, ...values: Values<Key, ComponentChild>): ComponentChild[];
  /** A time to wait, rounded up to its largest unit, which is at most hours: “40 seconds”, “2 minutes”, “24 hours”. */
  duration(seconds: number): string;
  /** A moment in words, in UTC. */
  moment(time: Date): string;
}

function fill<Value>(language: Language, key: MessageKey, values: Record<string, Value> = {}): (string | Value)[] {
  const texts: string[] = catalogs[language][key].split(/\{(\w+)\}/);
  return texts.map((text, index) => (index % 2 === 0 ? text : (values[text] ?? '')));
}

type Unit = 'second' | 'minute' | 'hour';

interface Formats {
  readonly moment: Intl.DateTimeFormat;
  readonly durations: Readonly<Record<Unit, Intl.NumberFormat>>;
}

// A formatter uses memory outside the heap, which the garbage collector does not see. Thousands of them would fill the
// machine before any is collected, so each catalog has one set.
const formats = new Map<Language, Formats>();

function formatsOf(language: Language): Formats {
  let found = formats.get(language);
  if (!found) formats.set(language, (found = makeFormats(language)));
  return found;
}

function makeFormats(language: Language): Formats {
  const durationIn = (unit: Unit) => new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' });
  return {
    moment: new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }),
    durations: { second: durationIn('second'), minute: durationIn('minute'), hour: durationIn('hour') },
  };
}

function duration(language: Language, seconds: number): string {
  const [value, unit] = (
    seconds < 60 ? [seconds, 'second'] : seconds < 3600 ? [seconds / 60, 'minute'] : [seconds / 3600, 'hour']
  ) satisfies [number, Unit];
  return formatsOf(language).durations[unit].format(Math.ceil(value));
}

const moment = (language: Language, time: Date): string => `${formatsOf(language).moment.format(time)} UTC`;

/** The languages with a catalog. */
export const LANGUAGES = Object.keys(catalogs) as Language[];

/**
 * The first of these language tags with a catalog, or English. RFC 4647 §3.4: a tag that is not found is shortened until it
 * is, so `en-GB` finds `en`.
 */
export function languageOf(tags: readonly string[]): Language {
  for (const tag of tags)
    for (let parts = tag.toLowerCase().split('-'); parts.length > 0; parts = parts.slice(0, -1)) {
      const found = LANGUAGES.find((language) => language.toLowerCase() === parts.join('-'));
      if (found) return found;
    }
  return 'en';
}

/** The strings of a language. English by default. */
export function translate(language: Language = 'en'): Translate {
  return Object.assign(
    <Key extends MessageKey>(key: Key, ...[values]: Values<Key, string | number>) =>
      fill(language, key, values).join(''),
    {
      language,
      rich: <Key extends MessageKey>(key: Key, ...[values]: Values<Key, ComponentChild>) =>
        fill<ComponentChild>(language, key, values),
      duration: (seconds: number) => duration(language, seconds),
      moment: (time: Date) => moment(language, time),
    },
  );
}
