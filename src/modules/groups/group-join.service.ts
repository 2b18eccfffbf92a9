import type { RequestContext } from '../../ground/kernel/context.ts';
import type { Database, Transaction } from '../../ground/kernel/database.ts';
import { auditRow } from '../audit/index.ts';
import { explain } from './group.constraints.ts';
import { Group } from './group.entity.ts';
import { groupPolicy } from './group.policy.ts';
import { Membership } from './membership.entity.ts';
import * as statements from './membership.hot.sql.ts';

/** A user who joins a group. */
interface Joining {
  readonly groupId: string;
  readonly userId: string;
}

/** Adds users to groups, in the transaction that creates the users. A viewer who may create users may choose their groups. */
export async function addNewMembers(
  ctx: RequestContext,
  tx: Database,
  customerId: string,
  joining: readonly Joining[],
): Promise<void> {
  groupPolicy.place(ctx.viewer);
  const events = joining.map(({ groupId, userId }) =>
    auditRow(ctx, { action: 'membership.added', subjectType: 'group', subjectId: groupId, details: { userId } }),
  );
  const values = {
    customerId,
    groupIds: joining.map(({ groupId }) => groupId),
    userIds: joining.map(({ userId }) => userId),
    now: ctx.clock.now(),
    events: JSON.stringify(events),
  };
  await tx.rows(statements.joinGroups, values).catch(explain);
}

/** A user and the groups that they are to join. */
export interface Joiner {
  readonly userId: string;
  readonly groupIds: readonly string[];
  /** Whether the same transaction has created the user, who is in no group then. */
  readonly isNew: boolean;
}

/**
 * Adds users, who are locked, to the groups that they are not in. Returns those who joined one, and those who join none
 * because they would be in too many, counting also those through other groups. Takes the same number of queries for any
 * number of users.
 */
export async function joinGroups(
  ctx: RequestContext,
  tx: Transaction,
  customerId: string,
  joiners: readonly Joiner[],
): Promise<{ readonly joined: ReadonlySet<string>; readonly full: ReadonlySet<string> }> {
  if (joiners.length === 0) return { joined: new Set(), full: new Set() };
  const members = joiners.filter(({ isNew }) => !isNew);
  const userIds = members.map(({ userId }) => userId);
  const groupIds = [...new Set(members.flatMap((joiner) => joiner.groupIds))];
  const most = groupPolicy.groupsPerUser(ctx.viewer);
  const [, held, crowded] = await Promise.all([
    tx.rows(statements.keepNestings, { customerId }),
    members.length === 0
      ? []
      : tx.em.find(
          Membership,
          { customerId, userId: { $in: userIds }, groupId: { $in: groupIds } },
          { disableIdentityMap: true },
        ),
    tx.rows(statements.crowdedJoiners, { most, ...pairsOf(joiners) }),
  ]);
  const isIn = new Set(held.map(({ userId, groupId }) => `${userId} ${groupId}`));
  const tooMany = new Set(crowded.map(({ userId }) => userId));
  const wanted = joiners.map(({ userId, groupIds: each }) => ({
    userId,
    missing: each.filter((groupId) => !isIn.has(`${userId} ${groupId}`)),
  }));
  const isFull = ({ userId, missing }: (typeof wanted)[number]): boolean => missing.length > 0 && tooMany.has(userId);
  const joining = wanted
    .filter((each) => !isFull(each))
    .flatMap(({ userId, missing }) => missing.map((groupId) => ({ userId, groupId })));
  if (joining.length > 0) await addNewMembers(ctx, tx, customerId, joining);
  return {
    joined: new Set(joining.map(({ userId }) => userId)),
    full: new Set(wanted.filter(isFull).map(({ userId }) => userId)),
  };
}

/** Each user with each group that they are to join. */
function pairsOf(joiners: readonly Joiner[]): { readonly userIds: string[]; readonly groupIds: string[] } {
  const pairs = joiners.flatMap(({ userId, groupIds }) => groupIds.map((groupId) => ({ userId, groupId })));
  return { userIds: pairs.map(({ userId }) => userId), groupIds: pairs.map(({ groupId }) => groupId) };
}

/** The ids of the groups of the viewer's customer that have these names, by their names. */
export async function groupsByName(
  ctx: RequestContext,
  { em }: Transaction,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (names.length === 0) return new Map();
  const { customerId } = groupPolicy.read(ctx.viewer);
  const found = await em.find(Group, { customerId, name: { $in: [...names] } }, { disableIdentityMap: true });
  return new Map(found.map(({ name, id }) => [name, id]));
}
