import { raw, sql, type Raw } from '@mikro-orm/postgresql';
import type { Viewer } from '../../kernel/access.ts';
import { fault } from '../../kernel/errors.ts';
import { firstIdOf, readId } from '../../kernel/ids.ts';
import { partsOf, SEARCH_TEXT, searched } from '../search-text.ts';
import { readGiven } from '../../kernel/text.ts';
import {
  isOfCustomer,
  joined,
  RANKS,
  rangeOf,
  type Condition,
  type IdRange,
  type Rows,
  type Test,
} from './condition.ts';
import { IN_MAX, TEXT_MAX, type Property } from './filter.ts';
import { compared, given, partOf, type Key } from './key.ts';
import { givenIn } from './reading.ts';

interface Described {
  readonly description: string;
  readonly permit?: (viewer: Viewer) => unknown;
}

/** The description of a condition without an index says so. */
const ofKey = ({ isIndexed }: Key, { description, ...described }: Described): Described => ({
  ...described,
  description: isIndexed ? description : unindexed(description),
});

const unindexed = (description: string): string => `${description} Only checks what other conditions find.`;

/** How one value of an id or an enum is read. */
type ReadValue = (path: string, value: string) => string;

/** True or false. */
export const flag = (key: Key, described: Described): Property => ({
  ...ofKey(key, described),
  shape: 'flag',
  read: (value: boolean, path) => flagTest(key, value, path),
});

const flagTest = (key: Key, value: boolean, path: string): Test => ({
  ...equal(key, given(key, value), path, RANKS.choice),
  opposite: () => flagTest(key, !value, path),
});

/** One of few values, those of the enum of this name. */
export const choice = (key: Key, name: string, described: Described): Property => ({
  ...ofKey(key, described),
  shape: { choice: name },
  read: valuesOf(key, (_path, value) => value, RANKS.choice),
});

/** The id of another row, which one of several keys has. */
export function reference(keys: Key | readonly Key[], described: Described, read: ReadValue = readId): Property {
  const [key, ...others] = [keys].flat() as [Key, ...Key[]];
  const inAny = (conditionOf: (key: Key) => Condition): Condition =>
    others.length === 0 ? conditionOf(key) : anyOf([key, ...others].map(conditionOf));
  return {
    ...ofKey(key, described),
    shape: key.nothing ? 'optionalId' : 'id',
    read: each({
      eq: (value: string, path) => inAny((one) => equal(one, given(one, read(path, value)), path, RANKS.value)),
      in: (values: string[], path) => inAny((one) => among(one, readList(values, path, read), path, RANKS.value)),
      isNull: (value: boolean, path) => isMissing(key, value, path),
    }),
  };
}

/** At least one of these holds. */
const anyOf = (conditions: readonly Condition[]): Condition => ({
  any: conditions.flatMap((condition) => ('any' in condition ? condition.any : [condition])),
});

/** The id of the row itself. */
export const rowId = (type: 'uuid' | 'text', described: Described, read: ReadValue = readId): Property => ({
  ...described,
  shape: 'id',
  read: each({
    eq: (value: string, path) => idTest(type, [read(path, value)], path),
    in: (values: string[], path) => idTest(type, readList(values, path, read), path),
  }),
});

/** The rows with these ids. */
const idTest = (type: string, ids: readonly string[], path: string): Test => {
  const list = sql`(select v.value${raw(`::${type}`)} from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) v(value))`;
  return {
    path,
    ids,
    check: sql`e.id in ${list}`,
    find: (rows, limit) => ({
      ids: sql`
        select e.id ${raw(`from ${rows.table} e`)}
        where e.id = any(array${list}) and ${isOfCustomer(rows)} limit ${limit}`,
      isFew: true,
    }),
    rank: RANKS.row,
  };
};

interface TextRules {
  /** The text as it is compared. */
  readonly normalize?: (text: string) => string;
  /**
   * Finds the rows in which parts occur, by their searched text. If it is null, rows have none, and parts are only checked.
   * Without it, parts cannot be searched.
   */
  readonly search?: FindParts | null;
  /** The beginning of a text, as the key has it. */
  readonly shown?: (start: string) => string;
}

type FindParts = (parts: readonly string[]) => NonNullable<Test['find']>;

/** The condition that each word of a text is in one of some keys. */
function wordsIn(keys: readonly Key[], find: FindParts | null, wanted: string, path: string): Condition {
  const parts = partsOf(wanted);
  // Every text has nothing.
  if (parts.length === 0) return { all: [] };
  const tests = parts.map((part) => {
    const places = keys.map((key) => sql`strpos(${raw(key.sql)}, ${partOf(key, part)}) > 0`);
    if (!find) return sql`(${joined(places, ' or ')})`;
    // Most rows without the word are known by their stored text, which has all of these values. To fold each takes longer.
    return sql`(strpos(${raw(SEARCH_TEXT)}, ${searched(part)}) > 0 and (${joined(places, ' or ')}))`;
  });
  return { path, check: joined(tests, ' and '), ...(find && { find: find(parts) }), rank: RANKS.part };
}

