/**
 * OAuth clients: applications that sign users in, and service accounts. Owns their registration and their secrets; what
 * a token request looks like is the oauth door's.
 */
export {
  clientRegistration,
  type ClientRegistration,
  clientScopes,
  notRevoked,
  registrationColumns,
  useAssertion,
} from './client-authentication.sql.ts';
export { ClientSecrets, hashOfServerMade } from './client-secret.service.ts';
export { isClientId } from './client-id.ts';
export { Client } from './client.entity.ts';
export { ClientResolver } from './client.resolver.ts';
export { ClientService } from './client.service.ts';
export { PushedRequest } from './pushed-request.entity.ts';
export { RevokedToken, UsedAssertion } from './spent-token.entity.ts';
