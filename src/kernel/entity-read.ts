import {
  raw,
  type EntityClass,
  type EntityKey,
  type EntityManager,
  type FilterQuery,
  type Loaded,
  type QBFilterQuery,
} from '@mikro-orm/postgresql';
import DataLoader from 'dataloader';
import { signedIn } from './access.ts';
import type { RequestContext } from './context.ts';
import { pageLoader, type PageLoader } from './page-loader.ts';
import { idEdge, readPage, type Connection, type PageArgs } from './pagination.ts';

/** What belongs to one customer. */
interface Owned {
  readonly customerId: string;
}
interface Identified extends Owned {
  readonly id: string;
}

// What is read to be shown is not kept in the request's unit of work, so that a flush looks only at what it changes.
const UNMANAGED = { disableIdentityMap: true } as const;

/**
 * The condition that a row belongs to a customer, where it is looked up by another key: in this form no index helps with it,
 * so that no statistics make PostgreSQL walk all of the customer's rows.
 */
const ofCustomer = (customerId: string): object => ({
  [raw((alias) => `${alias}.customer_id is not distinct from ?`, [customerId])]: [],
});

/** Makes a loader of entities by id: those of the viewer's customer, one query a tick; null for any other id. */
export const entityLoader =
  <Entity extends Identified>(entity: EntityClass<Entity>) =>
  (ctx: RequestContext): DataLoader<string, Entity | null> => {
    const { customerId } = signedIn(ctx.viewer);
    return new DataLoader(async (ids) => {
      const found = await ctx.em.find(entity, { ...ofCustomer(customerId), id: { $in: ids } } as never, UNMANAGED);
      const byId = new Map(found.map((each) => [each.id, each]));
      return ids.map((id) => byId.get(id) ?? null);
    });
  };

/** A page of what `where` finds, by keyset, oldest first or newest first; all of it is counted when a caller selects the total. */
export async function findPage<Entity extends Identified>(
  em: EntityManager,
  entity: EntityClass<Entity>,
  where: FilterQuery<Entity>,
  args: PageArgs,
  order: 'asc' | 'desc' = 'asc',
): Promise<Connection<Entity>> {
  const { first, after } = readPage(args);
  const { items, hasNextPage } = await em.findByCursor(entity, {
    ...UNMANAGED,
    where,
    orderBy: { id: order } as never,
    first,
    ...(after !== null && { after: { id: after } as never }),
    includeCount: false,
  });
  const edges = items.map((item) => idEdge<Entity>(item as Entity));
  const endCursor = edges.at(-1)?.cursor ?? null;
  return { edges, pageInfo: { hasNextPage, endCursor }, total: () => em.count(entity, where) };
}

/** How many owners share a query, each of whom is a part of its text. */
const OWNERS_MAX = 100;

interface Children<Entity, Node> {
  /** The property by which the rows of one owner are told from others'. */
  readonly owner: keyof Entity & string;
  /** The property that they are ordered by, and that cursors hold. */
  readonly key: keyof Entity & string;
  /** The relation that comes with each. */
  readonly node: Node;
}

/**
 * Makes a loader of pages of the rows that belong to one owner each, such as the memberships of a group with their users.
 * The limit applies before the join, so a page of a list of a million costs what a page of a short one does.
 */
export const childPageLoader =
  <Entity extends Owned, Node extends keyof Entity & string>(
    entity: EntityClass<Entity>,
    { owner, key, node }: Children<Entity, Node>,
  ) =>
  (ctx: RequestContext): PageLoader<Loaded<Entity, Node>> => {
    const { customerId } = signedIn(ctx.viewer);
    const read = (ids: readonly string[], after: string, limit: number): Promise<Loaded<Entity, Node>[]> => {
      // One of its own: what is read here is not to be flushed.
      const em = ctx.em.fork();
      const [first, ...others] = ids.map((id) =>
        em
          .createQueryBuilder(entity, 'page')
          .where({ ...ofCustomer(customerId), [owner]: id, [key]: { $gt: after } } as QBFilterQuery<Entity>)
          .orderBy({ [key]: 'asc' } as never)
          .limit(limit),
      );
      const pages = others.length > 0 ? first!.unionAll(...others) : first!;
      return em
        .createQueryBuilder(entity, 'child')
        .from(pages, 'child')
        .leftJoinAndSelect(`child.${node}` as never, 'node')
        .orderBy({ [owner]: 'asc', [key]: 'asc' } as never)
        .getResultList() as Promise<Loaded<Entity, Node>[]>;
    };
    return pageLoader(
      (ids, { after, limit }) => read(ids, after, limit),
      (row) => row[owner] as string,
      OWNERS_MAX,
    );
  };

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
