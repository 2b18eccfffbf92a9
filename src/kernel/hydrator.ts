import type { EntityClass, EntityFactory, EntityManager, EntityMetadata } from '@mikro-orm/postgresql';

/**
 * Makes entities of rows that are read to be shown: MikroORM's own way from a row to an entity, without the unit of work,
 * which would keep each of them and compare it at every flush. For a page of a hundred that is most of what `em.find` costs.
 * What is lazy is left out.
 */
export class Hydrator<Entity extends object> {
  private static readonly all = new WeakMap<object, unknown>();

  /** The one of an entity, whose metadata are those of the process. */
  static of<Entity extends object>(em: EntityManager, entity: EntityClass<Entity>): Hydrator<Entity> {
    const meta = em.getMetadata().get(entity);
    const known = this.all.get(meta) as Hydrator<Entity> | undefined;
    const hydrator = known ?? new Hydrator(meta, em.fork().getEntityFactory());
    this.all.set(meta, hydrator);
    return hydrator;
  }

  readonly table: string;
  /** What is read. */
  readonly properties: readonly string[];
  readonly hydrate: (row: object) => Entity;

  private constructor(
    private readonly meta: EntityMetadata<Entity>,
    private readonly factory: EntityFactory,
  ) {
    this.table = meta.tableName;
    this.properties = Object.values<EntityMetadata['props'][number]>(meta.properties)
      .filter(({ kind, lazy, persist }) => kind === 'scalar' && !lazy && persist !== false)
      .map(({ name }) => name);
    this.hydrate = this.hydrateFrom();
  }

  /** The list of columns under the names of their properties; of a relation's target, `prefix` keeps them apart. */
  columns = (alias: string, prefix?: string): string =>
    this.properties.map((name) => `${alias}.${this.column(name)} as "${nameIn(prefix, name)}"`).join(', ');

  column = (property: string): string => this.property(property).fieldNames[0]!;

  /** The SQL type of a property. */
  type = (property: string): string => this.property(property).columnTypes[0]!;

  /** The entity that a relation leads to. */
  target = (relation: string): EntityClass<object> => this.property(relation).targetMeta!.class;

  /** The entity that a row of `columns` holds; of a relation's target, `prefix` is as there. */
  hydrateFrom(prefix?: string): (row: object) => Entity {
    const names = this.properties.map((name) => [name, nameIn(prefix, name)] as const);
    return (row) => {
      const data: Record<string, unknown> = {};
      for (const [name, from] of names) data[name] = (row as Record<string, unknown>)[from];
      return this.factory.create(this.meta.class, data as never, { merge: false, convertCustomTypes: true });
    };
  }

  private property(name: string): EntityMetadata['props'][number] {
    return this.meta.properties[name as never];
  }
}

const nameIn = (prefix: string | undefined, name: string): string =>
  prefix === undefined ? name : `${prefix}.${name}`;
