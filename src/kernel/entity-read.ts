import type { EntityClass, EntityKey, EntityManager, FilterQuery, QBFilterQuery } from '@mikro-orm/postgresql';
import { raw } from '@mikro-orm/postgresql';
import DataLoader from 'dataloader';
import { signedIn } from './access.ts';
import type { RequestContext } from './context.ts';
import { Hydrator } from './hydrator.ts';
import { connectionOf, idEdge, readPage, type Connection, type PageArgs } from './pagination.ts';

/** What belongs to one customer. */
interface Owned {
  readonly customerId: string;
}
interface Identified extends Owned {
  readonly id: string;
}

/** Makes a loader of entities by id: those of the viewer's customer, one query a tick; null for any other id. */
export const entityLoader =
  <Entity extends Identified>(entity: EntityClass<Entity>) =>
  (ctx: RequestContext): DataLoader<string, Entity | null> => {
    const { customerId } = signedIn(ctx.viewer);
    const { table, columns, hydrate } = Hydrator.of(ctx.em, entity);
    const text = `select ${columns('e')} from ${table} e where e.customer_id is not distinct from $1 and e.id = any($2)`;
    return new DataLoader(async (ids) => {
      const rows = await ctx.db.rows<object>({ name: `read.${table}`, text }, [customerId, ids]);
      const byId = new Map(rows.map(hydrate).map((each) => [each.id, each]));
      return ids.map((id) => byId.get(id) ?? null);
    });
  };

/**
 * A page of what `where` finds, by keyset, oldest first or newest first; all of it is counted when a caller selects the
 * total. `isId` tells which cursors can be the list's, where ids are no UUIDs.
 */
export async function findPage<Entity extends Identified>(
  em: EntityManager,
  entity: EntityClass<Entity>,
  where: FilterQuery<Entity>,
  args: PageArgs,
  order: 'asc' | 'desc' = 'asc',
  isId?: (id: string) => boolean,
): Promise<Connection<Entity>> {
  const page = readPage(args, isId);
  const { properties, hydrate } = Hydrator.of(em, entity);
  const rows: object[] = await em
    .createQueryBuilder(entity, 'e')
    .select(properties as never)
    .where(where as QBFilterQuery<Entity>)
    .andWhere(page.after === null ? {} : ({ id: { [order === 'asc' ? '$gt' : '$lt']: page.after } } as never))
    .orderBy({ id: order } as never)
    .limit(page.first + 1)
    .execute('all');
  return connectionOf(rows.map(hydrate), page, idEdge, () => em.count(entity, where));
}

/** Makes a loader of how many rows belong to each owner, one query a tick. */
export const countLoader =
  <Entity extends Owned>(entity: EntityClass<Entity>, owner: EntityKey<Entity>) =>
  (ctx: RequestContext): DataLoader<string, number> => {
    const { customerId } = signedIn(ctx.viewer);
    return new DataLoader(async (ids) => {
      const where = { ...ofCustomer(customerId), [owner]: { $in: ids } } as FilterQuery<Entity>;
      const counts = await ctx.em.countBy(entity, owner, { where });
      return ids.map((id) => counts[id] ?? 0);
    });
  };

/**
 * The condition that a row belongs to a customer, where it is looked up by another key: in this form no index helps with it,
 * so that no statistics make PostgreSQL walk all of the customer's rows.
 */
export const ofCustomer = (customerId: string): object => ({
  [raw((alias) => `${alias}.customer_id is not distinct from ?`, [customerId])]: [],
});
