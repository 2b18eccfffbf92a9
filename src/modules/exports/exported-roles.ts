import { raw } from '@mikro-orm/postgresql';
import type { RequestContext } from '../../ground/kernel/context.ts';
import { Api } from '../apis/index.ts';
import { Organization } from '../organizations/index.ts';
import { Role, RoleAssignment, roleText } from '../roles/index.ts';
import { valuesOf } from './exported-values.ts';

/** A role as an import reads it: a text, or an object if it is for an organization or has an end. */
type ExportedRole = string | { readonly role: string; readonly organization?: string; readonly expires_at?: Date };

type Assigned = Pick<RoleAssignment, 'userId' | 'roleId' | 'organizationId' | 'expiresAt'>;

/** The roles that users have themselves and that have not ended, by the users' ids. The oldest first. */
export async function rolesOfUsers(
  ctx: RequestContext,
  customerId: string,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, readonly ExportedRole[]>> {
  const assigned = await ctx.runtime
    .fork()
    .createQueryBuilder(RoleAssignment, 'a')
    .select(['userId', 'roleId', 'organizationId', 'expiresAt'])
    .where({
      userId: { $in: [...userIds] },
      [raw('a.customer_id is not distinct from ?', [customerId])]: [],
      $or: [{ expiresAt: null }, { expiresAt: { $gt: ctx.clock.now() } }],
    })
    .orderBy({ id: 'asc' })
    .execute<Assigned[]>('all');
  const idsOf = (of: (each: Assigned) => string | null | undefined) => assigned.map(of);
  const names = await valuesOf(
    ctx,
    Role,
    customerId,
    idsOf(({ roleId }) => roleId),
    'name',
  );
  const apiIds = await valuesOf(
    ctx,
    Role,
    customerId,
    idsOf(({ roleId }) => roleId),
    'apiId',
  );
  const apis = await valuesOf(ctx, Api, customerId, [...apiIds.values()], 'identifier');
  const organizations = await valuesOf(
    ctx,
    Organization,
    customerId,
    idsOf((each) => each.organizationId),
    'name',
  );
  const told = ({ roleId, organizationId, expiresAt }: Assigned): ExportedRole[] => {
    const name = names.get(roleId);
    // Deleted since the assignments were read.
    if (name === undefined) return [];
    const role = roleText(name, apis.get(apiIds.get(roleId) ?? '') ?? null);
    if (!organizationId && !expiresAt) return [role];
    const organization = organizations.get(organizationId ?? '');
    if (organizationId && organization === undefined) return [];
    return [{ role, ...(organization !== undefined && { organization }), ...(expiresAt && { expires_at: expiresAt }) }];
  };
  const byUser = Map.groupBy(assigned, ({ userId }) => userId!);
  return new Map([...byUser].map(([userId, those]) => [userId, those.flatMap(told)]));
}
