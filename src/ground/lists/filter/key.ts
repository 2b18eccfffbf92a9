import { raw, sql, type EntityClass, type Raw } from '@mikro-orm/postgresql';
import { columnOf, declaredOf, type Columns } from '../../kernel/entity.ts';
import { folded } from '../search-text.ts';
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
  /** If the key is of folded texts, the key that compares them as they are. */
  readonly exact?: Pick<Key, 'sql' | 'given'>;
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
   * How a text is compared: in any case by default. `folded`: in any case and without accents, where only a part is given.
   * `exact`: as it is, by code points. `stored`: as it is, in the order of the database, which has an index of the column itself.
   */
  readonly letters?: 'any' | 'folded' | 'exact' | 'stored';
  /** The function of the database that folds the text. */
  readonly fold?: 'search_folded' | 'search_address';
  readonly isIndexed?: boolean;
}

/** The key that one property is. */
export function keyOf<Entity extends object>(
  entity: EntityClass<Entity>,
  property: keyof Columns<Entity> & string,
  { letters = 'any', isIndexed = true, fold = 'search_folded' }: KeyOptions = {},
): Key {
  const { type: declared, nullable } = declaredOf(entity).get(property)!;
  const type = KEY_TYPES.get(declared);
  if (!type) throw new Error(`${property} cannot be a key.`);
  const column = `e.${columnOf(entity, property)}`;
  if (letters === 'stored') return { sql: column, given: CASTS[type], type, isIndexed };
  const nothing = nullable ? NOTHING[type] : undefined;
  const value = nothing ? `coalesce(${column}, ${nothing})` : column;
  const lower = { sql: `lower(${value}) collate "C"`, given: `lower(${CASTS.text})` };
  const sorted = { any: lower.sql, folded: `${fold}(${value}) collate "C"`, exact: `${value} collate "C"` };
  return {
    sql: type === 'text' ? sorted[letters] : value,
    given: type === 'text' ? { any: lower.given, folded: `${fold}(?::text)`, exact: CASTS.text }[letters] : CASTS[type],
    ...(letters === 'folded' && { exact: lower }),
    type,
    isIndexed,
    ...(nothing && { nothing }),
  };
}

/** A value that a caller gave, as it is compared with the key. */
export const given = ({ given: text }: Key, value: unknown): Raw => raw(text, [value]);

/** A part of a text that a caller gave, as it is compared with the key. */
export const partOf = (key: Key, text: string): Raw => (key.exact ? sql`${folded(text)}::text` : given(key, text));

/** The comparisons that a row's key passes, one after the other: `>=` and a value. */
export const compared = ({ sql: key }: Key, ...tests: readonly (readonly [operator: string, value: Raw])[]): Raw =>
  tests
    .map(([operator, value]) => sql`${raw(`${key} ${operator}`)} ${value}`)
    .reduce((all, test) => sql`${all} and ${test}`);
