import { inBulk, type BulkMode } from '../../ground/kernel/bulk.ts';
import type { RequestContext } from '../../ground/kernel/context.ts';
import type { Transaction } from '../../ground/kernel/database.ts';
import { fault } from '../../ground/kernel/errors.ts';
import { readIds } from '../../ground/kernel/ids.ts';
import { selectedUsers, type UserSelection } from '../users/index.ts';
import { explain } from './group.constraints.ts';
import { MEMBERS_MAX } from './group.input.ts';
import { groupPolicy } from './group.policy.ts';
import { changesOf, type MembershipChange } from './membership-change.ts';
import type { MembershipOutcome } from './membership.hot.sql.ts';
import { MembershipService } from './membership.service.ts';

/** The most groups that one operation may name. */
export const GROUPS_MAX = 100;

type Change = (tx: Transaction, groupId: string, userIds: readonly string[]) => Promise<MembershipOutcome[]>;

/** Adds many users to many groups at once, and removes them. Each group takes one statement. */
export class MembershipBulkService {
  constructor(private readonly ctx: RequestContext) {}

  /** Adds the users to each of the groups. */
  async add(selection: UserSelection, groupIds: readonly string[], mode: BulkMode): Promise<MembershipChange[]> {
    const permit = groupPolicy.write(this.ctx.viewer, this.ctx.settings.groups);
    const service = this.ctx.get(MembershipService);
    return this.change(selection, groupIds, mode, (tx, groupId, ids) => service.addIn(permit, tx, groupId, ids));
  }

  /** Removes the users from each of the groups. */
  async remove(selection: UserSelection, groupIds: readonly string[], mode: BulkMode): Promise<MembershipChange[]> {
    const permit = groupPolicy.delete(this.ctx.viewer, this.ctx.settings.groups);
    const service = this.ctx.get(MembershipService);
    return this.change(selection, groupIds, mode, (tx, groupId, ids) => service.removeIn(permit, tx, groupId, ids));
  }

  private async change(
    selection: UserSelection,
    groupIds: readonly string[],
    mode: BulkMode,
    change: Change,
  ): Promise<MembershipChange[]> {
    // In one order, so that two operations on the same groups never wait for each other in a circle.
    const groups = readIds('groupIds', groupIds, GROUPS_MAX).toSorted();
    const userIds = await selectedUsers(this.ctx, selection);
    if (userIds.length * groups.length > MEMBERS_MAX)
      throw fault('groupIds', 'too_many_memberships', { max: MEMBERS_MAX });
    if (userIds.length === 0) return [];
    return inBulk(this.ctx, mode, async (tx) => {
      const outcomes = await Promise.all(groups.map((groupId) => change(tx, groupId, userIds)));
      return groups.flatMap((groupId, n) => changesOf(groupId, userIds, outcomes[n]!));
    }).catch(explain);
  }
}
