/**
 * Passwords: how they are hashed and checked, which ones are rejected, and every change of one. The columns are in the
 * table of `users`, but only this module writes them. `logins`, `accounts`, `links` and `customers` call it. `sessions`
 * starts sessions, and `throttle` counts wrong guesses.
 */
export { readForeignHash } from './foreign-hash.ts';
export {
  adoptedPassword,
  changePassword,
  firstPassword,
  importedPassword,
  removePasswords,
  replaceOwnPassword,
  setProvedPassword,
} from './password-change.service.ts';
export { passwordsLoader, type PasswordState } from './password.loader.ts';
export { PASSWORD_MAX_BYTES, PasswordHasher } from './password-hasher.ts';
export { PasswordPolicy } from './password.policy.ts';
export {
  findPasswordHolder,
  passwordGuesses,
  PasswordService,
  type ProvedPassword,
  type WideGuess,
} from './password.service.ts';
export { hasTemporaryPassword, newTemporaryPassword } from './temporary-password.ts';
export { isTemporary, needsPasskey, passwordHolderOf, type PasswordHolder } from './password.hot.sql.ts';
