import type { EntityClass } from '@mikro-orm/core';
import { signedIn } from './access.ts';
import type { RequestContext } from './context.ts';
import { Loader } from './loader.ts';
import { statement } from './database.ts';
import { declaredOf, idTypeOf, sourceOf } from './entity.ts';
import { comparedWithCustomer } from './entity-read.ts';
import { isUuid } from './ids.ts';

/**
 * Makes a loader that tells which of the entities an id belongs to, by name: one query a tick. Null for an id of nothing, or
 * of another customer's.
 */
export function nodeTypeLoader(
  entities: Readonly<Record<string, EntityClass>>,
): (ctx: RequestContext) => Loader<string, string | null> {
  const searches = Object.entries(entities).map(([name, entity]) => {
    return `select '${name}' as name, e.id::text from ${sourceOf(entity)} e
      where e.id = any(${idTypeOf(entity) === 'uuid' ? ':uuids::uuid[]' : ':texts::text[]'})
        and e.${declaredOf(entity).has('customerId') ? 'customer_id' : 'id'} ${comparedWithCustomer(entity)} :customerId`;
  });
  const types = statement<
    { name: string; id: string },
    { customerId: string; texts: readonly string[]; uuids: readonly string[] }
  >('read.node-types', searches.join('\nunion all\n'));
  return (ctx) => {
    const { customerId } = signedIn(ctx.viewer);
    return new Loader(ctx, async (ids) => {
      const texts = ids.filter((id) => !id.includes('\0'));
      const rows = await ctx.db.rows(types, { customerId, texts, uuids: ids.filter(isUuid) });
      const found = new Map(rows.map(({ name, id }) => [id, name]));
      return ids.map((id) => found.get(id) ?? found.get(id.toLowerCase()) ?? null);
    });
  };
}
