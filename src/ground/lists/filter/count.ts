import { raw, sql } from '@mikro-orm/postgresql';
import type { RequestContext } from '../../kernel/context.ts';
import { joined, type Search } from './condition.ts';
import { findersOf, type Finder } from './finders.ts';
import { knownCount, run } from './search.ts';
import { FINDERS_MAX, FIRST_ROWS, gathered, rowsFound, walked, wanted, type Reach, type Source } from './steps.ts';
import { walkOf, type Walk } from './walk.ts';

/** How many rows there are, or at least are. */
export interface Count {
  readonly count: number;
  readonly isExact: boolean;
}

/** The most rows that are counted. A number beside a list has to come as soon as the list. */
export const COUNTED_MAX = 5_000;
const FOR_COUNT: Reach = { found: COUNTED_MAX, walked: COUNTED_MAX };

/**
 * Counts the rows, if each step reads few enough. Otherwise, there are at least those that were found: most of what an index
 * finds for the likeliest condition meets the others, and few of the first rows do.
 */
export async function countRows(ctx: RequestContext, search: Search): Promise<Count> {
  const known = knownCount(search);
  if (known) return { count: (await run<{ count: number }>(ctx, known))[0]!.count, isExact: true };
  const rows = { ...search, key: undefined };
  const walk = walkOf(rows);
  if (walk.isExact) return countWalked(ctx, walk);
  const [first, ...others] = (await findersOf(ctx, rows, COUNTED_MAX + 1)).slice(0, FINDERS_MAX);
  const early = await countIn(ctx, rows, walked(rows, first ? FIRST_ROWS : COUNTED_MAX));
  if (early.isExact || !first) return early;
  const found = await countFound(ctx, rows, first);
  if (found.isExact) return found;
  const rest = others.length > 0 ? await countIn(ctx, rows, gathered(rows, others, FOR_COUNT)) : found;
  return rest.isExact ? rest : { count: Math.max(early.count, found.count), isExact: false };
}

interface Counted {
  readonly count: number | string;
  readonly isCut: boolean;
}

const countOf = ({ count, isCut }: Counted): Count => ({
  count: Math.min(Number(count), COUNTED_MAX),
  isExact: !isCut,
});

/** Counts the wanted rows of a source. */
async function countIn(ctx: RequestContext, search: Search, { ctes, rows, isCut }: Source): Promise<Count> {
  const head = ctes.length > 0 ? sql`with ${joined(ctes, ', ')}` : raw('');
  const [found] = await run<Counted>(
    ctx,
    sql`${head} select (select count(*) from (${rows}) e where ${wanted(search)}) as count, ${isCut} as "isCut"`,
  );
  return countOf(found!);
}

/** Counts the wanted ones of the rows that an index finds, in the scan that finds them if it has the rows. */
async function countFound(ctx: RequestContext, search: Search, finder: Finder): Promise<Count> {
  const most = COUNTED_MAX + 1;
  const [counted] = await run<Counted>(
    ctx,
    sql`select count(distinct e.id) filter (where e.is_wanted) as count, count(*) > ${COUNTED_MAX} as "isCut"
    from (select e.id, ${wanted(search)} as is_wanted from (${rowsFound(search, finder, most)}) e limit ${most}) e`,
  );
  return countOf(counted!);
}

/** Counts rows along an index that has the whole condition. */
async function countWalked(ctx: RequestContext, { rows }: Walk): Promise<Count> {
  const [found] = await run<{ count: number | string }>(
    ctx,
    sql`select count(*) as count from (${rows(COUNTED_MAX + 1)}) e`,
  );
  const count = Number(found!.count);
  return { count: Math.min(count, COUNTED_MAX), isExact: count <= COUNTED_MAX };
}
