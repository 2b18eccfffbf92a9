import { RawQueryFragment, sql, type Raw } from '@mikro-orm/postgresql';
import type { RequestContext } from '../../kernel/context.ts';
import { conjuncts, isTest, joined, rangeOf, type Condition, type Found, type Test, type Search } from './condition.ts';

/** What an index finds for a part of the condition. All wanted rows are among them. */
export interface Finder extends Found {
  readonly rank: number;
  /** The part that it is for. */
  readonly part: Condition;
  /** How often it can find a row. 1 if absent. */
  readonly copies?: number;
}

/** Finders for the parts of the condition, each of at most `limit` ids. The one that tends to find fewest comes first. */
export async function findersOf(ctx: RequestContext, search: Search, limit: number): Promise<Finder[]> {
  const parts = await Promise.all(conjuncts(search.condition).map((part) => finderOf(ctx, search, part, limit)));
  return parts.filter((finder) => finder !== null).toSorted(byRank);
}

const byRank = (a: Finder, b: Finder): number => a.rank - b.rank;

async function finderOf(
  ctx: RequestContext,
  search: Search,
  condition: Condition,
  limit: number,
): Promise<Finder | null> {
  if (isTest(condition)) {
    const found = await foundBy(ctx, search, condition, limit);
    return found && { ...found, rank: condition.rank, part: condition };
  }
  if ('not' in condition) return null;
  const inner = 'all' in condition ? condition.all : condition.any;
  const parts = await Promise.all(inner.map((part) => finderOf(ctx, search, part, limit)));
  const found = parts.filter((part) => part !== null).toSorted(byRank);
  if ('all' in condition) return found[0] ? { ...found[0], part: condition } : null;
  // Of alternatives, an index has to find each.
  if (found.length < inner.length || found.length === 0) return null;
  return { ...unionOf(found), isFew: found.every(({ isFew }) => isFew), rank: found.at(-1)!.rank, part: condition };
}

function foundBy(
  ctx: RequestContext,
  { rows }: Search,
  { find, key, check }: Test,
  limit: number,
): Found | null | Promise<Found | null> {
  if (find) return find(rows, limit, ctx);
  if (!key) return null;
  const select = (columns: string): Raw => rangeOf(rows, key, check, limit, columns);
  return { ids: select('e.id'), rows: select('e.*'), isFew: false };
}

/** Parts of a name and of an address, say, are found by one index: the same finder twice. */
function unionOf(finders: readonly Finder[]): Pick<Finder, 'ids' | 'rows' | 'copies'> {
  const distinct = [...new Map(finders.map((finder) => [JSON.stringify(flat(finder.ids)), finder])).values()];
  const union = (parts: readonly Raw[]): Raw =>
    joined(
      parts.map((part) => sql`(${part})`),
      ' union all ',
    );
  const rows = distinct.flatMap((finder) => finder.rows ?? []);
  return {
    ids: union(distinct.map(({ ids }) => ids)),
    copies: distinct.reduce((sum, { copies = 1 }) => sum + copies, 0),
    ...(rows.length === distinct.length && { rows: union(rows) }),
  };
}

/** A fragment as plain values: in JSON, a fragment has no parameters. */
const flat = ({ sql: text, params }: Raw): unknown[] => [
  text,
  ...params.map((value) => (value instanceof RawQueryFragment ? flat(value as Raw) : value)),
];
