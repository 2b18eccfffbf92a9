import { viewerCan } from '../../../ground/kernel/graphql/module.ts';
import { organizationPolicy } from '../organization.policy.ts';

export const organizationPermissions = [
  viewerCan('Organization', {
    updateOrganization: ({ viewer }) => organizationPolicy.write(viewer),
    deleteOrganization: ({ viewer }) => organizationPolicy.delete(viewer),
  }),
  viewerCan('Viewer', {
    readOrganizations: ({ viewer }) => organizationPolicy.read(viewer),
    createOrganization: ({ viewer }) => organizationPolicy.write(viewer),
  }),
];
