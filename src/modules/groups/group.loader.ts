import { signedIn } from '../../ground/kernel/access.ts';
import type { RequestContext } from '../../ground/kernel/context.ts';
import { entityOf } from '../../ground/kernel/entity.ts';
import { countLoader, entityLoader } from '../../ground/kernel/entity-read.ts';
import { orderBy } from '../../ground/lists/order.ts';
import { OwnedPages, pageLoader, type PageLoader } from '../../ground/lists/page-loader.ts';
import { LAST_ID, NIL_ID } from '../../ground/kernel/ids.ts';
import type { Page } from '../../ground/lists/pagination.ts';
import { inSlices } from '../../ground/kernel/event-loop/long-work.ts';
import { shownTo, User, userListing, type UserView } from '../users/index.ts';
import { Group } from './group.entity.ts';
import { groupListing } from './group.filter.ts';
import { Membership } from './membership.entity.ts';
import { groupPages, memberPages, type PageRow } from './membership.hot.sql.ts';

/** A membership, and what it leads to. */
export interface Joined<Node> {
  /** In milliseconds since 1970. */
  readonly joinedMs: number;
  readonly node: Node;
}

/** The groups of the viewer's customer by id. */
export const groupLoader = entityLoader(Group);

/** Pages of group members as the viewer may see them, in the order the users were created. */
export const memberPageLoader = (ctx: RequestContext): PageLoader<Joined<UserView>> =>
  pageLoader(ctx, async (ownerIds, page) =>
    joined(page, await ctx.db.rows(memberPages, parametersOf(ctx, ownerIds, page)), (row) =>
      shownTo(ctx.viewer, entityOf(User, row)),
    ),
  );

/** Pages of the groups a user is in, in the order the groups were created. */
export const userGroupPageLoader = (ctx: RequestContext): PageLoader<Joined<Group>> =>
  pageLoader(ctx, async (ownerIds, page) =>
    joined(page, await ctx.db.rows(groupPages, parametersOf(ctx, ownerIds, page)), (row) => entityOf(Group, row)),
  );

/** How many groups each user is in. */
export const userGroupCountLoader = countLoader(Membership, 'userId');

// One row more than the page, to know whether more follow.
export const parametersOf = ({ viewer }: RequestContext, ownerIds: readonly string[], page: Page) => ({
  customerId: signedIn(viewer).customerId,
  ownerIds,
  start: (page.after?.[0] ?? NIL_ID) as string,
  end: (page.before?.[0] ?? LAST_ID) as string,
  isBackward: page.isBackward,
  limit: page.size + 1,
});

/**
 * The pages by owner, in the direction in which they were read. There is one object for each node, however many memberships
 * lead to it.
 */
async function joined<Row extends PageRow & { readonly id: string | null }, Node>(
  { isBackward }: Page,
  rows: readonly Row[],
  nodeOf: (row: Row) => Node,
): Promise<Map<string, Joined<Node>[]>> {
  const nodes = new Map<string, Node>();
  await inSlices(rows, (row) => row.id !== null && nodes.set(row.id, nodeOf(row)));
  const pages = new Map<string, Joined<Node>[]>();
  await inSlices(rows, ({ ownerId, keys, joinedAt }) => {
    if (ownerId === null) return;
    const times = joinedAt!.split(',');
    const page = keys!.split(',').map((key, n) => ({ joinedMs: Number(times[n]), node: nodes.get(key)! }));
    pages.set(ownerId, isBackward ? page.toReversed() : page);
  });
  return pages;
}

/** The order of a group's members, if none is asked for. */
export const BY_USER = orderBy(Membership, { userId: 'asc' });
/** The order of a user's groups, if none is asked for. */
export const BY_GROUP = orderBy(Membership, { groupId: 'asc' });

/** The list of what memberships lead to from their owners. */
const chosen = (own: 'user_id' | 'group_id', owner: 'user_id' | 'group_id') => ({
  owner: `e.id = any(array(select m.${own} from memberships m where m.${owner} = owner))`,
  column: `(
    select extract(epoch from m.joined_at) * 1000 from memberships m where m.${owner} = owner and m.${own} = e.id
  ) as joined_at`,
});

/** Pages of group members that are filtered or ordered. Each member of the groups is compared. */
export const chosenMembers = new OwnedPages(User, {
  ...chosen('user_id', 'group_id'),
  order: { keys: orderBy(User, { id: 'asc' }).keys, name: BY_USER.name },
  listing: userListing,
});

/** Pages of the groups of users that are filtered or ordered. Each group of the users is compared. */
export const chosenGroups = new OwnedPages(Group, {
  ...chosen('group_id', 'user_id'),
  order: { keys: orderBy(Group, { id: 'asc' }).keys, name: BY_GROUP.name },
  listing: groupListing,
});
