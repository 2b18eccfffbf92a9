import DataLoader from 'dataloader';
import type { RequestContext } from '../../kernel/context.ts';
import { signedIn } from '../../kernel/access.ts';
import { pageLoader, type PageLoader } from '../../kernel/page-loader.ts';
import { groupsById, type GroupRow } from './group.sql.ts';
import { groupCountsOfUsers, groupPagesOfUsers, memberPages, type MemberRow } from './membership.sql.ts';

/** The groups of the viewer's customer by id, one query a tick; null for any other id. */
export const groupLoader = (ctx: RequestContext): DataLoader<string, GroupRow | null> => {
  const { customerId } = signedIn(ctx.viewer);
  return new DataLoader(async (ids) => {
    const rows = await ctx.db.rows(groupsById, [customerId, ids]);
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => byId.get(id) ?? null);
  });
};

/** Pages of group members, in the order the users were created. */
export const memberPageLoader = (ctx: RequestContext): PageLoader<MemberRow> => {
  const { customerId } = signedIn(ctx.viewer);
  return pageLoader(
    (groups, { after, limit }) => ctx.db.rows(memberPages, [customerId, groups, after, limit]),
    (row) => row.groupId,
  );
};

/** Pages of the groups a user is in, in the order the groups were created. */
export const userGroupPageLoader = (ctx: RequestContext): PageLoader<GroupRow & { userId: string; joinedAt: Date }> => {
  const { customerId } = signedIn(ctx.viewer);
  return pageLoader(
    (users, { after, limit }) => ctx.db.rows(groupPagesOfUsers, [customerId, users, after, limit]),
    (row) => row.userId,
  );
};

/** How many groups each user is in, one query a tick. */
export const userGroupCountLoader = (ctx: RequestContext): DataLoader<string, number> => {
  const { customerId } = signedIn(ctx.viewer);
  return new DataLoader(async (users) => {
    const rows = await ctx.db.rows(groupCountsOfUsers, [customerId, users]);
    const counts = new Map(rows.map((row) => [row.userId, row.count]));
    return users.map((user) => counts.get(user) ?? 0);
  });
};
