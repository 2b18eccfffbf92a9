import { raw, type EntityClass } from '@mikro-orm/postgresql';
import { signedIn } from './access.ts';
import type { RequestContext } from './context.ts';
import { Loader } from './loader.ts';
import { lookupStatement, statement } from './database.ts';
import {
  columnOf,
  columnsOf,
  declaredOf,
  entityOf,
  idTypeOf,
  isShared,
  sourceOf,
  tableOf,
  type Columns,
} from './entity.ts';

/** What belongs to one customer. */
export interface Owned {
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
): (ctx: RequestContext) => Loader<string, Entity | null> {
  const table = tableOf(entity);
  const compared = comparedWithCustomer(entity);
  const byId = lookupStatement<object, 'customerId' | 'id'>(
    `read.${table}`,
    { customerId: 'uuid', id: idTypeOf(entity) },
    ({ customerId, id }) =>
      `select ${columnsOf(entity, 'e')} from ${sourceOf(entity)} e where e.id = ${id} and e.customer_id ${compared} ${customerId}`,
  );
  return (ctx) => {
    const { customerId } = signedIn(ctx.viewer);
    const find = async (id: string): Promise<Entity | null> => {
      const row = await ctx.db.lookUp(byId, { customerId, id });
      return row ? entityOf(entity, row) : null;
    };
    return new Loader(ctx, (ids) => Promise.all(ids.map(find)));
  };
}

export type Compared = '=' | 'is not distinct from';

/**
 * How the customer of an entity is compared. If the customer is no part of the key, no index may match the condition on it:
 * PostgreSQL never reads all its rows then. Of shared rows, the index of the customers has to match it.
 */
export const comparedWithCustomer = (entity: EntityClass): Compared =>
  declaredOf(entity).get('customerId')?.primary || isShared(entity) ? '=' : 'is not distinct from';

/** Makes a loader of how many rows belong to each owner, one query a tick. */
export function countLoader<Entity extends Owned>(
  entity: EntityClass<Entity>,
  owner: keyof Columns<Entity> & string,
): (ctx: RequestContext) => Loader<string, number> {
  const [table, column] = [tableOf(entity), `e.${columnOf(entity, owner)}`];
  const counts = statement<{ owner: string; count: number }, { customerId: string; ids: readonly string[] }>(
    `read.count-${table}`,
    `select ${column} as owner, count(*) as count from ${table} e
     where e.customer_id ${comparedWithCustomer(entity)} :customerId and ${column} = any(:ids) group by ${column}`,
  );
  return (ctx) => {
    const { customerId } = signedIn(ctx.viewer);
    return new Loader(ctx, async (ids) => {
      const rows = await ctx.db.rows(counts, { customerId, ids });
      const found = new Map(rows.map((row) => [row.owner, row.count]));
      return ids.map((id) => found.get(id) ?? 0);
    });
  };
}

/**
 * The condition that a row belongs to a customer, for rows that are looked up by another key. No index supports this form,
 * so PostgreSQL never reads all rows of the customer, whatever its statistics say.
 */
export const ofCustomer = (customerId: string): object => ({
  [raw((alias) => `${alias}.customer_id is not distinct from ?`, [customerId])]: [],
});
