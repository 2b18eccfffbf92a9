import type { EntityClass, EntityKey, FilterQuery } from '@mikro-orm/postgresql';
import { raw } from '@mikro-orm/postgresql';
import DataLoader from 'dataloader';
import { signedIn } from './access.ts';
import type { RequestContext } from './context.ts';
import { statement } from './database.ts';
import { columnsOf, entityOf, tableOf } from './entity.ts';

/** What belongs to one customer. */
interface Owned {
  readonly customerId: string;
}
interface Identified extends Owned {
  readonly id: string;
}

/** Makes a loader of entities by id: those of the viewer's customer, one query a tick; null for any other id. */
export function entityLoader<Entity extends Identified>(
  entity: EntityClass<Entity>,
): (ctx: RequestContext) => DataLoader<string, Entity | null> {
  const table = tableOf(entity);
  const byId = statement<object, { customerId: string | null; ids: readonly string[] }>(
    `read.${table}`,
    `select ${columnsOf(entity, 'e')} from ${table} e
     where e.customer_id is not distinct from :customerId and e.id = any(:ids)`,
  );
  return (ctx) => {
    const { customerId } = signedIn(ctx.viewer);
    return new DataLoader(async (ids) => {
      const rows = await ctx.db.rows(byId, { customerId, ids });
      const found = new Map(rows.map((row) => entityOf(entity, row)).map((each) => [each.id, each]));
      return ids.map((id) => found.get(id) ?? null);
    });
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
