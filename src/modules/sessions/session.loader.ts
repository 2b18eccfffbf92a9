import DataLoader from 'dataloader';
import { signedIn } from '../../kernel/access.ts';
import type { RequestContext } from '../../kernel/context.ts';
import { idleSince } from './session.service.ts';
import { sessionsOfUsers, type SessionRow } from './session-list.sql.ts';

/** The most sessions that are shown of a user: those used last. */
const SHOWN = 1000;

/** The sessions of users of the viewer's customer that have not expired, one query a tick; last used first. */
export const sessionLoader = (ctx: RequestContext): DataLoader<string, SessionRow[]> => {
  const viewer = signedIn(ctx.viewer);
  const own = viewer.kind === 'user' ? viewer.sessionId : null;
  return new DataLoader(async (userIds) => {
    const now = ctx.clock.now();
    const values = [viewer.customerId, userIds, now, idleSince(now, ctx.settings.sessions), own, SHOWN];
    const byUser = Map.groupBy(await ctx.db.rows(sessionsOfUsers, values), ({ userId }) => userId);
    return userIds.map((userId) => byUser.get(userId) ?? []);
  });
};
