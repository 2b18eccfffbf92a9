/**
 * The graph face of organizations: their fields, and the organization of a user and of a group.
 */
import type { GraphModule } from '../../../ground/kernel/graphql/module.ts';
import { OrganizationResolver, UserOrganizationResolver, GroupOrganizationResolver } from './organization.resolver.ts';
import { organizationNode } from './organization.node.ts';
import { organizationPermissions } from './organization.permissions.ts';

export { OrganizationType } from './organization.type.ts';

export const organizationsGraph: GraphModule = {
  resolvers: [OrganizationResolver, UserOrganizationResolver, GroupOrganizationResolver],
  nodes: [organizationNode],
  permissions: organizationPermissions,
};
