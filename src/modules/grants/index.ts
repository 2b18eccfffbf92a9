/**
 * Grants: what one session gave one client, with its authorization codes and refresh tokens. Creates, redeems, rotates and
 * ends them, and reads what a valid token grants. The oauth door calls it; other modules use its fragments.
 * Consents and changes of passwords end grants. The door parses requests; `sessions` owns the sessions.
 */
export { endReusedCode, redeemCode } from './authorization-code.hot.sql.ts';
export { ownerIsActive, standingOf, type ClientStanding } from './client-standing.hot.sql.ts';
export { hasConsent } from './has-consent.ts';
export { apiAtExchange, exchangeToken } from './exchange.hot.sql.ts';
export { Grant } from './grant.entity.ts';
export {
  codeWithLogin,
  createGrant,
  createImpersonation,
  endExchanges,
  endGrantsFor,
  endGrantsOf,
  endImpersonation,
  endGrantsOfClient,
  issueCode,
  type AuthorizationAtLogin,
  type GrantingSession,
} from './grant.service.ts';
export { grantWithLogin, type GrantWithLogin } from './grant.hot.sql.ts';
export {
  actingFor,
  apisOfGrant,
  joinSessionUserAndClient,
  type ActingFor,
  type Login,
  type RedeemedGrant,
} from './redeemed-grant.hot.sql.ts';
export {
  detectReuse,
  type PresentedToken,
  releaseRetry,
  RETRY_DELAY_MS,
  retryRotation,
  rotateToken,
} from './refresh-token.hot.sql.ts';
export { redemption, type FirstRedeemed, type Redemption } from './redemption.hot.sql.ts';
export { revokeGrant } from './revocation.hot.sql.ts';
export { liveGrant, liveGrantWithProof } from './live-grant.hot.sql.ts';
export {
  readSupposed,
  supposedGrant,
  supposedSession,
  type SupposedGrant,
  type SupposedSession,
} from './supposed-grant.ts';
export { userinfo, userinfoWithProof, type UserinfoRow } from './userinfo.hot.sql.ts';
export { grantIsValid, grantWithUserAndClient, isGrantOf, refreshable } from './valid-grant.hot.sql.ts';
export {
  isUnused,
  PROOF_PARTS,
  spendProof,
  spendProofs,
  spendingProof,
  type ProofUse,
  type SpentProof,
} from './used-proof.hot.sql.ts';
