import type { EntityClass, Loaded, QBFilterQuery } from '@mikro-orm/postgresql';
import { signedIn } from './access.ts';
import type { RequestContext } from './context.ts';
import { ofCustomer } from './entity-read.ts';
import { pageLoader, type PageLoader } from './page-loader.ts';

/** How many owners share a query, each of whom is a part of its text. */
const OWNERS_MAX = 100;

interface FirstRows<Entity, Node> {
  /** The property by which the rows of one owner are told from others'. */
  readonly owner: keyof Entity & string;
  readonly orderBy: { readonly [Key in keyof Entity & string]?: 'asc' | 'desc' };
  /** The relation that comes with each, where one does. */
  readonly node?: Node;
  /** What else must hold of a row. */
  readonly where?: (ctx: RequestContext) => object;
}

/**
 * Makes a loader of the first so many rows of one owner each, in an order without cursors: the sessions of a user, last used
 * first. The limit applies before the join, so that of a million rows they cost what they do of a few.
 */
export const firstRowsLoader =
  <Entity extends { readonly customerId: string }, Node extends keyof Entity & string = never>(
    entity: EntityClass<Entity>,
    { owner, orderBy, node, where }: FirstRows<Entity, Node>,
  ) =>
  (ctx: RequestContext): PageLoader<Loaded<Entity, Node>> => {
    const { customerId } = signedIn(ctx.viewer);
    const read = (ids: readonly string[], limit: number): Promise<Loaded<Entity, Node>[]> => {
      // One of its own: what is read here is not to be flushed.
      const em = ctx.em.fork();
      const [first, ...others] = ids.map((id) =>
        em
          .createQueryBuilder(entity, 'page')
          .where({ ...ofCustomer(customerId), ...where?.(ctx), [owner]: id } as QBFilterQuery<Entity>)
          .orderBy(orderBy as never)
          .limit(limit),
      );
      const pages = others.length > 0 ? first!.unionAll(...others) : first!;
      const rows = em
        .createQueryBuilder(entity, 'child')
        .from(pages, 'child')
        .orderBy(orderBy as never);
      if (node) void rows.leftJoinAndSelect(`child.${node}` as never, 'node');
      return rows.getResultList() as Promise<Loaded<Entity, Node>[]>;
    };
    return pageLoader(
      (ids, { limit }) => read(ids, limit),
      (row) => row[owner] as string,
      OWNERS_MAX,
    );
  };