/** Words, each of which is in one of some keys. */
export const words = (keys: readonly Key[], described: Described, find: FindParts): Property => ({
  ...described,
  shape: 'words',
  rules: { maxLength: TEXT_MAX },
  read: (value: string, path) => wordsIn(keys, find, readGiven(path, value, TEXT_MAX), path),
});

/** A text. */
export function text(key: Key, described: Described, { normalize, search, shown }: TextRules = {}): Property {
  const read: ReadValue = (path, value) => {
    const line = readGiven(path, value, TEXT_MAX);
    return normalize ? normalize(line) : line;
  };
  const plain = key.nothing ? 'optionalText' : 'text';
  const contains = (value: string, path: string): Condition =>
    wordsIn([key], search ?? null, readGiven(path, value, TEXT_MAX), path);
  return {
    ...ofKey(key, described),
    shape: search === undefined ? plain : 'searchedText',
    read: valuesOf(key, read, RANKS.value, {
      startsWith: (value: string, path) => {
        const line = readGiven(path, value, TEXT_MAX);
        const start = partOf(key, shown?.(line) ?? line);
        // A text with this beginning sorts before the beginning with the last character there is.
        const check = compared(key, ['>=', start], ['<', sql`${start} || chr(1114111)`]);
        return within(key, check, path, RANKS.range);
      },
      ...(search !== undefined && { contains }),
    }),
  };
}

/** A list of few values, those of the enum of this name. It is `column` in SQL. */
export const listOf = (column: string, name: string, described: Described): Property => ({
  ...described,
  description: unindexed(described.description),
  shape: { list: name },
  read: each({
    has: (value: string, path) => ({
      path,
      check: sql`${raw(column)} @> array[${value}]::text[]`,
      rank: RANKS.choice,
    }),
  }),
});

const COMPARISONS: Readonly<Record<string, readonly string[]>> = {
  eq: ['>=', '<='],
  gt: ['>'],
  gte: ['>='],
  lt: ['<'],
  lte: ['<='],
};

/** Reads comparisons as one range of the key. A missing value is in none. */
const rangeIn =
  <Value>(key: Key, read: (path: string, value: Value) => unknown) =>
  (conditions: object, path: string): Condition => {
    const { isNull, ...comparisons } = Object.fromEntries(givenIn(conditions, path)) as Record<string, unknown>;
    const tests = Object.entries(comparisons).flatMap(([name, value]) => {
      const compare = given(key, read(`${path}.${name}`, value as Value));
      return COMPARISONS[name]!.map((operator) => [operator, compare] as const);
    });
    const present = key.nothing ? [['>', raw(key.nothing)] as const] : [];
    return {
      all: [
        ...(tests.length > 0 ? [within(key, compared(key, ...present, ...tests), path, RANKS.range)] : []),
        ...(isNull === undefined ? [] : [isMissing(key, isNull as boolean, `${path}.isNull`)]),
      ],
    };
  };

/** A moment. */
export const time = (key: Key, described: Described): Property => ({
  ...ofKey(key, described),
  shape: key.nothing ? 'optionalTime' : 'time',
  read: rangeIn(key, readMoment),
});

/** The moment at which a row was made, which its id has. */
export const madeAt = (described: Described): Property => ({
  ...described,
  shape: 'time',
  read: (conditions: object, path) => {
    const ids = (name: string, value: Date | string): IdRange => {
      const moment = new Date(value);
      // The first id of the next millisecond is behind all of this one.
      const id = firstIdOf(name === 'gt' || name === 'lte' ? new Date(moment.getTime() + 1) : moment);
      return name.startsWith('g') ? { from: id } : { before: id };
    };
    return {
      all: givenIn(conditions, path).map(([name, value]): Test => {
        const at = `${path}.${name}`;
        readMoment(at, value as Date | string);
        const range = ids(name, value as Date | string);
        const check = range.from ? sql`e.id >= ${range.from}` : sql`e.id < ${range.before}`;
        return { path: at, check, range, rank: RANKS.range };
      }),
    };
  },
});

/** A state that follows from other properties, of the enum of this name. `states` has the condition of each. */
export const state = (
  name: string,
  described: Described,
  states: (now: Date) => Readonly<Record<string, Condition>>,
): Property => ({
  ...described,
  shape: { choice: name },
  read: (conditions: object, path, { now }) =>
    each({
      eq: (value: string) => states(now)[value]!,
      in: (wanted: string[]) => ({ any: wanted.map((value) => states(now)[value]!) }),
    })(conditions, path),
});

