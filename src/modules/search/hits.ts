import { raw, sql, type Raw } from '@mikro-orm/postgresql';
import { signedIn } from '../../ground/kernel/access.ts';
import type { RequestContext } from '../../ground/kernel/context.ts';
import { tableOf } from '../../ground/kernel/entity.ts';
import { joined } from '../../ground/lists/filter/index.ts';
import { SEARCH_TEXT } from '../../ground/lists/search-text.ts';
import { likePattern } from '../../ground/kernel/text.ts';
import { SEARCHABLES, type Searchable, type SearchableType } from './searchable.ts';
import { endsOf } from './typo.ts';

/** The most rows of a type that are compared. */
export const HITS_MAX = 500;
/** So many rows are read of a type of which no index finds the words, because all of them are common. */
const FIRST_ROWS = 2_000;
/** The most rows of a type that an index may find for words with a typo. */
const MISTYPED_ROWS = 3_000;
/** The most words of a search in which a typo is looked for, the longest first. */
const MISTYPED_MAX = 4;

/** A row that has the words. */
export interface Hit {
  readonly type: SearchableType;
  readonly id: string;
  /** In lower case, with a blank on each side of every word. */
  readonly text: string;
  /** Of the words and the text, from 0 to 1, as pg_trgm measures it. */
  readonly similarity: number;
}

export interface Hits {
  readonly hits: readonly Hit[];
  /** Whether there may be more. */
  readonly isCut: boolean;
}

/** What a row must have: `parts` of its text that an index looks up, and `patterns` that the text is like. */
interface Way {
  readonly parts: readonly string[];
  readonly patterns: readonly string[];
}

/** Rows that have all words as they are written. Of each type at most HITS_MAX. */
export async function findExact(
  ctx: RequestContext,
  types: readonly SearchableType[],
  words: readonly string[],
): Promise<Hits> {
  const texts = words.map(wholeOf);
  const way: Way = { parts: texts, patterns: texts.map(likePattern) };
  return find(ctx, types, words, [way]);
}

/** The same, where one of the words has a typo. */
export async function findMistyped(
  ctx: RequestContext,
  types: readonly SearchableType[],
  words: readonly string[],
): Promise<Hits> {
  const longest = words.toSorted((a, b) => b.length - a.length).slice(0, MISTYPED_MAX);
  const ways = longest.flatMap((mistyped) => {
    const others = words.filter((word) => word !== mistyped).map(wholeOf);
    return endsOf(mistyped).map(([start, end]): Way => ({
      parts: [start, end, ...others],
      patterns: [`${likePattern(start).slice(0, -1)}${likePattern(end)}`, ...others.map(likePattern)],
    }));
  });
  return ways.length === 0 ? { hits: [], isCut: false } : find(ctx, types, words, ways, MISTYPED_ROWS);
}

/** Of two letters or less, only the start of a word is searched. */
export const wholeOf = (word: string): string => ([...word].length > 2 ? word : ` ${word}`);

async function find(
  ctx: RequestContext,
  types: readonly SearchableType[],
  words: readonly string[],
  ways: readonly Way[],
  most?: number,
): Promise<Hits> {
  let isCut = false;
  const searches: Raw[] = [];
  for (const type of types) {
    const searchable = SEARCHABLES[type];
    const { condition, isWhole } = await lookUp(ctx, searchable, ways);
    isCut ||= !isWhole;
    if (condition) searches.push(rowsOf(ctx, type, sql`${raw(tableOf(searchable.entity))} e`, condition, ways, most));
    else if (most === undefined) searches.push(rowsOf(ctx, type, firstRows(ctx, searchable), raw('true'), ways));
  }
  if (searches.length === 0) return { hits: [], isCut };
  const text = words.join(' ');
  const rows = await ctx.db.select<Hit & { readonly id: string | null }>(sql`
    select f.*, word_similarity(${text}, f.text) as similarity from (${joined(searches, ' union all ')}) f`);
  const hits = rows.filter(({ id }) => id !== null);
  const counts = Map.groupBy(hits, ({ type }) => type);
  isCut ||= hits.length < rows.length || [...counts.values()].some(({ length }) => length > HITS_MAX);
  return { hits, isCut };
}

/** The condition that a row has the parts of a way, by an index; not `isWhole` without ways that are too common. */
async function lookUp(
  ctx: RequestContext,
  { choose }: Searchable,
  ways: readonly Way[],
): Promise<{ readonly condition: Raw | null; readonly isWhole: boolean }> {
  let isWhole = true;
  const looked = new Map<string, readonly string[]>();
  for (const way of ways) {
    const parts = choose ? await choose(ctx, way.parts) : way.parts.filter((part) => part.trim() !== '');
    if (!parts || parts.length === 0) {
      isWhole = false;
      continue;
    }
    looked.set(JSON.stringify(parts.toSorted()), parts);
  }
  const found = [...looked.values()].map((parts) => {
    const lookUps = parts.map((part) => sql`${raw(SEARCH_TEXT)} like ${likePattern(part)}`);
    return sql`(${joined(lookUps, ' and ')})`;
  });
  return { condition: found.length === 0 ? null : sql`(${joined(found, ' or ')})`, isWhole };
}

/** The condition that a text has a way. */
const checkOf = (ways: readonly Way[]): Raw =>
  joined(
    ways.map(
      ({ patterns }) =>
        sql`(${joined(
          patterns.map((pattern) => sql`f.text like ${pattern}`),
          ' and ',
        )})`,
    ),
    ' or ',
  );

/** The first rows `e` of the customer. */
const firstRows = ({ viewer }: RequestContext, { entity }: Searchable): Raw =>
  sql`(select * ${raw(`from ${tableOf(entity)}`)} where customer_id = ${signedIn(viewer).customerId}::uuid order by id limit ${FIRST_ROWS}) e`;

/**
 * Of rows `e` that meet the condition, those that have a way: of `most` rows, if that is given. A row without an id then tells
 * that there are more. `offset 0` keeps PostgreSQL from looking up in the index what is only to be checked.
 */
function rowsOf(
  ctx: RequestContext,
  type: SearchableType,
  rows: Raw,
  condition: Raw,
  ways: readonly Way[],
  most?: number,
): Raw {
  const { ownerOf } = SEARCHABLES[type];
  const ownerId = ownerOf?.(ctx.viewer);
  const found = sql`
    select e.id::text as id, ${raw(SEARCH_TEXT)} as text from ${rows}
    where e.customer_id is not distinct from ${signedIn(ctx.viewer).customerId}::uuid
      ${ownerId === undefined ? raw('') : sql`and e.owner_id = ${ownerId}::uuid`} and ${condition}`;
  const hits = (from: Raw): Raw =>
    sql`(select ${type} as type, f.id, f.text from ${from} f where ${checkOf(ways)} limit ${HITS_MAX + 1})`;
  if (most === undefined) return hits(sql`(${found} offset 0)`);
  return sql`(
    with found as materialized (${found} limit ${most + 1})
    ${hits(raw('found'))}
    union all select ${type}, null, null from (select count(*) as read from found) c where c.read > ${most})`;
}
