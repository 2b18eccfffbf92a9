import type { EntityClass } from '@mikro-orm/postgresql';
import { signedIn } from './access.ts';
import type { RequestContext } from './context.ts';
import { statement } from './database.ts';
import { columnName, columnsOf, entityOf, tableOf } from './entity.ts';
import { pageLoader, type PageLoader } from './page-loader.ts';

type Values = Readonly<Record<string, unknown>>;

/** `orderBy`, `where` and `more` are SQL, in which `e` is the row. */
interface FirstRows<Entity> {
  /** The property that tells the rows of one owner from those of others: a UUID. */
  readonly owner: keyof Entity & string;
  readonly orderBy: string;
  /** What else must hold of a row, and the values of its parameters. */
  readonly where?: string;
  readonly values?: (ctx: RequestContext) => Values;
  /** Columns of another table, and the join that finds them. */
  readonly more?: { readonly columns: string; readonly join: string };
}

/**
 * Makes a loader of the first so many rows of one owner each, in an order without cursors: the sessions of a user, last used
 * first. The limit applies before the join of `more`, so that of a million rows they cost what they do of a few.
 */
export function firstRowsLoader<Entity extends object, More extends object = object>(
  entity: EntityClass<Entity>,
  { owner, orderBy, where = 'true', values, more }: FirstRows<Entity>,
): (ctx: RequestContext) => PageLoader<Entity & More> {
  const table = tableOf(entity);
  const columns = columnsOf(entity, 'e');
  const firstRows = statement<object, Values>(
    `read.first-${table}`,
    `select ${more ? `${columns}, ${more.columns}` : columns} from unnest(:owners::uuid[]) owner
     cross join lateral (
       select * from ${table} e
       where e.${columnName(owner)} = owner and e.customer_id is not distinct from :customerId and (${where})
       order by ${orderBy} limit :limit
     ) e ${more?.join ?? ''}
     order by ${orderBy}`,
  );
  return (ctx) => {
    const { customerId } = signedIn(ctx.viewer);
    return pageLoader(async (owners, { size: limit }) => {
      const rows = await ctx.db.rows(firstRows, { ...values?.(ctx), customerId, owners, limit });
      const entities = rows.map((row) => entityOf(entity, row) as Entity & More);
      return Map.groupBy(entities, (each) => each[owner] as string);
    });
  };
}
