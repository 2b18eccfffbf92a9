/**
 * The graph face of roles: their fields and permissions, who has them, and the roles of users, groups, clients and
 * organizations.
 */
import type { GraphModule } from '../../../ground/kernel/graphql/module.ts';
import {
  ClientRolesResolver,
  GroupRolesResolver,
  OrganizationRolesResolver,
  RoleAssignmentResolver,
  UserRolesResolver,
} from './role-assignment.resolver.ts';
import { roleAssignmentNode, roleNode } from './role.node.ts';
import { rolePermissions } from './role.permissions.ts';
import { AccessRoleRelations, RoleAssignmentRelations, RoleAssignmentResultRelations } from './role.relations.ts';
import { RoleResolver } from './role.resolver.ts';

export { RoleHolderKindEnum } from './role-assignment.type.ts';

export const rolesGraph: GraphModule = {
  resolvers: [
    RoleResolver,
    RoleAssignmentResolver,
    UserRolesResolver,
    GroupRolesResolver,
    ClientRolesResolver,
    OrganizationRolesResolver,
    AccessRoleRelations,
    RoleAssignmentRelations,
    RoleAssignmentResultRelations,
  ],
  nodes: [roleNode, roleAssignmentNode],
  permissions: rolePermissions,
};
