import type { RequestContext } from '../../ground/kernel/context.ts';
import { entityOf } from '../../ground/kernel/entity.ts';
import { Loader } from '../../ground/kernel/loader.ts';
import { orderBy } from '../../ground/lists/order.ts';
import { OwnedPages, pageLoader, type PageLoader } from '../../ground/lists/page-loader.ts';
import { effectiveGroups } from '../access/index.ts';
import { shownTo, User, type UserView } from '../users/index.ts';
import * as statements from './effective-membership.hot.sql.ts';
import { Group } from './group.entity.ts';
import { groupListing } from './group.filter.ts';
import { parametersOf } from './group.loader.ts';

/** The order of a group's effective members. */
export const BY_EFFECTIVE_USER = orderBy(User, { id: 'asc' });

/** Pages of the users who are in groups, directly or through groups in them, as the viewer may see them. */
export const effectiveMemberLoader = (ctx: RequestContext): PageLoader<UserView> =>
  pageLoader(ctx, async (ownerIds, page) => {
    const rows = await ctx.db.rows(statements.effectiveMemberPages, parametersOf(ctx, ownerIds, page));
    const inOrder = page.isBackward ? rows.toReversed() : rows;
    const users = inOrder.map((row) => ({ ownerId: row.ownerId, user: shownTo(ctx.viewer, entityOf(User, row)) }));
    return new Map(
      [...Map.groupBy(users, ({ ownerId }) => ownerId)].map(([id, own]) => [id, own.map(({ user }) => user)]),
    );
  });

/** How many effective members each group has. */
export const effectiveMemberCountLoader = (ctx: RequestContext): Loader<string, number> =>
  new Loader(ctx, async (groupIds) => {
    const rows = await ctx.db.rows(statements.effectiveMemberCounts, { groupIds });
    const totals = new Map(rows.map(({ groupId, total }) => [groupId, total]));
    return groupIds.map((id) => totals.get(id) ?? 0);
  });

/** The groups that a user is in, directly or through groups in groups, by default in the order in which they were created. */
export const effectiveGroupPages = new OwnedPages(Group, {
  owner: `e.id = any(array(select x.group_id from ${effectiveGroups('owner')} x))`,
  order: orderBy(Group, { id: 'asc' }),
  listing: groupListing,
});

/** A user in a group. */
export interface EffectiveMembership {
  readonly userId: string;
  readonly groupId: string;
}

const keyOf = ({ userId, groupId }: EffectiveMembership): string => `${userId} ${groupId}`;

/** The ids of the groups through which users are in groups. */
export const chainLoader = (ctx: RequestContext): Loader<EffectiveMembership, readonly string[], string> =>
  new Loader(
    ctx,
    async (asked) => {
      const userIds = asked.map(({ userId }) => userId);
      const groupIds = asked.map(({ groupId }) => groupId);
      const rows = await ctx.db.rows(statements.chains, { userIds, groupIds });
      const found = new Map(rows.map((chain) => [keyOf(chain), chain.via]));
      return asked.map((each) => found.get(keyOf(each)) ?? []);
    },
    { cacheKeyFn: keyOf },
  );
