import type { RequestContext } from '../../ground/kernel/context.ts';
import type { Transaction } from '../../ground/kernel/database.ts';
import { auditRow } from '../audit/index.ts';
import { createGroups, groupsAsJson, type CreatedRow, type NewGroupRow } from './group-write.hot.sql.ts';

/**
 * Stores those of the groups whose names are free, with their audit events, and returns their rows. `memberCount` is how many
 * members each is to get in the same transaction.
 */
export function insertGroups(
  ctx: RequestContext,
  tx: Transaction,
  customerId: string,
  groups: readonly NewGroupRow[],
  memberCount = 0,
): Promise<CreatedRow[]> {
  const events = groups.map(({ id, name }) => {
    const subject = { subjectType: 'group', subjectId: id };
    return auditRow(ctx, { action: 'group.created', ...subject, details: { name, memberCount } });
  });
  return tx.rows(createGroups, { customerId, groups: groupsAsJson(groups), events: JSON.stringify(events) });
}
