import { signedIn } from '../../ground/kernel/access.ts';
import type { RequestContext } from '../../ground/kernel/context.ts';
import { byKey, sql, type Database, type Transaction } from '../../ground/kernel/database.ts';
import { Loader } from '../../ground/kernel/loader.ts';
import type { AppError } from '../../ground/kernel/errors.ts';
import { outerGroups } from '../access/index.ts';
import { groupErrors } from './errors.ts';
import type { Group } from './group.entity.ts';
import { Membership } from './membership.entity.ts';
import { groupPolicy, type GroupDelete, type GroupWrite, type Lent } from './group.policy.ts';

// A group lends its members more than its name if it belongs to an organization, for which they may act, if the customer's
// second-factor policy names it, or if it has a role. So does every group inside such a group.

type Lending = Pick<Group, 'id' | 'organizationId'>;

/** Whether the second-factor policy names group `g`, for statements. */
export const isNamed = (g: string, customer: string): string =>
  `exists (select from second_factor_groups sg where sg.customer_id = ${customer} and sg.group_id = ${g}.id)`;

/** Whether group `g` lends its members something but roles, itself or by a group that it is in, for statements. */
export const lends = (g: string, customer: string): string =>
  `exists (
     select from ${outerGroups(`${g}.id`)} o ${byKey('groups', 'og', 'o.group_id')}
     where og.organization_id is not null or ${isNamed('og', customer)} offset 0)`;

/** Whether group `g` has a role, itself or by a group that it is in, for statements. */
export const hasRole = (g: string): string =>
  `exists (
     select from ${outerGroups(`${g}.id`)} o
     where exists (select from role_assignments r where r.group_id = o.group_id offset 0) offset 0)`;

/** Which groups a change is for, as a permit tells. */
export interface Reaching {
  readonly reachesLending: boolean;
  readonly reachesRoles: boolean;
}

/** The group of a change, and whether the caller's permit reaches it, as the CTE `target`. */
export const reachedGroup = `target as materialized (
     select g.id, (:reachesLending or not ${lends('g', ':customerId')}) and (:reachesRoles or not ${hasRole('g')}) as reached
     from groups g where g.id = :groupId and g.customer_id is not distinct from :customerId
   )`;

/** Many rows at once: what each of the groups lends its members. */
const lentByGroups = sql<Lent & { id: string }, { customerId: string; groupIds: readonly string[] }>(
  'groups.lending',
  `select g.id, ${lends('g', ':customerId')} as lends, ${hasRole('g')} as "hasRole"
   from unnest(:groupIds::uuid[]) wanted ${byKey('groups', 'g', 'wanted')}
   where g.customer_id is not distinct from :customerId`,
);

async function lentBy(db: Database, customerId: string, groupIds: readonly string[]) {
  const found = await db.rows(lentByGroups, { customerId, groupIds });
  return new Map<string, Lent>(found.map(({ id, ...lent }) => [id, lent]));
}

const NOTHING: Lent = { lends: false, hasRole: false };

/**
 * Why the permit does not reach those of the groups that lend something, by their ids. The groups are as they are before the
 * change, and locked; `organizationId` is the organization that they are to have, if it changes.
 */
export async function heldBack(
  db: Database,
  permit: GroupWrite,
  groups: readonly Lending[],
  organizationId?: string | null,
): Promise<ReadonlyMap<string, AppError>> {
  if (permit.reachesLending && permit.reachesRoles) return new Map();
  const ids = groups.map(({ id }) => id);
  const lent = await lentBy(db, permit.customerId, ids);
  return new Map(
    ids.flatMap((id) => {
      const each = lent.get(id) ?? NOTHING;
      const refusal = groupPolicy.refusal(permit, { ...each, lends: each.lends || Boolean(organizationId) });
      return refusal ? [[id, refusal] as const] : [];
    }),
  );
}

/** Why a group cannot be deleted; null if it can. Nobody deletes one that the second-factor policy names. */
export function undeletable(
  permit: GroupDelete,
  { isNamed: named, ...lent }: Lent & { readonly isNamed: boolean },
): AppError | null {
  return groupPolicy.refusal(permit, lent) ?? (named ? groupErrors.GROUP_IN_POLICY() : null);
}

const lentLoader = (ctx: RequestContext): Loader<string, Lent> =>
  new Loader(ctx, async (ids) => {
    const lent = await lentBy(ctx.db, signedIn(ctx.viewer).customerId, ids);
    return ids.map((id) => lent.get(id) ?? NOTHING);
  });

/** Refuses a permit that does not reach the group. */
export async function requireReachOf(
  ctx: RequestContext,
  permit: GroupWrite | GroupDelete,
  group: Lending,
): Promise<void> {
  if (permit.reachesLending && permit.reachesRoles) return;
  const refusal = groupPolicy.refusal(permit, await ctx.loader(lentLoader).load(group.id));
  if (refusal) throw refusal;
}

/** Those of the groups that have a role, unless the viewer gives roles. */
async function beyondRoleReach(
  { viewer }: RequestContext,
  db: Database,
  groupIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { customerId, reachesRoles } = groupPolicy.place(viewer);
  if (reachesRoles || groupIds.length === 0) return new Set();
  const lent = await lentBy(db, customerId, [...new Set(groupIds)]);
  return new Set([...lent].flatMap(([id, { hasRole: withRole }]) => (withRole ? [id] : [])));
}

/** Refuses to put new users into groups that have a role, unless the viewer gives roles. */
export async function requireRoleReach(ctx: RequestContext, groupIds: readonly string[]): Promise<void> {
  if ((await beyondRoleReach(ctx, ctx.db, groupIds)).size > 0) throw groupErrors.GROUP_LENDS();
}

/** A user, null for one to create, with groups that they are to be in. */
interface Placed {
  readonly userId: string | null;
  readonly groupIds: readonly string[];
}

/** Why some of the users cannot join their groups. Whoever is in a group already does not join it. */
export async function refusedJoins<Each extends Placed>(
  ctx: RequestContext,
  tx: Transaction,
  placed: readonly Each[],
): Promise<ReadonlyMap<Each, AppError>> {
  const beyond = await beyondRoleReach(
    ctx,
    tx,
    placed.flatMap(({ groupIds }) => groupIds),
  );
  if (beyond.size === 0) return new Map();
  const where = { userId: { $in: placed.flatMap(({ userId }) => userId ?? []) }, groupId: { $in: [...beyond] } };
  const held = await tx.em.find(Membership, where, { disableIdentityMap: true });
  const isIn = new Set(held.map(({ userId, groupId }) => `${userId} ${groupId}`));
  return new Map(
    placed.flatMap((each) => {
      const joins = each.groupIds.some((id) => beyond.has(id) && !isIn.has(`${each.userId} ${id}`));
      return joins ? [[each, groupErrors.GROUP_LENDS({ field: 'groups' })] as const] : [];
    }),
  );
}
