import { raw, sql, type Raw } from '@mikro-orm/postgresql';
import type { RequestContext } from '../../kernel/context.ts';
import { checkOf, isOfCustomer, joined, type Search } from './condition.ts';
import { findersOf, type Finder } from './finders.ts';
import { boundsOf, columnsOf, ordered, walkOf, walkPlain } from './walk.ts';

/** How many rows are read in their order before an index is asked for those that one condition finds. */
export const FIRST_ROWS = 2_000;
/**
 * The most rows that an index may find for a likely condition. If more rows meet it, some are among the first ROWS_OF_MANY.
 */
const FEW = 5_000;
const ROWS_OF_MANY = 10_000;
/** The most rows that are read in their order, and the most that an index may find for one condition. */
export const ROWS_MAX = 50_000;
/** How far a search reads. */
export interface Reach {
  /** The most rows that an index may find for one condition. With 0, none is asked. */
  readonly found: number;
  /** The most rows that are read in their order. Null for all. */
  readonly walked: number | null;
}
/** How far a list reads for a page. */
export const FOR_PAGE: Reach = { found: ROWS_MAX, walked: ROWS_MAX };
/** How far a search reads that must not give up. */
export const TO_THE_END: Reach = { found: ROWS_MAX, walked: null };
/** The same without asking an index. */
export const IN_ORDER: Reach = { found: 0, walked: null };

/** How many conditions are tried, one after the other, until an index finds few enough rows for one. */
export const FINDERS_MAX = 3;

/** Rows `e` among which the wanted ones are. */
export interface Source {
  /** What the other queries refer to. */
  readonly ctes: readonly Raw[];
  readonly rows: Raw;
  readonly order: Raw;
  /** Whether wanted rows can be missing. */
  readonly isCut: Raw;
  /** Whether the rows are the first in the order. Then enough of them are enough. */
  readonly isFirst: boolean;
}

/**
 * Reads sources until `read` finds what it wants, and null if none has it. If many rows meet the
 * conditions, they are among the first ones. If few meet one of them, its index finds those. Otherwise more rows in the order
 * are read. `most` is how many rows are wanted.
 */
export async function inSteps<Result>(
  ctx: RequestContext,
  search: Search,
  read: (source: Source) => Promise<Result | null>,
  reach: Reach,
  most: number,
): Promise<Result | null> {
  if (reach.found === 0) return read(walked(search, reach.walked));
  let finders: readonly Finder[] | undefined;
  const find = async () => (finders ??= (await findersOf(ctx, search, reach.found + 1)).slice(0, FINDERS_MAX));
  const likely = search.rows.count?.([]) ? (await find())[0] : undefined;
  const early = await read(likely?.isFew ? eitherOf(search, likely, most) : walked(search, FIRST_ROWS));
  if (early !== null) return early;
  const all = await find();
  if (all.length > 1) {
    // A condition that can find many rows keeps no better one waiting, nor more of the first rows.
    const few = await read(gathered(search, all, { found: FEW }, most));
    const more = few ?? (likely?.isFew ? null : await read(walked(search, ROWS_OF_MANY)));
    if (more !== null) return more;
  }
  // Along a condition, the last step reads as many of its rows as its finder would.
  const { along } = walkOf(search);
  const others = reach.walked === reach.found ? all.filter(({ part }) => part !== along) : all;
  const found = others.length > 0 ? await read(gathered(search, others, reach, most)) : null;
  return found ?? read(walked(search, reach.walked));
}

/** The first rows in the order. */
export function walked(search: Search, most: number | null): Source {
  const { rows, order } = walkOf(search);
  const isCut = most === null ? raw('false') : sql`exists (${rows(1, most)})`;
  return { ctes: [], rows: rows(most), order, isCut, isFirst: true };
}

/**
 * The wanted ones of the rows that an index finds, for the first condition that finds few enough; the first `most` of them.
 */
export function gathered(
  search: Search,
  finders: readonly Finder[],
  { found }: Pick<Reach, 'found'>,
  most?: number,
): Source {
  const ctes = finders.flatMap((finder, n) =>
    foundBy(search, finder, n, n === 0 ? '' : `where (select is_cut from cut${n - 1})`, found),
  );
  const ids = finders.map((finder, n) => sql`(${idsOf(search, finder, n, most)})`);
  return {
    ctes,
    rows: rowsOf(search, joined(ids, ' union all ')),
    order: ordered(search),
    isCut: raw(`(select is_cut from cut${finders.length - 1})`),
    isFirst: false,
  };
}

/**
 * The rows that an index finds for one condition, if they are few. If they are many, the first rows in the order tend to have
 * enough of them. A customer with few rows has all of them read, because an index that has the rows of all customers takes
 * longer.
 */
