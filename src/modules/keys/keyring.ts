import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { secondsAfter } from '../../ground/kernel/clock.ts';
import { Batch } from '../../ground/kernel/event-loop/batch.ts';
import type { Runtime } from '../../ground/kernel/runtime.ts';
import { StartFault } from '../../ground/kernel/start-fault.ts';
import { keyErrors } from './errors.ts';
import { isSignature, makeSignature } from './jws.ts';
import { readKeyPair } from './key-pair.ts';
import { PublishedKey } from './published-key.ts';
import { SIGNING_ALGORITHMS, type SigningAlgorithm, type SigningKey } from './signing-key.entity.ts';
import { publishedKeys, type StoredKey } from './signing-key.hot.sql.ts';
import {
  type ListedKey,
  listKeys,
  makeMissingKeys,
  revokeKey,
  rotateDueKeys,
  rotateKeys,
  SEALED_FOR,
} from './signing-key.service.ts';

/** A token's payload. The module that had it signed knows its members. */
export type Claims = Readonly<Record<string, unknown>>;

interface Verified {
  readonly kid: string;
  readonly typ: string;
  readonly claims: Claims;
}

/** The channel on which PostgreSQL tells every server that a transaction has changed the keys. A trigger does. */
export const KEYS_CHANGED = 'signing_keys_changed';

const RELOAD_MS = 60_000;
const RELOAD_FOR_UNKNOWN_MS = 5_000;
const REMEMBERED_SIGNATURES = 10_000;

/** The signing keys in memory. They sign and verify without the database. Call `ensure` first. */
export class Keyring {
  /** The newest first. */
  private keys: readonly PublishedKey[] = [];
  /**
   * Tokens with a valid signature, by their SHA-256. Nothing else about a token is remembered, because only the signature
   * stays valid.
   */
  private readonly remembered = new LRUCache<string, Verified>({ max: REMEMBERED_SIGNATURES });
  private readonly signatures = new Batch();
  private triedAt = Number.NEGATIVE_INFINITY;
  private loading: Promise<void> | undefined;
  private readsBegun = 0;
  /** Which read the keys are of. */
  private readOf = 0;

  constructor(private readonly runtime: Runtime) {}

  /**
   * Reads the keys in one query. A read that ends after one that began later changes nothing, because it can have seen
   * older keys. Throws if SECRET_KEY cannot decrypt them.
   */
  async load(): Promise<void> {
    const read = (this.readsBegun += 1);
    const now = this.runtime.clock.now();
    this.triedAt = now.getTime();
    const stored = await this.runtime.db.rows(publishedKeys, { now });
    if (read < this.readOf) return;
    this.readOf = read;
    const known = new Map(this.keys.map(({ pair }) => [pair.id, pair]));
    this.keys = stored
      .map((key) => new PublishedKey(known.get(key.id) ?? this.open(key), key.activeFrom, key.retiresAt))
      .toSorted((a, b) => b.activeFrom.getTime() - a.activeFrom.getTime());
  }

  /** Loads the keys. Generates those that are missing in a new database. */
  async ensure(): Promise<void> {
    await this.load();
    const missing = SIGNING_ALGORITHMS.filter((algorithm) => !this.newest(algorithm));
    if (missing.length === 0) return;
    await makeMissingKeys(this.runtime, missing);
    await this.load();
  }

  /** Whether there is a key for every algorithm. */
  get ready(): boolean {
    return SIGNING_ALGORITHMS.every((algorithm) => this.newest(algorithm) !== undefined);
  }

  /** Reads the keys again if another server may have rotated them since. Returns nothing if there is no need to wait. */
  fresh(): Promise<void> | undefined {
    return this.elapsed() < RELOAD_MS ? undefined : this.reload();
  }

  /** Reads the keys again. If that fails, the known keys stay in use. */
  reload(): Promise<void> {
    return (this.loading ??= this.load()
      // The known keys are still good. Whatever else needs the database fails by itself.
      .catch((err: unknown) => this.runtime.log.warn({ err }, 'The signing keys could not be read again.'))
      .finally(() => (this.loading = undefined)));
  }

  /** Reads the keys again after another server has said that they changed: a read that had begun before may miss it. */
  async reread(): Promise<void> {
    await this.loading;
    await this.reload();
  }

  /** Generates the next key of one algorithm, or of each. Returns the new keys. */
  async rotate(algorithm?: SigningAlgorithm): Promise<SigningKey[]> {
    const made = await rotateKeys(this.runtime, algorithm ? [algorithm] : SIGNING_ALGORITHMS);
    await this.load();
    return made;
  }

  /** Revokes a key. Other servers notice at once. Returns the key that replaces it, if any. */
  async revoke(id: string): Promise<SigningKey | null> {
    const made = await revokeKey(this.runtime, id);
    await this.load();
    return made;
  }

