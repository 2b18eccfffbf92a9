import { raw, sql, type EntityClass, type Raw } from '@mikro-orm/postgresql';
import { signedIn } from '../kernel/access.ts';
import type { RequestContext } from '../kernel/context.ts';
import { Loader } from '../kernel/loader.ts';
import { countPages, entityEdge, findPages, type Ownership } from './entity-page.ts';
import { comparedWithCustomer, type Owned } from '../kernel/entity-read.ts';
import { checkOf, joined, whereLoader, type ListArgs, type Listing } from './filter/index.ts';
import type { Order } from './order.ts';
import { connectionOf, readPage, type Connection, type Page } from './pagination.ts';

/** One page of the list that belongs to one row: the members of a group, the sessions of a user. */
interface PageKey {
  readonly ownerId: string;
  readonly page: Page;
}

export type PageLoader<Row> = Loader<PageKey, Row[], string>;

/** Pages with the same start and size are read together, for any number of owners. */
export function pageLoader<Row>(
  ctx: RequestContext,
  /** The page of each owner who has rows, and one row more, in the direction of the page. */
  read: (owners: string[], page: Page) => Promise<ReadonlyMap<string, Row[]>>,
): PageLoader<Row> {
  return new Loader<PageKey, Row[], string>(
    ctx,
    (keys) => readAlike(keys, pageText, (owners, { page }) => read(owners, page), []),
    { cacheKeyFn: (key) => `${key.ownerId} ${pageText(key)}` },
  );
}

const pageText = ({ page }: PageKey): string => JSON.stringify(page);

/** Reads what keys ask for that differ only in their owners, together. `none` is for an owner who has nothing. */
async function readAlike<Key extends { readonly ownerId: string }, Result>(
  keys: readonly Key[],
  textOf: (key: Key) => string,
  read: (owners: string[], key: Key) => Promise<ReadonlyMap<string, Result>>,
  none: NoInfer<Result>,
): Promise<Result[]> {
  const found = new Map<Key, Result>();
  await Promise.all(
    [...Map.groupBy(keys, textOf).values()].map(async (alike) => {
      const owners = alike.map(({ ownerId }) => ownerId);
      const results = await read(owners, alike[0]!);
      for (const key of alike) found.set(key, results.get(key.ownerId) ?? none);
    }),
  );
  return keys.map((key) => found.get(key)!);
}

/** A list that belongs to one row, such as the sessions of a user. */
interface OwnedList<Entity extends object> extends Ownership {
  readonly order: Order;
  /** What else must hold of a row `e`. */
  readonly where?: (ctx: RequestContext) => Raw;
  /** How callers filter and order it, if they can. */
  readonly listing?: Listing<Entity>;
}

/** What a caller wants of an owner's list. */
interface Selection {
  readonly ownerId: string;
  readonly order: Order;
  readonly where: Raw;
  /** The same for what is the same. */
  readonly text: string;
}

interface SelectedPage extends Selection {
  readonly page: Page;
}

/** The condition of all rows. */
const ALL = raw('true');

/** Reads pages of the lists that belong to rows of the viewer's customer: one query a tick for any number of owners. */
export class OwnedPages<Entity extends Owned> {
  private readonly rows: (ctx: RequestContext) => Loader<SelectedPage, Entity[], string>;
  private readonly counts: (ctx: RequestContext) => Loader<Selection, number, string>;

  constructor(
    entity: EntityClass<Entity>,
    private readonly list: OwnedList<Entity>,
  ) {
    const { where: rule = () => ALL } = list;
    const compared = raw(comparedWithCustomer(entity));
    const filter = (ctx: RequestContext, where: Raw): Raw =>
      joined([sql`e.customer_id ${compared} ${signedIn(ctx.viewer).customerId}::uuid`, rule(ctx), where], ' and ');
    const textOf = ({ text, page }: SelectedPage): string => `${text} ${JSON.stringify(page)}`;
    this.rows = (ctx) =>
      new Loader<SelectedPage, Entity[], string>(
        ctx,
        (keys) =>
          readAlike(
            keys,
            textOf,
            (owners, { where, order, page }) =>
              findPages(ctx.db, entity, list, owners, filter(ctx, where), order, page),
            [],
          ),
        { cacheKeyFn: (key) => `${key.ownerId} ${textOf(key)}` },
      );
    this.counts = (ctx) =>
      new Loader(
        ctx,
        (keys) =>
          readAlike(
            keys,
            ({ text }) => text,
            (owners, { where }) => countPages(ctx.db, entity, list, owners, filter(ctx, where)),
            0,
          ),
        { cacheKeyFn: ({ ownerId, text }) => `${ownerId} ${text}` },
      );
  }

  /** A page of the owner's list. The whole list is counted only if the total is selected. */
  async of(ctx: RequestContext, ownerId: string, args: ListArgs): Promise<Connection<Entity>> {
    const order = this.orderOf(ctx, args);
    const page = readPage(args, order);
    const where = await this.filterOf(ctx, args);
    const selection = { ownerId, order, where, text: `${order.name} ${JSON.stringify(args.where ?? null)}` };
    const read = (which: Page) => ctx.loader(this.rows).load({ ...selection, page: which });
    return connectionOf(
      await read(page),
      page,
      entityEdge<Entity>(order),
      () => ctx.loader(this.counts).load(selection),
      read,
    );
  }

  private orderOf(ctx: RequestContext, { orderBy }: ListArgs): Order {
    const { order, listing } = this.list;
    if (!orderBy) return order;
    const { keys, name } = listing!.orderOf(orderBy, ctx.viewer).order;
    return { keys, name: `${order.name}${name}` };
  }

  private async filterOf(ctx: RequestContext, { where }: ListArgs): Promise<Raw> {
    if (!where) return ALL;
    const condition = await ctx.loader(whereLoader).load({ filter: this.list.listing!.filter, where });
    return checkOf(condition);
  }
}
