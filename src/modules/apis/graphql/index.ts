/**
 * The graph face of APIs: their fields and scopes, the changes of both, and which clients have which scopes. Roles show their
 * permissions by its types.
 */
import type { GraphModule } from '../../../ground/kernel/graphql/module.ts';
import { ApiScopeResolver } from './api-scope.resolver.ts';
import { ApiResolver } from './api.resolver.ts';
import { apiNode, apiScopeNode } from './api.node.ts';
import { apiPermissions } from './api.permissions.ts';

export { ApiScopeConnection, ApiScopeType } from './api-scope.type.ts';
export { ApiType } from './api.type.ts';

export const apisGraph: GraphModule = {
  resolvers: [ApiResolver, ApiScopeResolver],
  nodes: [apiNode, apiScopeNode],
  permissions: apiPermissions,
};
