import type { EntityClass, FilterQuery } from '@mikro-orm/postgresql';
import DataLoader from 'dataloader';
import { signedIn } from './access.ts';
import type { RequestContext } from './context.ts';
import { countPages, entityEdge, findPages } from './entity-page.ts';
import { ofCustomer, type Owned } from './entity-read.ts';
import type { Order } from './order.ts';
import { connectionOf, readPage, type Connection, type Page, type PageArgs } from './pagination.ts';

/** One page of the list that belongs to one row: the members of a group, the sessions of a user. */
interface PageKey {
  readonly ownerId: string;
  readonly page: Page;
}

export type PageLoader<Row> = DataLoader<PageKey, Row[], string>;

/** Pages with the same start and size are read together, for any number of owners. */
export function pageLoader<Row>(
  /** The page of each owner who has rows, and one row more, in the direction of the page. */
  read: (owners: string[], page: Page) => Promise<ReadonlyMap<string, Row[]>>,
): PageLoader<Row> {
  return new DataLoader<PageKey, Row[], string>(
    async (keys) => {
      const found = new Map<PageKey, Row[]>();
      await Promise.all(
        [...Map.groupBy(keys, ({ page }) => JSON.stringify(page)).values()].map(async (alike) => {
          const owners = alike.map(({ ownerId }) => ownerId);
          const pages = await read(owners, alike[0]!.page);
          for (const key of alike) found.set(key, pages.get(key.ownerId) ?? []);
        }),
      );
      return keys.map((key) => found.get(key)!);
    },
    { cacheKeyFn: cacheKey },
  );
}

const cacheKey = ({ ownerId, page }: PageKey): string => `${ownerId} ${JSON.stringify(page)}`;

/** A list that belongs to one row, such as the sessions of a user. */
interface OwnedList<Entity> {
  /** The condition that a row belongs to an owner: SQL in which `e` is the row and `owner` the owner's id, a UUID. */
  readonly owner: string;
  readonly order: Order;
  /** What else must hold of a row. */
  readonly where?: (ctx: RequestContext) => FilterQuery<Entity>;
}

/** Reads pages of the lists that belong to rows of the viewer's customer: one query a tick for any number of owners. */
export class OwnedPages<Entity extends Owned> {
  private readonly rows: (ctx: RequestContext) => PageLoader<Entity>;
  private readonly counts: (ctx: RequestContext) => DataLoader<string, number>;

  constructor(
    entity: EntityClass<Entity>,
    private readonly list: OwnedList<Entity>,
  ) {
    const { owner, order, where = () => ({}) } = list;
    const filter = (ctx: RequestContext) =>
      ({ $and: [ofCustomer(signedIn(ctx.viewer).customerId), where(ctx)] }) as FilterQuery<Entity>;
    this.rows = (ctx) =>
      pageLoader((ownerIds, page) => findPages(ctx.em, entity, owner, ownerIds, filter(ctx), order, page));
    this.counts = (ctx) =>
      new DataLoader(async (ownerIds) => {
        const counts = await countPages(ctx.em, entity, owner, ownerIds, filter(ctx));
        return ownerIds.map((id) => counts.get(id) ?? 0);
      });
  }

  /** A page of the owner's list. The whole list is counted only if the total is selected. */
  async of(ctx: RequestContext, ownerId: string, args: PageArgs): Promise<Connection<Entity>> {
    const { order } = this.list;
    const page = readPage(args, order);
    const rows = await ctx.loader(this.rows).load({ ownerId, page });
    return connectionOf(rows, page, entityEdge<Entity>(order), () => ctx.loader(this.counts).load(ownerId));
  }
}
