import type { EntityClass, EntityKey, FilterQuery } from '@mikro-orm/postgresql';
import { raw } from '@mikro-orm/postgresql';
import DataLoader from 'dataloader';
import { signedIn } from './access.ts';
import type { RequestContext } from './context.ts';
import { lookupStatement } from './database.ts';
import { columnsOf, entityOf, idTypeOf, tableOf } from './entity.ts';

/** What belongs to one customer. */
interface Owned {
  readonly customerId: string;
}
interface Identified extends Owned {
  readonly id: string;
}

/**
 * Makes a loader of entities by id: those of the viewer's customer, and null for any other id. All requests of one turn of
 * the event loop share a query, but no entity.
 */
export function entityLoader<Entity extends Identified>(
  entity: EntityClass<Entity>,
): (ctx: RequestContext) => DataLoader<string, Entity | null> {
  const table = tableOf(entity);
  const byId = lookupStatement<object, 'customerId' | 'id'>(
    `read.${table}`,
    { customerId: 'uuid', id: idTypeOf(entity) },
    ({ customerId, id }) =>
      `select ${columnsOf(entity, 'e')} from ${table} e where e.id = ${id} and e.customer_id is not distinct from ${customerId}`,
  );
  return (ctx) => {
    const { customerId } = signedIn(ctx.viewer);
    const find = async (id: string): Promise<Entity | null> => {
      const row = await ctx.db.lookUp(byId, { customerId, id });
      return row ? entityOf(entity, row) : null;
    };
    return new DataLoader((ids) => Promise.all(ids.map(find)));
  };
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
 * The condition that a row belongs to a customer, for rows that are looked up by another key. No index supports this form,
 * so PostgreSQL never reads all rows of the customer, whatever its statistics say.
 */
const ofCustomer = (customerId: string): object => ({
  [raw((alias) => `${alias}.customer_id is not distinct from ?`, [customerId])]: [],
});
