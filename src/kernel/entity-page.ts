import {
  raw,
  sql,
  type EntityClass,
  type EntityManager,
  type FilterQuery,
  type QBFilterQuery,
  type Raw,
} from '@mikro-orm/postgresql';
import { columnOf, entityOf, propertiesOf } from './entity.ts';
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
import { inSlices } from './slices.ts';
import { connectionOf, edgeOf, readPage, type Connection, type Edge, type Page, type PageArgs } from './pagination.ts';

/** What a list contains. Several filters must not find the same row twice. Each is a search of its own. */
export type Where<Entity> = FilterQuery<Entity> | readonly FilterQuery<Entity>[];

/** A page of what `where` finds, in this order, by keyset. The whole list is counted only if the total is selected. */
export async function findPage<Entity extends object>(
  em: EntityManager,
  entity: EntityClass<Entity>,
  where: Where<Entity>,
  order: Order,
  args: PageArgs,
): Promise<Connection<Entity>> {
  const page = readPage(args, order);
  const list = { em, entity, filters: filtersOf(where), order };
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
  em: EntityManager,
  entity: EntityClass<Entity>,
  ownership: Ownership,
  ownerIds: readonly string[],
  where: Where<Entity>,
  order: Order,
  page: Page,
): Promise<Map<string, Entity[]>> {
  const list = { em, entity, filters: filtersOf(where), order };
  const pages = sql`
    select owner as page_owner, page.* from ${idsOf(ownerIds, ownership)} owner
    cross join lateral (${pageQuery(list, page, ownership)}) page
    ${orderOfRows(list, page, outputOf(entity))}`;
  return Map.groupBy(await rowsOf(list, pages), (row) => (row as OwnedRow).page_owner);
}

/** How many rows each owner's list has, by one query. Owners without rows are missing. */
export async function countPages<Entity extends object>(
  em: EntityManager,
  entity: EntityClass<Entity>,
  ownership: Ownership,
  ownerIds: readonly string[],
  where: Where<Entity>,
): Promise<Map<string, number>> {
  const [first, ...others] = filtersOf(where).map((filter) =>
    em
      .createQueryBuilder(entity, 'e')
      .select(raw('count(*) as total'))
      .where(filter as QBFilterQuery<Entity>)
      .andWhere(ownership.owner)
      .toRaw(),
  );
  const rows = others.reduce((union, search) => sql`${union} union all ${search}`, first!);
  const counts = sql`
    select owner as page_owner, sum(counted.total) as total
    from ${idsOf(ownerIds, ownership)} owner cross join lateral (${rows}) counted group by 1`;
  const totals = await em.execute<(OwnedRow & { readonly total: string })[]>(counts);
  return new Map(totals.map(({ page_owner: owner, total }) => [owner, Number(total)]));
}

interface OwnedRow {
  readonly page_owner: string;
}

/** A text instead of a list of parameters, so that the statement is the same for any number of ids. */
const idsOf = (ids: readonly string[], { ownerType = 'uuid' }: Ownership): Raw =>
  sql`unnest(${`{${ids.map((id) => `"${id.replaceAll(/["\\]/g, '\\$&')}"`).join()}}`}::${raw(ownerType)}[])`;

/** The edge of an entity that `findPage` or `findPages` read in this order. */
export function entityEdge<Entity extends object>(order: Order): (node: Entity) => Edge<Entity> {
  const place = (node: Entity): Place => placeOf(order, node);
  return (node) => edgeOf(order, node, place);
}

interface List<Entity extends object> {
  readonly em: EntityManager;
  readonly entity: EntityClass<Entity>;
  readonly filters: readonly FilterQuery<Entity>[];
  readonly order: Order;
}

const filtersOf = <Entity>(where: Where<Entity>) =>
  (Array.isArray(where) ? where : [where]) as readonly FilterQuery<Entity>[];

async function rowsOf<Entity extends object>({ em, entity }: List<Entity>, query: Raw): Promise<Entity[]> {
  const meta = em.getMetadata().get(entity);
  const rows = await em.execute<object[]>(query);
  return inSlices(rows, (row) => entityOf(entity, em.getDriver().mapResult(row as never, meta)!));
}

/** The rows of a page and one more, from the start of the page or from its end, with what `placeOf` needs. */
function pageQuery<Entity extends object>(list: List<Entity>, page: Page, ownership?: Ownership): Raw {
  const { em, entity, filters, order } = list;
  const { size, isBackward, after, before } = page;
  const walked = walkedOf(list, page);
  const columns = ownership?.column ? [raw(ownership.column)] : [];
  const [start, end] = isBackward ? [before, after] : [after, before];
  const ranges = start ? behind(walked.keys, start) : [undefined];
  const limit = end ? anyOf(behind(reversed(walked).keys, end)) : undefined;
  const select = (filter: FilterQuery<Entity>, conditions: readonly (Condition | undefined)[]): Raw => {
    const query = em
      .createQueryBuilder(entity, 'e')
      .select([...propertiesOf(entity), ...order.keys.flatMap(selected), ...columns] as never)
      .where(filter as QBFilterQuery<Entity>);
    if (ownership) query.andWhere(ownership.owner);
    for (const condition of conditions) if (condition) query.andWhere(`(${condition.sql})`, [...condition.values]);
    return query.toRaw();
  };
  const nearest = (found: Raw, value: (key: SortKey, n: number) => string): Raw =>
    sql`${found} ${orderOfRows(list, page, value)} limit ${size + 1}`;
  const searches = filters.flatMap((filter) =>
    ranges.map((range) => nearest(select(filter, [range, limit]), ({ sql: value }) => value)),
  );
  const [first, ...others] = searches;
  if (others.length === 0) return first!;
  const all = others.reduce((union, search) => sql`${union} union all (${search})`, sql`(${first!})`);
  return nearest(all, outputOf(entity));
}

const walkedOf = ({ order }: { readonly order: Order }, { isBackward }: Page): Order =>
  isBackward ? reversed(order) : order;

function orderOfRows(list: { readonly order: Order }, page: Page, value: (key: SortKey, n: number) => string): Raw {
  const { keys } = walkedOf(list, page);
  return raw(`order by ${keys.map((key, n) => sorted(key, value(key, n))).join(', ')}`);
}

/** What is selected for the nth key besides the columns of the entity. */
const selected = (key: SortKey, n: number): Raw[] => [
  ...(key.property ? [] : [raw(`${key.sql} as k${n}`)]),
  ...(key.type === 'time' ? [raw(`${timeText(key.sql)} as t${n}`)] : []),
];

/** The column of the result with the value of a key. */
const outputOf =
  (entity: EntityClass) =>
  ({ property }: SortKey, n: number): string =>
    property ? columnOf(entity, property) : `k${n}`;

/** The place of a row that was read in this order. */
export const placeOf = ({ keys }: Order, row: object): Place =>
  keys.map(({ type, property }, n) => {
    const name = type === 'time' ? `t${n}` : (property ?? `k${n}`);
    return (row as Record<string, Place[number] | undefined>)[name] ?? null;
  });

async function count<Entity extends object>({ em, entity, filters }: List<Entity>): Promise<number> {
  const counts = await Promise.all(filters.map((filter) => em.count(entity, filter as never)));
  return counts.reduce((sum, each) => sum + each, 0);
}
