import { node } from '../../../ground/kernel/graphql/node.ts';
import { RoleAssignment } from '../role-assignment.entity.ts';
import { RoleAssignmentService } from '../role-assignment.service.ts';
import { Role } from '../role.entity.ts';
import { RoleService } from '../role.service.ts';
import { RoleAssignmentType } from './role-assignment.type.ts';
import { AccessRoleType } from './role.type.ts';

export const roleNode = node('AccessRole', {
  type: AccessRoleType,
  entity: Role,
  subject: 'role',
  isCustomers: true,
  find: (ctx, id) => ctx.get(RoleService).find(id),
});

export const roleAssignmentNode = node('RoleAssignment', {
  type: RoleAssignmentType,
  entity: RoleAssignment,
  find: (ctx, id) => ctx.get(RoleAssignmentService).find(id),
});
