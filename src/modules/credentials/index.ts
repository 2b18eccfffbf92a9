/**
 * The passwords users prove themselves with. Owns how they are hashed, which ones are refused, what proving one takes, and
 * every change of one: the columns are the users', but nobody else writes them. Logins, accounts, links and bootstrap call
 * it; starting a session is left to them, and counting wrong guesses to `throttle`, which is asked here.
 */
export {
  changePassword,
  replaceOwnPassword,
  setFirstPassword,
  setProvedPassword,
  takePasswordAway,
} from './password-change.sql.ts';
export { PasswordHasher } from './password.hasher.ts';
export { PasswordPolicy } from './password.policy.ts';
export { findPasswordHolder, PasswordService, type ProvedPassword } from './password.service.ts';
export { passwordHolderOf, type PasswordHolder } from './password.sql.ts';
