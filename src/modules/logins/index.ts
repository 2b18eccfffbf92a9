/**
 * Logins: proving who a user is, by password, by a passkey, by a second factor after it, or by a second factor later
 * (step-up). Owns the steps, the events of failed logins, the statements that read what a sign-in depends on, and who was
 * asked to set up a second factor that the customer requires. The authorization endpoint and the interaction's pages call
 * it. `credentials` checks passwords, `mfa` checks codes, and `sessions` stores sessions.
 */
export {
  findAccounts,
  logIn,
  logInTo,
  OF_CODE,
  requiresVerifiedEmail,
  stepUp,
  verifyEmailCode,
  verifySecondFactor,
  type LoginAttempt,
  type GivenFactor,
  type LoginStep,
  type ProvedAccount,
  type StartedLogin,
  type SecondFactorAttempt,
} from './login.service.ts';
export { proofOf, type PasswordProof } from './login-attempt.ts';
export { logInAfterLink, logInByFirstLink } from './link-login.service.ts';
export { chooseNewPassword, findTemporary } from './new-password.service.ts';
export {
  enrollApp,
  enrollmentOffer,
  enrollPasskey,
  putOffEnrollment,
  startEnrollment,
  type Enrollment,
} from './enrollment.service.ts';
export { logInByPasskey, type PasskeyAccount } from './passkey-login.service.ts';
export { readSupposedSituation } from './supposed-situation.ts';
export {
  candidateOf,
  pushedSituationOf,
  readCandidate,
  readSituation,
  passkeyCandidateOf,
  readPasskeyCandidate,
  situationOf,
  type Candidate,
  type LoginClient,
  type LoginConsent,
  type LoginSession,
  type Situation,
} from './situation.hot.sql.ts';
