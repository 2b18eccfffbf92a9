import { raw, sql, type EntityClass, type Raw } from '@mikro-orm/postgresql';
import { columnOf, declaredOf, type Columns } from '../entity.ts';
import { KEY_TYPES, type KeyType } from '../order.ts';

/**
 * A value of a row that lists are filtered and ordered by. It is the middle of an index `(customer_id, value, id)`. Every row
 * has one: what is null has a value that sorts before all others. Texts are sorted by code points.
 */
export interface Key {
  /** In SQL in which `e` is the row. */
  readonly sql: string;
  readonly type: KeyType;
  /** The SQL of a given value, which is `?` in it. */
  readonly given: string;
  /** Whether there is such an index. Otherwise, conditions of the value only check rows that others find. */
  readonly isIndexed: boolean;
  /** The value that stands for null. Absent if the property is never null. */
  readonly nothing?: string;
}

const NOTHING: Readonly<Partial<Record<KeyType, string>>> = {
  text: `''`,
  uuid: `'00000000-0000-0000-0000-000000000000'::uuid`,
  time: `timestamptz '0001-01-01 00:00:00+00'`,
};

const CASTS: Readonly<Record<KeyType, string>> = {
  text: '?::text',
  uuid: '?::uuid',
  time: '?::timestamptz',
  integer: '?::int',
  boolean: '?::boolean',
};

interface KeyOptions {
  /**
   * How a text is compared: in any case by default. `lower`: in any case, and stored in lower case. `exact`: as it is, by code
   * points. `stored`: as it is, in the order of the database, which has an index of the column itself.
   */
  readonly letters?: 'any' | 'lower' | 'exact' | 'stored';
  readonly isIndexed?: boolean;
}

/** The key that one property is. */
export function keyOf<Entity extends object>(
  entity: EntityClass<Entity>,
  property: keyof Columns<Entity> & string,
  { letters = 'any', isIndexed = true }: KeyOptions = {},
): Key {
  const { type: declared, nullable } = declaredOf(entity).get(property)!;
  const type = KEY_TYPES.get(declared);
  if (!type) throw new Error(`${property} cannot be a key.`);
  const column = `e.${columnOf(entity, property)}`;
  if (letters === 'stored') return { sql: column, given: CASTS[type], type, isIndexed };
  const nothing = nullable ? NOTHING[type] : undefined;
  const value = nothing ? `coalesce(${column}, ${nothing})` : column;
  const sorted = letters === 'any' ? `lower(${value}) collate "C"` : `${value} collate "C"`;
  return {
    sql: type === 'text' ? sorted : value,
    given: type === 'text' && letters !== 'exact' ? `lower(${CASTS.text})` : CASTS[type],
    type,
    isIndexed,
    ...(nothing && { nothing }),
  };
}

/** A value that a caller gave, as it is compared with the key. */
export const given = ({ given: text }: Key, value: unknown): Raw => raw(text, [value]);

/** The comparisons that a row's key passes, one after the other: `>=` and a value. */
export const compared = ({ sql: key }: Key, ...tests: readonly (readonly [operator: string, value: Raw])[]): Raw =>
  tests
    .map(([operator, value]) => sql`${raw(`${key} ${operator}`)} ${value}`)
    .reduce((all, test) => sql`${all} and ${test}`);
