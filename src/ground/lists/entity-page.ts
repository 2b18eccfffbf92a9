import { raw, sql, type EntityClass, type Raw } from '@mikro-orm/postgresql';
import type { Database } from '../kernel/database.ts';
import { columnsOf, entityOf, sourceOf } from '../kernel/entity.ts';
import { joined } from './filter/condition.ts';
import {
  anyOf,
  behind,
  reversed,
  sorted,
  timeText,
  type Condition,
  type Order,
  type Place,
  type SortKey,
} from './order.ts';
import { inSlices } from '../kernel/event-loop/long-work.ts';
import { connectionOf, edgeOf, readPage, type Connection, type Edge, type Page, type PageArgs } from './pagination.ts';

/** What a list contains: SQL in which `e` is a row. Several filters must not find the same row twice. Each is a search of its own. */
export type Where = Raw | readonly Raw[];

/** A page of what `where` finds, in this order, by keyset. The whole list is counted only if the total is selected. */
export async function findPage<Entity extends object>(
  db: Database,
  entity: EntityClass<Entity>,
  where: Where,
  order: Order,
  args: PageArgs,
): Promise<Connection<Entity>> {
  const page = readPage(args, order);
  const list = { db, entity, filters: filtersOf(where), order };
  const rows = await rowsOf(list, pageQuery(list, page));
  return connectionOf(
    rows,
    page,
    entityEdge<Entity>(order),
    () => count(list),
    (other) => rowsOf(list, pageQuery(list, other)),
  );
}

/** How rows belong to owners: SQL in which `e` is a row and `owner` the id of its owner. */
export interface Ownership {
  /** The condition that a row belongs to an owner. */
  readonly owner: string;
  /** The type of the owners' ids. By default `uuid`. */
  readonly ownerType?: 'uuid' | 'text';
  /** A further column of a row, such as when it came to its owner. */
  readonly column?: string;
}

/**
 * The rows of one page of each owner, and one more, in the direction of the page, by one query for any number of owners.
 * Owners without rows are missing.
 */
export async function findPages<Entity extends object>(
  db: Database,
  entity: EntityClass<Entity>,
  ownership: Ownership,
  ownerIds: readonly string[],
  where: Where,
  order: Order,
  page: Page,
): Promise<Map<string, Entity[]>> {
  const list = { db, entity, filters: filtersOf(where), order };
  const pages = sql`
    select owner as page_owner, page.* from ${idsOf(ownerIds, ownership)} owner
    cross join lateral (${pageQuery(list, page, ownership)}) page
    ${orderOfRows(list, page, outputOf)}`;
  return Map.groupBy(await rowsOf(list, pages), (row) => (row as OwnedRow).page_owner);
}

/** How many rows each owner's list has, by one query. Owners without rows are missing. */
export async function countPages(
  db: Database,
  entity: EntityClass,
  ownership: Ownership,
  ownerIds: readonly string[],
  where: Where,
): Promise<Map<string, number>> {
  const searches = filtersOf(where).map(
    (filter) => sql`select count(*) as total ${from(entity, [filter, raw(ownership.owner)])}`,
  );
  const totals = await db.select<OwnedRow & { readonly total: string }>(sql`
    select owner as page_owner, sum(counted.total) as total
    from ${idsOf(ownerIds, ownership)} owner cross join lateral (${joined(searches, ' union all ')}) counted group by 1`);
  return new Map(totals.map(({ page_owner: owner, total }) => [owner, Number(total)]));
}

interface OwnedRow {
  readonly page_owner: string;
}

/** One list as a parameter, so that the statement is the same for any number of ids. */
const idsOf = (ids: readonly string[], { ownerType = 'uuid' }: Ownership): Raw =>
  sql`unnest(${`{${ids.map((id) => `"${id.replaceAll(/["\\]/g, '\\$&')}"`).join()}}`}::${raw(ownerType)}[])`;

