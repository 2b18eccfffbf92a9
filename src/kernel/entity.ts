import { EntitySchema, p, type EntityClass, type LazyRef } from '@mikro-orm/core';

/**
 * A relation to the entity of this name, for filters (`{ organization: { name } }`) and `populate`. The id stands beside
 * it as a plain property (`organizationId`), which is what is read and written: the relation itself is neither selected
 * nor stored. It goes by name so that modules whose tables refer to each other import no more than types. Write it as a
 * function, `organization: () => toOne<Organization>('Organization', 'organization_id')`: it is called when all entities
 * are known.
 */
export const toOne = <Target extends object>(name: string, column: string) =>
  p.manyToOne(entityNamed<Target>(name)).joinColumn(column).persist(false).lazy().lazyRef();

/** What of an entity is columns of its table: all but the relations. */
export type Columns<Entity> = {
  [Key in keyof Entity as typeof LazyRef.__lazyRef extends keyof NonNullable<Entity[Key]> ? never : Key]: Entity[Key];
};

function entityNamed<Target>(name: string): EntityClass<Target> {
  for (const [entity, { meta }] of EntitySchema.REGISTRY)
    if (meta.className === name) return entity as EntityClass<Target>;
  throw new Error(`No entity is named ${name}.`);
}
