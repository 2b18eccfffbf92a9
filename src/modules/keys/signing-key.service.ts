import type { EntityManager } from '@mikro-orm/postgresql';
import { secondsAfter } from '../../kernel/clock.ts';
import type { Runtime } from '../../kernel/runtime.ts';
import { rowsWithin } from '../../kernel/unit-of-work.ts';
import { keyErrors } from './errors.ts';
import { type KeyPair, newKeyPair } from './key-pair.ts';
import { SIGNING_ALGORITHMS, type SigningAlgorithm, SigningKey } from './signing-key.entity.ts';
import { lockKeys } from './signing-key.hot.sql.ts';

export const SEALED_FOR = 'signing-key';

/** How long a new key is published before it signs: relying parties and other servers have read it by then. */
export const PUBLISH_AHEAD_SECONDS = 600;

/** What clocks may differ by, and a server may take to hear of a rotation. */
const MARGIN_SECONDS = 120;

/** Makes a key of each algorithm that has none. Two servers that start at once end up with the same keys. */
export async function makeMissingKeys(runtime: Runtime, missing: readonly SigningAlgorithm[]): Promise<void> {
  const pairs = await Promise.all(missing.map(newKeyPair));
  await alone(runtime, async (em) => {
    const current = await currentKeys(em);
    const now = runtime.clock.now();
    for (const pair of pairs)
      if (current.every(({ algorithm }) => algorithm !== pair.algorithm)) store(em, runtime, pair, now);
  });
}

/** Makes the next key of each algorithm whose keys all began to sign by `due`; of several servers, one does. */
export async function rotateDueKeys(runtime: Runtime, due: Date): Promise<SigningKey[]> {
  const pairs = await Promise.all(SIGNING_ALGORITHMS.map(newKeyPair));
  return alone(runtime, async (em) => {
    const current = await currentKeys(em);
    const isDue = ({ algorithm }: KeyPair): boolean => {
      const keys = current.filter((key) => key.algorithm === algorithm);
      return keys.length > 0 && keys.every(({ activeFrom }) => activeFrom <= due);
    };
    return replace(em, runtime, current, pairs.filter(isDue));
  });
}

/**
 * Makes the next key of each algorithm. It signs from PUBLISH_AHEAD_SECONDS on; the one before stays published until
 * the last token it signed has expired.
 */
export async function rotateKeys(runtime: Runtime, algorithms: readonly SigningAlgorithm[]): Promise<SigningKey[]> {
  const pairs = await Promise.all(algorithms.map(newKeyPair));
  return alone(runtime, async (em) => replace(em, runtime, await currentKeys(em), pairs));
}

/**
 * Revokes a key at once. When no other key signs for its algorithm, a new one does from this moment on. Returns that one,
 * if any; `not_found` when there is no such key.
 */
export async function revokeKey(runtime: Runtime, id: string): Promise<SigningKey | null> {
  const now = runtime.clock.now();
  return alone(runtime, async (em) => {
    const revoked = await em.findOne(SigningKey, id);
    if (!revoked) throw keyErrors.KEY_NOT_FOUND();
    em.remove(revoked);
    const { algorithm } = revoked;
    const others = await em.count(SigningKey, {
      id: { $ne: id },
      algorithm,
      activeFrom: { $lte: now },
      retiresAt: null,
    });
    return others > 0 ? null : store(em, runtime, await newKeyPair(algorithm), now);
  });
}

/** One unit of work that no other server has at the same time. */
const alone = <Result>(runtime: Runtime, work: (em: EntityManager) => Promise<Result>): Promise<Result> =>
  runtime.fork().transactional(async (em) => {
    await rowsWithin(em, lockKeys, []);
    return work(em);
  });

/** The keys that nothing replaces yet. */
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
  // Private halves that nothing needs any more are not kept.
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

/** A key as the command line shows it. */
export interface ListedKey extends SigningKey {
  /** `next` is published and does not sign yet; `retiring` is published and signs no more. */
  readonly status: 'next' | 'signing' | 'retiring' | 'retired';
}

/** Every key there is, the oldest of each algorithm first. */
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
