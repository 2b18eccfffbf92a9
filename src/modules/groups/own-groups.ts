import { administers, type SignedIn } from '../../ground/kernel/access.ts';
import type { RequestContext } from '../../ground/kernel/context.ts';
import { countLocked } from '../../ground/kernel/count-locked.ts';
import type { Transaction } from '../../ground/kernel/database.ts';
import { groupErrors } from './errors.ts';
import { Group } from './group.entity.ts';

/** Who a group that the viewer creates belongs to, for the count of `checkOwnGroups`. */
export const creatorOf = (viewer: SignedIn): string | null => (viewer.kind === 'user' ? viewer.userId : null);

/** Refuses so many more groups to a user who does not administer, if there were too many then that the user has created. */
export async function checkOwnGroups(
  { viewer, settings }: RequestContext,
  tx: Transaction,
  more: number,
): Promise<void> {
  if (viewer.kind !== 'user' || administers(viewer, 'write')) return;
  const { customerId, userId: creatorId } = viewer;
  const most = settings.limits.memberGroups;
  if ((await countLocked(tx, Group, creatorId, { customerId, creatorId })) + more > most)
    throw groupErrors.TOO_MANY_OWN_GROUPS({
      message: `There can be ${most} groups that you have created. Delete some first.`,
    });
}
