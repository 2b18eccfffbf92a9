import { hash as digest } from 'node:crypto';
import { Outgoing } from '../../http/outgoing.ts';
import type { Runtime } from '../../kernel/runtime.ts';

/** What the service is told of a password: so many digits of its hash, which a thousand others share. */
const PREFIX_DIGITS = 5;

// A padded answer has up to a thousand lines of about forty bytes.
const MAX_BYTES = 256 * 1024;

/**
 * Passwords known from data breaches, by a range service of the operator's choice: it is told five digits of the SHA-1
 * and answers with every hash that begins so, hence learns neither the password nor whether it was found.
 */
export class BreachedPasswords {
  constructor(private readonly runtime: Runtime) {}

  /** Whether the password is known. No, when no service is set or none answers: a new password does not wait for others. */
  async has(password: string): Promise<boolean> {
    const { breachRangeUrl } = this.runtime.settings.passwords;
    if (breachRangeUrl === undefined) return false;
    const hash = digest('sha1', password).toUpperCase();
    const address = breachRangeUrl + hash.slice(0, PREFIX_DIGITS);
    try {
      // Padding hides from whoever sees the traffic how many hashes there are.
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

/** The rest of every hash that was found at least once; padding has a count of 0. */
const counts = (body: string): ReadonlySet<string> =>
  new Set(
    body.split('\n').flatMap((line) => {
      const [rest = '', count = '0'] = line.trim().toUpperCase().split(':');
      return Number(count) > 0 ? [rest] : [];
    }),
  );
