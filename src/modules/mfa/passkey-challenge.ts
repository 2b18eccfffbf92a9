import { secondsAfter } from '../../ground/kernel/clock.ts';
import type { Runtime } from '../../ground/kernel/runtime.ts';
import { newBytes } from '../../ground/kernel/secret.ts';

const PURPOSE = 'passkey-challenge';

/** WebAuthn §13.4.3: at least 16 random bytes. */
const RANDOM_BYTES = 16;

/** For how many seconds a new passkey can be stored after the page asked for it. */
export const ENROLLMENT_SECONDS = 300;
/** For how many seconds a page can be used to sign in with a passkey. */
export const SIGN_IN_SECONDS = 3600;

/**
 * A new challenge, in base64url. It is stored nowhere until it is used: it says when it expires, and has a MAC. `bound`
 * says what it is for, and for which browser or session. An answer for anything else is refused.
 */
export function newChallenge({ vault, clock }: Runtime, bound: string, seconds: number): string {
  const random = newBytes(RANDOM_BYTES).toString('base64url');
  const end = secondsAfter(clock.now(), seconds).getTime().toString(36);
  const mac = vault.mac(PURPOSE, signed(bound, random, end));
  return Buffer.from(`${random}.${end}.${mac}`).toString('base64url');
}

/** When the challenge expires. Null if it has expired, or is not one of ours that was made for this. */
export function endOfChallenge({ vault, clock }: Runtime, bound: string, challenge: string): Date | null {
  const [random, end, mac] = Buffer.from(challenge, 'base64url').toString().split('.');
  if (!random || !end || !mac || !vault.isMac(PURPOSE, signed(bound, random, end), mac)) return null;
  const expiresAt = new Date(parseInt(end, 36));
  return expiresAt > clock.now() ? expiresAt : null;
}

const signed = (bound: string, random: string, end: string): string => `${bound}\n${random}\n${end}`;
