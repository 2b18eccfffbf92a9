import { BooleanType, DateTimeType, IntegerType, TextType, UuidType, type EntityClass } from '@mikro-orm/core';
import { columnOf, declaredOf, tableOf, type Columns } from '../kernel/entity.ts';
import { isUuid } from '../kernel/ids.ts';
import { digest } from '../kernel/secret.ts';
import { isStorable } from '../kernel/text.ts';

export type Direction = 'asc' | 'desc';

/** What a list is sorted by first, second, and so on. The last key is unique. */
export interface Order {
  readonly keys: readonly SortKey[];
  /** Differs for every list and order. Cursors hold it. */
  readonly name: string;
}

export interface SortKey {
  /** The value, in SQL in which `e` is the row. */
  readonly sql: string;
  readonly type: KeyType;
  readonly direction: Direction;
  /** Where rows without a value are. By default, as in PostgreSQL, they count as the largest. */
  readonly nulls?: 'first' | 'last';
  /** Whether every row has a value. */
  readonly isRequired?: boolean;
  /** The property with the value, if it is one. */
  readonly property?: string;
}

export type KeyType = 'uuid' | 'text' | 'time' | 'integer' | 'boolean';

/** The value of a sort key: of a time, its text with microseconds. */
export type KeyValue = string | number | boolean | null;

/** The values of an order's keys in one row. */
export type Place = readonly KeyValue[];

/** SQL with `?` for each value. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly KeyValue[];
}

/** The type of a key, by MikroORM's class of the property's type. */
export const KEY_TYPES: ReadonlyMap<unknown, KeyType> = new Map<unknown, KeyType>([
  [UuidType, 'uuid'],
  [TextType, 'text'],
  [DateTimeType, 'time'],
  [IntegerType, 'integer'],
  [BooleanType, 'boolean'],
]);

/** The order by these properties, then by the id: `orderBy(Session, { lastAccessedAt: 'desc' })`. */
export function orderBy<Entity extends object>(
  entity: EntityClass<Entity>,
  by: { readonly [Property in keyof Columns<Entity>]?: Direction },
): Order {
  const directions = Object.entries(by) as [keyof Columns<Entity> & string, Direction][];
  return orderOf(
    entity,
    directions.map(([property, direction]) => sortKey(entity, property, direction)),
  );
}

/** One property as a sort key. */
export function sortKey<Entity extends object>(
  entity: EntityClass<Entity>,
  property: keyof Columns<Entity> & string,
  direction: Direction,
): SortKey {
  const { type: declared, nullable } = declaredOf(entity).get(property)!;
  const type = KEY_TYPES.get(declared);
  if (!type) throw new Error(`Nothing can be sorted by ${property}.`);
  return { sql: `e.${columnOf(entity, property)}`, type, direction, isRequired: !nullable, property };
}

/** The order by these keys, then by the id, in the direction of the last key. */
export function orderOf<Entity extends object>(entity: EntityClass<Entity>, given: readonly SortKey[]): Order {
  const isUnique = given.some(({ property }) => property === 'id') || !declaredOf(entity).has('id');
  const last = given.at(-1)?.direction ?? 'asc';
  const keys = isUnique ? given : [...given, sortKey(entity, 'id' as never, last)];
  const name = digest([tableOf(entity), ...keys.map((key) => sorted(key))].join('\n'))
    .toString('base64url')
    .slice(0, 8);
  return { keys, name };
}

/** The opposite order. */
export const reversed = ({ keys, name }: Order): Order => ({
  keys: keys.map((key) => ({
    ...key,
    direction: key.direction === 'asc' ? 'desc' : 'asc',
    nulls: nullsOf(key) === 'first' ? 'last' : 'first',
  })),
  name,
});

/** One key of ORDER BY. `value` is the SQL of its value. */
export const sorted = (key: SortKey, value = key.sql): string => `${value} ${key.direction} nulls ${nullsOf(key)}`;

const nullsOf = ({ direction, nulls }: SortKey): 'first' | 'last' => nulls ?? (direction === 'asc' ? 'last' : 'first');

/**
 * The conditions of the rows behind a place. Each row meets exactly one of them. Each condition is a range of an index on the
 * keys, so that a page far from the start is found as fast as the first one.
 */
export function behind(keys: readonly SortKey[], place: Place): Condition[] {
  const [key, ...others] = keys;
  if (!key) return [];
  if (isUniform(keys, place)) return [rowBehind(keys, place), ...keys.flatMap((_, n) => withoutValue(keys, place, n))];
  const [value, ...rest] = place as [KeyValue, ...KeyValue[]];
  const own: Condition[] =
    value === null
      ? nullsOf(key) === 'first'
        ? [{ sql: `${key.sql} is not null`, values: [] }]
        : []
      : [rowBehind([key], [value]), ...withoutValue([key], [value], 0)];
  return [...own, ...behind(others, rest).map((condition) => both(same(key, value), condition))];
}

/** A condition that holds if any of these holds. */
export const anyOf = (conditions: readonly Condition[]): Condition => ({
  sql: conditions.length === 0 ? 'false' : conditions.map(({ sql }) => `(${sql})`).join(' or '),
  values: conditions.flatMap(({ values }) => values),
});

/** Whether one comparison of rows finds what is behind: PostgreSQL then reads one range of an index. */
const isUniform = (keys: readonly SortKey[], place: Place): boolean =>
  keys.every(({ direction }) => direction === keys[0]!.direction) && place.every((value) => value !== null);

function rowBehind(keys: readonly SortKey[], values: Place): Condition {
  const row = (parts: readonly string[]): string => (parts.length === 1 ? parts[0]! : `(${parts.join(', ')})`);
  const operator = keys[0]!.direction === 'asc' ? '>' : '<';
  return { sql: `${row(keys.map(({ sql }) => sql))} ${operator} ${row(keys.map(() => '?'))}`, values };
}

/** The rows that are behind because the nth key has no value, if such rows come last. */
function withoutValue(keys: readonly SortKey[], place: Place, n: number): Condition[] {
  const key = keys[n]!;
  if (key.isRequired || nullsOf(key) === 'first') return [];
  const before = keys.slice(0, n).map((each, index) => same(each, place[index]!));
  return [[...before, { sql: `${key.sql} is null`, values: [] }].reduce(both)];
}

const same = ({ sql }: SortKey, value: KeyValue): Condition =>
  value === null ? { sql: `${sql} is null`, values: [] } : { sql: `${sql} = ?`, values: [value] };

const both = (one: Condition, other: Condition): Condition => ({
  sql: `${one.sql} and ${other.sql}`,
  values: [...one.values, ...other.values],
});

/** Whether a value from a cursor can be compared with the key. */
export function fits({ type, isRequired }: SortKey, value: unknown): value is KeyValue {
  if (value === null) return !isRequired;
  if (type === 'boolean') return typeof value === 'boolean';
  if (type === 'integer') return Number.isInteger(value) && value === ((value as number) | 0);
  if (typeof value !== 'string') return false;
  if (type === 'uuid') return isUuid(value);
  return type === 'text' ? isStorable(value) : isTime(value);
}

/** As `TIME` makes it. */
function isTime(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/.test(text)) return false;
  const time = new Date(text);
  return !Number.isNaN(time.getTime()) && time.toISOString().slice(0, 19) === text.slice(0, 19);
}

/** The text of a time with microseconds, which a Date does not have. */
export const timeText = (sql: string): string => `to_char(${sql} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
