import { raw, sql, type Raw } from '@mikro-orm/postgresql';
import type { RequestContext } from '../../kernel/context.ts';
import type { Compared } from '../../kernel/entity-read.ts';
import type { Direction, Place } from '../order.ts';
import type { Key } from './key.ts';

/** What must hold of a row. */
export type Condition =
  | Test
  | { readonly all: readonly Condition[] }
  | { readonly any: readonly Condition[] }
  | { readonly not: Condition };

/** One condition of a row `e`, and how an index finds the rows that meet it. */
export interface Test {
  /** Where it is in the input, such as `where.name.startsWith`. */
  readonly path: string;
  /** Whether a row meets it. */
  readonly check: Raw;
  /** If the rows that meet it are one range of a key's index, the key. `check` is then a range of the key. */
  readonly key?: Key;
  /** The value of the key that all these rows have, if it is one. */
  readonly value?: Raw;
  /** Finds the rows without a key. Absent if no index does: then the condition only checks what others find. */
  readonly find?: Find;
  /** Walks along the rows in the order of their ids. */
  readonly walk?: Walk;
  /** The range of ids that the rows have, if it is one. Ids sort by the time of their making. */
  readonly range?: IdRange;
  /** The ids of the rows, if the condition names them. */
  readonly ids?: readonly string[];
  /** How many rows it tends to find. The lowest is tried first. */
  readonly rank: number;
  /** The condition of all other rows, if an index finds those, too. */
  readonly opposite?: () => Test;
}

/** Ids from the first on, and before the last. */
export interface IdRange {
  readonly from?: string;
  readonly before?: string;
}

/** How many rows conditions tend to find. */
export const RANKS = { row: 0, value: 1, related: 2, part: 3, range: 4, choice: 5 } as const;

/** What an index finds. */
export interface Found {
  /** Selects `id` of rows, perhaps also of some that fail the check. */
  readonly ids: Raw;
  /** Selects these rows `e` themselves, if the index is one of their table. */
  readonly rows?: Raw;
  /** Whether they are probably few. */
  readonly isFew: boolean;
}

/** Finds at most `limit` rows. Null if no index helps. */
type Find = (rows: Rows, limit: number, ctx: RequestContext) => Found | null | Promise<Found | null>;

/** Selects a slice (`limit` and `offset`) of the rows `e` whose ids are `between`, in the order of their ids. */
type Walk = (rows: Rows, between: (id: string) => Raw, direction: 'asc' | 'desc', slice: Raw) => Raw;

/** The rows of one customer in one table. */
export interface Rows {
  /** The table, or what else rows `e` are selected from. */
  readonly table: string;
  readonly customerId: string;
  /** How their customer is compared where they are found by another key. */
  readonly compared: Compared;
  /** What the indexes of keys have as their condition. It always holds. */
  readonly listed: string;
  /** Selects `count`, how many rows meet these tests, if that is known without counting. Null if it is not. */
  readonly count?: (tests: readonly Test[]) => Raw | null;
}

export const isTest = (condition: Condition): condition is Test => 'check' in condition;

/** Whether a row meets the condition, in SQL. */
export function checkOf(condition: Condition): Raw {
  // A test whose result is null is not met.
  if (isTest(condition)) return sql`(${condition.check}) is true`;
  if ('not' in condition) return sql`not ${parenthesized(condition.not)}`;
  if ('all' in condition) return joined(condition.all.map(parenthesized), ' and ', 'true');
  return joined(condition.any.map(parenthesized), ' or ', 'false');
}

const parenthesized = (condition: Condition): Raw => sql`(${checkOf(condition)})`;

/** Fragments with a separator between them; `none` if there are no fragments. */
export const joined = (parts: readonly Raw[], separator: string, none = ''): Raw =>
  parts.length === 0 ? raw(none) : raw(parts.map(() => '?').join(separator), [...parts]);

/** The conditions that must hold together. */
export const conjuncts = (condition: Condition): readonly Condition[] =>
  'all' in condition ? condition.all.flatMap(conjuncts) : [condition];

/** The condition of all rows that do not meet this one. */
export function opposite(condition: Condition): Condition {
  if (isTest(condition)) return condition.opposite?.() ?? { not: condition };
  if ('not' in condition) return condition.not;
  if ('all' in condition) return { any: condition.all.map(opposite) };
  return { all: condition.any.map(opposite) };
}

/** The condition that a row `e` is one of the customer. No index supports it, unless rows are shared. */
export const isOfCustomer = ({ customerId, compared }: Rows): Raw =>
  sql`e.customer_id ${raw(compared)} ${customerId}::uuid`;

/**
 * Selects the ids of the rows of a range of a key's index, or other columns. `order by` has PostgreSQL take that index,
 * whatever it expects.
 */
export const rangeOf = (
  { table, customerId, listed }: Rows,
  { sql: key }: Key,
  range: Raw,
  limit: number,
  columns = 'e.id',
): Raw =>
  sql`select ${raw(`${columns} from ${table} e`)} where e.customer_id = ${customerId}::uuid and ${raw(listed)} and ${range}
    order by ${raw(key)}, e.id limit ${limit}`;

/** A search for the rows that meet a condition. */
export interface Search {
  readonly rows: Rows;
  readonly condition: Condition;
  /** What they are sorted by, before the id. */
  readonly key?: Key | undefined;
  readonly direction: Direction;
  /** They are between these two places. */
  readonly lower?: Place | null;
  readonly upper?: Place | null;
}
