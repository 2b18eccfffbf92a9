import { viewerCan } from '../../../ground/kernel/graphql/module.ts';
import type { Api } from '../api.entity.ts';
import type { ApiScope } from '../api-scope.entity.ts';
import { apiPolicy } from '../api.policy.ts';

export const apiPermissions = [
  viewerCan<Api>('Api', {
    updateApi: ({ viewer }, { id }) => apiPolicy.write(viewer, id),
    deleteApi: ({ viewer }, { id }) => apiPolicy.delete(viewer, id),
    addApiScopes: ({ viewer }, { id }) => apiPolicy.write(viewer, id),
  }),
  viewerCan<ApiScope>('ApiScope', {
    updateApiScope: ({ viewer }, { apiId }) => apiPolicy.write(viewer, apiId),
    removeApiScope: ({ viewer }, { apiId }) => apiPolicy.delete(viewer, apiId),
  }),
  viewerCan('Viewer', {
    readApis: ({ viewer }) => apiPolicy.read(viewer),
    createApi: ({ viewer }) => apiPolicy.write(viewer),
  }),
];
