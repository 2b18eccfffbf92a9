import { raw, sql, type Raw } from '@mikro-orm/postgresql';
import type { RequestContext } from '../../kernel/context.ts';
import type { Direction } from '../order.ts';
import { conjuncts, isTest, joined, type Search } from './condition.ts';
import { FOR_PAGE, inSteps, ofCustomer, wanted, wholeOf, type Reach } from './steps.ts';
import { walkOf } from './walk.ts';

/**
 * Finds at most `limit` rows, in their order. `columns` are those of a row `e`, which has the key as `k0`. Each step reads no
 * more than a bounded number of rows, whatever PostgreSQL expects. Null if no step finds all: then too many rows meet each of
 * the conditions, and too few meet all.
 */
export async function findRows(
  ctx: RequestContext,
  search: Search,
  columns: string,
  limit: number,
  reach: Reach = FOR_PAGE,
): Promise<object[] | null> {
  const walk = walkOf(search);
  if (walk.isExact)
    return run(ctx, sql`select ${raw(columns)} from (${walk.rows(limit)}) e where ${ofCustomer(search)} ${walk.order}`);
  return inSteps(
    ctx,
    search,
    async ({ ctes, rows, order, isCut, isFirst }) => {
      const page = sql`page as materialized (
      select ${raw(columns)} from (${rows}) e where ${wanted(search)} ${order} limit ${limit})`;
      const isEnough = sql`(select count(*) from page) >= ${limit}`;
      const isMissing = isFirst ? sql`case when ${isEnough} then false else ${isCut} end` : isCut;
      const found = await run<Found>(
        ctx,
        sql`with ${joined([...ctes, page], ', ')} ${pageWith(sql`${isMissing} as "isCut"`)}`,
      );
      return found[0]!.isCut ? null : withoutNone(found);
    },
    reach,
    limit,
  );
}

/** Rows of a numbered page, and how many the whole list has. */
interface Numbered {
  readonly rows: object[];
  readonly total: number;
}

/** Behind so many rows, the list is read from the end that is nearer. */
const FAR = 1_000;

/**
 * Finds at most `limit` rows behind the first `offset`, in the order of their ids, and counts all. Null if too many rows would
 * have to be read for that.
 */
export async function findNumbered(
  ctx: RequestContext,
  search: Search,
  columns: string,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<Numbered | null> {
  const pageOf = (ids: Raw): Raw => sql`page as materialized (
    select ${raw(columns)} ${raw(`from ${search.rows.table} e`)} where e.id = any(array(${ids})) and ${ofCustomer(search)}
    ${raw(`order by e.id ${search.direction}`)})`;
  if (walkOf(search).isExact) return walkNumbered(ctx, search, pageOf, offset, limit);
  const { ctes, ids: all, isCut } = await wholeOf(ctx, search);
  const hits = sql`hits as materialized (${all})`;
  const ids = sql`select id from hits ${raw(`order by id ${search.direction}`)} limit ${limit} offset ${offset}`;
  const counted = pageWith(sql`${isCut} as "isCut", (select count(*) from hits) as total`);
  const answer = await run<Found & Total>(ctx, sql`with ${joined([...ctes, hits, pageOf(ids)], ', ')} ${counted}`);
  return answer[0]!.isCut ? null : numbered(answer);
}

/** The same where an index has the whole condition. */
async function walkNumbered(
  ctx: RequestContext,
  search: Search,
  pageOf: (ids: Raw) => Raw,
  offset: number,
  limit: number,
): Promise<Numbered> {
  const walk = walkOf(search);
  const total: Raw = knownCount(search) ?? sql`select count(*) from (${walk.rows(null)}) e where ${ofCustomer(search)}`;
  const ids = (rows: Raw): Raw => sql`select e.id from (${rows}) e`;
  if (offset <= FAR) {
    const page = pageOf(ids(walk.rows(limit, offset)));
    return numbered(await run(ctx, sql`with ${page} ${pageWith(sql`(${total}) as total`)}`));
  }
  const [counted] = await run<{ count: number | string }>(ctx, total);
  const count = Number(counted!.count);
  const behind = Math.max(count - offset - limit, 0);
  const nearest =
    behind < offset
      ? walkOf({ ...search, direction: opposite(search.direction) }).rows(
          Math.max(Math.min(limit, count - offset), 0),
          behind,
        )
      : walk.rows(limit, offset);
  return {
    rows: withoutNone(await run(ctx, sql`with ${pageOf(ids(nearest))} ${pageWith(raw('true as known'))}`)),
    total: count,
  };
}

export const opposite = (direction: Direction): Direction => (direction === 'asc' ? 'desc' : 'asc');

interface Found {
  readonly isCut: boolean;
  readonly id: string | null;
}
interface Total {
  readonly id: string | null;
  readonly total: number | string;
}

/** The rows of `page`, or one without an id, with these columns. */
const pageWith = (columns: Raw): Raw => sql`select ${columns}, page.* from (select) one left join page on true`;

const withoutNone = <Row extends { readonly id: string | null }>(rows: Row[]): Row[] =>
  rows[0]!.id === null ? [] : rows;

const numbered = (rows: Total[]): Numbered => ({ rows: withoutNone(rows), total: Number(rows[0]!.total) });

/** Counts the rows without reading them, if something else keeps their number. */
export function knownCount({ rows, condition }: Search): Raw | null {
  const parts = conjuncts(condition);
  return parts.every(isTest) ? (rows.count?.(parts) ?? null) : null;
}

/** Sends a query. */
export const run = <Row extends object>({ db }: RequestContext, query: Raw): Promise<Row[]> => db.select(query);
