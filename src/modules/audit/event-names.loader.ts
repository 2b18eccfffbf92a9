import { signedIn } from '../../ground/kernel/access.ts';
import type { RequestContext } from '../../ground/kernel/context.ts';
import { isUuid } from '../../ground/kernel/ids.ts';
import { Loader } from '../../ground/kernel/loader.ts';
import { namesAt } from './event-names.hot.sql.ts';

interface Named {
  readonly id: string;
  readonly at: Date;
}

/** The names that objects of the viewer's customer had at some moments: one query a tick for any number of events. */
export const eventNames = (ctx: RequestContext): Loader<Named, string | null, string> =>
  new Loader(
    ctx,
    async (keys) => {
      const rows = await ctx.db.rows(namesAt, {
        customerId: signedIn(ctx.viewer).customerId,
        ids: keys.map(({ id }) => id),
        uuids: keys.map(({ id }) => (isUuid(id) ? id : null)),
        moments: keys.map(({ at }) => at),
      });
      return rows.map(({ name }) => name);
    },
    { cacheKeyFn: ({ id, at }) => `${id} ${at.getTime()}` },
  );
