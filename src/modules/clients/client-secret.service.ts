import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { secondsAfter } from '../../ground/kernel/clock.ts';
import type { Runtime } from '../../ground/kernel/runtime.ts';
import { digest, newSecret, sameBytes } from '../../ground/kernel/secret.ts';
import { PasswordHasher } from '../credentials/index.ts';
import type { Client } from './client.entity.ts';
import { isKeyAuthMethod, JWT_BEARER } from './client-vocabulary.ts';

const GENERATED = 'sha256:';
const REMEMBERED_SECONDS = 60;
const REMEMBERED = 1000;

/** What is stored of a secret that the server generated. The secret has 256 random bits, so a fast hash is enough. */
export const hashOfGenerated = (secret: string): string => GENERATED + digest(secret).toString('base64url');

/** The hashes that a client's secret is compared with. */
export interface StoredSecrets {
  readonly secretHash: string | null;
  readonly previousSecretHash: string | null;
  readonly previousSecretExpiresAt: Date | null;
}

/** A secret with its digest. */
interface Presented {
  readonly secret: string;
  readonly secretHash: Buffer;
}

/** Compares what clients present with what is stored of their secrets. */
export class ClientSecrets {
  // A secret that an operator chose is hashed with argon2id, which is too slow for every token. So a match is remembered for
  // a minute. The stored hash is part of the key, so a rotated secret is compared anew.
  private readonly matched = new LRUCache<string, { readonly until: Date; readonly match: Promise<boolean> }>({
    max: REMEMBERED,
  });

  constructor(private readonly runtime: Runtime) {}

  /**
   * Whether this is the client's secret, or the previous one within its grace period. `secretHash` is the secret's digest, for
   * callers that need it too.
   */
  async match(stored: StoredSecrets, secret: string, secretHash = digest(secret)): Promise<boolean> {
    const now = this.runtime.clock.now();
    const presented = { secret, secretHash };
    if (await this.matchOne(stored.secretHash, presented, now)) return true;
    const { previousSecretHash: previous, previousSecretExpiresAt: until } = stored;
    return until !== null && until > now && this.matchOne(previous, presented, now);
  }

  private matchOne(stored: string | null, { secret, secretHash }: Presented, now: Date): boolean | Promise<boolean> {
    if (stored === null) return false;
    if (stored.startsWith(GENERATED))
      return sameBytes(secretHash, Buffer.from(stored.slice(GENERATED.length), 'base64url'));
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

  // Simultaneous requests share one comparison. Only a match is remembered.
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

/**
 * Whether the client authenticates with a secret. A client that uses a key, or that only others vouch for, has no secret
 * that could be stolen.
 */
export const hasSecret = ({
  type,
  tokenEndpointAuthMethod,
  grantTypes,
}: Pick<Client, 'type' | 'tokenEndpointAuthMethod' | 'grantTypes'>): boolean =>
  type === 'confidential' &&
  !isKeyAuthMethod(tokenEndpointAuthMethod) &&
  grantTypes.some((grantType) => grantType !== JWT_BEARER);

/** A new secret. Secret scanners recognize its prefix. */
export const newClientSecret = (): string => newSecret('ghs_');
