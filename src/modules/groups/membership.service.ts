import { LockMode } from '@mikro-orm/postgresql';
import { broken } from '../../ground/faults/index.ts';
import type { RequestContext } from '../../ground/kernel/context.ts';
import type { Database, Transaction } from '../../ground/kernel/database.ts';
import { AppError, errorOf, kernelErrors } from '../../ground/kernel/errors.ts';
import { findListed, type ListArgs } from '../../ground/lists/filter/index.ts';
import { isUuid, readIds } from '../../ground/kernel/ids.ts';
import { refuse } from '../../ground/kernel/input.ts';
import type { Order } from '../../ground/lists/order.ts';
import { connectionOf, edgeOf, readPage, type Connection, type Page } from '../../ground/lists/pagination.ts';
import { auditRow, type AuditRow } from '../audit/index.ts';
import { seenBy, type User, userListing, type UserView } from '../users/index.ts';
import { groupErrors } from './errors.ts';
import { explain } from './group.constraints.ts';
import { Group } from './group.entity.ts';
import { memberOf } from './group.filter.ts';
import { MEMBERS_MAX } from './group.input.ts';
import {
  BY_GROUP,
  BY_USER,
  chosenGroups,
  chosenMembers,
  groupLoader,
  memberPageLoader,
  userGroupCountLoader,
  userGroupPageLoader,
  type Joined,
} from './group.loader.ts';
import { groupPolicy, type GroupDelete, type GroupWrite } from './group.policy.ts';
import { withJoin, type JoinEdge } from './join-edge.ts';
import { undeletable } from './lending.ts';
import { changesOf, type MembershipChange } from './membership-change.ts';
import { Membership } from './membership.entity.ts';
import * as statements from './membership.hot.sql.ts';
import type { MembershipOutcome } from './membership.hot.sql.ts';

/** What happened to one user of a list. */
export const OUTCOMES = [
  'ADDED',
  'ALREADY_MEMBER',
  'REMOVED',
  'NOT_A_MEMBER',
  'TOO_MANY_GROUPS',
  'USER_NOT_FOUND',
] as const;
export type Outcome = (typeof OUTCOMES)[number];

export interface MembershipResult extends MembershipChange {
  readonly outcome: Outcome;
}

/** A list of more members that is filtered or ordered is a list of users. All members of smaller groups are compared. */
const COMPARED_MAX = 10_000;
/** The most members that the lists of a request compare. A large group counts as the most of a small one. */
const COMPARED_TOGETHER_MAX = 200_000;

/** Reads and changes memberships for one viewer. */
export class MembershipService {
  private compared = 0;

  constructor(private readonly ctx: RequestContext) {}

  /** The group's members, by default all in the order in which the users were created. */
  async members(group: Group, args: ListArgs): Promise<Connection<UserView, JoinEdge<UserView>>> {
    groupPolicy.read(this.ctx.viewer);
    if (args.where || args.orderBy) return this.chosen(group, args);
    const page = readPage(args, BY_USER);
    const read = (which: Page) => this.ctx.loader(memberPageLoader).load({ ownerId: group.id, page: which });
    return connectionOf(await read(page), page, joinEdge<UserView>(BY_USER), async () => group.memberCount, read);
  }

  /** The members that meet what a caller asks for, in the order asked for. */
  private async chosen(group: Group, args: ListArgs): Promise<Connection<UserView, JoinEdge<UserView>>> {
    this.compare(group);
    if (group.memberCount > COMPARED_MAX) return this.foundAmongMany(group, args);
    const list = await chosenMembers.of(this.ctx, group.id, args);
    const edges = list.edges.map(withJoin).map((edge) => ({ ...edge, node: seenBy(this.ctx.viewer, edge.node) }));
    return { ...list, edges };
  }

  /** The same of a large group: the members are found in steps, as users are. */
  private async foundAmongMany(
    { id: groupId, customerId }: Group,
    args: ListArgs,
  ): Promise<Connection<UserView, JoinEdge<UserView>>> {
    const list = await findListed(this.ctx, userListing, customerId, args, [memberOf(groupId)]);
    const userId = { $in: list.edges.map(({ node }) => node.id) };
    const joins = await this.ctx.em.find(Membership, { groupId, userId });
    const times = new Map(joins.map((join) => [join.userId, join.joinedAt]));
    const edges = list.edges.flatMap(({ node, cursor }) => {
      const joinedAt = times.get(node.id);
      // A membership can have ended since the users were read.
      return joinedAt ? [{ node: seenBy(this.ctx.viewer, node), cursor, joinedAt }] : [];
    });
    return { ...list, edges };
  }

