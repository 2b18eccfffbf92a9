import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { secondsAfter } from '../../kernel/clock.ts';
import type { Runtime } from '../../kernel/runtime.ts';
import { digest, sameBytes } from '../../kernel/secret.ts';
import { PasswordHasher } from '../credentials/index.ts';

const SERVER_MADE = 'sha256:';
const REMEMBERED_SECONDS = 60;
const REMEMBERED = 1000;

/** What is stored of a secret the server made: it has 256 random bits, so nothing slower is needed. */
export const hashOfServerMade = (secret: string): string => SERVER_MADE + digest(secret).toString('base64url');

/** The part of a client's row that its secret is checked against. */
export interface StoredSecrets {
  readonly secretHash: string | null;
  readonly previousSecretHash: string | null;
  readonly previousSecretExpiresAt: Date | null;
}

/** Compares what clients present with what is stored of their secrets. */
export class ClientSecrets {
  // An operator's secret costs an argon2id hash to check, far too much for every token: a match is believed for a
  // minute. The stored hash is part of the key, so a rotated secret is checked anew.
  private readonly matched = new LRUCache<string, { readonly until: Date; readonly match: Promise<boolean> }>({
    max: REMEMBERED,
  });

  constructor(private readonly runtime: Runtime) {}

  /** Whether the secret is the client's, or the one before it while that still counts. */
  async match(stored: StoredSecrets, secret: string): Promise<boolean> {
    const now = this.runtime.clock.now();
    if (await this.matchOne(stored.secretHash, secret, now)) return true;
    const { previousSecretHash: previous, previousSecretExpiresAt: until } = stored;
    return until !== null && until > now && this.matchOne(previous, secret, now);
  }

  private matchOne(stored: string | null, secret: string, now: Date): boolean | Promise<boolean> {
    if (stored === null) return false;
    if (stored.startsWith(SERVER_MADE))
      return sameBytes(digest(secret), Buffer.from(stored.slice(SERVER_MADE.length), 'base64url'));
    return this.matchChosen(stored, secret, now);
  }

  private matchChosen(stored: string, secret: string, now: Date): Promise<boolean> {
    const key = hash('sha256', `${stored} ${secret}`, 'base64');
    const known = this.matched.get(key);
    if (known && known.until > now) return known.match;
    const match = this.hashAndCompare(key, stored, secret);
    this.matched.set(key, { until: secondsAfter(now, REMEMBERED_SECONDS), match });
    return match;
  }

  // Requests that arrive together wait for one and the same comparison; only a match outlives it.
  private async hashAndCompare(key: string, stored: string, secret: string): Promise<boolean> {
    let matches = false;
    try {
      return (matches = (await this.runtime.get(PasswordHasher).verify(stored, secret, { lanes: [`client ${stored}`] }))
        .matches);
    } finally {
      if (!matches) this.matched.delete(key);
    }
  }
}
