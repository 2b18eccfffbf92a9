import { raw, sql, type Raw } from '@mikro-orm/postgresql';
import { signedIn } from '../../ground/kernel/access.ts';
import type { RequestContext } from '../../ground/kernel/context.ts';
import { Loader } from '../../ground/kernel/loader.ts';
import { countPages, findPages } from '../../ground/lists/entity-page.ts';
import { orderBy } from '../../ground/lists/order.ts';
import { pageLoader } from '../../ground/lists/page-loader.ts';
import { AuditEvent } from './audit-event.entity.ts';
import { IS_TOLD } from './audit-fold.ts';
import { countsOfObjects, NAMED_GROUP } from './daily-count.hot.sql.ts';
import type { ActionCount } from './daily-count.service.ts';

export const NEWEST_FIRST = orderBy(AuditEvent, { id: 'desc' });

// The searches say themselves what belongs to an owner, each so that an index finds it.
const BY_ID = { owner: 'true', ownerType: 'text' } as const;
function searches({ viewer }: RequestContext, isFolded = false): Raw[] {
  const { customerId } = signedIn(viewer);
  const isTold = raw(isFolded ? `and ${IS_TOLD}` : '');
  return [
    sql`e.customer_id = ${customerId}::uuid and e.subject_id = owner ${isTold}`,
    // An event whose details name a user is about this user, too: a group that they joined.
    sql`e.customer_id = ${customerId}::uuid and e.subject_id <> owner and e.details ->> 'userId' = owner`,
    // And one that names a group: that it was put into another, or got a role.
    sql`e.customer_id = ${customerId}::uuid and e.subject_id <> owner and ${raw(NAMED_GROUP)} = owner`,
  ];
}

const pagesOf = (isFolded: boolean) => (ctx: RequestContext) =>
  pageLoader(ctx, (ids, page) =>
    findPages(ctx.db, AuditEvent, BY_ID, ids, searches(ctx, isFolded), NEWEST_FIRST, page),
  );

const countsOf =
  (isFolded: boolean) =>
  (ctx: RequestContext): Loader<string, number> =>
    new Loader(ctx, async (ids) => {
      const counts = await countPages(ctx.db, AuditEvent, BY_ID, ids, searches(ctx, isFolded));
      return ids.map((id) => counts.get(id) ?? 0);
    });

/**
 * Pages of the events about objects of the viewer's customer, newest first, and how many there are: one query a tick for any
 * number of objects.
 */
export const history = { pages: pagesOf(false), counts: countsOf(false) };
/** The same where the first event of a fold stands for those about the same object. */
export const foldedHistory = { pages: pagesOf(true), counts: countsOf(true) };

interface ObjectPeriod {
  readonly id: string;
  /** The first id of an event, and the one after the last. */
  readonly from: string;
  readonly before: string;
  /** The most events that are read. */
  readonly most: number;
}

/** How often each action happened to objects on each day of a period: one query a tick for any number of objects. */
export const countedObjects = (ctx: RequestContext): Loader<ObjectPeriod, ActionCount[], string> =>
  new Loader(
    ctx,
    async (keys) => {
      const { customerId } = signedIn(ctx.viewer);
      const groups = Map.groupBy(keys, ({ from, before }) => `${from} ${before}`);
      const found = new Map<ObjectPeriod, ActionCount[]>();
      for (const alike of groups.values()) {
        const { from, before, most } = alike[0]!;
        const ids = alike.map(({ id }) => id);
        const rows = await ctx.db.rows(countsOfObjects, { customerId, ids, from, before, most });
        const counts = Map.groupBy(rows, ({ objectId }) => objectId);
        for (const key of alike) found.set(key, counts.get(key.id) ?? []);
      }
      return keys.map((key) => found.get(key)!);
    },
    { cacheKeyFn: ({ id, from, before }) => `${id} ${from} ${before}` },
  );
