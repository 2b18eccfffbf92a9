import type { EntityManager } from '@mikro-orm/postgresql';
import type { RequestContext } from '../../ground/kernel/context.ts';
import type { Transaction } from '../../ground/kernel/database.ts';
import { AppError, errorOf } from '../../ground/kernel/errors.ts';
import { newId } from '../../ground/kernel/ids.ts';
import { outcomeOf } from '../../ground/kernel/input.ts';
import { roleErrors } from './errors.ts';
import { giveRole, isChangedBy, isLasting } from './given-role.ts';
import { countsOf } from './refused-holders.ts';
import { RoleAssignment } from './role-assignment.entity.ts';
import { ASSIGNMENTS_MAX } from './role-assignment.input.ts';
import { rolePolicy } from './role.policy.ts';

/** A role that a user is to have. */
export interface WantedRole {
  readonly roleId: string;
  readonly organizationId: string | null;
  /** If it is left out, an assignment that there is keeps its end. */
  readonly expiresAt?: Date;
}

/** A user, null for one to create, with the roles that they are to have. Their roles are locked. */
interface Receiver {
  readonly userId: string | null;
  readonly roles: readonly WantedRole[];
}

/** What is to change for a receiver: roles, each with the assignment that there is. */
export type RolePlan = readonly (WantedRole & { readonly before: RoleAssignment | undefined })[];

const keyOf = ({ roleId, organizationId }: { roleId: string; organizationId?: string | null | undefined }): string =>
  `${roleId} ${organizationId ?? ''}`;

/**
 * What is to be given to each of the receivers, or why they cannot have it. What they have already is in no plan, and needs no
 * right. Takes the same number of queries for any number of receivers.
 */
export async function planRoles<Each extends Receiver>(
  ctx: RequestContext,
  { em }: Transaction,
  customerId: string,
  receivers: readonly Each[],
): Promise<ReadonlyMap<Each, RolePlan | AppError>> {
  const now = ctx.clock.now();
  const wanting = receivers.filter(({ roles }) => roles.length > 0);
  const userIds = wanting.flatMap(({ userId }) => userId ?? []);
  const roleIds = [...new Set(wanting.flatMap(({ roles }) => roles.map(({ roleId }) => roleId)))];
  const held =
    userIds.length > 0
      ? await em.find(RoleAssignment, { customerId, userId: { $in: userIds }, roleId: { $in: roleIds } })
      : [];
  const counts = userIds.length > 0 ? await countsOf(em, customerId, 'user', userIds, now) : new Map<string, number>();
  const byUser = Map.groupBy(held, ({ userId }) => userId);
  const denied = outcomeOf(() => rolePolicy.write(ctx.viewer));
  return new Map(
    wanting.map((each) => {
      const has = new Map((byUser.get(each.userId) ?? []).map((assignment) => [keyOf(assignment), assignment]));
      const plan = each.roles
        .map((role) => ({ ...role, before: has.get(keyOf(role)) }))
        .filter(({ before, expiresAt }) => !before || !isLasting(before, now) || isChangedBy(before, expiresAt));
      const more = plan.filter(({ before }) => !isLasting(before, now)).length;
      if (plan.length > 0 && denied instanceof AppError) return [each, errorOf(denied.code, { field: 'roles' })];
      const isFull = more > 0 && (counts.get(each.userId ?? '') ?? 0) + more > ASSIGNMENTS_MAX;
      return [each, isFull ? roleErrors.TOO_MANY_ASSIGNMENTS({ field: 'roles' }) : plan];
    }),
  );
}

/** Gives users what was planned, in the transaction of the plan. */
export function givePlanned(
  ctx: RequestContext,
  em: EntityManager,
  customerId: string,
  receivers: readonly { readonly userId: string; readonly plan: RolePlan }[],
): void {
  const gifts = receivers.flatMap(({ userId, plan }) =>
    plan.map((role) => ({ ...role, holder: { kind: 'user', id: userId } as const, customerId })),
  );
  // Made together, because ids of one moment sort in the order in which they are made.
  const ids = gifts.map(() => newId(ctx.clock.now()));
  for (const [n, { before, ...gift }] of gifts.entries())
    giveRole(ctx, em, { expiresAt: undefined, ...gift, id: ids[n]! }, before);
}
