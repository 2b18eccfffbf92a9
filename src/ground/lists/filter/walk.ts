import { raw, sql, type Raw } from '@mikro-orm/postgresql';
import { conjuncts, isTest, joined, type Condition, type Test, type Search } from './condition.ts';
import type { Place } from '../order.ts';
import type { Key } from './key.ts';

/** Rows in the order of a search, along an index. */
export interface Walk {
  /**
   * Selects so many rows `e`, or all, without the first ones. Of the conditions, only those that the index has are checked.
   */
  readonly rows: (take: number | null, skip?: number) => Raw;
  /** Their order, as PostgreSQL knows it. */
  readonly order: Raw;
  /** Whether the index has all conditions. */
  readonly isExact: boolean;
  /** The part of the condition that all these rows meet, if they are not all rows. */
  readonly along?: Condition;
}

/** The most values whose rows are read side by side. */
const VALUES_MAX = 10;

/** How to read rows in the order of a search. */
export function walkOf(search: Search): Walk {
  const all = conjuncts(search.condition);
  if (search.key) return walkKey(search, search.key, all.filter(isTest));
  // Every walk along the ids has their ranges.
  const parts = all.filter((part) => !(isTest(part) && part.range));
  const isExact = parts.length === 1;
  const [best] = parts.flatMap((part) => alternativesOf(part) ?? []).toSorted(byRank);
  const along = best && parts.find((part) => alternativesOf(part)?.includes(best));
  if (!along) return { ...walkIds(search), isExact: parts.length === 0 };
  const tests = alternativesOf(along)!;
  return { ...(tests.length > 1 ? walkTogether(search, tests) : walkOne(search, tests[0]!)), isExact, along };
}

type Path = Omit<Walk, 'isExact' | 'along'>;

const byRank = (a: Test, b: Test): number => a.rank - b.rank;

/**
 * Tests that together have all rows that meet the condition: each has rows in the order of their ids. Null if there are
 * none.
 */
function alternativesOf(condition: Condition): readonly Test[] | null {
  if (isTest(condition)) return (condition.walk ?? condition.value) ? [condition] : null;
  if (!('any' in condition) || condition.any.length > VALUES_MAX) return null;
  const tests = condition.any.flatMap((part) => (isTest(part) && part.value ? [part] : []));
  return tests.length > 0 && tests.length === condition.any.length ? tests : null;
}

const walkIds = (search: Search): Path => walkAlong(search, undefined, boundsOf(search));

/** The same along the index of the order, whatever the conditions are. */
export const walkPlain = (search: Search): Path => walkAlong(search, search.key, boundsOf(search));

/** In the order of a key. */
function walkKey(search: Search, key: Key, tests: readonly Test[]): Walk {
  const ranges = tests.filter((test) => test.key?.sql === key.sql);
  const conditions = joined([boundsOf(search), ...ranges.map(({ check }) => sql`and ${check}`)], ' ');
  return { ...walkAlong(search, key, conditions), isExact: ranges.length === conjuncts(search.condition).length };
}

/** In the order of the ids, of the rows that one test finds. */
function walkOne(search: Search, test: Test): Path {
  const { walk, key } = test;
  if (!walk) return walkAlong(search, key, valueIn(search, test));
  const bounds = (id: string) => boundsOf(search, id);
  return {
    rows: (take, skip) => walk(search.rows, bounds, search.direction, sliceOf(take, skip)),
    order: ordered(search),
  };
}

/** In the order of the ids, of the rows with one of several values. No row comes twice. */
const walkTogether = (search: Search, tests: readonly Test[]): Path => ({
  rows: (take, skip = 0) => {
    const each = tests.map((test, n) => {
      const others = tests.slice(0, n).map(({ check }) => sql`and (${check}) is not true`);
      return sql`(${select(search, test.key, joined([valueIn(search, test), ...others], ' '), sliceOf(take === null ? null : take + skip), raw('e.*'))})`;
    });
    return sql`select e.* from (${joined(each, ' union all ')}) e ${ordered(search)} ${sliceOf(take, skip)}`;
  },
  order: ordered(search),
});

/** The rows with one value of a key: in its index they are in the order of their ids. */
function valueIn(search: Search, { key, value, check }: Test): Raw {
  const bound = (operator: string, id: unknown): Raw =>
    sql`and ${raw(`(${key!.sql}, e.id) ${operator}`)} (${value}, ${id})`;
  const bounds = idBoundsOf(search).map(([operator, id]) => bound(operator, id));
  return joined([sql`and ${check}`, ...bounds], ' ');
}

const walkAlong = (search: Search, key: Key | undefined, conditions: Raw): Path => ({
  rows: (take, skip) => select(search, key, conditions, sliceOf(take, skip)),
  order: ordered({ key, direction: search.direction }),
});

function select(
  { rows: { table, customerId, listed }, direction }: Search,
  key: Key | undefined,
  conditions: Raw,
  slice: Raw,
  columns = columnsOf(key),
): Raw {
  const order = raw(`order by ${key ? `${key.sql} ${direction}, ` : ''}e.id ${direction}`);
  return sql`
    select ${columns} ${raw(`from ${table} e`)} where e.customer_id = ${customerId}::uuid
    ${raw(key ? `and ${listed}` : '')} ${conditions} ${order} ${slice}`;
}

const sliceOf = (take: number | null, skip = 0): Raw => {
  if (take === null) return raw('');
  return skip === 0 ? sql`limit ${take}` : sql`limit ${take} offset ${skip}`;
};

/** The columns of a row, and its key as `k0`. */
export const columnsOf = (key: Key | undefined): Raw => raw(key ? `e.*, ${key.sql} as k0` : 'e.*');

/** The order of rows `e` with these columns. */
export const ordered = ({ key, direction }: Pick<Search, 'key' | 'direction'>): Raw =>
  raw(`order by ${key ? `e.k0 ${direction}, ` : ''}e.id ${direction}`);

/** The conditions that rows are between the places of a search. `id` is the SQL of a row's id. */
export function boundsOf(search: Search, id = 'e.id'): Raw {
  const { key, lower, upper } = search;
  if (!key)
    return joined(
      idBoundsOf(search).map(([operator, value]) => sql`and ${raw(`${id} ${operator}`)} ${value}`),
      ' ',
    );
  const bound = (operator: string, [value, last]: Place): Raw =>
    sql`and ${raw(`(${key.sql}, ${id}) ${operator}`)} (${value}, ${last})`;
  return joined([...(lower ? [bound('>', lower)] : []), ...(upper ? [bound('<', upper)] : [])], ' ');
}

/** Comparisons with ids, in the order of the ids. */
function idBoundsOf({ condition, lower, upper }: Search): [operator: string, id: unknown][] {
  const ranges = conjuncts(condition).flatMap((part) => (isTest(part) && part.range ? [part.range] : []));
  return [
    ...(lower ? [['>', lower[0]] as [string, unknown]] : []),
    ...(upper ? [['<', upper[0]] as [string, unknown]] : []),
    ...ranges.flatMap(({ from, before }): [string, unknown][] => [
      ...(from === undefined ? [] : [['>=', from] as [string, unknown]]),
      ...(before === undefined ? [] : [['<', before] as [string, unknown]]),
    ]),
  ];
}
