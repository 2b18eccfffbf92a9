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
import { connectionOf, edgeOf, readPage, type Connection, type Page, type PageArgs } from './pagination.ts';

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
  const filters = (Array.isArray(where) ? where : [where]) as FilterQuery<Entity>[];
  const rows = await em.execute<object[]>(pageQuery(em, entity, filters, order, page));
  const meta = em.getMetadata().get(entity);
  const place = (node: Entity): Place => placeOf(order, node);
  const found = rows.map((row) => entityOf(entity, em.getDriver().mapResult(row as never, meta)!));
  return connectionOf(
    found,
    page,
    (node) => edgeOf(order, node, place),
    () => count(em, entity, filters),
  );
}

/** The rows of a page and one more, from the start of the page or from its end, with what `placeOf` needs. */
function pageQuery<Entity extends object>(
  em: EntityManager,
  entity: EntityClass<Entity>,
  filters: readonly FilterQuery<Entity>[],
  order: Order,
  { size, isBackward, after, before }: Page,
): Raw {
  const walked = isBackward ? reversed(order) : order;
  const [start, end] = isBackward ? [before, after] : [after, before];
  const ranges = start ? behind(walked.keys, start) : [undefined];
  const limit = end ? anyOf(behind(reversed(walked).keys, end)) : undefined;
  const select = (filter: FilterQuery<Entity>, conditions: readonly (Condition | undefined)[]): Raw => {
    const query = em
      .createQueryBuilder(entity, 'e')
      .select([...propertiesOf(entity), ...order.keys.flatMap(selected)] as never)
      .where(filter as QBFilterQuery<Entity>);
    for (const condition of conditions) if (condition) query.andWhere(`(${condition.sql})`, [...condition.values]);
    return query.toRaw();
  };
  const nearest = (found: Raw, value: (key: SortKey, n: number) => string): Raw =>
    sql`${found} ${raw(`order by ${walked.keys.map((key, n) => sorted(key, value(key, n))).join(', ')}`)} limit ${size + 1}`;
  const searches = filters.flatMap((filter) =>
    ranges.map((range) => nearest(select(filter, [range, limit]), ({ sql: value }) => value)),
  );
  const [first, ...others] = searches;
  if (others.length === 0) return first!;
  const all = others.reduce((union, search) => sql`${union} union all (${search})`, sql`(${first!})`);
  return nearest(all, ({ property }, n) => (property ? columnOf(entity, property) : `k${n}`));
}

/** What is selected for the nth key besides the columns of the entity. */
const selected = (key: SortKey, n: number): Raw[] => [
  ...(key.property ? [] : [raw(`${key.sql} as k${n}`)]),
  ...(key.type === 'time' ? [raw(`${timeText(key.sql)} as t${n}`)] : []),
];

/** The place of a row that was read in this order. */
const placeOf = ({ keys }: Order, row: object): Place =>
  keys.map(({ type, property }, n) => {
    const name = type === 'time' ? `t${n}` : (property ?? `k${n}`);
    return (row as Record<string, Place[number] | undefined>)[name] ?? null;
  });

async function count<Entity extends object>(
  em: EntityManager,
  entity: EntityClass<Entity>,
  filters: readonly FilterQuery<Entity>[],
): Promise<number> {
  const counts = await Promise.all(filters.map((filter) => em.count(entity, filter as never)));
  return counts.reduce((sum, each) => sum + each, 0);
}
