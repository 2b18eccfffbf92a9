import { signedIn } from '../../ground/kernel/access.ts';
import type { RequestContext } from '../../ground/kernel/context.ts';
import type { Database, Transaction } from '../../ground/kernel/database.ts';
import { Loader } from '../../ground/kernel/loader.ts';
import type { AppError } from '../../ground/kernel/errors.ts';
import { groupErrors } from './errors.ts';
import type { Group } from './group.entity.ts';
import { lentByGroups } from './lending.hot.sql.ts';
import { Membership } from './membership.entity.ts';
import { groupPolicy, type GroupDelete, type GroupWrite, type Lent } from './group.policy.ts';

type Lending = Pick<Group, 'id' | 'organizationId'>;

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
