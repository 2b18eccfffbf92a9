import type { EntityManager } from '@mikro-orm/postgresql';
import { secondsAfter } from '../../ground/kernel/clock.ts';
import type { Runtime } from '../../ground/kernel/runtime.ts';
import { keyErrors } from './errors.ts';
import { type KeyPair, newKeyPair } from './key-pair.ts';
import { SIGNING_ALGORITHMS, type SigningAlgorithm, SigningKey } from './signing-key.entity.ts';
import { lockKeys } from './signing-key.hot.sql.ts';

export const SEALED_FOR = 'signing-key';

/** How long a new key is published before it signs, so that relying parties and other servers can read it first. */
export const PUBLISH_AHEAD_SECONDS = 600;

/** For differences between clocks, and for servers that have not read the new key yet. */
const MARGIN_SECONDS = 120;

/** Generates a key of each algorithm that has none. Two servers that start at the same time end up with the same keys. */
export async function makeMissingKeys(runtime: Runtime, missing: readonly SigningAlgorithm[]): Promise<void> {
  const pairs = await Promise.all(missing.map(newKeyPair));
  await withKeyLock(runtime, async (em) => {
    const current = await currentKeys(em);
    const now = runtime.clock.now();
    for (const pair of pairs)
      if (current.every(({ algorithm }) => algorithm !== pair.algorithm)) store(em, runtime, pair, now);
  });
}

/** Generates the next key of each algorithm whose keys all began to sign by `due`. Of several servers, one does. */
export async function rotateDueKeys(runtime: Runtime, due: Date): Promise<SigningKey[]> {
  const pairs = await Promise.all(SIGNING_ALGORITHMS.map(newKeyPair));
  return withKeyLock(runtime, async (em) => {
    const current = await currentKeys(em);
    const isDue = ({ algorithm }: KeyPair): boolean => {
      const keys = current.filter((key) => key.algorithm === algorithm);
      return keys.length > 0 && keys.every(({ activeFrom }) => activeFrom <= due);
    };
    return replace(em, runtime, current, pairs.filter(isDue));
  });
}

/**
 * Generates the next key of each algorithm. It begins to sign after PUBLISH_AHEAD_SECONDS. The previous one stays published
 * until the last token that it signed has expired.
 */
export async function rotateKeys(runtime: Runtime, algorithms: readonly SigningAlgorithm[]): Promise<SigningKey[]> {
  const pairs = await Promise.all(algorithms.map(newKeyPair));
  return withKeyLock(runtime, async (em) => replace(em, runtime, await currentKeys(em), pairs));
}

/**
 * Revokes a key. In the place of the key that signs comes the next one, which relying parties may have read already, or else a
 * new one; it signs at once, and is returned. In the place of a next one, the key before it goes on signing. Throws `not_found`
 * if there is no such key.
 */
export async function revokeKey(runtime: Runtime, id: string): Promise<SigningKey | null> {
  const now = runtime.clock.now();
  return withKeyLock(runtime, async (em) => {
    const revoked = await em.findOne(SigningKey, id);
    if (!revoked) throw keyErrors.KEY_NOT_FOUND();
    const { algorithm } = revoked;
    const keys = await em.find(SigningKey, { algorithm }, { orderBy: { activeFrom: 'asc' } });
    em.remove(revoked);
    const before = keys.filter((key) => key !== revoked && key.activeFrom <= now);
    const next = keys.find((key) => key !== revoked && key.activeFrom > now);
    if (revoked.activeFrom > now && before.length > 0) {
      if (!next) before.at(-1)!.retiresAt = null;
      return null;
    }
    if (before.some(({ activeFrom }) => activeFrom > revoked.activeFrom)) return null;
    if (!next) return store(em, runtime, await newKeyPair(algorithm), now);
    next.activeFrom = now;
    return next;
  });
}

/** Runs a unit of work while no other server changes the keys. */
const withKeyLock = <Result>(runtime: Runtime, work: (em: EntityManager) => Promise<Result>): Promise<Result> =>
  runtime.db.transaction(async (tx) => {
    await tx.rows(lockKeys, {});
    return work(tx.em);
  });

/** The keys that have not been replaced. */
const currentKeys = (em: EntityManager): Promise<SigningKey[]> => em.find(SigningKey, { retiresAt: null });

async function replace(
  em: EntityManager,
  runtime: Runtime,
  current: readonly SigningKey[],
  pairs: readonly KeyPair[],
): Promise<SigningKey[]> {
  const now = runtime.clock.now();
  const activeFrom = secondsAfter(now, PUBLISH_AHEAD_SECONDS);
  const retiresAt = secondsAfter(activeFrom, runtime.settings.tokens.accessSeconds + MARGIN_SECONDS);
  // Deletes private keys that nothing needs any more.
  await em.nativeDelete(SigningKey, { retiresAt: { $lte: now } });
  return pairs.map((pair) => {
    for (const key of current) if (key.algorithm === pair.algorithm) key.retiresAt = retiresAt;
    return store(em, runtime, pair, activeFrom);
  });
}

function store(em: EntityManager, { clock, vault }: Runtime, pair: KeyPair, activeFrom: Date): SigningKey {
  const pkcs8 = pair.privateKey.export({ format: 'der', type: 'pkcs8' });
  return em.create(SigningKey, {
    id: pair.id,
    algorithm: pair.algorithm,
    publicJwk: { ...pair.publicJwk },
    sealedPrivateKey: vault.seal(SEALED_FOR, pkcs8),
    activeFrom,
    retiresAt: null,
    createdAt: clock.now(),
  });
}

/** A key, and its status for the command line. */
export interface ListedKey extends SigningKey {
  /** `next` is published and does not sign yet. `retiring` is published and no longer signs. */
  readonly status: 'next' | 'signing' | 'retiring' | 'retired';
}

/** All keys, the oldest of each algorithm first. */
export async function listKeys(runtime: Runtime): Promise<ListedKey[]> {
  const now = runtime.clock.now();
  const keys = await runtime.fork().find(SigningKey, {}, { orderBy: { algorithm: 'asc', activeFrom: 'asc' } });
  const signing = SIGNING_ALGORITHMS.map((algorithm) =>
    keys.findLast((key) => key.algorithm === algorithm && key.activeFrom <= now),
  );
  return keys.map((key) => Object.assign(key, { status: statusOf(key, signing.includes(key), now) }));
}

function statusOf({ activeFrom, retiresAt }: SigningKey, signs: boolean, now: Date): ListedKey['status'] {
  if (retiresAt && retiresAt <= now) return 'retired';
  if (signs) return 'signing';
  return activeFrom > now ? 'next' : 'retiring';
}
