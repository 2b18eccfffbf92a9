import { en } from './en.ts';
import type { Broken, Catalog, Joint, ParameterValue } from './kinds.ts';

/** How a door writes the names of fields, and words. */
export interface Naming {
  readonly name: (name: string) => string;
  readonly word: (word: string) => string;
}

/** `memberIds` → `member_ids`. */
const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Names in snake case and words in small letters. `own` has the names that are others, also of whole paths. */
export const snakeNames = (own: Readonly<Record<string, string>>): Naming => ({
  name: (path) => {
    const [field = '', ...inside] = own[path] ? [path] : path.split('.');
    return [own[field] ?? snakeCase(field), ...inside].join('.');
  },
  word: (word) => word.toLowerCase(),
});

/** `{fields:names|or}` */
const PLACE = /\{(?<name>\w+)(?::(?<kind>\w+)(?:\|(?<joint>\w+))?)?\}/g;

const joiners: Readonly<Record<Joint, Intl.ListFormatType>> = { and: 'conjunction', or: 'disjunction' };

/** The sentence of a broken rule. `field` stands for the field at fault, and `language` says how lists are joined. */
export function sentenceOf(
  { rule, parameters }: Broken,
  field: string,
  catalog: Catalog = en,
  language: 'en' | 'de' = 'en',
): string {
  // British English has no comma before the last item.
  const locale = language === 'en' ? 'en-GB' : language;
  const text = (value: ParameterValue | undefined, kind: string | undefined, joint: Joint | undefined): string => {
    if (kind === 'count') return (value as number).toLocaleString(locale);
    if (typeof value !== 'object') return String(value ?? '');
    if (!joint) return value.join(', ');
    return new Intl.ListFormat(locale, { type: joiners[joint] }).format(value.map(String));
  };
  return catalog[rule].replaceAll(PLACE, (_, name: string, kind: string | undefined, joint: Joint | undefined) =>
    name === 'field' ? field : text(parameters[name], kind, joint),
  );
}

/** A path as sentences show it: `redirectUris.1` → `redirectUris[1]`. */
export const shownPath = (path: string): string => path.replaceAll(/\.(\d+)(?=[.[]|$)/g, '[$1]');

/** The broken rule with the names and words of a door in its parameters. */
export function inNames({ rule, parameters }: Broken, { name, word }: Naming): Broken {
  const writers: Partial<Record<string, (text: string) => string>> = { name, names: name, word, words: word };
  const renamed: Record<string, ParameterValue> = { ...parameters };
  for (const { groups } of en[rule].matchAll(PLACE)) {
    const { name: parameter = '', kind = '' } = groups!;
    const write = writers[kind];
    const value = parameters[parameter];
    if (!write || value === undefined) continue;
    renamed[parameter] = typeof value === 'object' ? value.map((each) => write(String(each))) : write(String(value));
  }
  return { rule, parameters: renamed };
}

/** Every rule, in the order of the catalog. */
export const RULES = Object.keys(en) as Broken['rule'][];
