import { viewerCan } from '../../../ground/kernel/graphql/module.ts';
import { rolePolicy } from '../role.policy.ts';

export const rolePermissions = [
  viewerCan('AccessRole', {
    updateRole: ({ viewer }) => rolePolicy.write(viewer),
    deleteRole: ({ viewer }) => rolePolicy.write(viewer),
    assignRole: ({ viewer }) => rolePolicy.write(viewer),
    unassignRole: ({ viewer }) => rolePolicy.write(viewer),
  }),
  viewerCan('Viewer', {
    readRoles: ({ viewer }) => rolePolicy.read(viewer),
    createRole: ({ viewer }) => rolePolicy.write(viewer),
  }),
];
