import type { ValueRules } from './attribute-value.ts';
import type { AttributeType } from './attribute-vocabulary.ts';

/** What a cell of a file stands for. A value that is no text of the type stays as it is: reading it tells the fault. */
export function valueOfText({ type, isList }: ValueRules, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const text = value.trim();
  if (!isList) return itemOf(type, text);
  if (text.startsWith('[')) return parsed(text);
  return text.split(';').map((item) => itemOf(type, item.trim()));
}

/** What a value is in a cell of CSV. Lists and objects are JSON. */
export const textOfValue = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : value;

const FLAGS: ReadonlyMap<string, boolean> = new Map([
  ...['true', 't', 'yes', 'y', 'on', '1'].map((word) => [word, true] as const),
  ...['false', 'f', 'no', 'n', 'off', '0'].map((word) => [word, false] as const),
]);

/** What a word of a file says of something that holds or does not. Undefined if it says neither. */
export const flagOf = (word: string): boolean | undefined => FLAGS.get(word.trim().toLowerCase());

function itemOf(type: AttributeType, text: string): unknown {
  if (type === 'boolean') return flagOf(text) ?? text;
  if (type === 'number' || type === 'integer') return text === '' ? text : numberOf(text);
  return type === 'json' ? parsed(text) : text;
}

const numberOf = (text: string): number | string => (Number.isNaN(Number(text)) ? text : Number(text));

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
