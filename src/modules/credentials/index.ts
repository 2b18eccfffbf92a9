/**
 * The passwords users prove themselves with. Owns how they are hashed, which ones are refused, and what proving one
 * takes; the columns are the users'. Login, bootstrap and the command line call it; starting a session is left to
 * them, and counting wrong guesses to `throttle`, which is asked here.
 */
export { PasswordHasher } from './password.hasher.ts';
export { PasswordPolicy } from './password.policy.ts';
export { PasswordService } from './password.service.ts';
