import type { EntityManager } from '@mikro-orm/postgresql';
import type { RequestContext } from '../../ground/kernel/context.ts';
import { newId } from '../../ground/kernel/ids.ts';
import { audit, changesBetween } from '../audit/index.ts';
import { RoleAssignment } from './role-assignment.entity.ts';
import type { Holder } from './role-assignment.input.ts';
import { HOLDER_IDS } from './role-holders.ts';

const NOBODY = { userId: null, groupId: null, clientId: null };

/** A role for a holder. */
interface GivenRole {
  readonly customerId: string;
  readonly roleId: string;
  readonly organizationId: string | null;
  readonly holder: Holder;
  /** Undefined if an assignment that there is keeps its end. */
  readonly expiresAt: Date | null | undefined;
  /** The id of a new assignment, if others are made in the same moment. */
  readonly id?: string;
}

export const isLasting = (assignment: RoleAssignment | undefined, now: Date): boolean =>
  assignment !== undefined && (!assignment.expiresAt || assignment.expiresAt > now);

/** Whether it changes anything if a role is given to somebody who has it. */
export const isChangedBy = (before: RoleAssignment, expiresAt: Date | null | undefined): boolean =>
  expiresAt !== undefined && expiresAt?.getTime() !== before.expiresAt?.getTime();

/** Gives a role to a holder. `before` is the assignment that there is, which may have ended. Returns it as it is now. */
export function giveRole(
  ctx: RequestContext,
  em: EntityManager,
  { customerId, roleId, organizationId, holder, expiresAt, id }: GivenRole,
  before: RoleAssignment | undefined,
): { readonly assignment: RoleAssignment; readonly changed: boolean } {
  const now = ctx.clock.now();
  if (before && isLasting(before, now)) {
    const changed = isChangedBy(before, expiresAt);
    if (changed) {
      const was = { ...before };
      before.expiresAt = expiresAt!;
      recordAssignment(ctx, em, 'role.reassigned', before, {
        ...changesBetween<RoleAssignment>(was, before, ['expiresAt']),
      });
    }
    return { assignment: before, changed };
  }
  const values = { expiresAt: expiresAt ?? null, createdAt: now };
  // One that has ended waits to be swept: it begins anew.
  const assignment = before
    ? Object.assign(before, values)
    : em.create(RoleAssignment, {
        id: id ?? newId(now),
        customerId,
        roleId,
        organizationId,
        ...NOBODY,
        [HOLDER_IDS[holder.kind]]: holder.id,
        ...values,
      });
  recordAssignment(ctx, em, 'role.assigned', assignment, { ...(expiresAt && { expiresAt }) });
  return { assignment, changed: true };
}

/** Writes what became of an assignment to the audit trail. */
export function recordAssignment(
  ctx: RequestContext,
  em: EntityManager,
  action: string,
  { roleId, userId, groupId, clientId, organizationId }: RoleAssignment,
  details: Readonly<Record<string, unknown>> = {},
): void {
  const named = Object.entries({ userId, groupId, clientId, organizationId }).filter(([, id]) => id);
  audit.record(em, ctx, {
    action,
    subjectType: 'role',
    subjectId: roleId,
    details: { ...Object.fromEntries(named), ...details },
  });
}