function eitherOf(search: Search, finder: Finder, most: number): Source {
  const size = sql`size as materialized (select count > ${FIRST_ROWS} as is_large from (${search.rows.count!([])!}) counted)`;
  // As a parameter, the limit would have PostgreSQL expect a tenth of all rows, and plan the statement anew each time.
  const first = sql`${walkPlain(search).rows(null)} ${raw(`limit ${ROWS_OF_MANY}`)}`;
  return {
    ctes: [size, ...foundBy(search, finder, 0, 'where (select is_large from size)', FEW)],
    rows: sql`${rowsOf(search, idsOf(search, finder, 0, most))} union all
      select * from (${first}) e where not (select is_large from size) or (select is_cut from cut0)`,
    order: ordered(search),
    isCut: raw('(select is_cut from cut0)'),
    isFirst: true,
  };
}

/** The ids that an index finds, with the key and whether the row is wanted, from one scan; and whether they are too many. */
const foundBy = (search: Search, finder: Finder, n: number, onlyIf: string, found: number): Raw[] => [
  sql`${raw(`found${n} as materialized`)} (
    select ${raw(search.key ? `e.id, ${search.key.sql} as k0` : 'e.id')}, ${wanted(search)} ${boundsOf(search)} as is_wanted
    from (${rowsFound(search, finder, found + 1)}) e ${raw(onlyIf)} limit ${found + 1})`,
  sql`${raw(`cut${n} as materialized`)} (select count(*) > ${found} as is_cut ${raw(`from found${n}`)})`,
];

/** Selects the rows `e` that a finder finds: in its own scan, if the index is one of their table. */
export const rowsFound = (search: Search, { ids, rows }: Finder, most: number): Raw =>
  rows ??
  sql`
    select e.* from (select f.id from (${ids}) f limit ${most}) f cross join lateral (
      select e.* ${raw(`from ${search.rows.table} e`)} where e.id = f.id and ${ofCustomer(search)} limit 1) e`;

/** Selects the ids of the wanted rows that an index has found for one condition, and none if it found too many. */
const idsOf = (search: Search, { copies = 1 }: Finder, n: number, most?: number): Raw => {
  const ids = raw(`select e.id from found${n} e where is_wanted and not (select is_cut from cut${n})`);
  return most === undefined ? ids : sql`${ids} ${ordered(search)} limit ${most * copies}`;
};

const rowsOf = (search: Search, ids: Raw): Raw => sql`
  select ${columnsOf(search.key)} ${raw(`from ${search.rows.table} e`)}
  where e.id = any(array(${ids})) and ${ofCustomer(search)} ${boundsOf(search)}`;

/** The condition that a row is one of the customer, whatever has found it. */
export const ofCustomer = ({ rows }: Search): Raw => isOfCustomer(rows);

/** Whether a row `e` is wanted. */
export const wanted = (search: Search): Raw => sql`${ofCustomer(search)} and (${checkOf(search.condition)})`;

/** All wanted rows of a customer. */
export interface Whole {
  /** What the other queries refer to. */
  readonly ctes: readonly Raw[];
  readonly ids: Raw;
  /** Whether wanted rows are missing. */
  readonly isCut: Raw;
}

/**
 * All wanted rows, in one query: those that an index finds for one condition, or those among all rows of a customer that has
 * few. Some of the rows are no answer, so of a customer with many rows none is read that no index finds.
 */
export async function wholeOf(ctx: RequestContext, search: Search): Promise<Whole> {
  const found = (await findersOf(ctx, search, ROWS_MAX + 1)).toSorted((a, b) => Number(b.isFew) - Number(a.isFew));
  const finders = found.slice(0, FINDERS_MAX);
  const most = finders.length > 0 ? FIRST_ROWS : ROWS_MAX;
  const size = sql`size as materialized (select ${raw(`count > ${most}`)} as is_large from (${search.rows.count!([])!}) counted)`;
  const isLarge = '(select is_large from size)';
  const all = sql`select e.id from (${walkOf(search).rows(null)} ${raw(`limit ${most}`)}) e
    where not ${raw(isLarge)} and ${wanted(search)}`;
  const each = finders.map((_, n) =>
    raw(`select e.id from found${n} e where is_wanted and not (select is_cut from cut${n})`),
  );
  return {
    ctes: [
      size,
      ...finders.flatMap((finder, n) =>
        foundBy(search, finder, n, n === 0 ? `where ${isLarge}` : `where (select is_cut from cut${n - 1})`, ROWS_MAX),
      ),
    ],
    ids: joined([...each, all], ' union '),
    isCut: raw(finders.length > 0 ? `(select is_cut from cut${finders.length - 1})` : isLarge),
  };
}
