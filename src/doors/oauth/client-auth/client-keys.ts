import { createLocalJWKSet, type JSONWebKeySet } from 'jose';
import { LRUCache } from 'lru-cache';
import { Outgoing } from '../../../ground/http/outgoing.ts';
import type { Runtime } from '../../../ground/kernel/runtime.ts';
import type { TrustedIssuer } from '../../../modules/clients/index.ts';

/** Finds the key that a signature names, or the only key that fits. */
export type KeySet = ReturnType<typeof createLocalJWKSet>;

/** Who has public keys: a client, or an issuer that it trusts. */
export type KeyHolder = Pick<TrustedIssuer, 'jwks' | 'jwksUri'>;

const FRESH_MS = 10 * 60_000;
/** How long keys are used after their address has stopped to answer. */
const STALE_MS = 60 * 60_000;
const RETRY_MS = 60_000;
/** The size of each cache, in characters of JSON. */
const REMEMBERED_SIZE = 4 * 1024 * 1024;

interface Fetched {
  keys: KeySet | null;
  /** Times are in milliseconds since 1970. */
  readAt: number;
  triedAt: number;
  loading: Promise<void> | null;
}

/**
 * The public keys of clients and of the issuers that they trust: registered with the client, or read from its registered
 * address (`jwks_uri`). An address is read every ten minutes while its keys are used, and at most once a minute for a key
 * that was not found.
 */
export class ClientKeys {
  private readonly registered = new LRUCache<string, KeySet>({
    maxSize: REMEMBERED_SIZE,
    sizeCalculation: (_keys, json) => json.length,
    memoMethod: (json) => createLocalJWKSet(JSON.parse(json) as JSONWebKeySet),
  });
  private readonly fetched = new LRUCache<string, Fetched>({ maxSize: REMEMBERED_SIZE });

  constructor(private readonly runtime: Runtime) {}

  /** The holder's keys; null if there are none. */
  async of({ jwks, jwksUri }: KeyHolder): Promise<KeySet | null> {
    if (jwks) return this.registered.memo(JSON.stringify(jwks));
    if (jwksUri === null) return null;
    const entry = this.entry(jwksUri);
    if (this.now() - entry.readAt >= FRESH_MS) await this.load(jwksUri, entry);
    return this.now() - entry.readAt < STALE_MS ? entry.keys : null;
  }

  /** Reads the holder's keys again; null if it is too early for that, or if it fails. */
  async newer({ jwks, jwksUri }: KeyHolder): Promise<KeySet | null> {
    if (jwks || jwksUri === null) return null;
    const entry = this.entry(jwksUri);
    const { readAt } = entry;
    await this.load(jwksUri, entry);
    return entry.readAt > readAt ? entry.keys : null;
  }

  private entry(uri: string): Fetched {
    let entry = this.fetched.get(uri);
    if (!entry) {
      const never = Number.NEGATIVE_INFINITY;
      entry = { keys: null, readAt: never, triedAt: never, loading: null };
      this.fetched.set(uri, entry, { size: uri.length });
    }
    return entry;
  }

  /** Requests that come while keys are being read wait for the same answer. */
  private load(uri: string, entry: Fetched): Promise<void> | null {
    if (entry.loading || this.now() - entry.triedAt < RETRY_MS) return entry.loading;
    entry.triedAt = this.now();
    return (entry.loading = this.fetch(uri, entry).finally(() => (entry.loading = null)));
  }

  private async fetch(uri: string, entry: Fetched): Promise<void> {
    try {
      const { status, body } = await this.runtime.get(Outgoing).fetch(uri, { headers: { accept: 'application/json' } });
      if (status !== 200) throw new Error(`The address answered with status ${status}.`);
      entry.keys = createLocalJWKSet(JSON.parse(body) as JSONWebKeySet);
      entry.readAt = entry.triedAt;
      this.fetched.set(uri, entry, { size: uri.length + body.length });
    } catch (err) {
      this.runtime.log.warn({ err, uri }, 'Cannot read the keys of a client.');
    }
  }

  private now(): number {
    return this.runtime.clock.now().getTime();
  }
}
