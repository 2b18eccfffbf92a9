import type { RequestContext } from '../../kernel/context.ts';
import { columnsOf, entityOf } from '../../kernel/entity.ts';
import { entityEdge } from '../entity-page.ts';
import { timeText } from '../order.ts';
import { connectionOf, readNumberedPage, readPage, type Connection, type Page } from '../pagination.ts';
import type { Condition, Search } from './condition.ts';
import type { Key } from './key.ts';
import type { Listing, ListArgs } from './listing.ts';
import { readWhere } from './reading.ts';
import { countRows, type Count } from './count.ts';
import { findNumbered, findRows, opposite } from './search.ts';
import { tooCostly, tooManyToNumber } from './too-costly.ts';

/** A page of a customer's rows that meet what a caller asks for, and `also`, which may depend on that. */
export async function findListed<Entity extends object>(
  ctx: RequestContext,
  listing: Listing<Entity>,
  customerId: string,
  args: ListArgs,
  also: readonly Condition[] | ((given: Condition) => readonly Condition[]) = [],
): Promise<Connection<Entity>> {
  const { entity, filter } = listing;
  const { order, key, direction } = listing.orderOf(args.orderBy, ctx.viewer);
  const page = listing.isNumbered ? readNumberedPage(args, order) : readPage(args, order);
  const given = await readWhere(ctx, filter, args.where);
  const condition = { all: typeof also === 'function' ? also(given) : [...also, given] };
  const search: Search = { rows: filter.rows(customerId), condition, key, direction };
  const { rows, count } = await read(ctx, listing, search, page);
  const entities = (found: readonly object[]) => found.map((row) => entityOf(entity, row));
  const total = async (): Promise<number> => (await count()).count;
  const look = async (other: Page) => {
    const found = await rowsOf(ctx, listing, search, other);
    return found && entities(found);
  };
  return {
    ...connectionOf(entities(rows), page, entityEdge<Entity>(order), total, look),
    isTotalExact: async () => (await count()).isExact,
  };
}

interface Read {
  readonly rows: object[];
  readonly count: () => Promise<Count>;
}

async function read(ctx: RequestContext, listing: Listing<object>, search: Search, page: Page): Promise<Read> {
  const { size, offset } = page;
  if (offset !== undefined && !search.key) {
    const columns = columnsOf(listing.entity, 'e');
    const limit = size + 1;
    const found = await ctx.reading((there) => findNumbered(there, search, columns, { offset, limit }));
    if (!found) throw tooManyToNumber(listing, search.condition);
    return { rows: found.rows, count: async () => ({ count: found.total, isExact: true }) };
  }
  const rows = await rowsOf(ctx, listing, search, page);
  if (!rows) throw tooCostly(listing, search.condition);
  return {
    rows,
    count: once(async () => {
      const { count, isExact } = await ctx.reading((there) => countRows(there, search));
      // The page can have rows that counting has not reached.
      return { count: isExact ? count : Math.max(count, Math.min(rows.length, size)), isExact };
    }),
  };
}

/** The rows of a page and one more. Null if no step finds them. */
async function rowsOf(
  ctx: RequestContext,
  { entity }: Listing<object>,
  search: Search,
  { after, before, isBackward, size }: Page,
): Promise<object[] | null> {
  const { direction, key } = search;
  const [lower, upper] = direction === 'asc' ? [after, before] : [before, after];
  const walked = { ...search, direction: isBackward ? opposite(direction) : direction, lower, upper };
  return ctx.reading((there) => findRows(there, walked, columnsWith(entity, key), size + 1));
}

/** The columns that an entity and its cursor need. */
const columnsWith = (entity: Listing<object>['entity'], key?: Key): string =>
  [
    columnsOf(entity, 'e'),
    ...(key ? ['e.k0'] : []),
    ...(key?.type === 'time' ? [`${timeText('e.k0')} as t0`] : []),
  ].join(', ');

function once<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | undefined;
  return () => (result ??= work());
}
