/**
 * Grants: what one session gave one client, with the authorization codes and refresh tokens below it. Owns when they are
 * made, used up, rotated and ended, and what a token of a user stands on. The oauth door calls it and puts its fragments
 * into what it reads for itself; consents, and whoever changes their password, end grants. What a request must look like
 * is left to the door, sessions to `sessions`.
 */
export { endReusedCode, redeemCode } from './authorization-code.sql.ts';
export { Grant } from './grant.entity.ts';
export { codeAtLogin, endGrantsOf, endGrantsOfClient, issueCode, type AuthorizationAtLogin } from './grant.service.ts';
export { endGrantsOfConsents, grantingAtLogin } from './grant.sql.ts';
export { groupNames, type Login } from './login.ts';
export { joinLogin, type RedeemedRow } from './login.sql.ts';
export { answerRetry, meetAgain, rotateToken, SETTLE_MS } from './refresh-token.sql.ts';
export { endGrant, endGrantOfRefreshToken } from './revocation.sql.ts';
export { grantAndHolders, grantStands, isGrantOf, refreshable } from './standing.sql.ts';
export { sweepGrants } from './grant.sweep.ts';
