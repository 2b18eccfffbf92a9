import {
  EntitySchema,
  p,
  type EntityClass,
  type EntityKey,
  type EntityManager,
  type LazyRef,
  UnderscoreNamingStrategy,
} from '@mikro-orm/core';

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

/** What `find` reads of an entity, which a query builder has to be told: all columns but the lazy ones. */
export const selectedProperties = <Entity extends object>(em: EntityManager, entity: EntityClass<Entity>) =>
  em
    .getMetadata(entity)
    .props.filter(({ persist, lazy }) => persist !== false && !lazy)
    .map(({ name }) => name as EntityKey<Entity>);

const naming = new UnderscoreNamingStrategy();

/** The column of a property. */
export const columnName = (property: string): string => naming.propertyToColumnName(property);

/** The columns of an entity, for statements that write whole rows: known before the ORM is. */
export function columnNames(entity: EntityClass): string[] {
  const declared = Object.getOwnPropertyDescriptors(EntitySchema.REGISTRY.get(entity)!.meta.properties);
  // Relations are declared as functions.
  return Object.keys(declared)
    .filter((name) => !declared[name]!.get)
    .map(columnName);
}

/** Entities of rows that a query builder has read, which no unit of work keeps: half of what `em.merge` costs. */
export function hydrated<Entity extends object>(
  em: EntityManager,
  entity: EntityClass<Entity>,
  rows: readonly Entity[],
): Entity[] {
  const factory = em.getEntityFactory();
  return rows.map((row) => factory.create(entity, row, { merge: false, convertCustomTypes: true }));
}

/**
 * What `find` reads of an entity, for statements: its columns, all but the lazy ones, each under its property's name. Made
 * when modules load, before MikroORM knows the entities; a column has the name of its property in snake_case.
 */
export function columnsOf<Entity extends object>(entity: EntityClass<Entity>, alias: string): string {
  const declared = Object.getOwnPropertyDescriptors(EntitySchema.REGISTRY.get(entity)!.meta.properties);
  return Object.keys(declared)
    .filter((name) => !declared[name]!.get && !(declared[name]!.value as { lazy?: boolean }).lazy)
    .map((name) => `${alias}.${columnName(name)} as "${name}"`)
    .join(', ');
}

/** An entity of a row that a statement has read by `columnsOf`, which no unit of work keeps. */
export const entityOf = <Entity extends object>(entity: EntityClass<Entity>, row: Columns<Entity>): Entity =>
  Object.assign(Object.create(entity.prototype as object) as Entity, row);

function entityNamed<Target>(name: string): EntityClass<Target> {
  for (const [entity, { meta }] of EntitySchema.REGISTRY)
    if (meta.className === name) return entity as EntityClass<Target>;
  throw new Error(`No entity is named ${name}.`);
}
