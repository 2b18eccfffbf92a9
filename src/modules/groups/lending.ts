import type { EntityManager } from '@mikro-orm/postgresql';
import { signedIn } from '../../ground/kernel/access.ts';
import type { RequestContext } from '../../ground/kernel/context.ts';
import { Loader } from '../../ground/kernel/loader.ts';
import { entityNamed } from '../../ground/kernel/entity.ts';
import type { AppError } from '../../ground/kernel/errors.ts';
import type { SecondFactorGroup } from '../customers/second-factor.entity.ts';
import { groupErrors } from './errors.ts';
import type { Group } from './group.entity.ts';
import { groupPolicy, type GroupDelete, type GroupWrite } from './group.policy.ts';

// A group lends its members more than its name if it belongs to an organization, for which they may act, or if the
// customer's second-factor policy names it.

type Lending = Pick<Group, 'id' | 'organizationId'>;

/** Whether the second-factor policy names group `g`, for statements. */
export const isNamed = (g: string, customer: string): string =>
  `exists (select from second_factor_groups sg where sg.customer_id = ${customer} and sg.group_id = ${g}.id)`;

/** Whether group `g` lends its members something, for statements. */
export const lends = (g: string, customer: string): string =>
  `(${g}.organization_id is not null or ${isNamed(g, customer)})`;

/** Those of the groups that the second-factor policy names. */
async function namedAmong(
  em: EntityManager,
  customerId: string,
  groups: readonly Lending[],
): Promise<ReadonlySet<string>> {
  const groupId = { $in: groups.map(({ id }) => id) };
  const found = await em.find(
    entityNamed<SecondFactorGroup>('SecondFactorGroup'),
    { customerId, groupId },
    { disableIdentityMap: true },
  );
  return new Set(found.map((named) => named.groupId));
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
  if (permit.reachesLending) return new Map();
  const named = await namedAmong(em, permit.customerId, groups);
  const isLending = (group: Lending): boolean => Boolean(group.organizationId ?? organizationId) || named.has(group.id);
  return new Map(
    groups.flatMap((group) => {
      const refusal = groupPolicy.refusal(permit, isLending(group));
      return refusal ? [[group.id, refusal] as const] : [];
    }),
  );
}

/** Why a group cannot be deleted; null if it can. Nobody deletes one that the second-factor policy names. */
export function undeletable(permit: GroupDelete, { organizationId }: Lending, named: boolean): AppError | null {
  const refusal = groupPolicy.refusal(permit, organizationId !== null || named);
  return refusal ?? (named ? groupErrors.GROUP_IN_POLICY() : null);
}

const namedLoader = (ctx: RequestContext): Loader<Lending, boolean, string> =>
  new Loader(
    ctx,
    async (groups) => {
      const named = await namedAmong(ctx.em, signedIn(ctx.viewer).customerId, groups);
      return groups.map(({ id }) => named.has(id));
    },
    { cacheKeyFn: ({ id }) => id },
  );

/** Refuses a permit that does not reach the group. */
export async function requireReachOf(
  ctx: RequestContext,
  permit: GroupWrite | GroupDelete,
  group: Lending,
): Promise<void> {
  if (permit.reachesLending) return;
  const inPolicy = group.organizationId === null && (await ctx.loader(namedLoader).load(group));
  const refusal = groupPolicy.refusal(permit, group.organizationId !== null || inPolicy);
  if (refusal) throw refusal;
}
