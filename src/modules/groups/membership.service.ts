import type { RequestContext } from '../../kernel/context.ts';
import { foreignKeyViolation, type Database } from '../../kernel/database.ts';
import { notFound } from '../../kernel/errors.ts';
import { isUuid, readIds } from '../../kernel/ids.ts';
import {
  connectionOf,
  idEdge,
  NIL_ID,
  readPage,
  type Connection,
  type Edge,
  type Page,
  type PageArgs,
} from '../../kernel/pagination.ts';
import { auditRow } from '../audit/index.ts';
import { seenBy, type UserRow, type UserView } from '../users/index.ts';
import { groupErrors } from './errors.ts';
import { groupLoader, memberPageLoader, userGroupCountLoader, userGroupPageLoader } from './group.loader.ts';
import { groupPolicy, type GroupDelete, type GroupWrite } from './group.policy.ts';
import { membershipEvent, MEMBERS_MAX } from './group.service.ts';
import type { GroupRow } from './group.sql.ts';
import * as statements from './membership.sql.ts';
import type { MembershipOutcome } from './membership.sql.ts';

/** What became of one user of a list. */
export const OUTCOMES = [
  'ADDED',
  'ALREADY_MEMBER',
  'REMOVED',
  'NOT_A_MEMBER',
  'TOO_MANY_GROUPS',
  'USER_NOT_FOUND',
] as const;
export type Outcome = (typeof OUTCOMES)[number];

export interface MembershipResult {
  readonly userId: string;
  readonly outcome: Outcome;
}

interface JoinEdge<Node> extends Edge<Node> {
  readonly joinedAt: Date;
}

/** Who is in which group, as one viewer may see and change it. */
export class MembershipService {
  constructor(private readonly ctx: RequestContext) {}

  /** The group's members, in the order the users were created. */
  async members(group: GroupRow, args: PageArgs): Promise<Connection<UserView, JoinEdge<UserView>>> {
    groupPolicy.read(this.ctx.viewer);
    const page = readPage(args);
    const rows = await this.ctx.loader(memberPageLoader).load(pageKey(group.id, page));
    const seen = rows.map((row) => ({ ...row, ...seenBy(this.ctx.viewer, row) }));
    return connectionOf(seen, page, joinEdge, async () => group.memberCount);
  }

  /** The groups the user is in, in the order the groups were created. */
  async groupsOf(user: UserRow, args: PageArgs): Promise<Connection<GroupRow, JoinEdge<GroupRow>>> {
    groupPolicy.read(this.ctx.viewer);
    const page = readPage(args);
    const rows = await this.ctx.loader(userGroupPageLoader).load(pageKey(user.id, page));
    return connectionOf(rows, page, joinEdge, () => this.ctx.loader(userGroupCountLoader).load(user.id));
  }

  /** Makes the users members, all in one transaction; those who are already stay. */
  async add(groupId: string, userIds: readonly string[]): Promise<MembershipResult[]> {
    return this.insert(groupPolicy.write(this.ctx.viewer, this.ctx.settings.groups), groupId, userIds);
  }

  /** Ends the users' memberships, all in one transaction. */
  async remove(groupId: string, userIds: readonly string[]): Promise<MembershipResult[]> {
    return this.end(groupPolicy.delete(this.ctx.viewer, this.ctx.settings.groups), groupId, userIds);
  }

  private async insert(
    { customerId, viewer }: GroupWrite,
    groupId: string,
    userIds: readonly string[],
  ): Promise<MembershipResult[]> {
    const ids = await this.read(groupId, userIds);
    const event = this.event('membership.added', groupId);
    const values = [customerId, groupId, ids, this.ctx.clock.now(), event, groupPolicy.groupsPerUser(viewer)];
    const rows = await this.ctx.db.rows(statements.addMembers, values).catch(goneMeanwhile);
    return outcomes(ids, rows, 'ADDED', 'ALREADY_MEMBER');
  }

  private async end(
    { customerId }: GroupDelete,
    groupId: string,
    userIds: readonly string[],
  ): Promise<MembershipResult[]> {
    const ids = await this.read(groupId, userIds);
    const rows = await this.ctx.db.rows(statements.removeMembers, [
      customerId,
      groupId,
      ids,
      this.event('membership.removed', groupId),
    ]);
    return outcomes(ids, rows, 'REMOVED', 'NOT_A_MEMBER');
  }

  private async read(groupId: string, userIds: readonly string[]): Promise<string[]> {
    const ids = readIds('userIds', userIds, MEMBERS_MAX);
    if (!isUuid(groupId)) throw groupErrors.GROUP_NOT_FOUND();
    // The statements answer with a row a user, and without one cannot say whether the group is there.
    if (ids.length === 0 && !(await this.ctx.loader(groupLoader).load(groupId.toLowerCase())))
      throw groupErrors.GROUP_NOT_FOUND();
    return ids;
  }

  private event(action: string, groupId: string): string {
    return membershipEvent(this.ctx, action, groupId.toLowerCase());
  }
}

/** A user who is put into a group. */
interface Joining {
  readonly groupId: string;
  readonly userId: string;
}

/** Puts users into groups in the transaction that makes them: whoever may make users may say where. */
export async function addNewMembers(
  ctx: RequestContext,
  tx: Database,
  customerId: string,
  joining: readonly Joining[],
): Promise<void> {
  const events = joining.map(({ groupId, userId }) =>
    auditRow(ctx, { action: 'membership.added', subjectType: 'group', subjectId: groupId, details: { userId } }),
  );
  const [groups, users] = [joining.map(({ groupId }) => groupId), joining.map(({ userId }) => userId)];
  const values = [customerId, groups, users, ctx.clock.now(), JSON.stringify(events)];
  await tx.rows(statements.addNewMembers, values).catch(goneMeanwhile);
}

// One more than the page holds, to know whether there is a next one.
const pageKey = (ownerId: string, page: Page) => ({ ownerId, after: page.after ?? NIL_ID, limit: page.first + 1 });

const joinEdge = <Row extends { id: string; joinedAt: Date }>(node: Row): JoinEdge<Row> =>
  Object.assign(idEdge(node), { joinedAt: node.joinedAt });

function outcomes(ids: string[], rows: MembershipOutcome[], changed: Outcome, unchanged: Outcome): MembershipResult[] {
  if (ids.length > 0 && rows.length === 0) throw groupErrors.GROUP_NOT_FOUND();
  return rows.map((row) => ({
    userId: row.userId,
    outcome: !row.known ? 'USER_NOT_FOUND' : row.full ? 'TOO_MANY_GROUPS' : row.changed ? changed : unchanged,
  }));
}

/** The group or the user was deleted between the look and the write: to the caller, it was not there. */
function goneMeanwhile(cause: unknown): never {
  const missing = foreignKeyViolation(cause);
  if (missing === 'memberships_customer_id_group_id_fkey') throw groupErrors.GROUP_NOT_FOUND();
  if (missing === 'memberships_customer_id_user_id_fkey') throw notFound('user');
  throw cause;
}
