import { raw, sql } from '@mikro-orm/postgresql';
import type { RequestContext } from '../../ground/kernel/context.ts';
import { entityLoader } from '../../ground/kernel/entity-read.ts';
import { orderBy } from '../../ground/lists/order.ts';
import { OwnedPages } from '../../ground/lists/page-loader.ts';
import { ApiScope } from '../apis/index.ts';
import { RoleAssignment } from './role-assignment.entity.ts';
import { assignmentListing } from './role-assignment.filter.ts';
import { Role } from './role.entity.ts';

/** The roles of the viewer's customer by id. */
export const roleLoader = entityLoader(Role);
/** The same of assignments, also of those that have ended. */
export const assignmentLoader = entityLoader(RoleAssignment);

/** The scopes that roles allow, in the order in which they were created. */
export const permissionPages = new OwnedPages(ApiScope, {
  owner: 'e.id = any(array(select q.scope_id from role_permissions q where q.role_id = owner))',
  order: orderBy(ApiScope, { id: 'asc' }),
});

/** Pages of the assignments that have not ended, oldest first. Nobody is told of the others, which are swept. */
const assignments = (owner: string, ownerType: 'uuid' | 'text' = 'uuid') =>
  new OwnedPages(RoleAssignment, {
    owner: `${owner} = owner`,
    ownerType,
    order: orderBy(RoleAssignment, { id: 'asc' }),
    where: ({ clock }: RequestContext) => sql`${raw('(e.expires_at is null or e.expires_at >')} ${clock.now()})`,
    listing: assignmentListing,
  });

export const assignmentsOf = {
  role: assignments('e.role_id'),
  user: assignments('e.user_id'),
  group: assignments('e.group_id'),
  client: assignments('e.client_id', 'text'),
  organization: assignments('e.organization_id'),
};
