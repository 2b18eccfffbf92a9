import {
  EntitySchema,
  p,
  type EntityClass,
  type EntityKey,
  type LazyRef,
  types,
  UnderscoreNamingStrategy,
} from '@mikro-orm/core';

/**
 * A relation to the entity of this name, for filters (`{ organization: { name } }`) and `populate`. The id is a
 * plain property beside it (`organizationId`), which is read and written. The relation itself is neither selected nor
 * stored. It refers to the entity by name, so that modules whose tables refer to each other import only types. Write it as
 * a function, `organization: () => toOne<Organization>('Organization', 'organization_id')`, which is called when all
 * entities are known.
 */
export const toOne = <Target extends object>(name: string, column: string) =>
  p.manyToOne(entityNamed<Target>(name)).joinColumn(column).persist(false).lazy().lazyRef();

/** The properties of an entity that are columns: all but the relations. */
export type Columns<Entity> = {
  [Key in keyof Entity as typeof LazyRef.__lazyRef extends keyof NonNullable<Entity[Key]> ? never : Key]: Entity[Key];
};

/** A row of some columns of an entity, as a statement returns it. */
export type Selected<Entity, Key extends keyof Columns<Entity>> = {
  readonly [Each in Key]: Exclude<Entity[Each], undefined>;
};

/** A row of a statement that may have found none: then its columns are null. */
export type OrNull<Row> = { readonly [Key in keyof Row]: Row[Key] | null };

const naming = new UnderscoreNamingStrategy();

/** The column of a property that has no other name in the database. */
export const columnName = (property: string): string => naming.propertyToColumnName(property);

interface Declared {
  /** The column's name, where it is not the property's in snake_case. */
  readonly name?: string;
  /** MikroORM's class of the type. */
  readonly type: unknown;
  readonly nullable?: boolean;
  readonly primary?: boolean;
  readonly lazy?: boolean;
}

const declaredColumns = new WeakMap<EntityClass, Map<string, Declared>>();

/** The properties of an entity that are columns, as they are declared: known before MikroORM is. */
export function declaredOf(entity: EntityClass): Map<string, Declared> {
  const known = declaredColumns.get(entity) ?? readDeclared(entity);
  declaredColumns.set(entity, known);
  return known;
}

function readDeclared(entity: EntityClass): Map<string, Declared> {
  const declared = Object.entries(Object.getOwnPropertyDescriptors(EntitySchema.REGISTRY.get(entity)!.meta.properties));
  // Relations are declared as functions.
  const columns = declared.filter(([, each]) => !each.get);
  return new Map(columns.map(([property, { value }]) => [property, value as Declared]));
}

/** What is read of an entity: all columns but the lazy ones. A query builder has to be told. */
export const propertiesOf = <Entity extends object>(entity: EntityClass<Entity>): EntityKey<Entity>[] =>
  [...declaredOf(entity)].filter(([, { lazy }]) => !lazy).map(([property]) => property as EntityKey<Entity>);

/** Columns of an entity for a statement, each under its property's name: those of `properties`, or what is read of it. */
export function columnsOf<Entity extends object>(
  entity: EntityClass<Entity>,
  alias: string,
  properties?: readonly (keyof Columns<Entity>)[],
): string {
  const textOf = (names: readonly unknown[]): string =>
    (names as readonly string[]).map((name) => `${alias}.${columnOf(entity, name)} as "${name}"`).join(', ');
  if (properties) return textOf(properties);
  const known = readColumns.get(entity) ?? new Map<string, string>();
  readColumns.set(entity, known);
  const text = known.get(alias) ?? textOf(propertiesOf(entity));
  known.set(alias, text);
  return text;
}

/** The columns that are read of each entity, by its alias. */
const readColumns = new WeakMap<EntityClass, Map<string, string>>();

/** The column of a property. */
export const columnOf = (entity: EntityClass, property: string): string =>
  declaredOf(entity).get(property)!.name ?? columnName(property);

/** Makes writers of rows as JSON, by the names of columns, for `jsonb_populate_recordset`: of these properties, as far as given. */
export const rowsAsJson = <Row extends object>(
  entity: EntityClass,
  properties: readonly (keyof Row & string)[],
): ((rows: readonly Row[]) => string) => {
  const columns = properties.map((property) => [property, columnOf(entity, property)] as const);
  const columnsOfRow = (row: Row): object =>
    Object.fromEntries(columns.map(([property, column]) => [column, row[property]]));
  return (rows) => JSON.stringify(rows.map(columnsOfRow));
};

/**
 * Makes a row that is read to be shown an entity: of a query with `columnsOf`. No unit of work keeps it, so nothing of it is
 * written. For a page of a hundred, keeping them is most of what `em.find` costs.
 */
export const entityOf = <Entity extends object>(entity: EntityClass<Entity>, row: object): Entity =>
  // The row itself: V8 keeps a copy with that many properties as a dictionary, which takes several times as long.
  Object.setPrototypeOf(row, (entity as { readonly prototype: Entity }).prototype) as Entity;

/** The SQL type of an entity's id. */
export const idTypeOf = (entity: EntityClass): 'uuid' | 'text' =>
  declaredOf(entity).get('id')!.type === types.uuid ? 'uuid' : 'text';

/** The name of an entity's table. */
export const tableOf = (entity: EntityClass): string => EntitySchema.REGISTRY.get(entity)!.meta.tableName;

/** The customer of an entity with shared rows. It is null in these, but reads show them to each customer as its own. */
export const sharedCustomer = () => p.uuid().nullable() as unknown as ReturnType<typeof p.uuid>;

const shared = new WeakSet<EntityClass>();

/** Declares that an entity has rows of no customer, which every customer sees beside its own. Nobody but migrations writes them. */
export const shareRows = (entity: EntityClass): void => void shared.add(entity);

/** Whether an entity has rows of no customer, which every customer sees. */
export const isShared = (entity: EntityClass): boolean => shared.has(entity);

/**
 * What reads of an entity select from: its table, with each shared row once for every customer, as if it were that customer's.
 * The condition on `customer_id` has to be one that an index supports: so PostgreSQL looks up one customer.
 */
export function sourceOf(entity: EntityClass): string {
  const table = tableOf(entity);
  if (!isShared(entity)) return table;
  const columns = [...declaredOf(entity).keys()].map((property) => columnOf(entity, property));
  const own = columns.map((column) => `o.${column}`).join(', ');
  const ofAll = columns.map((column) => (column === 'customer_id' ? `c.id as ${column}` : `s.${column}`)).join(', ');
  return `(select ${own} from ${table} o union all
    select ${ofAll} from ${table} s cross join customers c where s.customer_id is null)`;
}

/** The entity of this name, which a module on a higher line may own. */
export function entityNamed<Target>(name: string): EntityClass<Target> {
  for (const [entity, { meta }] of EntitySchema.REGISTRY)
    if (meta.className === name) return entity as EntityClass<Target>;
  throw new Error(`No entity is named ${name}.`);
}
