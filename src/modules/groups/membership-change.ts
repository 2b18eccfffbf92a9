import type { ItemResult } from '../../ground/kernel/bulk.ts';
import { errorOf } from '../../ground/kernel/errors.ts';
import { groupErrors } from './errors.ts';
import type { MembershipOutcome } from './membership.hot.sql.ts';

/** What became of one user in one group. */
export interface MembershipChange extends ItemResult {
  readonly userId: string;
  readonly groupId: string;
}

/** What became of users in a group, by the rows of a statement. It returns none if the group does not exist. */
export function changesOf(
  groupId: string,
  userIds: readonly string[],
  rows: readonly MembershipOutcome[],
): MembershipChange[] {
  if (rows.length === 0)
    return userIds.map((userId) => ({ userId, groupId, changed: false, error: groupErrors.GROUP_NOT_FOUND() }));
  return rows.map((row) => ({ userId: row.userId, groupId, changed: row.changed, error: errorIn(row) }));
}

function errorIn({ reached, known, full }: MembershipOutcome) {
  if (!reached) return groupErrors.GROUP_LENDS();
  if (!known) return errorOf('USER_NOT_FOUND');
  return full ? groupErrors.TOO_MANY_GROUPS() : null;
}