/** A whole number. */
export const number = (key: Key, described: Described): Property => ({
  ...ofKey(key, described),
  shape: 'number',
  read: rangeIn(key, (_path, value: number) => value),
});

/** Reads a moment, which is a text in a filter that was stored. It is in a year that PostgreSQL and RFC 3339 have. */
function readMoment(path: string, value: Date | string): string {
  const moment = new Date(value);
  const year = moment.getUTCFullYear();
  if (!(year >= 1 && year <= 9999)) throw fault(path, 'year', { min: 1, max: 9999 });
  return moment.toISOString();
}

/** A part of the row, with properties of its own. */
export const part = (name: string, described: Described, properties: Readonly<Record<string, Property>>): Property => ({
  ...described,
  shape: { part: name, description: described.description, fields: properties },
  read: (conditions: object, path, reading) => reading.readProperties(properties, conditions, path),
});

type Operators = Readonly<Record<string, (value: never, path: string) => Condition>>;

/** Reads all operators that were given. */
const each =
  (known: Operators) =>
  (conditions: object, path: string): Condition => ({
    all: givenIn(conditions, path).map(([name, value]) => known[name]!(value as never, `${path}.${name}`)),
  });

/** Reads the operators of a key, and more. */
const valuesOf = (key: Key, read: ReadValue, rank: number, more: Operators = {}): ReturnType<typeof each> =>
  each({
    eq: (value: string, path) => equalTo(key, read(path, value), path, rank),
    in: (values: string[], path) => among(key, readList(values, path, read), path, rank),
    isNull: (value: boolean, path) => isMissing(key, value, path),
    ...more,
  });

/** The rows whose key is in a range. */
const within = (key: Key, check: Raw, path: string, rank: number): Test => ({
  path,
  check,
  ...(key.isIndexed && { key }),
  rank,
});

/** The rows whose key has this value: a range of one, because PostgreSQL would see an order by the id alone in `=`. */
const equal = (key: Key, value: Raw, path: string, rank: number): Test => ({
  ...within(key, compared(key, ['>=', value], ['<=', value]), path, rank),
  ...(key.isIndexed && { value }),
});

/** The rows whose key has a value that a caller gave, as it is if the key is of folded texts. */
function equalTo(key: Key, value: string, path: string, rank: number): Test {
  const test = equal(key, given(key, value), path, rank);
  // In this form, it finds no index of its own.
  const exactly = key.exact && sql`(${raw(`${key.exact.sql} =`)} ${raw(key.exact.given, [value])}) is true`;
  return exactly ? { ...test, check: sql`${test.check} and ${exactly}` } : test;
}

/** The rows whose key has a value that is no caller's. `name` is what it is called in errors. */
export const hasValue = (key: Key, value: string, name: string): Test =>
  equal(key, given(key, value), name, RANKS.value);

/** The rows whose key compares so with a moment. `name` is what the condition is called in errors. */
export const comparison = (key: Key, operator: '<=' | '>', moment: Date, name: string): Test =>
  within(key, compared(key, [operator, given(key, moment.toISOString())]), name, RANKS.range);

/** The most values that are compared one by one. */
const FEW = 10;

/** The rows whose key has one of these values. */
export function among(key: Key, values: readonly string[], path: string, rank: number): Condition {
  if (values.length <= FEW) return { any: values.map((value) => equalTo(key, value, path, rank)) };
  const list = sql`jsonb_array_elements_text(${JSON.stringify(values)}::jsonb) v(value)`;
  const value = raw(key.given.replace('?', 'v.value'));
  const exact = key.exact ?? key;
  return {
    path,
    check: sql`${raw(exact.sql)} in (select ${raw(exact.given.replace('?', 'v.value'))} from ${list})`,
    ...(key.isIndexed && {
      find: (rows: Rows, limit: number) => {
        const found = rangeOf(rows, key, compared(key, ['>=', value], ['<=', value]), limit);
        return { ids: sql`select f.id from ${list} cross join lateral (${found}) f limit ${limit}`, isFew: false };
      },
    }),
    rank,
  };
}

/** The rows without a value, or those with one. */
export function isMissing(key: Key, isNull: boolean, path: string): Test {
  const nothing = raw(key.nothing!);
  const test: Test = isNull
    ? equal(key, nothing, path, RANKS.choice)
    : within(key, compared(key, ['>', nothing]), path, RANKS.choice);
  return { ...test, opposite: () => isMissing(key, !isNull, path) };
}

function readList(values: readonly string[], path: string, read: ReadValue): string[] {
  if (values.length > IN_MAX) throw fault(path, 'too_many', { max: IN_MAX });
  return [...new Set(values.map((value, n) => read(`${path}[${n}]`, value)))];
}
