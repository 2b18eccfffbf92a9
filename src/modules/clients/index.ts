/**
 * OAuth clients: applications that sign users in, and service accounts. Owns their registration, their secrets, the
 * requests they push, the assertions they have used and the tokens of their own that they have given up; what a request
 * at an OAuth endpoint looks like is the oauth door's, and what users grant them the grants'.
 */
export {
  clientRegistration,
  type ClientRegistration,
  clientScopes,
  notRevoked,
  registrationColumns,
  useAssertion,
} from './client-authentication.hot.sql.ts';
export { ClientSecrets, hashOfServerMade } from './client-secret.service.ts';
export { isClientId } from './client-id.ts';
export { Client } from './client.entity.ts';
export { ClientResolver } from './client.resolver.ts';
export { ClientService } from './client.service.ts';
export {
  ALL_SCOPES,
  CLIENT_AUTH_METHODS,
  GRANT_TYPES,
  isAdministration,
  type ClientAuthMethod,
  type GrantType,
  type UserScope,
} from './client.vocabulary.ts';
export { insertPushedRequest, takePushedRequest } from './pushed-request.hot.sql.ts';
export { revokeClientToken } from './spent-token.hot.sql.ts';
export { sweepClients } from './client.sweep.ts';
export { insertServiceAccount } from './service-account.service.ts';
