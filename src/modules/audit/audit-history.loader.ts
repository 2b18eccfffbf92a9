import { raw, type FilterQuery } from '@mikro-orm/postgresql';
import DataLoader from 'dataloader';
import { signedIn } from '../../kernel/access.ts';
import type { RequestContext } from '../../kernel/context.ts';
import { countPages, findPages } from '../../kernel/entity-page.ts';
import { orderBy } from '../../kernel/order.ts';
import { pageLoader } from '../../kernel/page-loader.ts';
import { AuditEvent } from './audit-event.entity.ts';

export const NEWEST_FIRST = orderBy(AuditEvent, { id: 'desc' });

// The searches say themselves what belongs to an owner, each so that an index finds it.
const BY_ID = { owner: 'true', ownerType: 'text' } as const;
const isSubject = raw((e) => `${e}.subject_id = owner`);
// An event whose details name a user is about this user, too: a group that they joined.
const isNamed = raw((e) => `${e}.subject_id <> owner and ${e}.details ->> 'userId' = owner`);

function searches({ viewer }: RequestContext): FilterQuery<AuditEvent>[] {
  const { customerId } = signedIn(viewer);
  return [
    { customerId, [isSubject]: [] },
    { customerId, [isNamed]: [] },
  ];
}

/** Pages of the events about objects of the viewer's customer, newest first: one query a tick for any number of objects. */
export const historyPages = (ctx: RequestContext) =>
  pageLoader((ids, page) => findPages(ctx.em, AuditEvent, BY_ID, ids, searches(ctx), NEWEST_FIRST, page));

/** How many events are about an object. */
export const historyCounts = (ctx: RequestContext): DataLoader<string, number> =>
  new DataLoader(async (ids) => {
    const counts = await countPages(ctx.em, AuditEvent, BY_ID, ids, searches(ctx));
    return ids.map((id) => counts.get(id) ?? 0);
  });
