import DataLoader from 'dataloader';
import { signedIn } from '../../kernel/access.ts';
import type { RequestContext } from '../../kernel/context.ts';
import { usersById, type UserRow } from './user.sql.ts';

/** The users of the viewer's customer by id, one query a tick; null for any other id. */
export const userLoader = (ctx: RequestContext): DataLoader<string, UserRow | null> => {
  const { customerId } = signedIn(ctx.viewer);
  return new DataLoader(async (ids) => {
    const rows = await ctx.db.rows(usersById, [customerId, ids]);
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => byId.get(id) ?? null);
  });
};