  /**
   * Generates the next key of each algorithm whose keys have all signed for `seconds`. Uses the database only if there is
   * one.
   */
  async rotateOlderThan(seconds: number): Promise<SigningKey[]> {
    await this.fresh();
    const due = secondsAfter(this.runtime.clock.now(), -seconds);
    if (SIGNING_ALGORITHMS.every((algorithm) => (this.newest(algorithm)?.activeFrom ?? due) > due)) return [];
    const made = await rotateDueKeys(this.runtime, due);
    await this.load();
    return made;
  }

  list(): Promise<ListedKey[]> {
    return listKeys(this.runtime);
  }

  /** The JWK set (RFC 7517 §5), as JSON: the next keys, the keys that sign, and those whose tokens have not expired. */
  jwks(now: Date): string {
    return `{"keys":[${this.keys.flatMap((key) => (key.isPublished(now) ? key.jwk : [])).join()}]}`;
  }

  /** A compact JWS (RFC 7515 §7.1) of the given type over the claims. */
  async sign(algorithm: SigningAlgorithm, typ: string, claims: Claims): Promise<string> {
    const now = this.runtime.clock.now();
    // If this server's clock is behind, no key may be active yet. Then it uses the first one.
    const key = this.keys.find(({ pair, activeFrom }) => pair.algorithm === algorithm && activeFrom <= now);
    const { header, pair } = this.use(key ?? this.keys.findLast((other) => other.pair.algorithm === algorithm), typ);
    const input = `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
    const signature = await this.signatures.add(() =>
      makeSignature(algorithm, pair.privateKey, input).toString('base64url'),
    );
    return `${input}.${signature}`;
  }

  /** The claims of a token of this type that a published key of this server signed, or null. */
  async verify(token: string, typ: string): Promise<Claims | null> {
    const cacheKey = hash('sha256', token, 'base64');
    const known = this.remembered.get(cacheKey);
    const now = this.runtime.clock.now();
    if (known) return known.typ === typ && this.published(known.kid, now) ? known.claims : null;

    const [header, payload, signature, ...rest] = token.split('.');
    if (!header || !payload || !signature || rest.length > 0) return null;
    const key = this.keyOf(header, typ, now) ?? (await this.keyOfAnotherServer(header, typ, now));
    if (!key) return null;
    const bytes = Buffer.from(signature, 'base64url');
    if (bytes.toString('base64url') !== signature) return null;
    if (!isSignature(key.pair.algorithm, key.pair.publicKey, `${header}.${payload}`, bytes)) return null;
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Claims;
    this.remembered.set(cacheKey, { kid: key.pair.id, typ, claims });
    return claims;
  }

  // RFC 8725 §3.1: a header is accepted only if it is, byte for byte, the one that this key writes. So the algorithm is the
  // key's, and `none`, `jku`, `jwk`, `x5u` or `crit` are never read.
  private keyOf(header: string, typ: string, now: Date): PublishedKey | undefined {
    return this.keys.find((key) => key.header(typ) === header && key.isPublished(now));
  }

  private async keyOfAnotherServer(header: string, typ: string, now: Date): Promise<PublishedKey | undefined> {
    if (this.elapsed() < RELOAD_FOR_UNKNOWN_MS || !this.namesUnknownKey(header)) return undefined;
    await this.reload();
    return this.keyOf(header, typ, now);
  }

  private namesUnknownKey(header: string): boolean {
    try {
      const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString()) as { kid?: unknown };
      return typeof kid === 'string' && this.keys.every(({ pair }) => pair.id !== kid);
    } catch {
      return false;
    }
  }

  private published(kid: string, now: Date): boolean {
    return this.keys.some((key) => key.pair.id === kid && key.isPublished(now));
  }

  private newest(algorithm: SigningAlgorithm): PublishedKey | undefined {
    return this.keys.find(({ pair }) => pair.algorithm === algorithm);
  }

  private use(key: PublishedKey | undefined, typ: string) {
    if (!key) throw keyErrors.NO_SIGNING_KEY();
    return { header: key.header(typ), pair: key.pair };
  }

  private open({ id, algorithm, sealedPrivateKey }: StoredKey) {
    const pkcs8 = this.runtime.vault.open(SEALED_FOR, sealedPrivateKey);
    if (!pkcs8)
      throw new StartFault(
        'KEYS_SEALED',
        `Signing key ${id} cannot be decrypted: SECRET_KEY is not the one that encrypted it. Set SECRET_KEY to that one.`,
      );
    const pair = readKeyPair(algorithm, pkcs8);
    if (pair.id !== id) throw new Error(`Signing key ${id} contains another key.`);
    return pair;
  }

  private elapsed(): number {
    return this.runtime.clock.now().getTime() - this.triedAt;
  }
}