  /** Counts the members whom the lists of this request compare, and refuses too many. */
  private compare({ memberCount }: Group): void {
    this.compared += Math.min(memberCount, COMPARED_MAX);
    if (this.compared > COMPARED_TOGETHER_MAX)
      throw kernelErrors.FILTER_TOO_COSTLY({
        field: 'where',
        broken: broken('too_many_members', { max: COMPARED_TOGETHER_MAX }),
      });
  }

  /** The user's groups, by default all in the order in which the groups were created. */
  async groupsOf(user: User, args: ListArgs): Promise<Connection<Group, JoinEdge<Group>>> {
    groupPolicy.read(this.ctx.viewer);
    if (args.where || args.orderBy) {
      const list = await chosenGroups.of(this.ctx, user.id, args);
      return { ...list, edges: list.edges.map(withJoin) };
    }
    const page = readPage(args, BY_GROUP);
    const read = (which: Page) => this.ctx.loader(userGroupPageLoader).load({ ownerId: user.id, page: which });
    return connectionOf(
      await read(page),
      page,
      joinEdge<Group>(BY_GROUP),
      () => this.ctx.loader(userGroupCountLoader).load(user.id),
      read,
    );
  }

  /** Adds the users to the group, in one transaction. Members stay members. */
  async add(groupId: string, userIds: readonly string[]): Promise<MembershipResult[]> {
    return this.insert(groupPolicy.write(this.ctx.viewer, this.ctx.settings.groups), groupId, userIds);
  }

  /** Removes the users from the group, in one transaction. */
  async remove(groupId: string, userIds: readonly string[]): Promise<MembershipResult[]> {
    return this.end(groupPolicy.delete(this.ctx.viewer, this.ctx.settings.groups), groupId, userIds);
  }

  /** Adds the first members of a group, in the unit of work that creates it. Fails unless all can be added. */
  async addFirst(permit: GroupWrite, tx: Transaction, groupId: string, memberIds: readonly string[]): Promise<void> {
    const places = new Map(memberIds.map((id, index) => [id.toLowerCase(), index]));
    const userIds = [...places.keys()];
    const rows = await tx.rows(statements.addMembers, this.addition(permit, groupId, userIds));
    refuse(
      rows.flatMap(({ userId, known, full }) => {
        const place = places.get(userId)!;
        if (!known) return [unknownMember(place)];
        return full ? [groupErrors.TOO_MANY_GROUPS(member(place, 'full_user'))] : [];
      }),
    );
  }

  /**
   * Records the end of all memberships of a group, in the unit of work that deletes it. Returns the group, locked, or throws
   * why it cannot be deleted.
   */
  async endAll(permit: GroupDelete, tx: Transaction, groupId: string): Promise<Group> {
    const ended = isUuid(groupId) ? await this.endMany(permit, tx, [groupId.toLowerCase()]) : new Map<string, never>();
    const group = ended.get(groupId.toLowerCase()) ?? groupErrors.GROUP_NOT_FOUND();
    if (group instanceof AppError) throw group;
    return group;
  }

