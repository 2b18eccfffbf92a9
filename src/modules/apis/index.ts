/**
 * APIs: what clients get access tokens for, with their scopes, and which clients may have which. The only writer of `apis`,
 * `api_scopes` and `client_scopes`. The token endpoint reads them in statements of `access`.
 */
export { Api } from './api.entity.ts';
export { apiListing } from './api.filter.ts';
export { ApiScope } from './api-scope.entity.ts';
export { clientScopeCountLoader } from './api.loader.ts';
export { SCOPE_NAME_MAX as API_SCOPE_NAME_MAX, SCOPES_MAX as API_SCOPES_MAX } from './api-scope.input.ts';
export { ApiScopeService } from './api-scope.service.ts';
export { scopesNamed, sentenceOf } from './shown-scopes.ts';
export type { UpdateApi } from './api.input.ts';
export { ApiService } from './api.service.ts';
export { apiErrors } from './errors.ts';
export { nameOwnApi } from './own-api.ts';
export {
  giveScopes,
  hasApiScopes,
  heldScopeIds,
  readScopeIds,
  replaceScopes,
  scopeIdsAt,
  scopesById,
  scopesWith,
  unknownScopes,
  type NamedScope,
} from './client-scopes.ts';
