import { generateURI, ScureBase32Plugin, verifySync } from 'otplib';
import { epochSeconds } from '../../ground/kernel/clock.ts';
import { newBytes } from '../../ground/kernel/secret.ts';

/** RFC 6238 §4.1 and §5.2: the step that all authenticator apps use. */
const STEP_SECONDS = 30;
/** RFC 4226 §4, R6: 160 bits are recommended. */
const SECRET_BYTES = 20;

const base32 = new ScureBase32Plugin();

/** A new secret for an authenticator app. */
export const newTotpSecret = (): Buffer => newBytes(SECRET_BYTES);

/** The secret as users type it. */
export const totpSecretText = (secret: Buffer): string => base32.encode(secret);

/** The time step of this code of six digits: the current one or a neighbor. Null for a wrong code. */
export function stepOf(secret: Buffer, code: string, now: Date): number | null {
  const epoch = epochSeconds(now);
  // RFC 6238 §5.2: one step either way allows for delays and clocks that are slightly off.
  const result = verifySync({ secret, token: code, epoch, epochTolerance: STEP_SECONDS, period: STEP_SECONDS });
  return result.valid ? Math.floor(epoch / STEP_SECONDS) + result.delta : null;
}

// A QR code holds about two thousand letters, and a denser one is hard to scan.
const LABEL_MAX = 300;

/** The longest beginning of the text that fits. A colon is replaced, because it would end the label's first half. */
function label(text: string): string {
  const letters = [...text.replaceAll(':', ' ')];
  while (encodeURIComponent(letters.join('')).length > LABEL_MAX) letters.pop();
  return letters.join('');
}

/** The URI that tells an authenticator app the secret, the account and the server. */
export const otpauthUri = (secret: Buffer, issuer: string, account: string): string =>
  generateURI({ issuer: label(issuer), label: label(account), secret: totpSecretText(secret) });
