/**
 * Logins: proving who somebody is, by a password, a second factor after it, or a second factor later. Owns the steps, what
 * each leads to and what the trail tells of those that fail; no table. The interaction's pages call it; passwords are
 * proved by `credentials`, codes by `mfa`, and `sessions` starts or raises the session.
 */
export {
  logIn,
  passSecondFactor,
  passStepUp,
  type Candidate,
  type HalfProved,
  type LoginStep,
  type PasswordProof,
} from './login.service.ts';
