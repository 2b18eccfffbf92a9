import { node } from '../../../ground/kernel/graphql/node.ts';
import { Api } from '../api.entity.ts';
import { ApiScope } from '../api-scope.entity.ts';
import { ApiScopeService } from '../api-scope.service.ts';
import { ApiService } from '../api.service.ts';
import { ApiScopeType } from './api-scope.type.ts';
import { ApiType } from './api.type.ts';

export const apiNode = node('Api', {
  type: ApiType,
  entity: Api,
  subject: 'api',
  isCustomers: true,
  find: (ctx, id) => ctx.get(ApiService).find(id),
});

/** Events about a scope are about its API. */
export const apiScopeNode = node('ApiScope', {
  type: ApiScopeType,
  entity: ApiScope,
  find: (ctx, id) => ctx.get(ApiScopeService).find(id),
});
