/**
 * OAuth clients: applications that sign users in, and service accounts. Owns their registration and secrets, the requests
 * that they push, the assertions that they have used, and their own tokens that they have revoked. The oauth door parses
 * their requests, and authenticates and introspects with statements of this module. `grants` owns what users grant them.
 */
export { FAPI2_ACCESS_SECONDS, FAPI2_ALGORITHMS } from './fapi-profile.ts';
export { isSubjectOf } from './certificate-subject.ts';
export {
  clientRegistration,
  clientRegistrationBesideProof,
  clientRegistrationWithProof,
  type ClientRegistration,
  clientScopes,
  clientScopesWithProof,
  registrationColumns,
  useAssertion,
} from './client-authentication.hot.sql.ts';
export { ClientSecrets, hashOfGenerated } from './client-secret.service.ts';
export { clientFilter, clientListing } from './client.filter.ts';
export { applicationNameAt } from './application-name.ts';
export { isClientId, isExpiredClient, readClientId } from './client-id.ts';
export { sectorOf } from './client-sector.ts';
export { servedBy } from './served-resources.ts';
export { Client, SUBJECT_TYPES, type TrustedIssuer } from './client.entity.ts';
export { isOriginOf, isOriginOfAny } from './client-origin.ts';
export { clientLoader } from './client.loader.ts';
export { clientErrors } from './errors.ts';
export { ClientService, GRACE_MAX, type CreateClient, type PreparedClient } from './client.service.ts';
export { deleteClientsOf, OWN_CLIENTS_MAX } from './own-clients.ts';
export { readDetailsTypes, readResources, URIS_MAX } from './client-metadata.ts';
export { withinHeld } from './held-metadata.ts';
export { checkOwnName, NAME_MAX as CLIENT_NAME_MAX } from './client-name.ts';
export { isForSignatures, readJwks } from './client-jwks.ts';
export {
  actsForItself,
  CLIENT_AUTH_METHODS,
  isTlsAuthMethod,
  offeredAuthMethods,
  type TlsAuthMethod,
  DEVICE_CODE,
  GRANT_TYPES,
  isAdministration,
  JWT_BEARER,
  TOKEN_EXCHANGE,
  type ClientAuthMethod,
  type GrantType,
} from './client-vocabulary.ts';
export {
  introspectClientToken,
  introspectRefreshToken,
  introspectUserToken,
  type Introspected,
  type IntrospectedOfUser,
} from './introspection.hot.sql.ts';
export { introspectSupposed } from './supposed-introspection.ts';
export {
  endPushedRequest,
  insertPushedRequest,
  reusablePushedRequest,
  takePushedRequest,
} from './pushed-request.hot.sql.ts';
export { revokeClientToken } from './spent-token.hot.sql.ts';
export { insertServiceAccount } from './service-account.service.ts';
export { clientPolicy } from './client.policy.ts';
