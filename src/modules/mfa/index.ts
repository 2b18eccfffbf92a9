/**
 * Second factors: authenticator apps (TOTP, RFC 6238) and the backup codes beside them. Owns their enrolment, their codes,
 * each good for once, and how they are taken away. The login page asks it for a code between the password and the session;
 * what a login is worth afterwards is left to `sessions`.
 */
export { CodeService } from './code.service.ts';
export { resealFactors } from './mfa.reseal.ts';
export { MfaResolver, UserMfaResolver } from './mfa.resolver.ts';
export { MfaService } from './mfa.service.ts';
export { sweepSetups } from './mfa.sweep.ts';
