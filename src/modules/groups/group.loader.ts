import { signedIn } from '../../kernel/access.ts';
import type { RequestContext } from '../../kernel/context.ts';
import { entityOf } from '../../kernel/entity.ts';
import { countLoader, entityLoader } from '../../kernel/entity-read.ts';
import { pageLoader, type PageLoader } from '../../kernel/page-loader.ts';
import { seenBy, User, type UserView } from '../users/index.ts';
import { Group } from './group.entity.ts';
import { Membership } from './membership.entity.ts';
import { groupPages, memberPages, type PageRow } from './membership.hot.sql.ts';

/** A membership, and what it leads to. */
export interface Joined<Node> {
  readonly ownerId: string;
  readonly joinedAt: Date;
  readonly node: Node;
}

/** The groups of the viewer's customer by id. */
export const groupLoader = entityLoader(Group);

/** Pages of group members as the viewer may see them, in the order the users were created. */
export const memberPageLoader = (ctx: RequestContext): PageLoader<Joined<UserView>> => {
  const { customerId } = signedIn(ctx.viewer);
  return pageLoader(
    async (groups, { after, limit }) =>
      joined(await ctx.db.rows(memberPages, [customerId, groups, after, limit]), 'groupId', 'userId', (row) =>
        seenBy(ctx.viewer, entityOf(User, row as never)),
      ),
    ({ ownerId }) => ownerId,
  );
};

/** Pages of the groups a user is in, in the order the groups were created. */
export const userGroupPageLoader = (ctx: RequestContext): PageLoader<Joined<Group>> => {
  const { customerId } = signedIn(ctx.viewer);
  return pageLoader(
    async (users, { after, limit }) =>
      joined(await ctx.db.rows(groupPages, [customerId, users, after, limit]), 'userId', 'groupId', (row) =>
        entityOf(Group, row as never),
      ),
    ({ ownerId }) => ownerId,
  );
};

/** How many groups each user is in. */
export const userGroupCountLoader = countLoader(Membership, 'userId');

type Key = 'groupId' | 'userId';

/** One object for each node, however many memberships lead to it. */
function joined<Node>(rows: readonly PageRow[], owner: Key, key: Key, nodeOf: (row: PageRow) => Node): Joined<Node>[] {
  const nodes = new Map<string, Node>();
  for (const row of rows) if (row.id !== null) nodes.set(row.id, nodeOf(row));
  return rows.map((row) => ({ ownerId: row[owner], joinedAt: row.joinedAt, node: nodes.get(row[key])! }));
}
