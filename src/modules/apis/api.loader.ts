import { countLoader, entityLoader } from '../../ground/kernel/entity-read.ts';
import { orderBy } from '../../ground/lists/order.ts';
import { OwnedPages } from '../../ground/lists/page-loader.ts';
import { Api } from './api.entity.ts';
import { ApiScope, ClientScope } from './api-scope.entity.ts';

/** The APIs of the viewer's customer by id. */
export const apiLoader = entityLoader(Api);

/** The scopes of the viewer's customer's APIs by id. */
export const scopeLoader = entityLoader(ApiScope);

/** How many scopes of APIs each client has. */
export const clientScopeCountLoader = countLoader(ClientScope, 'clientId');

/** The scopes of APIs, by name. */
export const scopePages = new OwnedPages(ApiScope, {
  owner: 'e.api_id = owner',
  order: orderBy(ApiScope, { name: 'asc' }),
});

/** The scopes of APIs that clients have, by name. */
export const clientScopePages = new OwnedPages(ApiScope, {
  owner: 'e.id = any(array(select cs.scope_id from client_scopes cs where cs.client_id = owner))',
  ownerType: 'text',
  order: orderBy(ApiScope, { name: 'asc' }),
});
