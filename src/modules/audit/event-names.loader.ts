import { signedIn } from '../../ground/kernel/access.ts';
import type { RequestContext } from '../../ground/kernel/context.ts';
import { isUuid } from '../../ground/kernel/ids.ts';
import { Loader } from '../../ground/kernel/loader.ts';
import { namesAt } from './event-names.hot.sql.ts';

/** An object at a moment. */
export interface Named {
  readonly id: string;
  readonly at: Date;
}

/** The names that objects of the viewer's customer had at some moments, in their order, by one query. Null for what is not known. */
export async function namesOf(ctx: RequestContext, objects: readonly Named[]): Promise<(string | null)[]> {
  const rows = await ctx.db.rows(namesAt, {
    customerId: signedIn(ctx.viewer).customerId,
    ids: objects.map(({ id }) => id),
    uuids: objects.map(({ id }) => (isUuid(id) ? id : null)),
    moments: objects.map(({ at }) => at),
  });
  return rows.map(({ name }) => name);
}

/** The names that objects of the viewer's customer had at some moments: one query a tick for any number of events. */
export const eventNames = (ctx: RequestContext): Loader<Named, string | null, string> =>
  new Loader(ctx, (keys) => namesOf(ctx, keys), { cacheKeyFn: ({ id, at }) => `${id} ${at.getTime()}` });
