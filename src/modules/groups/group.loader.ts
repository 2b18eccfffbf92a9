import DataLoader from 'dataloader';
import type { RequestContext } from '../../kernel/context.ts';
import { signedIn } from '../../kernel/access.ts';
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

/** One page of the list that belongs to one row: the members of a group, the groups of a user. */
export interface PageKey {
  readonly ownerId: string;
  /** Rows behind this id; the nil UUID for the first page. */
  readonly after: string;
  readonly limit: number;
}

type PageLoader<Row> = DataLoader<PageKey, Row[], string>;

/** Pages that start and end alike are read together, however many rows own one. */
function pageLoader<Row>(
  read: (owners: string[], page: PageKey) => Promise<Row[]>,
  owner: (row: Row) => string,
): PageLoader<Row> {
  return new DataLoader<PageKey, Row[], string>(
    async (keys) => {
      const shapes = Map.groupBy(keys, (key) => `${key.after} ${key.limit}`);
      const found = new Map<string, Row[]>();
      await Promise.all(
        [...shapes].map(async ([shape, pages]) => {
          const rows = await read(
            pages.map((page) => page.ownerId),
            pages[0]!,
          );
          for (const [id, page] of Map.groupBy(rows, owner)) found.set(`${id} ${shape}`, page);
        }),
      );
      return keys.map((key) => found.get(cacheKey(key)) ?? []);
    },
    { cacheKeyFn: cacheKey },
  );
}

const cacheKey = (key: PageKey): string => `${key.ownerId} ${key.after} ${key.limit}`;

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
