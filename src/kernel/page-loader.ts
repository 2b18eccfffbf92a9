import { raw, type EntityClass, type FilterQuery } from '@mikro-orm/postgresql';
import DataLoader from 'dataloader';
import { signedIn } from './access.ts';
import type { RequestContext } from './context.ts';
import { countPages, entityEdge, findPages, type Ownership } from './entity-page.ts';
import { ofCustomer, type Owned } from './entity-read.ts';
import { checkOf, whereLoader, type ListArgs, type Listing } from './filter/index.ts';
import type { Order } from './order.ts';
import { connectionOf, readPage, type Connection, type Page } from './pagination.ts';

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
  /** What else must hold of a row. */
  readonly where?: (ctx: RequestContext) => FilterQuery<Entity>;
  /** How callers filter and order it, if they can. */
  readonly listing?: Listing<Entity>;
}

/** What a caller wants of an owner's list. */
interface Selection<Entity> {
  readonly ownerId: string;
  readonly order: Order;
  readonly where: FilterQuery<Entity>;
  /** The same for what is the same. */
  readonly text: string;
}

interface SelectedPage<Entity> extends Selection<Entity> {
  readonly page: Page;
}

/** Reads pages of the lists that belong to rows of the viewer's customer: one query a tick for any number of owners. */
export class OwnedPages<Entity extends Owned> {
  private readonly rows: (ctx: RequestContext) => DataLoader<SelectedPage<Entity>, Entity[], string>;
  private readonly counts: (ctx: RequestContext) => DataLoader<Selection<Entity>, number, string>;

  constructor(
    entity: EntityClass<Entity>,
    private readonly list: OwnedList<Entity>,
  ) {
    const { where: rule = () => ({}) } = list;
    const filter = (ctx: RequestContext, where: FilterQuery<Entity>) =>
      ({ $and: [ofCustomer(signedIn(ctx.viewer).customerId), rule(ctx), where] }) as FilterQuery<Entity>;
    const textOf = ({ text, page }: SelectedPage<Entity>): string => `${text} ${JSON.stringify(page)}`;
    this.rows = (ctx) =>
      new DataLoader<SelectedPage<Entity>, Entity[], string>(
        (keys) =>
          readAlike(
            keys,
            textOf,
            (owners, { where, order, page }) =>
              findPages(ctx.em, entity, list, owners, filter(ctx, where), order, page),
            [],
          ),
        { cacheKeyFn: (key) => `${key.ownerId} ${textOf(key)}` },
      );
    this.counts = (ctx) =>
      new DataLoader(
        (keys) =>
          readAlike(
            keys,
            ({ text }) => text,
            (owners, { where }) => countPages(ctx.em, entity, list, owners, filter(ctx, where)),
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

  private async filterOf(ctx: RequestContext, { where }: ListArgs): Promise<FilterQuery<Entity>> {
    if (!where) return {};
    const condition = await ctx.loader(whereLoader).load({ filter: this.list.listing!.filter, where });
    const { sql: text, params } = checkOf(condition);
    return { [raw(text, [...params])]: [] } as FilterQuery<Entity>;
  }
}
