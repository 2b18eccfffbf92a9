import type { EntityManager } from '@mikro-orm/postgresql';
import { signedIn } from '../../ground/kernel/access.ts';
import type { RequestContext } from '../../ground/kernel/context.ts';
import { Loader } from '../../ground/kernel/loader.ts';
import { entityNamed } from '../../ground/kernel/entity.ts';
import type { AppError } from '../../ground/kernel/errors.ts';
import type { SecondFactorGroup } from '../customers/second-factor.entity.ts';
import type { RoleAssignment } from '../roles/role-assignment.entity.ts';
import { groupErrors } from './errors.ts';
import type { Group } from './group.entity.ts';
import { Membership } from './membership.entity.ts';
import { groupPolicy, type GroupDelete, type GroupWrite, type Lent } from './group.policy.ts';

// A group lends its members more than its name if it belongs to an organization, for which they may act, if the customer's
// second-factor policy names it, or if it has a role.

type Lending = Pick<Group, 'id' | 'organizationId'>;

/** Whether the second-factor policy names group `g`, for statements. */
export const isNamed = (g: string, customer: string): string =>
  `exists (select from second_factor_groups sg where sg.customer_id = ${customer} and sg.group_id = ${g}.id)`;

/** Whether group `g` lends its members something, for statements. */
export const lends = (g: string, customer: string): string =>
  `(${g}.organization_id is not null or ${isNamed(g, customer)})`;

/** Whether group `g` has a role, for statements. */
export const hasRole = (g: string): string =>
  `exists (select from role_assignments r where r.group_id = ${g}.id offset 0)`;

/** What each of the groups lends its members. */
async function lentBy(em: EntityManager, customerId: string, groups: readonly Lending[]): Promise<Lent[]> {
  const where = { customerId, groupId: { $in: groups.map(({ id }) => id) } };
  const plain = { disableIdentityMap: true } as const;
  const named = await em.find(entityNamed<SecondFactorGroup>('SecondFactorGroup'), where, plain);
  const roles = await em.find(entityNamed<RoleAssignment>('RoleAssignment'), where, plain);
  const [inPolicy, withRole] = [named, roles].map(
    (rows) => new Set<string | null | undefined>(rows.map(({ groupId }) => groupId)),
  );
  return groups.map(({ id, organizationId }) => ({
    lends: organizationId !== null || inPolicy!.has(id),
    hasRole: withRole!.has(id),
  }));
}

/**
 * Why the permit does not reach those of the groups that lend something, by their ids. The groups are as they are before the
 * change, and locked; `organizationId` is the organization that they are to have, if it changes.
 */
export async function heldBack(
  em: EntityManager,
  permit: GroupWrite,
  groups: readonly Lending[],
  organizationId?: string | null,
): Promise<ReadonlyMap<string, AppError>> {
  if (permit.reachesLending && permit.reachesRoles) return new Map();
  const lent = await lentBy(em, permit.customerId, groups);
  return new Map(
    groups.flatMap(({ id }, n) => {
      const refusal = groupPolicy.refusal(permit, { ...lent[n]!, lends: lent[n]!.lends || Boolean(organizationId) });
      return refusal ? [[id, refusal] as const] : [];
    }),
  );
}

/** Why a group cannot be deleted; null if it can. Nobody deletes one that the second-factor policy names. */
export function undeletable(
  permit: GroupDelete,
  { organizationId }: Lending,
  { isNamed: named, hasRole: withRole }: { readonly isNamed: boolean; readonly hasRole: boolean },
): AppError | null {
  const refusal = groupPolicy.refusal(permit, { lends: organizationId !== null || named, hasRole: withRole });
  return refusal ?? (named ? groupErrors.GROUP_IN_POLICY() : null);
}

const lentLoader = (ctx: RequestContext): Loader<Lending, Lent, string> =>
  new Loader(ctx, (groups) => lentBy(ctx.em, signedIn(ctx.viewer).customerId, groups), { cacheKeyFn: ({ id }) => id });

/** Refuses a permit that does not reach the group. */
export async function requireReachOf(
  ctx: RequestContext,
  permit: GroupWrite | GroupDelete,
  group: Lending,
): Promise<void> {
  if (permit.reachesLending && permit.reachesRoles) return;
  const refusal = groupPolicy.refusal(permit, await ctx.loader(lentLoader).load(group));
  if (refusal) throw refusal;
}

/** Those of the groups that have a role, unless the viewer gives roles. */
async function beyondRoleReach(
  { viewer }: RequestContext,
  em: EntityManager,
  groupIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { customerId, reachesRoles } = groupPolicy.place(viewer);
  if (reachesRoles || groupIds.length === 0) return new Set();
  const where = { customerId, groupId: { $in: [...new Set(groupIds)] } };
  const assignments = entityNamed<RoleAssignment>('RoleAssignment');
  const found = await em.find(assignments, where, { fields: ['groupId'], disableIdentityMap: true });
  return new Set(found.flatMap(({ groupId }) => groupId ?? []));
}

/** Refuses to put new users into groups that have a role, unless the viewer gives roles. */
export async function requireRoleReach(ctx: RequestContext, groupIds: readonly string[]): Promise<void> {
  if ((await beyondRoleReach(ctx, ctx.em, groupIds)).size > 0) throw groupErrors.GROUP_LENDS();
}

/** A user, null for one to create, with groups that they are to be in. */
interface Placed {
  readonly userId: string | null;
  readonly groupIds: readonly string[];
}

/** Why some of the users cannot join their groups. Whoever is in a group already does not join it. */
export async function refusedJoins<Each extends Placed>(
  ctx: RequestContext,
  em: EntityManager,
  placed: readonly Each[],
): Promise<ReadonlyMap<Each, AppError>> {
  const beyond = await beyondRoleReach(
    ctx,
    em,
    placed.flatMap(({ groupIds }) => groupIds),
  );
  if (beyond.size === 0) return new Map();
  const where = { userId: { $in: placed.flatMap(({ userId }) => userId ?? []) }, groupId: { $in: [...beyond] } };
  const held = await em.find(Membership, where, { disableIdentityMap: true });
  const isIn = new Set(held.map(({ userId, groupId }) => `${userId} ${groupId}`));
  return new Map(
    placed.flatMap((each) => {
      const joins = each.groupIds.some((id) => beyond.has(id) && !isIn.has(`${each.userId} ${id}`));
      return joins ? [[each, groupErrors.GROUP_LENDS({ field: 'groups' })] as const] : [];
    }),
  );
}
