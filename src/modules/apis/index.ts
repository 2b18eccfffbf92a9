/**
 * APIs: what clients get access tokens for, with their scopes, and which clients may have which. The only writer of `apis`,
 * `api_scopes` and `client_scopes`. The token endpoint reads them in statements of `access`.
 */
export { Api } from './api.entity.ts';
export { ApiScope, ClientScope } from './api-scope.entity.ts';
