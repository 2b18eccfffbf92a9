import { raw } from '@mikro-orm/postgresql';
import type { RequestContext } from '../../ground/kernel/context.ts';
import { Api } from '../apis/index.ts';
import { Organization } from '../organizations/index.ts';
import { Role, RoleAssignment, roleText } from '../roles/index.ts';
import { rowsById, valuesOf } from './exported-values.ts';

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
  const roleIds = assigned.map(({ roleId }) => roleId);
  const roles = await rowsById(ctx, Role, customerId, roleIds, ['name', 'apiId']);
  const apiIds = [...roles.values()].map(({ apiId }) => apiId);
  const apis = await valuesOf(ctx, Api, customerId, apiIds, 'identifier');
  const organizationIds = assigned.map(({ organizationId }) => organizationId);
  const organizations = await valuesOf(ctx, Organization, customerId, organizationIds, 'name');
  const told = ({ roleId, organizationId, expiresAt }: Assigned): ExportedRole[] => {
    const found = roles.get(roleId);
    // Deleted since the assignments were read.
    if (!found) return [];
    const role = roleText(found.name, apis.get(found.apiId ?? '') ?? null);
    if (!organizationId && !expiresAt) return [role];
    const organization = organizations.get(organizationId ?? '');
    if (organizationId && organization === undefined) return [];
    return [{ role, ...(organization !== undefined && { organization }), ...(expiresAt && { expires_at: expiresAt }) }];
  };
  const byUser = Map.groupBy(assigned, ({ userId }) => userId!);
  return new Map([...byUser].map(([userId, those]) => [userId, those.flatMap(told)]));
}
