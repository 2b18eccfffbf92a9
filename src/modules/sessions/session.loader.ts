import { signedIn } from '../../kernel/access.ts';
import type { RequestContext } from '../../kernel/context.ts';
import { pageLoader, type PageLoader } from '../../kernel/page-loader.ts';
import { idleSince } from './session.service.ts';
import { sessionsOfUsers } from './session-list.sql.ts';
import { sessionView, type SessionView } from './session.words.ts';

/** The sessions of users of the viewer's customer that have not expired, one query a tick; last used first. */
export const sessionLoader = (ctx: RequestContext): PageLoader<SessionView> => {
  const viewer = signedIn(ctx.viewer);
  const own = viewer.kind === 'user' ? viewer.sessionId : null;
  return pageLoader(
    async (userIds, { limit }) => {
      const now = ctx.clock.now();
      const values = [viewer.customerId, userIds, now, idleSince(now, ctx.settings.sessions), own, limit];
      return (await ctx.db.rows(sessionsOfUsers, values)).map((row) => sessionView(ctx, row));
    },
    ({ userId }) => userId,
  );
};