/** The edge of an entity that `findPage` or `findPages` read in this order. */
export function entityEdge<Entity extends object>(order: Order): (node: Entity) => Edge<Entity> {
  const place = (node: Entity): Place => placeOf(order, node);
  return (node) => edgeOf(order, node, place);
}

interface List<Entity extends object> {
  readonly db: Database;
  readonly entity: EntityClass<Entity>;
  readonly filters: readonly Raw[];
  readonly order: Order;
}

const filtersOf = (where: Where): readonly Raw[] => (Array.isArray(where) ? where : [where]) as readonly Raw[];

async function rowsOf<Entity extends object>({ db, entity }: List<Entity>, query: Raw): Promise<Entity[]> {
  return inSlices(await db.select(query), (row) => entityOf(entity, row));
}

const from = (entity: EntityClass, conditions: readonly Raw[]): Raw =>
  sql`${raw(`from ${sourceOf(entity)} e`)} where ${joined(conditions, ' and ')}`;

/** The rows of a page and one more, from the start of the page or from its end, with what `placeOf` needs. */
function pageQuery<Entity extends object>(list: List<Entity>, page: Page, ownership?: Ownership): Raw {
  const { entity, filters, order } = list;
  const { size, isBackward, after, before } = page;
  const walked = walkedOf(list, page);
  const [start, end] = isBackward ? [before, after] : [after, before];
  const ranges = start ? behind(walked.keys, start) : [undefined];
  const limit = end ? anyOf(behind(reversed(walked).keys, end)) : undefined;
  const columns = [
    columnsOf(entity, 'e'),
    ...order.keys.flatMap(selected),
    ...(ownership?.column ? [ownership.column] : []),
  ].join(', ');
  const select = (filter: Raw, conditions: readonly (Condition | undefined)[]): Raw => {
    const between = conditions.flatMap((each) => (each ? raw(`(${each.sql})`, [...each.values]) : []));
    return sql`select ${raw(columns)} ${from(entity, [filter, ...(ownership ? [raw(ownership.owner)] : []), ...between])}`;
  };
  const nearest = (found: Raw, value: (key: SortKey, n: number) => string): Raw =>
    sql`${found} ${orderOfRows(list, page, value)} limit ${size + 1}`;
  const searches = filters.flatMap((filter) =>
    ranges.map((range) => nearest(select(filter, [range, limit]), ({ sql: value }) => value)),
  );
  if (searches.length === 1) return searches[0]!;
  const all = joined(
    searches.map((search) => sql`(${search})`),
    ' union all ',
  );
  return nearest(all, outputOf);
}

const walkedOf = ({ order }: { readonly order: Order }, { isBackward }: Page): Order =>
  isBackward ? reversed(order) : order;

function orderOfRows(list: { readonly order: Order }, page: Page, value: (key: SortKey, n: number) => string): Raw {
  const { keys } = walkedOf(list, page);
  return raw(`order by ${keys.map((key, n) => sorted(key, value(key, n))).join(', ')}`);
}

/** What is selected for the nth key besides the columns of the entity. */
const selected = (key: SortKey, n: number): string[] => [
  ...(key.property ? [] : [`${key.sql} as k${n}`]),
  ...(key.type === 'time' ? [`${timeText(key.sql)} as t${n}`] : []),
];

/** The column of the result with the value of a key. */
const outputOf = ({ property }: SortKey, n: number): string => (property ? `"${property}"` : `k${n}`);

/** The place of a row that was read in this order. */
export const placeOf = ({ keys }: Order, row: object): Place =>
  keys.map(({ type, property }, n) => {
    const name = type === 'time' ? `t${n}` : (property ?? `k${n}`);
    return (row as Record<string, Place[number] | undefined>)[name] ?? null;
  });

async function count({ db, entity, filters }: List<object>): Promise<number> {
  const searches = filters.map((filter) => sql`select count(*) as total ${from(entity, [filter])}`);
  const counted = await db.select<{ readonly total: number }>(joined(searches, ' union all '));
  return counted.reduce((sum, { total }) => sum + total, 0);
}