  /**
   * The same for many groups, in as many round trips. Returns the groups, or why they cannot be deleted, by their ids. Those
   * that do not exist are missing.
   */
  async endMany(
    permit: GroupDelete,
    tx: Transaction,
    groupIds: readonly string[],
  ): Promise<ReadonlyMap<string, Group | AppError>> {
    const { customerId, reachesLending, reachesRoles } = permit;
    const where = { customerId, id: { $in: [...groupIds] } };
    const groups = await tx.em.find(Group, where, { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } });
    const ended = await Promise.all(
      groups.map(async (group) => {
        const { id: groupId } = group;
        const event = this.event('membership.removed', groupId);
        const nestingEvent = this.event('nesting.removed', groupId);
        const values = { customerId, reachesLending, reachesRoles, groupId, event, nestingEvent, most: MEMBERS_MAX };
        const lent = (await tx.first(statements.endMemberships, values))!;
        return undeletable(permit, lent) ?? group;
      }),
    );
    return new Map(groups.map(({ id }, n) => [id, ended[n]!]));
  }

  /** Adds users to a group by one statement, of a transaction or not. It returns no row if there is no such group. */
  addIn(permit: GroupWrite, db: Database, groupId: string, userIds: readonly string[]): Promise<MembershipOutcome[]> {
    return db.rows(statements.addMembers, this.addition(permit, groupId, userIds));
  }

  /** Removes users from a group by one statement, of a transaction or not. It returns no row if there is no such group. */
  removeIn(
    { customerId, reachesLending, reachesRoles }: GroupDelete,
    db: Database,
    groupId: string,
    userIds: readonly string[],
  ): Promise<MembershipOutcome[]> {
    const event = this.event('membership.removed', groupId);
    return db.rows(statements.removeMembers, { customerId, reachesLending, reachesRoles, groupId, userIds, event });
  }

  private async insert(permit: GroupWrite, groupId: string, userIds: readonly string[]): Promise<MembershipResult[]> {
    const ids = await this.read(groupId, userIds);
    const rows = await this.addIn(permit, this.ctx.db, groupId, ids).catch(explain);
    return resultsOf(groupId, ids, rows, 'ADDED', 'ALREADY_MEMBER');
  }

  private async end(permit: GroupDelete, groupId: string, userIds: readonly string[]): Promise<MembershipResult[]> {
    const ids = await this.read(groupId, userIds);
    const rows = await this.removeIn(permit, this.ctx.db, groupId, ids);
    return resultsOf(groupId, ids, rows, 'REMOVED', 'NOT_A_MEMBER');
  }

  private async read(groupId: string, userIds: readonly string[]): Promise<string[]> {
    const ids = readIds('userIds', userIds, MEMBERS_MAX);
    if (!isUuid(groupId)) throw groupErrors.GROUP_NOT_FOUND();
    // The statements return a row for each user. Without users they do not tell whether the group exists.
    if (ids.length === 0 && !(await this.ctx.loader(groupLoader).load(groupId.toLowerCase())))
      throw groupErrors.GROUP_NOT_FOUND();
    return ids;
  }

  private addition(
    { customerId, reachesLending, reachesRoles, viewer }: GroupWrite,
    groupId: string,
    userIds: readonly string[],
  ) {
    const event = this.event('membership.added', groupId);
    const most = groupPolicy.groupsPerUser(viewer);
    return { customerId, reachesLending, reachesRoles, groupId, userIds, now: this.ctx.clock.now(), event, most };
  }

  /** The audit event of a membership, which the statements write for each user. */
  private event(action: string, groupId: string): AuditRow {
    return auditRow(this.ctx, { action, subjectType: 'group', subjectId: groupId.toLowerCase() });
  }
}

const member = (place: number, rule: 'no_user' | 'full_user') => ({
  field: `memberIds.${place}`,
  broken: broken(rule),
});

/** The error of a group whose first members have somebody who does not exist at this place. */
export const unknownMember = (place: number): AppError => errorOf('UNKNOWN_USER', member(place, 'no_user'));

const joinEdge =
  <Node extends { readonly id: string }>(order: Order) =>
  ({ node, joinedMs }: Joined<Node>): JoinEdge<Node> =>
    new OrderedJoin(order, node, joinedMs);

/** An edge whose cursor and time are made only if they are selected. */
class OrderedJoin<Node extends { readonly id: string }> implements JoinEdge<Node> {
  constructor(
    private readonly order: Order,
    readonly node: Node,
    private readonly joinedMs: number,
  ) {}

  get cursor(): string {
    return edgeOf(this.order, this.node, placeById).cursor;
  }

  get joinedAt(): Date {
    return new Date(this.joinedMs);
  }
}

const placeById = ({ id }: { readonly id: string }) => [id];

/** Throws what is wrong with the group as a whole. */
function resultsOf(
  groupId: string,
  userIds: string[],
  rows: MembershipOutcome[],
  changed: Outcome,
  unchanged: Outcome,
): MembershipResult[] {
  if (rows.some(({ reached }) => !reached)) throw groupErrors.GROUP_LENDS();
  return changesOf(groupId.toLowerCase(), userIds, rows).map((change) => {
    if (change.error?.code === 'GROUP_NOT_FOUND') throw change.error;
    return { ...change, outcome: outcomeOf(change.error) ?? (change.changed ? changed : unchanged) };
  });
}

const outcomeOf = (error: AppError | null): Outcome | undefined => OUTCOMES.find((outcome) => outcome === error?.code);
