import { fault } from '../../ground/kernel/errors.ts';
import { isDate, readMoment } from '../../ground/kernel/moment.ts';
import { readText } from '../../ground/kernel/text.ts';
import type { AttributeDefinition } from './attribute-definition.entity.ts';
import { matchesPattern } from './attribute-pattern.ts';
import type { AttributeType, StoredValue } from './attribute-vocabulary.ts';

/** The most characters of a text, and of one that has no `maxLength`. */
export const TEXT_MAX = 4096;
export const TEXT_DEFAULT_MAX = 1000;
/** The most characters of a text that is unique or searchable: an index has it. */
export const INDEXED_MAX = 255;
/** The most items of a list, and of one that has no `maxItems`. */
export const ITEMS_MAX = 100;
export const ITEMS_DEFAULT_MAX = 20;
/** The most bytes of a JSON value, and how deep it may be. */
export const JSON_MAX = 8192;
const JSON_DEPTH = 10;

/** What of a definition decides which values it allows. */
export type ValueRules = Pick<AttributeDefinition, 'type' | 'isList' | 'constraints'>;

/** The value as it is stored. Throws `invalid` with `path` for one that the definition does not allow. */
export function readValue(rules: ValueRules, value: unknown, path: string): StoredValue {
  const read = READERS[rules.type];
  if (!rules.isList) return read(value, path, rules);
  if (!Array.isArray(value)) throw fault(path, 'list');
  const most = rules.constraints.maxItems ?? ITEMS_DEFAULT_MAX;
  if (value.length > most) throw fault(path, 'too_many', { max: most });
  const items = value.map((item, n) => read(item, `${path}.${n}`, rules));
  const texts = items.map((item) => JSON.stringify(item));
  const again = texts.findIndex((text, n) => texts.indexOf(text) < n);
  if (again >= 0) throw fault(`${path}.${again}`, 'repeated');
  return items;
}

type Reader = (value: unknown, path: string, rules: ValueRules) => StoredValue;

const READERS: Readonly<Record<AttributeType, Reader>> = {
  string: readString,
  number: (value, path, rules) => {
    if (typeof value !== 'number' || !Number.isFinite(value)) throw fault(path, 'number');
    return within(value, path, rules);
  },
  integer: (value, path, rules) => {
    if (!Number.isSafeInteger(value)) throw fault(path, 'integer');
    return within(value as number, path, rules);
  },
  boolean: (value, path) => {
    if (typeof value !== 'boolean') throw fault(path, 'boolean');
    return value;
  },
  date: (value, path, rules) => {
    if (!isDate(value)) throw fault(path, 'date');
    return within(value, path, rules);
  },
  moment: (value, path, rules) => {
    // Years outside of four digits would not sort as texts.
    const stored = readMoment(path, value).toISOString();
    return within(stored, path, rules);
  },
  enum: (value, path, { constraints: { values = [] } }) => {
    if (typeof value !== 'string' || !values.includes(value)) throw fault(path, 'one_of', { values });
    return value;
  },
  json: (value, path, { constraints: { maxLength = JSON_MAX } }) => {
    checkJson(value, path, JSON_DEPTH);
    if (Buffer.byteLength(JSON.stringify(value)) > maxLength) throw fault(path, 'too_many_bytes', { max: maxLength });
    return value as StoredValue;
  },
};

function readString(value: unknown, path: string, { constraints }: ValueRules): string {
  if (typeof value !== 'string') throw fault(path, 'text');
  const { minLength = 1, maxLength = TEXT_DEFAULT_MAX, pattern } = constraints;
  const text = readText(path, value, { min: Math.max(1, minLength), max: maxLength });
  if (pattern !== undefined && !matchesPattern(pattern, text)) throw fault(path, 'pattern', { pattern });
  return text;
}

/** Dates and moments are stored so that they compare as texts. */
function within<Value extends number | string>(value: Value, path: string, { constraints }: ValueRules): Value {
  const { minimum, maximum } = constraints;
  if (minimum !== undefined && value < minimum) throw fault(path, 'too_low', { min: minimum });
  if (maximum !== undefined && value > maximum) throw fault(path, 'too_high', { max: maximum });
  return value;
}

/** Refuses what PostgreSQL cannot store, and what is too deep. */
function checkJson(value: unknown, path: string, depth: number): void {
  if (value === null || value === undefined) throw fault(path, 'null');
  if (depth < 0) throw fault(path, 'too_deep', { max: JSON_DEPTH });
  if (typeof value === 'string') readText(path, value, { min: 0, max: JSON_MAX });
  if (typeof value === 'number' && !Number.isFinite(value)) throw fault(path, 'finite');
  if (typeof value !== 'object') return;
  for (const [key, item] of Object.entries(value)) {
    readText(path, key, { min: 0, max: JSON_MAX });
    if (item !== null) checkJson(item, path, depth - 1);
  }
}
