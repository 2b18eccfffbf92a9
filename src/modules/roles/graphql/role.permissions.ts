import { viewerCan } from '../../../ground/kernel/graphql/module.ts';
import { rolePolicy } from '../role.policy.ts';

export const rolePermissions = [
  viewerCan('AccessRole', {
    updateAccessRole: ({ viewer }) => rolePolicy.write(viewer),
    deleteAccessRole: ({ viewer }) => rolePolicy.write(viewer),
    assignRole: ({ viewer }) => rolePolicy.write(viewer),
    unassignRole: ({ viewer }) => rolePolicy.write(viewer),
  }),
  viewerCan('Viewer', {
    readAccessRoles: ({ viewer }) => rolePolicy.read(viewer),
    createAccessRole: ({ viewer }) => rolePolicy.write(viewer),
  }),
];
