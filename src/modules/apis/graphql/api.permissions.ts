import { viewerCan } from '../../../ground/kernel/graphql/module.ts';
import { apiPolicy } from '../api.policy.ts';

export const apiPermissions = [
  viewerCan('Api', {
    updateApi: ({ viewer }) => apiPolicy.write(viewer),
    deleteApi: ({ viewer }) => apiPolicy.delete(viewer),
    addApiScopes: ({ viewer }) => apiPolicy.write(viewer),
  }),
  viewerCan('ApiScope', {
    updateApiScope: ({ viewer }) => apiPolicy.write(viewer),
    removeApiScope: ({ viewer }) => apiPolicy.delete(viewer),
  }),
  viewerCan('Viewer', {
    readApis: ({ viewer }) => apiPolicy.read(viewer),
    createApi: ({ viewer }) => apiPolicy.write(viewer),
  }),
];
