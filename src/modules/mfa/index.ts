/**
 * Second factors: authenticator apps (TOTP, RFC 6238) with their backup codes, and passkeys (WebAuthn), which also sign in
 * alone. Owns their enrollment, the use of codes and of challenges (each works once) and their removal. `logins` uses a code
 * or a passkey between the password and the session, or a passkey instead of the password. `sessions` stores how the user
 * signed in.
 */
export { EmailCodeService } from './email-code.service.ts';
export { codeGuesses, CodeService } from './code.service.ts';
export { tellOfFailedFactor } from './mfa-notice.ts';
export { removeFactorsOf } from './factor-removal.ts';
export { factorsLoader } from './mfa.loader.ts';
export { Passkey } from './passkey.entity.ts';
export {
  credentialIdOf,
  OF_PASSKEY,
  PasskeyProofService,
  readPasskeyAnswer,
  type KnownPasskey,
  type PasskeyAnswer,
} from './passkey-proof.service.ts';
export type { CreationOptions as PasskeyCreation } from './passkey-party.ts';
export { PasskeyService } from './passkey.service.ts';
export { MfaService, type MfaSetup } from './mfa.service.ts';
