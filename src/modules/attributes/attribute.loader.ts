import type { EntityClass } from '@mikro-orm/core';
import { signedIn } from '../../ground/kernel/access.ts';
import type { RequestContext } from '../../ground/kernel/context.ts';
import { Loader } from '../../ground/kernel/loader.ts';
import { lookupStatement } from '../../ground/kernel/database.ts';
import { idTypeOf, tableOf } from '../../ground/kernel/entity.ts';
import { entityLoader } from '../../ground/kernel/entity-read.ts';
import { AttributeDefinition } from './attribute-definition.entity.ts';
import type { AttributeSubject, StoredAttributes } from './attribute-vocabulary.ts';

/** The definitions of the viewer's customer by id. */
export const definitionLoader = entityLoader(AttributeDefinition);

/** All definitions of a subject that the viewer's customer has, in the order of their names. */
export const definitionsLoader = (ctx: RequestContext): Loader<AttributeSubject, AttributeDefinition[]> => {
  const { customerId } = signedIn(ctx.viewer);
  return new Loader(ctx, async (subjects) => {
    const where = { customerId, subject: { $in: [...subjects] } };
    const found = await ctx.em.fork().find(AttributeDefinition, where, { orderBy: { name: 'asc' } });
    return subjects.map((wanted) => found.filter(({ subject }) => subject === wanted));
  });
};

/** What has attributes. */
export interface Holder {
  id: string;
  attributes?: StoredAttributes;
}

/** Makes a loader of the values of objects by their ids. They are read only if they are asked for. */
export function storedLoader(entity: EntityClass<Holder>): (ctx: RequestContext) => Loader<string, StoredAttributes> {
  const table = tableOf(entity);
  const byId = lookupStatement<{ attributes: StoredAttributes }, 'customerId' | 'id'>(
    `read.attributes-${table}`,
    { customerId: 'uuid', id: idTypeOf(entity) },
    ({ customerId, id }) =>
      `select e.attributes from ${table} e where e.id = ${id} and e.customer_id is not distinct from ${customerId}`,
  );
  return (ctx) => {
    const { customerId } = signedIn(ctx.viewer);
    return new Loader(ctx, (ids) =>
      Promise.all(ids.map(async (id) => (await ctx.db.lookUp(byId, { customerId, id }))?.attributes ?? {})),
    );
  };
}
