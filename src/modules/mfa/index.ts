/**
 * Second factors: authenticator apps (TOTP, RFC 6238) and their backup codes. Owns their enrollment, the use of codes (each
 * works once) and their removal. `logins` uses a code between the password and the session. `sessions` stores how the user
 * signed in.
 */
export { CodeService } from './code.service.ts';
export { factorCountLoader } from './mfa.loader.ts';
export { resealFactors } from './mfa.reseal.ts';
export { MfaResolver, UserMfaResolver } from './mfa.resolver.ts';
export { MfaService, type MfaSetup } from './mfa.service.ts';
export { mfaSweepers } from './mfa.sweep.ts';
export { mfaPolicy } from './mfa.policy.ts';
