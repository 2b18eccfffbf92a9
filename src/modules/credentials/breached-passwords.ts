import { hash as digest } from 'node:crypto';
import { Outgoing } from '../../ground/http/outgoing.ts';
import type { Runtime } from '../../ground/kernel/runtime.ts';

/** The service gets so many digits of a password's hash, which about a thousand other passwords share. */
const PREFIX_DIGITS = 5;

// A padded answer has up to a thousand lines of about forty bytes.
const MAX_BYTES = 256 * 1024;

/**
 * Passwords known from data breaches, by a range service that the operator chooses. The service gets five digits of the
 * SHA-1 and returns every hash that begins with them, so it learns neither the password nor whether it was found.
 */
export class BreachedPasswords {
  constructor(private readonly runtime: Runtime) {}

  /**
   * Whether the password is known. False if no service is configured or it does not answer: users are not made to wait.
   */
  async has(password: string): Promise<boolean> {
    const { breachRangeUrl } = this.runtime.settings.passwords;
    if (breachRangeUrl === undefined) return false;
    const hash = digest('sha1', password).toUpperCase();
    const address = breachRangeUrl + hash.slice(0, PREFIX_DIGITS);
    try {
      // Padding hides the number of hashes from whoever sees the traffic.
      const asked = { headers: { 'add-padding': 'true' }, maxBytes: MAX_BYTES };
      const { status, body } = await this.runtime.get(Outgoing).fetch(address, asked);
      if (status !== 200) throw new Error(`The service answered ${status}.`);
      return counts(body).has(hash.slice(PREFIX_DIGITS));
    } catch (error) {
      this.runtime.log.warn(
        { err: error },
        'the breached-password service gave no answer; the password was accepted without it',
      );
      return false;
    }
  }
}

/** The remaining digits of every hash that was found at least once. Padding has a count of 0. */
const counts = (body: string): ReadonlySet<string> =>
  new Set(
    body.split('\n').flatMap((line) => {
      const [rest = '', count = '0'] = line.trim().toUpperCase().split(':');
      return Number(count) > 0 ? [rest] : [];
    }),
  );
